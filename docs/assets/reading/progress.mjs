// @ts-check
/** Which chapters were read: marked at their end, shown in the list of pages and on the cover. */
import { button, make, onPage, slug } from './page.mjs';
import { forget, keep, kept, onChange } from './store.mjs';
import { READ } from './words.mjs';

/** So long the end of a chapter is in sight before the chapter counts as read, in ms. */
const LINGER = 1500;

const isChapter = () => !!document.querySelector('nav.here');
const page = () => slug(location.href);

/** @param {Element} link @param {Element} place */
function mark(link, place) {
  const read = kept.read[slug(/** @type {HTMLAnchorElement} */ (link).href)] === 1;
  const shown = place.querySelector('.read-mark');
  if (read && !shown) place.append(make('span', 'read-mark', ` ${READ.mark}`));
  if (!read) shown?.remove();
}

function forgetButton() {
  return button(READ.forget, () => confirm(READ.sure) && forget());
}

/** The list of pages, and the list on the cover. */
function show() {
  for (const link of document.querySelectorAll('.md-nav--primary a.md-nav__link[href]')) mark(link, link);
  const listed = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.chapters > ol > li strong a'))];
  for (const link of listed) mark(link, /** @type {Element} */ (link.closest('p, li')));
  const list = document.querySelector('.chapters > ol');
  if (list) sum(list, listed);
  end();
}

/** How far a reader came, below the cover's list. @param {Element} list @param {HTMLAnchorElement[]} chapters */
function sum(list, chapters) {
  document.querySelector('.read-sum')?.remove();
  const left = chapters.filter((one) => kept.read[slug(one.href)] !== 1);
  const again = Object.values(kept.known).filter((one) => one === 0).length;
  if (left.length === chapters.length && !Object.keys(kept.known).length) return;
  const box = make('div', 'read-sum', make('p', '', READ.sum(chapters.length - left.length, chapters.length, again)));
  if (left[0]) {
    const next = /** @type {HTMLAnchorElement} */ (make('a', '', left[0].textContent ?? ''));
    next.href = left[0].href;
    box.append(make('p', '', READ.next, next));
  }
  box.append(make('p', 'read-kept', `${READ.kept} `, forgetButton()));
  list.after(box);
}

/** What stands at the end of a chapter; it is kept in place, so that focus stays on its button. */
function end() {
  const box = document.querySelector('.read-end');
  if (!box) return;
  const read = kept.read[page()] === 1;
  const [said, set] = /** @type {[HTMLElement, HTMLElement]} */ ([box.querySelector('output'), box.querySelector('button')]);
  const touched = page() in kept.read;
  said.textContent = read ? READ.read : touched ? READ.unread : '';
  set.textContent = read ? READ.undo : READ.set;
}

function place() {
  const foot = document.querySelector('.md-content__inner > .figures-used, .md-content__inner > .built');
  if (!isChapter() || !foot || document.querySelector('.read-end')) return;
  const set = button(READ.set, () => keep('read', page(), kept.read[page()] === 1 ? 0 : 1));
  const box = make('div', 'read-end', make('p', '', make('output', ''), ' ', set), make('p', 'read-kept', `${READ.kept} `, forgetButton()));
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', READ.about);
  foot.before(box);
  watch(box, page());
}

/** @param {Element} box @param {string} name */
function watch(box, name) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const observer = new IntersectionObserver(([entry]) => {
    clearTimeout(waiting);
    if (!box.isConnected) observer.disconnect();
    else if (entry.isIntersecting) waiting = setTimeout(() => box.isConnected && !(name in kept.read) && keep('read', name, 1), LINGER);
  });
  observer.observe(box);
}

if (globalThis.document) {
  onPage(() => { place(); show(); });
  onChange(show);
}
