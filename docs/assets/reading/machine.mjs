// @ts-check
/**
 * Shows the figures of another machine. What it puts on the page was rendered by the build, for
 * every machine with records; a page carries this module only where there is a choice.
 */

/** How the build renders it: ``hooks/profiles/sheet.py``; the cards of one experiment share a part.
 * @typedef {{machine: string, figures: Record<string, [string, string]>, rows: Record<string, string>,
 *   shared: Record<string, string>, conditions: Record<string, string>, rests: string[], claims: Record<string, [string, string]>}} Sheet */

import { onPage } from '../material.mjs';

const ROOT = new URL('../..', import.meta.url).href;
/** Several sites may share one origin. */
const KEY = `${new URL(ROOT).pathname}machine`;
const STILL = 'figure.chart, figure.diagram[data-trace], figure[data-replay], .bars, .device, .formula, .calculator';
/** Of these only some hold a measured value. */
const ASKED = '.formula, .calculator';
const SHARED = '<!--shared-->';

/** @type {Map<string, Promise<Sheet>>} */
const sheets = new Map();
/** What a place held before, so that going back needs no reload. @type {Map<Element, Node[]>} */
let held = new Map();
/** @type {(() => void)[]} */
let undo = [];
let visit = 0;

function kept() {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} slug */
function keep(slug) {
  try {
    if (slug) localStorage.setItem(KEY, slug);
    else localStorage.removeItem(KEY);
  } catch { /* kept for this page */ }
}

/** @param {string} slug @returns {Promise<Sheet>} */
function fetched(slug) {
  const asked = sheets.get(slug) ?? fetch(`${ROOT}assets/profiles/${slug}.json`).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.json();
  });
  sheets.set(slug, asked);
  asked.catch(() => sheets.delete(slug)); // asked again when it is picked again
  return asked;
}

/** @param {Element | null | undefined} place @param {string | undefined} html */
function put(place, html) {
  if (!place || html === undefined) return;
  if (!held.has(place)) held.set(place, [...place.childNodes]);
  place.innerHTML = html.replaceAll('href="/', `href="${ROOT}`);
}

/** @param {Element} place @param {string} name @param {string} value */
function set(place, name, value) {
  const before = place.getAttribute(name) ?? '';
  place.setAttribute(name, value);
  undo.push(() => place.setAttribute(name, before));
}

/** @param {Element} place @param {'beforebegin' | 'beforeend'} where @param {string} words @param {string} tag */
function note(place, where, words, tag) {
  const made = document.createElement(tag);
  made.className = 'machine-note';
  made.textContent = words;
  place.insertAdjacentElement(where, made);
  undo.push(() => made.remove());
}

function restore() {
  for (const [place, nodes] of held) place.replaceChildren(...nodes);
  for (const step of undo) step();
  held = new Map();
  undo = [];
}

/** Whether a measured value went in. @param {Element} still @param {string[]} names */
function rests(still, names) {
  const inside = [still, ...still.querySelectorAll('[data-figure]')];
  return inside.some((place) => names.includes(
    place.getAttribute('data-calculator') ?? place.getAttribute('data-figure') ?? ''));
}

/** Puts a machine's figures in; how many places stay as they were. @param {Sheet} sheet @param {string} own */
function show(sheet, own) {
  let left = 0;
  for (const figure of document.querySelectorAll('.figure[data-figure]')) {
    const name = figure.getAttribute('data-figure') ?? '';
    const found = sheet.figures[name];
    put(figure.querySelector('.figure-value'), found?.[0]);
    put(figure.querySelector('.figure-card'), found?.[1].replace(SHARED, () => sheet.shared[name.split('.')[0]]));
    if (!found) note(figure, 'beforeend', '이 기계의 값 없음', 'span');
    left += found ? 0 : 1;
  }
  for (const claim of document.querySelectorAll('[data-claim]')) {
    const found = sheet.claims[claim.getAttribute('data-claim') ?? ''];
    put(claim, found?.[1]);
    if (found) set(claim, 'data-verdict', found[0]);
    else note(claim, 'beforebegin', `이 판정은 ${own}의 것입니다.`, 'p');
  }
  for (const row of document.querySelectorAll('.figures-used tbody tr')) {
    put(row, sheet.rows[row.querySelector('code')?.textContent ?? '']);
  }
  for (const link of document.querySelectorAll('.figures-used dl a[download]')) {
    const name = link.getAttribute('href')?.match(/([^/]+)\.json$/)?.[1] ?? '';
    put(link.closest('dl'), sheet.conditions[name]);
  }
  for (const still of document.querySelectorAll(STILL)) {
    if (still.matches(ASKED) && !rests(still, sheet.rests)) continue;
    note(still, 'beforebegin', `아래는 기계를 바꾸어도 그대로입니다. ${own}에서 잰 값을 씁니다.`, 'p');
  }
  return left;
}

/** @param {HTMLElement} root @param {string} slug */
async function pick(root, slug) {
  const own = root.dataset.own ?? '';
  const said = /** @type {HTMLElement} */ (root.querySelector('.machine-said'));
  const mine = ++visit;
  try {
    const sheet = slug ? await fetched(slug) : undefined;
    if (mine !== visit) return; // another choice, or another page, came first
    restore();
    const left = sheet ? show(sheet, own) : 0;
    said.textContent = !sheet ? '' : left
      ? `${sheet.machine}에서 잰 값입니다. 이 기계의 기록이 없는 ${left}곳은 그대로입니다.`
      : `${sheet.machine}에서 잰 값입니다.`;
  } catch {
    if (mine === visit) said.textContent = '이 기계의 값을 불러오지 못했습니다.';
  }
}

function start() {
  held = new Map(); // of the page before
  undo = [];
  visit += 1;
  const root = /** @type {HTMLElement | null} */ (document.querySelector('.machine'));
  const select = root?.querySelector('select');
  if (!root || !select) return;
  select.addEventListener('change', () => {
    keep(select.value);
    pick(root, select.value);
  });
  root.dataset.on = ''; // for browsers that do not know of scripting in CSS
  const slug = kept();
  if (![...select.options].some((option) => option.value === slug)) return; // no longer there
  select.value = slug;
  if (slug) pick(root, slug);
}

if (globalThis.document) {
  onPage(start);
}
