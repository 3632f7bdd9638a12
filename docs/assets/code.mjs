// @ts-check
/**
 * Names the bars of copy buttons that Material puts on code: they are landmarks, and a screen
 * reader lists landmarks by name.
 */

import { onPage } from './material.mjs';
import { say } from './words.mjs';

function name() {
  const bars = document.querySelectorAll('.md-code__nav');
  for (const [at, bar] of bars.entries()) bar.setAttribute('aria-label', say(`코드 ${at + 1}`));
}

// Material makes the bars when it is told of the page, as this module is: they are there after that.
onPage(() => setTimeout(name));
