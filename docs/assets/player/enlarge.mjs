// @ts-check
/** Shows a figure in a dialog that fills the screen, and puts it back: the figure itself, no copy. */

import { say } from '../words.mjs';

const LARGER = say('크게 보기');
const SMALLER = say('닫기');

/** @param {HTMLElement} figure @param {HTMLButtonElement} button */
export function enlarger(figure, button) {
  /** @type {HTMLDialogElement | undefined} */
  let dialog;

  function open() {
    const place = document.createElement('div'); // keeps the page below from moving up
    place.style.blockSize = `${figure.offsetHeight}px`;
    const opened = document.createElement('dialog');
    opened.className = 'player-dialog';
    opened.setAttribute('aria-label', figure.querySelector('.diagram-caption')?.textContent ?? say('그림'));
    figure.replaceWith(place);
    // Beside the figure's place: with the page that instant navigation takes away, it goes too.
    place.after(opened);
    opened.append(figure);
    opened.addEventListener('close', () => {
      place.replaceWith(figure);
      opened.remove();
      dialog = undefined;
      rename(LARGER);
    });
    opened.showModal();
    dialog = opened;
    rename(SMALLER);
  }

  /** @param {string} name */
  function rename(name) {
    /** @type {Element} */ (button.querySelector('span')).textContent = name;
    button.focus({ preventScroll: true });
  }

  function change() {
    if (!button.isConnected) return; // gone with its page meanwhile
    if (dialog) dialog.close();
    else open();
  }

  // The pressed button is painted first: a slow phone lays the page out anew for half a second.
  button.addEventListener('click', () => requestAnimationFrame(() => setTimeout(change)));
}
