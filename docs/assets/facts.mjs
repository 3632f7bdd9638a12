// @ts-check
/**
 * Lets a reader narrow the page of facts by chapter, grade, claim type and verification.
 *
 * The page is complete without this module: it only unhides the form, hides what does not match,
 * counts the rest, and keeps the choice in the address, so that it can be sent to somebody.
 */
import { onPage } from './material.mjs';

/** @typedef {Record<string, string>} Choice */

export const KEYS = ['chapter', 'grade', 'type', 'verified'];

/** What an address asks for; anything else in it is left alone. @param {string} search @returns {Choice} */
export function read(search) {
  const asked = new URLSearchParams(search);
  return Object.fromEntries(KEYS.map((key) => [key, asked.get(key) ?? '']));
}

/** The address of a choice. @param {string} search @param {Choice} choice */
export function write(search, choice) {
  const kept = new URLSearchParams(search);
  for (const key of KEYS) {
    if (choice[key]) kept.set(key, choice[key]);
    else kept.delete(key);
  }
  const text = kept.toString();
  return text ? `?${text}` : '';
}

/** A fact may belong to several chapters. @param {Choice} data @param {Choice} choice */
export const matches = (data, choice) =>
  KEYS.every((key) => !choice[key] || (data[key] ?? '').split(' ').includes(choice[key]));

/** @param {number} shown @param {number} total */
export const count = (shown, total) =>
  shown === total ? `사실 ${total}개` : `사실 ${total}개 가운데 ${shown}개`;

/** @param {HTMLElement} root */
function start(root) {
  const form = /** @type {HTMLFormElement} */ (root.querySelector('.facts-filter'));
  const output = /** @type {HTMLOutputElement} */ (form.querySelector('output'));
  const facts = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.fact-entry'))];
  const choice = () => /** @type {Choice} */ (Object.fromEntries(new FormData(form)));

  /** @param {Choice} wanted */
  const set = (wanted) => KEYS.forEach((key) => {
    const field = /** @type {HTMLSelectElement} */ (form.elements.namedItem(key));
    field.value = wanted[key];
    if (field.selectedIndex < 0) field.value = ''; // an old address may ask for what is gone
  });
  const show = () => {
    const wanted = choice();
    for (const fact of facts) fact.hidden = !matches(/** @type {Choice} */ ({ ...fact.dataset }), wanted);
    for (const group of root.querySelectorAll('.fact-group')) {
      /** @type {HTMLElement} */ (group).hidden = !group.querySelector('.fact-entry:not([hidden])');
    }
    output.value = count(facts.filter((fact) => !fact.hidden).length, facts.length);
  };
  const keep = () => {
    show();
    history.replaceState(history.state, '', `${location.pathname}${write(location.search, choice())}${location.hash}`);
  };
  /** A link to one fact wins over the choice that would hide it. */
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest('.fact-entry[hidden], .fact-group[hidden]')) return;
    set({});
    keep();
    target.scrollIntoView();
  };

  form.addEventListener('change', keep);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(keep)); // after the fields are empty
  set(read(location.search));
  form.hidden = false;
  show();
  reveal();
  return reveal;
}

/** @type {(() => void) | undefined} */
let reveal;

function watch() {
  const root = /** @type {HTMLElement | null} */ (document.querySelector('.facts'));
  reveal = root ? start(root) : undefined;
}

if (globalThis.document) {
  addEventListener('hashchange', () => reveal?.());
  onPage(watch);
}
