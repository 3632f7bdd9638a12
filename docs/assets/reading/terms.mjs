// @ts-check
/**
 * What a term means, beside the term: by mouse, by key, and by the first tap of a finger. And what
 * a badge means, by mouse.
 *
 * It can be pointed at and read in peace, and Escape puts it away (WCAG 1.4.13). The meaning stands
 * in a `title`, which is all that a reader without scripts has; it is taken over when somebody comes
 * near, for a page holds hundreds of them. (Material's own tooltips listen to each: 0.2 s of a page's
 * start.)
 */
import { onPage } from '../material.mjs';
import { make } from './page.mjs';
import { TERM } from './words.mjs';

const PATIENCE = 250;
const GAP = 6;

/** @type {HTMLElement | undefined} */
let tip;
/** @type {HTMLElement | null} */
let shown = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let leaving;
let finger = false;

/** What a target says of itself, if it says anything. @param {EventTarget | null} target */
function tipped(target) {
  const found = /** @type {HTMLElement | null} */ (
    target instanceof Element ? target.closest('.md-typeset [title], [data-tip]') : null);
  if (found?.title) { // else the browser would tell it again
    found.dataset.tip = found.title;
    found.removeAttribute('title');
  }
  return found;
}

/** @param {EventTarget | null} target */
function termOf(target) {
  const found = tipped(target);
  return found?.matches('a.term') ? found : null;
}
/** @param {EventTarget | null} target */
const inTip = (target) => target instanceof Node && !!tip?.contains(target);

function box() {
  if (!tip) {
    tip = make('div', 'term-tip');
    tip.id = 'term-tip';
    tip.setAttribute('role', 'tooltip');
    tip.hidden = true;
  }
  if (!tip.isConnected) (document.querySelector('main') ?? document.body).append(tip); // a page takes it away
  return tip;
}

/** Below the term, or above where there is no room. @param {HTMLElement} made @param {DOMRect} at */
function put(made, at) {
  const { clientWidth, clientHeight } = document.documentElement;
  const { width, height } = made.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, clientWidth - width - 8));
  const below = at.bottom + GAP + height <= clientHeight || at.top < GAP + height;
  made.style.left = `${left + scrollX}px`;
  made.style.top = `${(below ? at.bottom + GAP : at.top - GAP - height) + scrollY}px`;
}

/** @param {HTMLElement} link */
function show(link) {
  clearTimeout(leaving);
  if (shown === link) return;
  hide();
  const made = box();
  made.replaceChildren(link.dataset.tip ?? '');
  if (finger) made.append(make('small', '', TERM.tap));
  made.hidden = false;
  link.setAttribute('aria-describedby', made.id);
  shown = link;
  put(made, link.getClientRects()[0]); // of a term on two lines, its beginning
}

function hide() {
  clearTimeout(leaving);
  shown?.removeAttribute('aria-describedby');
  shown = null;
  if (tip) tip.hidden = true;
}

function leave() {
  clearTimeout(leaving);
  leaving = setTimeout(hide, PATIENCE);
}

/** @param {Document} page */
function listen(page) {
  page.addEventListener('pointerover', ({ pointerType, target }) => {
    if (pointerType === 'touch') return;
    const link = tipped(target);
    if (link) show(link);
    else if (inTip(target)) clearTimeout(leaving);
    else if (shown && shown !== document.activeElement) leave();
  });
  page.addEventListener('pointerdown', ({ pointerType, target }) => {
    finger = pointerType === 'touch';
    if (shown && !termOf(target) && !inTip(target)) hide();
  }, true);
  page.addEventListener('focusin', ({ target }) => {
    const link = termOf(target);
    if (link?.matches(':focus-visible')) show(link);
  });
  page.addEventListener('focusout', ({ target }) => {
    if (shown && termOf(target) === shown) leave();
  });
  page.addEventListener('keydown', (event) => {
    finger = false;
    if (event.key === 'Escape') hide();
  }, true);
  // Before instant navigation hears of it.
  page.addEventListener('click', (event) => {
    const link = termOf(event.target);
    if (!link || !finger || shown === link) return;
    event.preventDefault();
    event.stopPropagation();
    show(link);
  }, true);
}

if (globalThis.document) {
  listen(document);
  onPage(hide);
}
