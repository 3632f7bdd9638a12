// @ts-check
/** What may be said of samples, by the rules of the build (`snippets/evidence`). */
/** @import {Cell} from './types.mjs' */

export const LEAST = 6; // fewer samples give no 95 % interval
const FLAG_AT = 0.1; // IQR over median
const WITHHOLD_AT = 0.25;

/** Linear between neighbours. @param {number[]} ordered @param {number} share */
const quantile = (ordered, share) => {
  const at = share * (ordered.length - 1);
  const below = ordered[Math.floor(at)];
  return below + (at % 1) * (ordered[Math.ceil(at)] - below);
};
const sorted = (/** @type {number[]} */ samples) => [...samples].sort((a, b) => a - b);

export const median = (/** @type {number[]} */ samples) => quantile(sorted(samples), 0.5);

/** The median with its interval from order statistics: the k-th smallest and the k-th largest,
 * with the largest k that misses at most 5 %. @param {number[]} samples @returns {Cell} */
export function cell(samples) {
  const n = samples.length;
  if (n < LEAST) return { reason: ['few', n, LEAST] };
  const ordered = sorted(samples);
  const value = quantile(ordered, 0.5);
  const scatter = (quantile(ordered, 0.75) - quantile(ordered, 0.25)) / value;
  if (scatter > WITHHOLD_AT) return { reason: ['unsteady', Math.round(100 * scatter)] };
  let k = 0;
  let term = 2 / 2 ** n; // 2 · C(n, k) / 2ⁿ
  for (let missed = term; missed <= 0.05; missed += term) {
    k += 1;
    term *= (n - k + 1) / k;
  }
  return { value, low: ordered[k - 1], high: ordered[n - k], flag: scatter > FLAG_AT };
}
