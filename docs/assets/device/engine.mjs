// @ts-check
/** The matrices, and what multiplies them: WebAssembly with SIMD, or typed arrays without it. */
/** @import {Engine, Shape} from './types.mjs' */

const TOLERANCE = 1e-5; // of the sum of the products' sizes; fp32 keeps seven digits

/** @param {Shape} shape @param {number} columns at most
 * @param {BufferSource} [code] of the kernel (`hooks/device/kernel.py`), where SIMD is known
 * @returns {Engine} */
export function engine({ rows, k }, columns, code) {
  const lengths = [rows * k, columns * k, columns * rows];
  const places = [0, 4 * lengths[0], 4 * (lengths[0] + lengths[1])];
  const bytes = places[2] + 4 * lengths[2];
  // Either throws RangeError when there is not enough.
  const memory = code && new WebAssembly.Memory({ initial: Math.ceil(bytes / 65536) });
  const buffer = memory ? memory.buffer : new ArrayBuffer(bytes);
  const [w, x, y] = places.map((at, part) => new Float32Array(buffer, at, lengths[part]));
  fill(w);
  fill(x);
  if (!code) return { kind: 'array', w, x, y, multiply: (...of) => plain(w, x, y, ...of) };

  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), /** @type {WebAssembly.Imports} */ ({ env: { memory } }));
  return {
    kind: 'simd', w, x, y,
    multiply: (r, n, b) => {
      const width = b % 4 ? b : 4;
      /** @type {Function} */ (exports[`columns${width}`])(...places, r, 4 * n, b);
    },
  };
}

/** Numbers from -1 to 1: pages of zeros would all be one page. @param {Float32Array} values */
function fill(values) {
  for (let i = 0, state = 1; i < values.length; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    values[i] = state / 2 ** 31;
  }
}

/** Four columns at a time, so that a weight is read once for four.
 * @param {Float32Array} w @param {Float32Array} x @param {Float32Array} y
 * @param {number} rows @param {number} k @param {number} columns */
function plain(w, x, y, rows, k, columns) {
  const step = columns % 4 ? 1 : 4;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += step) {
      let a = 0, b = 0, c = 0, d = 0;
      for (let i = row * k, j = column * k; i < row * k + k; i += 1, j += 1) {
        a += w[i] * x[j];
        if (step === 1) continue;
        b += w[i] * x[j + k];
        c += w[i] * x[j + 2 * k];
        d += w[i] * x[j + 3 * k];
      }
      [a, b, c, d].slice(0, step).forEach((sum, n) => { y[(column + n) * rows + row] = sum; });
    }
  }
}

/** Whether the product is right in some rows, held against plain sums in double precision.
 * @param {Engine} engine @param {Shape} shape @param {number} columns @param {number[]} some */
export function right({ w, x, y, multiply }, { rows, k }, columns, some) {
  y.fill(NaN, 0, columns * rows);
  multiply(rows, k, columns);
  for (let at = 0; at < columns * some.length; at += 1) {
    const column = at % columns, row = some[Math.floor(at / columns)];
    let sum = 0, size = 0;
    for (let i = 0; i < k; i += 1) {
      const product = w[row * k + i] * x[column * k + i];
      sum += product;
      size += Math.abs(product);
    }
    if (!(Math.abs(y[column * rows + row] - sum) <= TOLERANCE * size)) return false; // NaN too
  }
  return true;
}
