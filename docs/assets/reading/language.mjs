// @ts-check
/**
 * Keeps the language switch on the page that is shown: instant navigation leaves the header, and so
 * its links, as they were. Without this, and without instant navigation, the links are right.
 */
import { onPage } from '../material.mjs';

const english = document.documentElement.lang === 'en';
const config = JSON.parse(document.getElementById('__config')?.textContent ?? '{}');
/** The folder of this page's language, and the site's. */
const home = new URL(`${config.base ?? '.'}/`.replace('//', '/'), location.href);
const root = english ? new URL('../', home) : home;

function settle() {
  const path = location.pathname.slice(home.pathname.length);
  const translated = document.querySelector('link[hreflang="en"]') !== null;
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.md-select__link[hreflang]'))) {
    link.href = new URL((link.hreflang === 'en' ? 'en/' : '') + (translated || link.hreflang !== 'en' ? path : ''), root).href;
  }
}

onPage(settle);
