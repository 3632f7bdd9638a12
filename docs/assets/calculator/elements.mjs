// @ts-check
/** Elements that several parts of a calculator make or look for. */

import { say } from '../words.mjs';

/** @import {Units} from './types.js' */

/** One that the build always writes. @param {Element} root @param {string} selector */
export const find = (root, selector) => /** @type {HTMLElement} */ (root.querySelector(selector));

/** An element with its text and attributes. @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} inside */
export function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, text] of Object.entries(attributes)) made.setAttribute(name, say(text));
  made.append(...inside.map((one) => (typeof one === 'string' ? say(one) : one)));
  return made;
}

/** @param {string} text @param {() => void} press */
export function button(text, press) {
  const made = make('button', { type: 'button' }, text);
  made.addEventListener('click', press);
  return made;
}

/** A number alone has no unit to show. @param {string} unit */
const unitName = (unit) => (unit === '1' ? '' : unit);

/** The one unit. @param {Units} units */
export const unitText = ([[unit]]) => make('span', { class: 'calculator-unit' }, unitName(unit));

/** A choice of units, where there is one; `of`: what they are units of.
 * @param {Units} units @param {string} of @param {(place: number) => void} choose */
export function unitSelect(units, of, choose) {
  if (units.length < 2) return undefined;
  const options = units.map(([unit]) => new Option(say(unitName(unit)), unitName(unit)));
  const attributes = { class: 'calculator-unit', 'aria-label': `${of}의 단위`, autocomplete: 'off' };
  const select = make('select', attributes, ...options);
  select.addEventListener('change', () => choose(select.selectedIndex));
  return select;
}
