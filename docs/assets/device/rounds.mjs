// @ts-check
/**
 * Takes samples in turn: a round times each batch once, in shuffled order, between two looks at a
 * small fixed kernel that tells how fast the device itself was just then. Times are in ms.
 */
/** @import {Round, Taken, Work} from './types.mjs' */

import { median } from './stats.mjs';

/** @typedef {() => number} Clock */

export const ENOUGH = 8; // rounds: some are lost, and six must be left
const MOST = 20;
const FEWEST = 4; // batches
const TICKS = 20; // a sample lasts at least so many ticks of the clock
const LOOK = 4;
const LOOKS = 5; // one of 4 ms is often hit by what is over in a moment; their median is not

/** Waits for the clock to move on. @param {Clock} now */
function edge(now) {
  const start = now();
  let end = start;
  while (end === start) end = now();
  return end;
}

/** Browsers make the clock coarse on purpose. @param {Clock} now */
export const tickOf = (now) => Math.min(...Array.from({ length: 8 }, () => -edge(now) + edge(now)));

/** Time of a call: from a tick on, called until `least` is over.
 * @param {() => void} call @param {number} least @param {Clock} now */
export function sample(call, least, now) {
  const start = edge(now);
  let calls = 0;
  let spent;
  do {
    call();
    calls += 1;
    spent = now() - start;
  } while (spent < least);
  return spent / calls;
}

/** The batches that leave time for enough rounds; none when only a few would.
 * @param {Record<number, number>} pilot batch → time @param {number} left @param {number} least */
export function affordable(pilot, left, least) {
  const batches = Object.keys(pilot).map(Number);
  while (ENOUGH * batches.reduce((sum, one) => sum + least + pilot[one], LOOKS * (LOOK + least)) > left) {
    if (!batches.pop()) break;
  }
  return batches.length < FEWEST ? [] : batches;
}

/** Measures until all rounds are taken or the time is over.
 * @param {Work} work @param {number[]} all batches, ascending @param {number} budget
 * @param {Clock} now @param {() => number} random @param {(share: number) => void} tell
 * @returns {Taken} */
export function take(work, all, budget, now, random, tell) {
  const end = now() + budget;
  const tick = tickOf(now);
  const least = TICKS * tick;
  const time = (/** @type {number} */ batch, /** @type {number} */ span) =>
    sample(() => work.multiply(batch), span, now);
  const glance = () => sample(work.calibrate, Math.max(LOOK, least), now);
  const look = () => median(Array.from({ length: LOOKS }, glance));

  /** @type {Record<number, number>} */
  const pilot = {};
  for (const batch of all) {
    work.multiply(batch); // the warm-up
    pilot[batch] = time(batch, 0);
    if (ENOUGH * pilot[batch] > budget / 4) break; // the next would only use the time up
  }
  const batches = affordable(pilot, end - now(), least);
  /** @type {Round[]} */
  const rounds = [];
  for (let before = look(); batches.length && rounds.length < MOST && now() < end;) {
    /** @type {Round['times']} */
    const times = {};
    const waiting = [...batches];
    while (waiting.length) {
      const [batch] = waiting.splice(Math.floor(random() * waiting.length), 1);
      times[batch] = time(batch, least);
    }
    const after = look();
    rounds.push({ times, before, after });
    before = after;
    tell(Math.max(rounds.length / MOST, 1 - (end - now()) / budget));
  }
  return { tick, batches, rounds };
}
