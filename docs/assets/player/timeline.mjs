// @ts-check
/** The bar under the drawing: how far the request has got, on the true scale of time. */

import { reached } from './replay.mjs';

/** @import { Timeline } from './types.d.ts' */

/** @param {HTMLElement} token */
const placeOf = (token) => Number.parseFloat(token.style.getPropertyValue('--at'));

/** @param {HTMLElement} section @param {(share: number) => void} seek called with a share of the track
 * @returns {Timeline} */
export function timeline(section, seek) {
  const track = /** @type {HTMLElement} */ (section.querySelector('.timeline-track'));
  /** @type {NodeListOf<HTMLElement>} */
  const phases = track.querySelectorAll('.timeline-phase');
  const tokens = [.../** @type {NodeListOf<HTMLElement>} */ (track.querySelectorAll('.timeline-token'))]
    .map((element) => ({ element, at: placeOf(element) }));
  const now = document.createElement('i');
  now.className = 'timeline-now';
  now.hidden = true;
  track.append(now);
  // Only for a hand on a mouse: the slider does the same for everybody.
  track.addEventListener('click', (event) => {
    const { left, width } = track.getBoundingClientRect();
    seek((event.clientX - left) / width);
  });

  /** @type {Timeline['show']} */
  const show = (stop, length, moving) => {
    const at = reached(stop, length);
    section.toggleAttribute('data-chosen', true);
    now.hidden = !stop || !length;
    now.style.setProperty('--moving', `${moving}ms`);
    now.style.setProperty('--at', `${at}%`);
    for (const phase of phases) phase.classList.toggle('on', phase.dataset.phase === stop?.phase);
    for (const token of tokens) token.element.classList.toggle('passed', !!stop && token.at <= at + 0.01);
  };
  return {
    show,
    hide() {
      show(undefined, 0, 0);
      section.toggleAttribute('data-chosen', false);
    },
  };
}
