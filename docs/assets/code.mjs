// @ts-check
/**
 * Names the bars of copy buttons that Material puts on code: they are landmarks, and a screen
 * reader lists landmarks by name.
 */

import { say } from './words.mjs';

function name() {
  const bars = document.querySelectorAll('.md-code__nav');
  for (const [at, bar] of bars.entries()) bar.setAttribute('aria-label', say(`코드 ${at + 1}`));
}

/** @type {{document$?: {subscribe: (start: () => void) => void}}} */
const material = /** @type {any} */ (globalThis);
// Material makes the bars when it is told of the page, as this module is: they are there after that.
material.document$?.subscribe(() => setTimeout(name));
