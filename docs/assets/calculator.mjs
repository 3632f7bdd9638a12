// @ts-check
/**
 * Turns the calculators of a page into ones that a reader can use.
 *
 * The page is complete without this: every calculator stands there with its first values. Functions,
 * presets and words are the build's own (`data/calculators.mjs`), made from the same expressions as
 * the numbers in the text; nothing is fetched where there is no calculator.
 */
import { onPage } from './material.mjs';

const root = new URL('../', import.meta.url).href;

async function watch() {
  const found = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('.calculator[data-calculator]:not(.calculator-live)'));
  if (!found.length) return;
  const [{ start }, { CALCULATORS, TYPES, GRADES }] = await Promise.all([
    import('./calculator/view.mjs'),
    import(new URL('data/calculators.mjs', root).href),
  ]);
  for (const one of found) {
    const calculator = CALCULATORS[one.dataset.calculator ?? ''];
    if (calculator && one.isConnected) start(one, calculator, { types: TYPES, grades: GRADES, root });
  }
}

onPage(watch);
