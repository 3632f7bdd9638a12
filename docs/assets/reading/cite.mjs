// @ts-check
/**
 * A line to cite a figure or a fact by, put together from its card when the card is opened.
 *
 * All that the line says stands on the page already, so no page carries it twice.
 */
import { button, make } from './page.mjs';
import { CITE, ROW } from './words.mjs';

/** @typedef {{head: string, spread: string, badge: string, rows: [string, string][], edition: string, site: string, address: string}} Parts */

/** @param {Parts} parts */
export function compose({ head, spread, badge, rows, edition, site, address }) {
  const value = [head, spread, badge && `(${badge})`].filter(Boolean).join(' ');
  const conditions = rows.filter(([key]) => !ROW.left.includes(key)).map(([key, text]) => `${key}: ${text}`);
  const when = rows.filter(([key]) => key === ROW.when).map(([key, text]) => `${key}: ${text}`);
  const since = rows.some(([key]) => key === ROW.since) ? [ROW.changed] : [];
  const from = [site, edition && `${CITE.edition} ${edition}`, address].filter(Boolean).join(', ');
  return [value, [...conditions, ...when, ...since].join('; '), from].filter(Boolean).join('. ');
}

/** The text of what an element shows; a joiner that holds lines together is no part of it.
 * @param {Element | null | undefined} element */
const words = (element) => (element?.textContent ?? '').replace(/\u2060/g, '').replace(/\s+/g, ' ').trim();

/** @param {HTMLElement} card @returns {Parts} */
function parts(card) {
  const whole = /** @type {HTMLElement} */ (card.parentElement);
  const link = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (card.querySelectorAll('a[href]'))];
  const table = link.find((one) => one.hash.startsWith('#fact-'));
  const value = card.previousElementSibling;
  return {
    head: words(card.querySelector('strong')),
    spread: words(value?.querySelector('.figure-spread')),
    badge: [...(value?.querySelectorAll('.badge') ?? [])].map(words).join(', '),
    rows: [...card.querySelectorAll('.figure-row')].map((row) => [words(row.firstElementChild), words(row.lastElementChild)]),
    edition: /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name=edition]'))?.content ?? '',
    site: words(document.querySelector('.md-header__topic')),
    address: table ? table.href : `${location.href.split('#')[0]}#${whole.dataset.figure}`,
  };
}

/** @param {HTMLElement} card */
function offer(card) {
  const said = make('output', 'cite-said');
  const text = document.createElement('textarea');
  text.readOnly = true;
  text.hidden = true;
  text.rows = 5;
  text.setAttribute('aria-label', CITE.text);
  const copy = button(card.parentElement?.dataset.figure ? CITE.figure : CITE.fact, async () => {
    text.value = compose(parts(card));
    text.hidden = false;
    text.scrollIntoView({ block: 'nearest' });
    try {
      await navigator.clipboard.writeText(text.value);
      said.textContent = CITE.copied;
    } catch {
      text.focus();
      text.select();
      said.textContent = CITE.refused;
    }
  });
  card.append(make('span', 'cite', copy, said, text));
}

// The events of a popover do not bubble; they are caught on their way down.
globalThis.document?.addEventListener('beforetoggle', ({ target }) => {
  if (target instanceof HTMLElement && target.matches('.figure-card') && !target.querySelector('.cite')) offer(target);
}, true);
