// @ts-check
/** What was measured, put beside the build's own: cells of the table, a line in the chart. */
/** @import {Cell, Reason, Row} from './types.mjs' */

import { written } from './words.mjs';

const REACH = 4; // of a marker

/** @param {Element} parent @param {string} name @param {Record<string, unknown>} attributes */
function draw(parent, name, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) element.setAttribute(key, `${attributes[key]}`);
  parent.append(element);
}

/** No rows take the last measurement away.
 * @param {HTMLElement} root @param {Row[]} rows @param {(reason: Reason) => string} say */
export function show(root, rows, say) {
  root.classList.toggle('device-measured', rows.length > 0);
  for (const head of root.querySelectorAll('[scope=colgroup]')) {
    /** @type {HTMLTableCellElement} */ (head).colSpan = rows.length ? 2 : 1;
  }
  for (const { batch, ...cells } of rows) {
    for (const [name, cell] of Object.entries(cells)) {
      // One column is the measure of the others, and has no ratio.
      root.querySelector(`[data-mine="${name} ${batch}"]`)?.replaceChildren(...inside(cell, say));
    }
  }
  plot(root, rows.flatMap(({ batch, ratio }) => ('reason' in ratio ? [] : [{ batch, ...ratio }])));
}

/** @param {Cell} cell @param {(reason: Reason) => string} say */
function inside(cell, say) {
  const [text, ...small] = 'reason' in cell ? ['판정불가', say(cell.reason)]
    : [...written(cell), ...(cell.flag ? [say(['flag'])] : [])];
  return [text, ...small.map((words) => Object.assign(document.createElement('small'), { textContent: words }))];
}

/** @param {HTMLElement} root @param {({batch: number} & import('./types.mjs').Shown)[]} points */
function plot(root, points) {
  const svg = /** @type {SVGSVGElement} */ (root.querySelector('svg'));
  const group = /** @type {Element} */ (svg.querySelector('.device-mine'));
  const { place = '', words = '' } = svg.dataset;
  const [left, across, one, up, top, bottom] = place.split(' ').map(Number); // see hooks/device/chart.py
  const x = (/** @type {number} */ batch) => left + across * Math.log2(batch);
  const y = (/** @type {number} */ ratio) => Math.max(top, Math.min(bottom, one - up * Math.log2(ratio)));
  group.replaceChildren();
  draw(group, 'polyline', { points: points.map(({ batch, value }) => [x(batch), y(value)]).join(' ') });
  for (const { batch, value, low, high } of points) {
    draw(group, 'path', { d: `M${x(batch)} ${y(low)}V${y(high)}` });
    draw(group, 'rect', { x: x(batch) - REACH, y: y(value) - REACH, width: 2 * REACH, height: 2 * REACH });
  }
  const mine = points.slice(1).map((point) => `B=${point.batch} ${written(point)[0]}배`).join(', ');
  svg.setAttribute('aria-label', words + (mine && ` 내 기기: ${mine}.`));
}
