// @ts-check
/** The steps: each result with its unit, its strength and its numbers; each reading in words. */

import { find, make, unitSelect } from './elements.mjs';
import { isResult, strength } from './model.mjs';
import { write } from './number.mjs';
import { say } from '../words.mjs';
import { strengthOf } from './source.mjs';

/** @import {Answer, Form, Outcome, Result} from './types.js' */

/** @param {Form} form */
export function steps(form) {
  const elements = [...form.root.querySelectorAll('.calculator-steps > *')];
  const shows = elements.map((element, place) => {
    const step = form.calculator.steps[place];
    return isResult(step) ? result(form, step, element) : reading(element);
  });
  return {
    /** @param {Outcome[]} answers */
    show: (answers) => answers.forEach((answer, place) => shows[place](answer)),
    /** What came out, in words: why nothing can be said, or the last result. */
    outcome() {
      const last = elements[elements.length - 1];
      return form.root.querySelector('.calculator-stop')?.textContent
        ?? `${last.querySelector('.calculator-label')?.textContent}: ${last.querySelector('b')?.textContent}`;
    },
  };
}

/** @param {Element} element */
function reading(element) {
  return (/** @type {Outcome} */ answer) => {
    const sentence = answer && 'said' in answer ? answer : undefined;
    element.textContent = say(sentence?.said ?? '');
    element.toggleAttribute('hidden', !sentence?.said);
    element.classList.toggle('calculator-stop', Boolean(sentence?.stops));
  };
}

/** @param {Form} form @param {Result} step @param {Element} element */
function result(form, step, element) {
  const [amount, source, numbers] = ['value', 'source', 'numbers'].map((one) => find(element, `.calculator-${one}`));
  const label = element.querySelector('.calculator-label')?.textContent ?? '';
  const unit = unitSelect(step.units, label, (place) => chooseUnit(form, step, place));
  if (unit) find(element, '.calculator-amount').append(unit);
  return (/** @type {Outcome} */ answer) => {
    const number = answer && 'text' in answer ? answer : undefined;
    if (unit) unit.selectedIndex = form.state.shown[step.symbol] ?? 0;
    // A unit that can be chosen stands beside the number, in its own control.
    const shown = number && (unit ? write(number.value, '1') : number.text);
    const instead = answer && 'said' in answer ? say(answer.said) : '—';
    amount.replaceChildren(number ? make('data', { value: String(number.value) }, shown ?? '') : instead);
    element.classList.toggle('calculator-empty', !number);
    source.replaceChildren(...(number ? badges(form, number) : []));
    numbers.replaceChildren(...(number ? equation(step, number) : []));
  };
}

/** A unit is for all results that can be shown in the same ones.
 * @param {Form} form @param {Result} step @param {number} place */
function chooseUnit({ calculator, state, show }, step, place) {
  const names = JSON.stringify(step.units);
  for (const one of calculator.steps.filter(isResult)) {
    if (JSON.stringify(one.units) === names) state.shown[one.symbol] = place;
  }
  show();
}

/** @param {Form} form @param {Answer} answer */
const badges = ({ calculator, words }, { sources }) =>
  strengthOf(strength(calculator, sources, words.types, words.grades));

/** The result's symbol, its numbers put in, and what they come to. @param {Result} step @param {Answer} answer */
function equation(step, { numbers, text }) {
  const [name, index] = step.name.split('_');
  const symbol = make(name.length > 1 ? 'span' : 'i', {}, name);
  return [symbol, ...(index ? [make('sub', {}, index)] : []), say(` = ${numbers} = `), make('b', {}, text)];
}
