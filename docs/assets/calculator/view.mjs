// @ts-check
/** A calculator on the page: fields in place of its values, and every result worked out anew. */

import * as address from './address.mjs';
import { bar } from './bar.mjs';
import { fields } from './fields.mjs';
import { work } from './model.mjs';
import { presets } from './presets.mjs';
import { steps } from './steps.mjs';
import { tools } from './tools.mjs';

/** @import {Calculator, Form, Words} from './types.js' */

/** @param {HTMLElement} root @param {Calculator} calculator @param {Words} words */
export function start(root, calculator, words) {
  const id = root.dataset.calculator ?? '';
  const state = address.read(new URLSearchParams(location.search), id, calculator);
  /** @type {Form} */
  const form = { root, id, calculator, words, state, fill, show };
  const inputs = fields(form);
  const picks = presets(form);
  const results = steps(form);
  tools(form, () => inputs.problem() ?? results.outcome());
  root.classList.add('calculator-live');
  fill();
  show();

  function fill() {
    inputs.fill();
    picks.fill();
  }

  function show() {
    const { values, answers } = work(calculator, form.state);
    inputs.show(values);
    picks.show(values);
    results.show(answers);
    bar(form, answers);
  }
}
