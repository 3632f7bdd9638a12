// @ts-check
/** The parts of a drawing by the ids that the build knows them by, and where they are. */

/** @import { Point, Box, Kind, Part, Drawing } from './types.d.ts' */

const DRAWN = 'g.node[id], path[data-et="edge"], [data-et="message"], g[data-et="participant"]';
const WORDS = '.nodeLabel, .edgeLabel, .messageText, .loopText, .labelText, .noteText, text.actor';
/** Units between two points of a line. */
const STEP = 8;

/** One look at the whole drawing; nothing is written, so the browser lays it out once.
 * @param {SVGSVGElement} svg @returns {Drawing} */
export function read(svg) {
  const back = /** @type {DOMMatrix} */ (svg.getScreenCTM()).inverse();
  const { x, y, width, height } = svg.viewBox.baseVal;
  /** @type {Map<string, Part>} */
  const parts = new Map();
  for (const shape of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll(DRAWN))) {
    const kind = /** @type {Kind} */ (shape.dataset.et ?? 'node');
    const id = kind === 'node' ? nodeName(svg.id, shape.id) : shape.dataset.id;
    if (!id || parts.has(id)) continue;
    const into = back.multiply(/** @type {DOMMatrix} */ (shape.getScreenCTM()));
    parts.set(id, { kind, shape, box: boxOf(shape, into), points: pointsOf(shape, into) });
  }
  const words = [...svg.querySelectorAll(WORDS)].map((element) => onScreen(element, back)).filter((box) => box.width);
  const lines = [...parts.values()].flatMap((part) => part.points);
  return { parts, taken: { words, lines, bounds: { x, y, width, height } } };
}

/** Mermaid ends a node's id with the order in which it was read. @param {string} svg @param {string} id */
function nodeName(svg, id) {
  const start = `${svg}-flowchart-`;
  return id.startsWith(start) ? id.slice(start.length).replace(/-\d+$/, '') : '';
}

/** @param {DOMPoint} start @param {DOMPoint} end @returns {Box} */
const between = (start, end) => ({ x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y });

/** @param {SVGGraphicsElement} shape @param {DOMMatrix} into the drawing's units */
function boxOf(shape, into) {
  const { x, y, width, height } = shape.getBBox();
  return between(new DOMPoint(x, y).matrixTransform(into), new DOMPoint(x + width, y + height).matrixTransform(into));
}

/** Words may be HTML, which has no box in the drawing's units. @param {Element} element @param {DOMMatrix} back */
function onScreen(element, back) {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return between(new DOMPoint(left, top).matrixTransform(back), new DOMPoint(right, bottom).matrixTransform(back));
}

/** @param {SVGGraphicsElement} shape @param {DOMMatrix} into the drawing's units @returns {Point[]} */
function pointsOf(shape, into) {
  if (!(shape instanceof SVGGeometryElement)) return [];
  const length = shape.getTotalLength();
  const count = Math.max(2, Math.ceil(length / STEP));
  return Array.from({ length: count + 1 }, (_, index) => {
    const { x, y } = shape.getPointAtLength((length * index) / count).matrixTransform(into);
    return { x, y };
  });
}
