// @ts-check
/** Keeps what is lit in sight by moving the drawing in its own frame; the page stays where it is. */

/** @import { Box } from './types.d.ts' */

/** Room around what is lit, for its label. px. */
const ROOM = 30;

/** @param {HTMLElement} figure @param {HTMLElement} view @param {SVGSVGElement} svg @param {Box[]} lit
 * @param {{engaged: boolean, still: boolean}} how */
export function follow(figure, view, svg, lit, { engaged, still }) {
  if (figure.hasAttribute('data-engaged') !== engaged) fold(figure, view, engaged);
  if (!lit.length) return;
  const frame = view.getBoundingClientRect();
  const drawn = svg.getBoundingClientRect();
  const scale = drawn.width / svg.viewBox.baseVal.width;
  const [left, right] = span(lit, 'x', 'width').map((x) => (x - svg.viewBox.baseVal.x) * scale + drawn.left - frame.left);
  const [top, bottom] = span(lit, 'y', 'height').map((y) => (y - svg.viewBox.baseVal.y) * scale + drawn.top - frame.top);
  const seen = left >= ROOM && right <= view.clientWidth - ROOM && top >= ROOM && bottom <= view.clientHeight - ROOM;
  if (seen) return;
  view.scrollBy({
    left: (left + right - view.clientWidth) / 2,
    top: (top + bottom - view.clientHeight) / 2,
    behavior: still ? 'auto' : 'smooth',
  });
}

/** @param {Box[]} boxes @param {'x' | 'y'} start @param {'width' | 'height'} size */
const span = (boxes, start, size) => [
  Math.min(...boxes.map((box) => box[start])),
  Math.max(...boxes.map((box) => box[start] + box[size])),
];

/** A drawing taller than the screen plays in a lower frame, so that it and the controls are seen
 * together. What is under the reader's finger stays there, unless the frame would be out of sight:
 * that once the page moves, and never again while it plays.
 * @param {HTMLElement} figure @param {HTMLElement} view @param {boolean} engaged */
function fold(figure, view, engaged) {
  const below = view.nextElementSibling;
  const before = below?.getBoundingClientRect().top ?? 0;
  figure.toggleAttribute('data-engaged', engaged);
  const moved = (below?.getBoundingClientRect().top ?? 0) - before;
  if (moved) scrollBy({ top: moved, behavior: 'instant' });
  if (engaged) view.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
}
