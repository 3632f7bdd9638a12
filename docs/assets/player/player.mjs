// @ts-check
/**
 * Plays a measured request over its drawing. State is a request, a position and whether it moves;
 * everything on the screen follows from that.
 */

import { controls } from './controls.mjs';
import { enlarger } from './enlarge.mjs';
import { letters, overlay } from './overlay.mjs';
import { read } from './parts.mjs';
import { START, clock, marks, next, pace, positionAt, told } from './replay.mjs';
import { timeline } from './timeline.mjs';
import { follow } from './view.mjs';

/** @import { Replay, State, Action, Marked, Timeline } from './types.d.ts' */

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** @param {HTMLElement} figure whose drawing is there */
export function mount(figure) {
  const replay = /** @type {Replay} */ (JSON.parse(figure.dataset.replay ?? ''));
  const view = /** @type {HTMLElement} */ (figure.querySelector('.diagram-view'));
  const svg = /** @type {SVGSVGElement} */ (view.querySelector('svg'));
  const length = clock(replay);
  const drawing = read(svg);
  const { parts } = drawing;
  figure.dataset.missing = missing(replay, [...parts.keys()]).join(' ');
  for (const [id, path] of Object.entries(replay.paths)) parts.get(id)?.shape.setAttribute('data-path', path);

  const panel = controls(figure.id, replay, act, () => calm.matches);
  /** @type {(Timeline | undefined)[]} */
  const timelines = replay.requests.map((request, index) => {
    const section = /** @type {HTMLElement | null} */ (figure.querySelector(`.timeline[data-request="${CSS.escape(request.id)}"]`));
    return section ? timeline(section, (share) => seek(index, share)) : undefined;
  });
  /** @type {State} */
  let state = START;
  let size = 0;
  let timer = 0;
  /** @type {Marked} */
  let marked = new Map();

  view.after(panel.root);
  figure.dataset.requests = String(replay.requests.length);
  enlarger(figure, panel.enlarge);
  // Also when the drawing appears, grows in the dialog, or the phone is turned.
  new ResizeObserver(() => label(false)).observe(svg);

  const request = () => replay.requests[state.request];

  /** @param {Action} action */
  function act(action) {
    clearTimeout(timer);
    const before = state;
    state = next(state, action, request().stops.length);
    if (before.request !== state.request) label(true);
    show(before);
    if (state.playing) timer = setTimeout(tick, duration());
    else if (action.type !== 'to') panel.say(told(request().stops, state.position)); // the slider speaks for itself
  }

  function tick() {
    if (figure.isConnected) act({ type: 'tick' }); // else instant navigation took the page away
  }

  // Of two requests one may have no time to show, whatever the clock of the other says.
  const duration = () => pace(request().stops[state.position - 1].for, request().length);

  /** @param {number} index @param {number} share */
  function seek(index, share) {
    if (!length) return;
    if (index !== state.request) act({ type: 'choose', request: index });
    act({ type: 'to', position: positionAt(request().stops, share * length) });
  }

  /** Labels keep their places until their letters change. @param {boolean} other request */
  function label(other) {
    const wanted = letters(svg);
    if (!wanted || (wanted === size && !other)) return;
    size = wanted;
    marked = overlay(svg, drawing, replay.paths, request().badges, size);
    mark();
  }

  function mark() {
    for (const [id, name] of marks([...parts.keys()], request().stops, state.position)) {
      for (const element of marked.get(id) ?? []) {
        if (element.dataset.mark !== name) element.dataset.mark = name;
      }
    }
  }

  /** @param {State} before */
  function show(before) {
    const stop = request().stops[state.position - 1];
    const found = (stop?.lit ?? []).flatMap((id) => parts.get(id) ?? []);
    const lit = found.filter((part) => part.kind !== 'participant').map((part) => part.box);
    follow(figure, view, svg, lit, { engaged: state.position > 0, still: calm.matches });
    figure.toggleAttribute('data-playing', state.playing);
    panel.show(state, request());
    if (before.request !== state.request) timelines[before.request]?.hide();
    timelines[state.request]?.show(stop, length, state.playing && !calm.matches ? duration() : 0);
    mark();
  }

  show(state);
}

/** What the replay names and the drawing lacks. @param {Replay} replay @param {string[]} drawn */
function missing(replay, drawn) {
  const named = replay.requests.flatMap(({ badges, stops }) => [...Object.keys(badges), ...stops.flatMap((stop) => stop.lit)]);
  const wanted = new Set([...Object.keys(replay.paths), ...named]);
  return [...wanted].filter((id) => !drawn.includes(id)).sort();
}
