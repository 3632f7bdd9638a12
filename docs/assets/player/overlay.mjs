// @ts-check
/**
 * Times and marks over the drawing, in a layer of their own: inside a node they would take on the
 * colours that the drawing gives it, which no style sheet can override.
 */

import { aroundNode, besideLine, choose, onMessage } from './layout.mjs';
import { total } from './replay.mjs';

/** @import { Path, Badge, Size, Box, Part, Drawing, Label, Marked } from './types.d.ts' */

const SVG = 'http://www.w3.org/2000/svg';
/** Letters in units of the drawing, and what is still legible on the screen in px. */
const LETTERS = { units: 14, least: 11.5 };
/** What a label leaves free around its letters, and a ring around its node, in units. */
const PAD = { x: 6, y: 2 };
const RING = 5;

/** @template {keyof SVGElementTagNameMap} T @param {T} name @param {Record<string, string | number>} attributes
 * @returns {SVGElementTagNameMap[T]} */
function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** The size of a label's letters: larger where the drawing is shown smaller; 0 where it is not shown.
 * @param {SVGSVGElement} svg */
export function letters(svg) {
  const scale = svg.getClientRects().length ? (svg.getScreenCTM()?.a ?? 0) : 0;
  return scale && Math.round(Math.max(LETTERS.units, LETTERS.least / scale) * 2) / 2;
}

/** Draws the layer anew, and says what bears the mark of which part.
 * @param {SVGSVGElement} svg @param {Drawing} drawing @param {Record<string, Path>} paths
 * @param {Record<string, Badge>} badges @param {number} size of letters @returns {Marked} */
export function overlay(svg, drawing, paths, badges, size) {
  svg.querySelector(':scope > .player-layer')?.remove();
  const layer = make('g', { class: 'player-layer', 'aria-hidden': 'true', style: `font-size: ${size}px` });
  /** @type {Marked} */
  const marked = new Map();
  /** @type {Label[]} */
  const labels = [];
  for (const [id, part] of drawing.parts) {
    // Boxes hold words, which must not be dimmed: they get a ring. Lines bear the mark themselves.
    marked.set(id, [part.points.length ? part.shape : layer.appendChild(ring(part.box))]);
  }
  for (const [id, badge] of Object.entries(badges)) {
    const part = drawing.parts.get(id);
    const lines = [total(badge), badge.difference ?? ''].filter(Boolean);
    if (!part || !lines.length) continue;
    const label = write(lines, part, paths[id] ?? '', size);
    labels.push(label);
    layer.append(label.group);
    marked.get(id)?.push(label.group);
  }
  svg.append(layer);
  settle(labels, drawing);
  return marked;
}

/** @param {Box} box */
const ring = (box) =>
  make('rect', {
    class: 'player-ring',
    x: box.x - RING,
    y: box.y - RING,
    width: box.width + 2 * RING,
    height: box.height + 2 * RING,
    rx: RING,
  });

/** @param {string[]} lines @param {Part} part @param {string} path @param {number} size @returns {Label} */
function write(lines, part, path, size) {
  const group = make('g', { class: 'player-badge', 'data-kind': part.kind, 'data-path': path });
  const plate = group.appendChild(make('rect', { class: 'player-plate', rx: 3 }));
  const text = group.appendChild(make('text', { 'text-anchor': 'middle' }));
  lines.forEach((line, index) => {
    text.append(make('tspan', { x: 0, y: size * (0.85 + 1.2 * index), class: index ? 'player-difference' : '' }));
    /** @type {Element} */ (text.lastElementChild).textContent = line;
  });
  return { group, plate, text, part };
}

/** Finds each label a place; those of nodes first, since arrows leave more room.
 * @param {Label[]} labels @param {Drawing} drawing */
function settle(labels, { taken }) {
  const sizes = new Map(labels.map((label) => [label, label.text.getBBox()]));
  const words = [...taken.words];
  const order = [...labels].sort((a, b) => Number(b.part.kind === 'node') - Number(a.part.kind === 'node'));
  for (const label of order) {
    const { width, height, y } = /** @type {DOMRect} */ (sizes.get(label));
    const size = { width: width + 2 * PAD.x, height: height + 2 * PAD.y };
    const box = choose(places(label.part, size), { ...taken, words });
    words.push(box);
    label.group.setAttribute('transform', `translate(${box.x + size.width / 2} ${box.y + PAD.y - y})`);
    Object.entries({ x: -size.width / 2, y: y - PAD.y, ...size })
      .forEach(([name, value]) => label.plate.setAttribute(name, String(value)));
  }
}

/** @param {Part} part @param {Size} size @returns {Box[]} */
function places(part, size) {
  if (part.kind === 'edge') return besideLine(part.points, size);
  return part.kind === 'message' ? onMessage(part.box, size) : aroundNode(part.box, size);
}
