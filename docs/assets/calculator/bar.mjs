// @ts-check
/** The shares of a whole as one bar; it goes while they cannot be worked out. */

import { find } from './elements.mjs';
import { isResult } from './model.mjs';

/** @import {Form, Outcome} from './types.js' */

/** @param {Form} form @param {Outcome[]} answers */
export function bar({ root, calculator }, answers) {
  for (const symbol of Object.values(calculator.shares)) {
    const answer = answers[calculator.steps.findIndex((one) => isResult(one) && one.symbol === symbol)];
    const known = answer && 'value' in answer;
    find(root, '.calculator-bar').hidden = !known;
    if (known) find(root, `[data-share="${symbol}"]`).style.setProperty('--share', `${answer.value}`);
  }
}
