// @ts-check
/** The measurement, off the page's thread. Says how far it is, then what it took; keeps nothing. */
/** @import {Message, Shape} from './types.mjs' */

import { engine, right } from './engine.mjs';
import { take } from './rounds.mjs';

const BUDGET = 6000; // ms; with the preparation and the last round, below eight seconds
const SMALL = { rows: 8, k: 32 };
const LOOKS = 50; // products of 4 rows and 4 columns: 53 kB, no memory to wait for

const tell = (/** @type {Message} */ message) => postMessage(message);

/** @param {Shape} shape @param {number[]} batches */
async function measure(shape, batches) {
  const code = await (await fetch(new URL('kernel.wasm', import.meta.url))).arrayBuffer();
  const simd = typeof WebAssembly === 'object' && WebAssembly.validate(code);
  const made = engine(shape, Math.max(...batches), simd ? code : undefined);
  const { rows, k } = shape;
  const holds = batches.every((batch) => right(made, SMALL, batch, [...Array(SMALL.rows).keys()])
    && right(made, { rows: rows / 64, k }, batch, [0, rows / 64 - 1]));
  if (!holds || !right(made, shape, 1, [0, rows / 2, rows - 1])) return tell({ reason: ['wrong'] });
  const work = {
    multiply: (/** @type {number} */ batch) => made.multiply(rows, k, batch),
    calibrate: () => { for (let n = 0; n < LOOKS; n += 1) made.multiply(4, k, 4); },
  };
  const taken = take(work, batches, BUDGET, () => performance.now(), Math.random, (share) => tell({ share }));
  tell({ kind: made.kind, taken });
}

onmessage = ({ data: { shape, batches } }) => measure(shape, batches).catch((error) => tell({
  reason: error instanceof RangeError ? ['memory'] : ['broken', `${error}`],
}));
