// @ts-check
/**
 * Lets a reader measure, on their own device, what the build measured beside it. The page is
 * complete without; what does the work is fetched only where there is a panel.
 */
import { onPage } from './material.mjs';

/** @type {Promise<void | (() => void)>} */
let leave = Promise.resolve();

async function watch() {
  const root = /** @type {HTMLElement | null} */ (document.querySelector('.device'));
  const left = leave;
  leave = root ? import('./device/panel.mjs').then(({ start }) => start(root)) : Promise.resolve();
  (await left)?.();
}

if (globalThis.document) {
  onPage(watch);
}
