// @ts-check
/**
 * When a page is there: the first, and every one that instant navigation brings.
 *
 * Material's script comes after the first paint (hooks/bundle.py), so it may not be there yet.
 * Where it never comes, the page that is there is all there will be.
 */

/** @type {{document$?: {subscribe: (next: () => void) => void}}} */
const material = /** @type {any} */ (globalThis);

/** @param {() => void} start */
export function onPage(start) {
  const begin = () => (material.document$ ? material.document$.subscribe(start) : start());
  if (document.querySelector('#__boot:not([data-done])')) document.addEventListener('material', begin, { once: true });
  else begin();
}
