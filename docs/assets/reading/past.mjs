// @ts-check
/**
 * Brings a figure of the history page into view. It lies in a fold: browsers and Material open
 * that, and then Material shows the top of the fold, which may be screens away.
 */
import { onPage } from '../material.mjs';

function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = target?.closest('details.past-chapter');
  if (!target || !(fold instanceof HTMLDetailsElement)) return;
  fold.open = true;
  const show = () => target.isConnected && target.scrollIntoView();
  for (const wait of [0, 100, 350]) setTimeout(show, wait); // Material's own moment is not told
}

if (globalThis.document) {
  addEventListener('hashchange', reveal);
  onPage(reveal);
}
