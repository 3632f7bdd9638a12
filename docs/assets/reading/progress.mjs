// @ts-check
/** Which chapters were read: marked at their end, shown in the list of pages and on the cover. */
import { onPage } from '../material.mjs';
import { button, make, slug } from './page.mjs';
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

/** Whether the reader has just had all marks forgotten: then that is said where marks would be. */
let gone = false;

function forgetButton() {
  return button(READ.forget, () => {
    if (!confirm(READ.sure)) return;
    gone = true;
    forget();
    gone = false;
  });
}

/** The list of pages, and the list on the cover. */
function show() {
  for (const link of document.querySelectorAll('.md-nav--primary a.md-nav__link[href]:not([href*="#"])')) {
    mark(link, link);
    const drawer = link.previousElementSibling; // in its place on a phone, for the page itself
    if (drawer?.matches('label.md-nav__link')) mark(link, drawer);
  }
  const listed = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.chapters > ol > li strong a'))];
  for (const link of listed) mark(link, /** @type {Element} */ (link.closest('p, li')));
  const list = document.querySelector('.chapters > ol');
  if (list) sum(list, listed);
  end();
}

/** How far a reader came, below the cover's list. @param {Element} list @param {HTMLAnchorElement[]} chapters */
function sum(list, chapters) {
  document.querySelector('.read-sum')?.remove();
  const read = chapters.map((one) => kept.read[slug(one.href)] === 1);
  const again = Object.values(kept.known).filter((one) => one === 0).length;
  if (!read.includes(true) && !Object.keys(kept.known).length) {
    if (gone) said(list);
    return;
  }
  const box = make('div', 'read-sum', make('p', '', READ.sum(read.filter(Boolean).length, chapters.length, again)));
  const left = chapters[read.indexOf(false, Math.max(0, read.lastIndexOf(true)))] ?? chapters[read.indexOf(false)];
  if (left) {
    const next = /** @type {HTMLAnchorElement} */ (make('a', '', left.textContent ?? ''));
    next.href = left.href;
    box.append(make('p', '', READ.next, next));
  }
  box.append(make('p', 'read-kept', make('span', '', READ.kept), forgetButton()));
  list.after(box);
}

/** The button that was pressed is gone, too: what is said takes the focus. @param {Element} list */
function said(list) {
  const box = make('p', 'read-sum', READ.gone);
  box.tabIndex = -1;
  list.after(box);
  box.focus();
}

/** What stands at the end of a chapter; it is kept in place, so that focus stays on its button. */
function end() {
  const box = document.querySelector('.read-end');
  if (!box) return;
  const read = kept.read[page()] === 1;
  const [status, set] = /** @type {[HTMLElement, HTMLElement]} */ ([box.querySelector('output'), box.querySelector('button')]);
  const touched = page() in kept.read;
  status.textContent = gone ? READ.gone : read ? READ.read : touched ? READ.unread : '';
  set.textContent = read ? READ.undo : READ.set;
}

function place() {
  const foot = document.querySelector('.md-content__inner > .figures-used, .md-content__inner > .built');
  if (!isChapter() || !foot || document.querySelector('.read-end')) return;
  const set = button(READ.set, () => keep('read', page(), kept.read[page()] === 1 ? 0 : 1));
  const box = make('div', 'read-end', make('p', '', make('output', ''), ' ', set), make('p', 'read-kept', make('span', '', READ.kept), forgetButton()));
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
