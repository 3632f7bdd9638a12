// @ts-check
/**
 * What the player shows at which stop; no page in here.
 *
 * Every text is ready-made: the build writes the times, this module only chooses among them.
 */

/** @import { Stop, Badge, Replay, State, Action, Mark } from './types.d.ts' */

/** A stop is never too short to be seen, nor so long that the reader waits. ms on the screen. */
export const SHORTEST = 150;
export const LONGEST = 1200;
/** With no time to show, every stop takes a beat. ms. */
export const BEAT = 500;
/** What a whole request would take on the screen without floor and cap. ms. */
const WHOLE = 20_000;

/** @type {State} */
export const START = { request: 0, position: 0, playing: false };

/** @param {number} low @param {number} value @param {number} high */
const clamp = (low, value, high) => Math.min(high, Math.max(low, value));

/** How long a stop stays on the screen, in ms.
 * @param {number} duration µs @param {number} length µs of the whole clock; 0 when time is withheld */
export const pace = (duration, length) =>
  length > 0 ? clamp(SHORTEST, (duration * WHOLE) / length, LONGEST) : BEAT;

/** Requests that are compared share one clock, or the longer one would not look longer. µs.
 * @param {Replay} replay */
export const clock = (replay) => Math.max(0, ...replay.requests.map((request) => request.length));

/** @param {State} state @param {Action} action @param {number} last position of the last stop @returns {State} */
export function next(state, action, last) {
  const { position } = state;
  switch (action.type) {
    case 'play':
      if (action.still) return { ...state, position: last, playing: false };
      return { ...state, position: position < last ? position + 1 : Math.min(1, last), playing: last > 0 };
    case 'tick':
      return position < last ? { ...state, position: position + 1 } : { ...state, playing: false };
    case 'pause':
      return { ...state, playing: false };
    case 'by':
      return { ...state, position: clamp(0, position + action.count, last), playing: false };
    case 'to':
      return { ...state, position: clamp(0, action.position, last), playing: false };
    case 'choose':
      return { request: action.request, position: 0, playing: false };
  }
}

/** The position whose stop holds a moment. @param {Stop[]} stops @param {number} time µs */
export const positionAt = (stops, time) => Math.max(1, stops.filter((stop) => stop.at <= time).length);

/** What every part looks like at a position; at rest nothing is marked.
 * @param {string[]} parts @param {Stop[]} stops @param {number} position @returns {Map<string, Mark>} */
export function marks(parts, stops, position) {
  const lit = new Set(stops[position - 1]?.lit);
  const passed = new Set(stops.slice(0, position).flatMap((stop) => stop.lit));
  /** @param {string} part @returns {Mark} */
  const mark = (part) => (lit.has(part) ? 'lit' : passed.has(part) ? 'passed' : position > 0 ? 'ahead' : '');
  return new Map(parts.map((part) => [part, mark(part)]));
}

/** Where the request has got to when a stop is over, as a share of the clock in percent.
 * @param {Stop | undefined} stop @param {number} length µs */
export const reached = (stop, length) =>
  stop && length > 0 ? Math.min(100, ((stop.until ?? stop.at + stop.for) / length) * 100) : 0;

/** A badge on one line. @param {Badge} badge */
export const total = ({ text, count }) => [text, count > 1 ? `×${count}` : ''].filter(Boolean).join(' ');

/** A stop in a sentence, for who hears it. @param {Stop[]} stops @param {number} position */
export function told(stops, position) {
  const stop = stops[position - 1];
  if (!stop) return `시작 전, 모두 ${stops.length}걸음`;
  const words = [stop.say, stop.text, stop.path && `${stop.path} path`].filter(Boolean).join(', ');
  return `${stops.length}걸음 가운데 ${position}번째: ${words}`;
}
