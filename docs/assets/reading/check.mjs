// @ts-check
/** Questions: whether the reader's own answer was right, as they judge it themselves. */
import { onPage } from '../material.mjs';
import { button, make, slug } from './page.mjs';
import { keep, kept, onChange } from './store.mjs';
import { CHECK } from './words.mjs';

/** A question by its words, so that a mark goes with it and not with its number; figures in it may
 * change from one build to the next. @param {Element} item */
export function name(item) {
  const asked = /** @type {Element} */ (item.querySelector('p')?.cloneNode(true));
  asked.querySelectorAll('.figure, .fact').forEach((one) => one.remove());
  return `${slug(location.href)}#${(asked.textContent ?? '').replace(/[^\p{L}]/gu, '').slice(0, 32)}`;
}

/** The questions of a page that have an answer. @returns {HTMLElement[]} */
function questions() {
  const head = document.querySelector('.md-content h2:has(> .sign-questions)');
  let list = head?.nextElementSibling;
  while (list && list.tagName !== 'OL' && list.tagName !== 'H2') list = list.nextElementSibling;
  return list?.tagName === 'OL' ? [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(':scope > li:has(> details)'))] : [];
}

/** @param {HTMLElement} item */
function offer(item) {
  const key = name(item);
  /** @param {0 | 1} mark @param {string} words */
  const choice = (mark, words) => {
    const made = button(words, () => keep('known', key, kept.known[key] === mark ? undefined : mark));
    made.dataset.mark = `${mark}`;
    return made;
  };
  const group = make('div', 'check', make('span', '', CHECK.ask), choice(1, CHECK.right), choice(0, CHECK.again));
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', CHECK.ask);
  group.dataset.key = key;
  item.querySelector('details')?.append(group);
}

function show() {
  const groups = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.check'))];
  const marks = groups.map((group) => kept.known[group.dataset.key ?? '']);
  for (const [at, group] of groups.entries()) {
    for (const one of group.querySelectorAll('button')) one.ariaPressed = `${one.dataset.mark === `${marks[at]}`}`;
    const summary = group.parentElement?.querySelector('summary');
    summary?.querySelector('.check-mark')?.remove();
    if (marks[at] !== undefined) summary?.append(make('span', 'check-mark', ` ${marks[at] ? CHECK.right : CHECK.again}`));
  }
  const sum = document.querySelector('.check-sum');
  /** @param {0 | 1} wanted */
  const count = (wanted) => marks.filter((one) => one === wanted).length;
  const words = count(0) + count(1) ? CHECK.sum(groups.length, count(1), count(0)) : '';
  if (sum && sum.textContent !== words) sum.textContent = words;
}

function place() {
  const asked = questions();
  if (!asked.length || document.querySelector('.check')) return;
  asked.forEach(offer);
  asked[0].parentElement?.after(make('output', 'check-sum'));
}

if (globalThis.document) {
  onPage(() => { place(); show(); });
  onChange(show);
}
