// @ts-check
/** What the rounds show: a value for each batch, or the reason why there is none. */
/** @import {Reason, Shape, Taken, Verdict} from './types.mjs' */

import { ENOUGH } from './rounds.mjs';
import { LEAST, cell, median } from './stats.mjs';

const SLOWER = 1.25; // a look so much slower than the fastest: somebody else was at work
const DRIFT = 1.15; // between the first third of the looks and the last
const COARSE = 5; // ms

/** @param {Taken} taken @param {Shape} shape @returns {Verdict} */
export function judge({ tick, batches, rounds }, { rows, k }) {
  const looks = [...rounds.map(({ before }) => before), ...rounds.slice(-1).map(({ after }) => after)];
  const limit = SLOWER * Math.min(...looks);
  // As in the build, a round is never told by its own times: that would be to choose the result.
  const clean = rounds.filter(({ before, after }) => Math.max(before, after) <= limit);
  const [kept, taken] = [clean.length, rounds.length];
  const none = (/** @type {Reason} */ ...reason) => ({ rows: [], reason, kept, taken });

  if (taken < LEAST) return tick > COARSE ? none('coarse', Math.round(tick)) : none('slow', ENOUGH);
  const third = Math.floor(looks.length / 3);
  const drift = median(looks.slice(-third)) / median(looks.slice(0, third));
  if (drift > DRIFT) return none('slower', Math.round(100 * drift - 100));
  if (2 * kept < taken || kept < LEAST) return none('busy', kept, taken);
  if (drift < 1 / DRIFT) return none('faster', Math.round(100 / drift - 100));

  const found = batches.map((batch) => {
    const of = (/** @type {(ms: number, one: number) => number} */ value) =>
      cell(clean.map(({ times }) => value(times[batch], times[1])));
    return {
      batch,
      ratio: of((ms, one) => ms / one),
      gflops: of((ms) => (2 * rows * k * batch) / ms / 1e6),
      gbps: of((ms) => (4 * rows * k) / ms / 1e6),
    };
  });
  const [{ gflops: first }] = found;
  return 'reason' in first ? none(...first.reason) : { rows: found, kept, taken };
}
