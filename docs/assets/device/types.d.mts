/** What the modules of the measurement hand to each other. */

/** A text of the page by its name, and the numbers that go into it. */
export type Reason = [string, ...(number | string)[]];

/** A median with its 95 % interval; flagged when the samples scatter widely. */
export type Shown = { value: number, low: number, high: number, flag: boolean };
/** A value, or why there is none. */
export type Cell = Shown | { reason: Reason };

/** Of W: `rows` rows of `k` floats. */
export type Shape = { rows: number, k: number };

/** `multiply` uses the first rows·k floats of w and columns·k of x, and fills columns·rows of y:
 * one column after the other. */
export type Engine = {
  kind: 'simd' | 'array',
  w: Float32Array, x: Float32Array, y: Float32Array,
  multiply: (rows: number, k: number, columns: number) => void,
};

export type Work = { multiply: (batch: number) => void, calibrate: () => void };

/** Milliseconds a call, and of the looks at the device before and after. */
export type Round = { times: Record<number, number>, before: number, after: number };
/** `tick` of the clock in ms; no batches when there is no time for any. */
export type Taken = { tick: number, batches: number[], rounds: Round[] };

export type Row = { batch: number, ratio: Cell, gflops: Cell, gbps: Cell };
/** Rows, or why there are none; how many rounds were taken, and how many count. */
export type Verdict = { rows: Row[], reason?: Reason, kept: number, taken: number };

/** From the worker: how far it is, why it gave up, or what it took. */
export type Message = { share: number } | { reason: Reason } | { kind: Engine['kind'], taken: Taken };
