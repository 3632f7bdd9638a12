// @ts-check
/** Numbers as the build writes them, and what the browser says it is. */
/** @import {Shown} from './types.mjs' */

const exponent = (/** @type {number} */ number) => Math.floor(Math.log10(number));

/** A value and its interval. The last digit has the size of half the interval, as in
 * `snippets/evidence/display.py`. @param {Shown} shown */
export function written({ value, low, high }) {
  const most = 3 - exponent(value);
  const digits = high > low ? Math.min(most, -exponent((high - low) / 2)) : most;
  const size = 10 ** Math.max(0, -digits); // tens, hundreds
  const [a, b, c] = [value, low, high].map((number) =>
    (size > 1 ? Math.round(number / size) * size : number).toFixed(Math.max(digits, 0)));
  return [a, `[${b}–${c}]`];
}

/** In this order: most browsers also name those that they imitate. */
const BROWSERS = ['SamsungBrowser', 'Whale', 'Edg', 'OPR', 'Firefox', 'FxiOS', 'Chrome', 'CriOS', 'Version'];
const NAMES = ['삼성 인터넷', 'Whale', 'Edge', 'Opera', 'Firefox', 'Firefox', 'Chrome', 'Chrome', 'Safari'];
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'CrOS', 'Windows', 'Mac OS X', 'Linux'];

/** Browser, version and system, as far as it says. @param {string} agent */
export function browser(agent) {
  const found = BROWSERS.map((name) => RegExp(`${name}\\w*/(\\d+)`).exec(agent)?.[1]);
  const first = found.findIndex(Boolean);
  const system = SYSTEMS.find((name) => agent.includes(name)) ?? '?';
  return `${NAMES[first] ?? '?'} ${found[first] ?? ''} · ${system}`;
}

/** A text of the page, with what goes into it. @param {string} text @param {unknown[]} values */
export const filled = (text, values) => text.replace(/\{(\d)\}/g, (_, n) => `${values[n]}`);
