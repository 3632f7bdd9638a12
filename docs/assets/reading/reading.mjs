// @ts-check
/** Aids to a reader: all of the page is there without them. */
import './cite.mjs';
import './progress.mjs';
import './check.mjs';
import './terms.mjs';
