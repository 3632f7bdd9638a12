// @ts-check
/**
 * What a reader did, kept by their own browser and sent nowhere.
 *
 * Where it keeps nothing (private windows, refused storage) the marks last as long as the visit.
 */
import { ROOT } from './page.mjs';

/** 1: read, or answered; 0: undone by the reader, or to be looked at again.
 * @typedef {Record<string, 0 | 1>} Marks @typedef {{read: Marks, known: Marks}} Kept */

/** Several sites may share one origin. */
const KEY = `${new URL(ROOT).pathname}reading`;

/** @param {string | null} text @returns {Kept} */
export function parse(text) {
  try {
    const { read = {}, known = {} } = JSON.parse(text ?? '{}');
    return { read: { ...read }, known: { ...known } };
  } catch {
    return { read: {}, known: {} };
  }
}

function load() {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return parse(null);
  }
}

/** @type {(() => void)[]} */
const told = [];
export let kept = globalThis.document ? load() : parse(null);

/** Calls back when something was kept, here or in another tab. @param {() => void} change */
export const onChange = (change) => void told.push(change);
const tell = () => told.forEach((change) => change());

/** Forgets a mark that is `undefined`.
 * @param {keyof Kept} kind @param {string} name @param {0 | 1 | undefined} mark */
export function keep(kind, name, mark) {
  if (mark === undefined) delete kept[kind][name];
  else kept[kind][name] = mark;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch { /* kept for this visit */ }
  tell();
}

export function forget() {
  kept = parse(null);
  try {
    localStorage.removeItem(KEY);
  } catch { /* there was nothing */ }
  tell();
}

globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return;
  kept = load();
  tell();
});
