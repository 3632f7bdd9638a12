// @ts-check
/** Start, stop and result of the measurement. Its texts stand in the page (`hooks/device/texts.py`). */
/** @import {Message, Reason} from './types.mjs' */

import { judge } from './verdict.mjs';
import { show } from './view.mjs';
import { browser, filled } from './words.mjs';

const PATIENCE = 15000; // ms

/** @param {HTMLElement} root @returns {() => void} what ends it all */
export function start(root) {
  const [go, stop, bar, state, rows] = ['go', 'stop', 'bar', 'state', 'conditions'].map(
    (name) => /** @type {HTMLElement} */ (root.querySelector(`.device-${name}`)));
  const { texts = '', shape: size = '', batches = '' } = root.dataset;
  const said = JSON.parse(texts);
  const [shape, all] = [JSON.parse(size), JSON.parse(batches)];
  const say = (/** @type {Reason} */ [name, ...values]) => filled(said[name], values);
  const known = (/** @type {string} */ name, /** @type {number | undefined} */ value) =>
    value ? say([name, value]) : said.unknown;
  /** @type {Worker | undefined} */
  let worker;
  /** @type {ReturnType<typeof setTimeout>} */
  let patience;

  /** A button that goes does not take the focus with it. @param {boolean} running */
  const swap = (running) => {
    const [gone, here] = running ? [go, stop] : [stop, go];
    const held = document.activeElement === gone;
    here.hidden = false;
    gone.hidden = true;
    bar.hidden = !running;
    if (held) here.focus();
  };
  const drop = () => {
    clearTimeout(patience);
    worker?.terminate(); // the memory is given back; the next measurement starts afresh
    worker = undefined;
  };
  /** @param {string} name @param {string} [text] */
  const end = (name, text = said[name]) => {
    drop();
    state.textContent = text;
    root.dataset.state = name;
    go.textContent = said.again;
    swap(false);
  };
  const undecided = (/** @type {Reason} */ ...reason) => end('undecided', filled(said.undecided, [say(reason)]));

  const hear = (/** @type {{data: Message}} */ { data }) => {
    if ('share' in data) bar.setAttribute('value', `${data.share}`);
    else if ('reason' in data) undecided(...data.reason);
    else {
      const found = judge(data.taken, shape);
      const { userAgent, hardwareConcurrency: cores, deviceMemory } =
        /** @type {Navigator & {deviceMemory?: number}} */ (navigator);
      /** @type {Record<string, string>} */
      const seen = {
        kind: said[data.kind],
        device: filled(said.device, [known('cores', cores), known('memory_size', deviceMemory)]),
        browser: browser(userAgent),
        clock: filled(said.clock, [Number(data.taken.tick.toPrecision(2))]),
        rounds: filled(said.rounds, [found.taken, found.kept]),
        when: new Date().toLocaleString('ko'),
      };
      for (const key in seen) {
        /** @type {HTMLElement} */ (rows.querySelector(`[data-seen=${key}]`)).textContent = seen[key];
      }
      rows.hidden = false;
      show(root, found.rows, say);
      if (found.reason) undecided(...found.reason);
      else end('done');
    }
  };
  const begin = () => {
    show(root, [], say);
    rows.hidden = true;
    if (document.hidden) return undecided('hidden');
    bar.setAttribute('value', '0');
    state.textContent = said.running;
    root.dataset.state = 'running';
    swap(true);
    worker = new Worker(new URL('worker.mjs', import.meta.url), { type: 'module' });
    worker.onmessage = hear;
    worker.onerror = () => undecided('worker');
    worker.postMessage({ shape, batches: all });
    patience = setTimeout(undecided, PATIENCE, 'long');
  };
  const hide = () => worker && document.hidden && undecided('hidden');

  go.addEventListener('click', begin);
  stop.addEventListener('click', () => end('stopped'));
  document.addEventListener('visibilitychange', hide);
  /** @type {HTMLElement} */ (root.querySelector('.device-panel')).hidden = false;
  return () => {
    drop();
    document.removeEventListener('visibilitychange', hide);
  };
}
