// @ts-check
/** What the reading aids share: which page it is, and what they are made of. */

/** Of the site, wherever it lies. */
export const ROOT = new URL('../..', import.meta.url).href;

/** A page's address below the site's root, the same however the site is opened.
 * @param {string} address */
export const slug = (address) =>
  decodeURIComponent(address.split(/[?#]/)[0]).replace(decodeURIComponent(ROOT), '').replace(/index\.html$/, '');

/** @param {string} tag @param {string} className @param {(Node | string)[]} inside */
export function make(tag, className, ...inside) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...inside);
  return made;
}

/** @param {string} words @param {() => void} act */
export function button(words, act) {
  const made = /** @type {HTMLButtonElement} */ (make('button', 'reading-button', words));
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}
