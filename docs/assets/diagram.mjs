// @ts-check
/**
 * Draws the page's diagrams with Mermaid, each when it comes near the screen.
 *
 * Each figure carries the configuration that mkdocs.yml gives to mkdocs-mermaid2-plugin. The script
 * that the plugin would add itself never runs after instant navigation (see `hooks/publish.py`).
 *
 * A figure goes through `data-state`: (none) → pending → drawn, or → error. Without this module a
 * figure has no state, and the reader sees its source.
 */

import { onPage } from './material.mjs';
import { say } from './words.mjs';

/** @typedef {{initialize: (config: object) => void, render: (id: string, source: string) => Promise<{svg: string}>}} Mermaid */

/** 3.5 MB: asked for once a visit, and only by a figure that nears the screen. */
const LIBRARY = new URL('vendor/mermaid.min.js', import.meta.url).href;
const AHEAD = '600px';

/** @type {Promise<Mermaid> | undefined} */
let library;
/** Drawings share one library, which keeps state while it draws: one after the other. */
let queue = Promise.resolve();
let count = 0;

/** @param {HTMLElement} figure @returns {Promise<Mermaid>} */
function load(figure) {
  library ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = LIBRARY;
    script.onload = () => {
      const mermaid = /** @type {{mermaid: Mermaid}} */ (/** @type {unknown} */ (globalThis)).mermaid;
      mermaid.initialize({ ...JSON.parse(figure.dataset.config ?? '{}'), startOnLoad: false });
      resolve(mermaid);
    };
    script.onerror = () => {
      library = undefined; // the next figure, or the next page, tries again
      script.remove();
      reject(new Error(say('Mermaid를 읽지 못했습니다')));
    };
    document.head.append(script);
  });
  return library;
}

/** @param {Element} element */
const topOf = (element) => element.getBoundingClientRect().top;

/** Gives the drawing a name, its limits, and a way to scroll it without a mouse.
 * @param {HTMLElement} figure @param {HTMLElement} view */
function settle(figure, view) {
  const svg = /** @type {SVGSVGElement} */ (view.querySelector('svg'));
  const named = figure.querySelector('.diagram-caption') ?? figure.querySelector('figcaption');
  const caption = named?.textContent?.trim() ?? say('그림');
  if (!svg.querySelector('title')) svg.setAttribute('aria-label', caption);
  svg.style.maxWidth = ''; // Mermaid's; the style sheet limits it by its natural width
  svg.style.setProperty('--natural', `${svg.viewBox.baseVal.width}px`);
  // Mermaid writes the last frame first: keys go through the links as the eye does.
  const nodes = svg.querySelector('.nodes');
  if (nodes?.querySelector('a')) nodes.append(...[...nodes.children].sort((a, b) => topOf(a) - topOf(b)));
  new ResizeObserver(() => {
    const wide = view.scrollWidth > view.clientWidth + 1;
    view.toggleAttribute('data-wide', wide);
    const scrolls = wide || view.scrollHeight > view.clientHeight + 1; // a player makes its frame lower
    if (scrolls) Object.assign(view, { tabIndex: 0, role: 'group', ariaLabel: `${caption} ${say('(밀어 보기)')}` });
    else ['tabindex', 'role', 'aria-label'].forEach((name) => view.removeAttribute(name));
  }).observe(view);
}

/** Only pages with a measured request carry a player. @param {HTMLElement} figure */
async function play(figure) {
  const { mount } = await import('./player/player.mjs');
  if (figure.isConnected) mount(figure); // else instant navigation took the page away
}

/** @param {HTMLElement} figure */
async function draw(figure) {
  const view = /** @type {HTMLElement} */ (figure.querySelector('.diagram-view'));
  const source = figure.querySelector('.diagram-source code')?.textContent ?? '';
  const id = `${figure.id || `diagram-${(count += 1)}`}-svg`;
  try {
    const mermaid = await load(figure);
    await document.fonts.ready; // boxes are measured with the font that is there
    view.innerHTML = (await mermaid.render(id, source)).svg;
    view.hidden = false;
    figure.dataset.state = 'drawn';
    settle(figure, view);
    if (figure.dataset.replay) play(figure);
    (globalThis.requestIdleCallback ?? setTimeout)(drawRest); // the library is here: the rest costs little, and print is complete
  } catch (error) {
    document.getElementById(`d${id}`)?.remove(); // what Mermaid leaves behind when it fails
    view.textContent = `${say('그림을 그리지 못했습니다.')} ${error instanceof Error ? error.message : error}`;
    view.hidden = false;
    figure.dataset.state = 'error';
  }
}

/** @param {HTMLElement} figure */
function request(figure) {
  if (figure.dataset.state !== 'pending') return;
  figure.dataset.state = 'drawing';
  observer.unobserve(figure);
  queue = queue.then(() => (figure.isConnected ? draw(figure) : undefined));
}

/** @returns {NodeListOf<HTMLElement>} */
const figures = () => document.querySelectorAll('figure.diagram');
/** What is folded away has no size to lay labels out by: it is drawn when it is opened. */
const drawRest = () => figures().forEach((figure) => figure.checkVisibility?.() !== false && request(figure));

/** @param {string} rootMargin */
const near = (rootMargin) => new IntersectionObserver(
  (entries) => entries.forEach((entry) => entry.isIntersecting && request(/** @type {HTMLElement} */ (entry.target))),
  { rootMargin },
);

/** Until the reader moves, only what is on the screen: a first look needs no library below it. */
let observer = near('0px');
addEventListener('scroll', () => {
  observer.disconnect();
  observer = near(AHEAD);
  figures().forEach((figure) => figure.dataset.state === 'pending' && observer.observe(figure));
}, { once: true, passive: true });

function watch() {
  observer.disconnect(); // figures of the page that instant navigation took away
  for (const figure of figures()) {
    if (figure.dataset.state) continue;
    figure.dataset.state = 'pending';
    observer.observe(figure);
  }
}

// The print dialog does not wait: without the library yet, the paper shows the source.
addEventListener('beforeprint', drawRest);

onPage(watch);
