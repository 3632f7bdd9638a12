// @ts-check
/**
 * Where a label goes, so that it covers no words of the drawing; no page in here.
 *
 * All boxes are in the drawing's own units. A label has a few places it would like, best first.
 */

/** @import { Point, Size, Box, Taken } from './types.d.ts' */

const GAP = 6;
/** Covered words cost more than any number of lines, and a line more than a worse place. */
const WORDS = 1000;
const OUTSIDE = 1000;
const LINE = 10;

/** @param {number} start @param {number} length @param {number} low @param {number} high */
const shared = (start, length, low, high) => Math.max(0, Math.min(start + length, high) - Math.max(start, low));

/** The area that two boxes share. @param {Box} a @param {Box} b */
export const overlap = (a, b) =>
  shared(a.x, a.width, b.x, b.x + b.width) * shared(a.y, a.height, b.y, b.y + b.height);

/** @param {Box} box @param {Point} point */
const holds = (box, { x, y }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** The cheapest place. @param {Box[]} places best first @param {Taken} taken @returns {Box} */
export function choose(places, { words, lines, bounds }) {
  const cost = places.map((place, rank) => {
    const area = place.width * place.height;
    const covered = words.reduce((sum, box) => sum + overlap(place, box), 0);
    const crossed = lines.filter((point) => holds(place, point)).length;
    return rank + (WORDS * covered + OUTSIDE * (area - overlap(place, bounds))) / area + LINE * crossed;
  });
  return places[cost.indexOf(Math.min(...cost))];
}

/** On a corner of a box, like a tag; else just outside. @param {Box} box @param {Size} size @returns {Box[]} */
export function aroundNode(box, size) {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const middle = box.x + box.width / 2;
  // Arrows meet a box in its middle: a tag wider than half a box sticks out at the side.
  const start = Math.max(right + 2 * GAP - size.width, middle + GAP);
  const end = Math.min(box.x - 2 * GAP, middle - GAP - size.width);
  const [half, centre] = [size.height / 2, box.y + (box.height - size.height) / 2];
  return [
    { ...size, x: start, y: box.y - half },
    { ...size, x: start, y: bottom - half },
    { ...size, x: end, y: box.y - half },
    { ...size, x: end, y: bottom - half },
    { ...size, x: start, y: bottom + 2 },
    { ...size, x: start, y: box.y - size.height - 2 },
    { ...size, x: end, y: bottom + 2 },
    { ...size, x: right + GAP, y: centre },
    { ...size, x: box.x - GAP - size.width, y: centre },
  ];
}

/** Beside a line, near its middle first; above or below it where it runs level.
 * @param {Point[]} points along it @param {Size} size @returns {Box[]} */
export function besideLine(points, size) {
  const last = points.length - 1;
  const near = [0.5, 0.4, 0.6, 0.3, 0.7].map((share) => points[Math.round(share * last)]);
  const [from, to] = [points[0], points[last]];
  const level = Math.abs(to.x - from.x) > 2 * Math.abs(to.y - from.y);
  return near.flatMap(({ x, y }) => level
    ? [
      { ...size, x: x - size.width / 2, y: y - GAP / 2 - size.height },
      { ...size, x: x - size.width / 2, y: y + GAP / 2 },
    ]
    : [
      { ...size, x: x + GAP, y: y - size.height / 2 },
      { ...size, x: x - GAP - size.width, y: y - size.height / 2 },
    ]);
}

/** On an arrow between two life lines; beside or below the loop of an arrow to itself.
 * @param {Box} box of the arrow @param {Size} size @returns {Box[]} */
export function onMessage(box, size) {
  const centre = box.y + (box.height - size.height) / 2;
  if (box.height > size.height / 2) {
    const right = box.x + box.width;
    return [
      { ...size, x: right + GAP, y: centre },
      { ...size, x: box.x - GAP - size.width, y: centre },
      { ...size, x: right - size.width, y: box.y + box.height + GAP },
    ];
  }
  const across = [0.5, 0.3, 0.7, 0.2, 0.8].map((share) => box.x + box.width * share - size.width / 2);
  return [
    ...across.map((x) => ({ ...size, x, y: centre })),
    ...across.map((x) => ({ ...size, x, y: box.y + box.height + GAP })),
  ];
}
