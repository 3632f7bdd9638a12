// @ts-check
/** The fields: a control in place of each value, what is wrong with it, and where it is from. */

import { find, make, unitSelect, unitText } from './elements.mjs';
import { value } from './model.mjs';
import { typed } from './number.mjs';
import { origin } from './source.mjs';
import { say } from '../words.mjs';

/** @import {Field, Form, Value} from './types.js' */
/** @typedef {ReturnType<typeof row>} Row */

let count = 0;

/** @param {Form} form */
export function fields(form) {
  const prefix = `calculator-${(count += 1)}`;
  const rows = form.calculator.fields.map((field, place) => row(form, field, `${prefix}-${place}`));
  return {
    fill: () => rows.forEach((one) => fill(form, one)),
    /** @param {Record<string, Value>} values */
    show(values) {
      rows.forEach((one) => show(form, one, values[one.field.symbol]));
      conditions(form, Object.values(values));
    },
    /** The first field that is wrong, in words; nothing where all are right. */
    problem() {
      const wrong = rows.find(({ error }) => !error.hidden);
      return wrong && `${wrong.field.label}: ${wrong.error.textContent}`;
    },
  };
}

/** @param {Form} form @param {Field} field @param {string} id */
function row(form, field, id) {
  const element = find(form.root, `[data-field="${field.symbol}"]`);
  const input = control(field, id);
  const unit = unitSelect(field.units, field.label, (to) => convert(form, field, to));
  const error = make('p', { class: 'calculator-error', id: `${id}-error`, hidden: '' });
  const source = make('span', { class: 'calculator-source' });
  const label = find(element, '.calculator-label');
  label.replaceChildren(make('label', { for: id }, label.textContent ?? ''));
  const entry = make('span', { class: 'calculator-entry' }, input);
  if (!field.choices.length) entry.append(unit ?? unitText(field.units));
  find(element, 'dd').replaceChildren(entry, ' ', source, error);
  input.setAttribute('aria-describedby', error.id);
  input.addEventListener('input', () => {
    form.state.entries[field.symbol].text = input.value;
    form.show();
  });
  return { field, input, unit, error, source };
}

/** @param {Field} field @param {string} id */
function control({ choices, integer }, id) {
  if (choices.length) return make('select', { id }, ...choices.map(([words, one]) => new Option(words, String(one))));
  return make('input', { id, type: 'text', inputmode: integer ? 'numeric' : 'decimal', autocomplete: 'off' });
}

/** The quantity stays; only what it is written in changes.
 * @param {Form} form @param {Field} field @param {number} to */
function convert(form, field, to) {
  const found = value(form.calculator, form.state, field);
  const { entries } = form.state;
  const text = 'error' in found ? entries[field.symbol].text : typed(found.base / field.units[to][1]);
  entries[field.symbol] = { text, unit: to };
  form.fill();
  form.show();
}

/** @param {Form} form @param {Row} row */
function fill({ state }, { field, input, unit }) {
  const held = state.entries[field.symbol];
  input.value = held.text;
  if (unit) unit.selectedIndex = held.unit;
}

/** @param {Form} form @param {Row} row @param {Value} found */
function show({ calculator, words }, { input, error, source }, found) {
  const wrong = 'error' in found ? found.error : '';
  input.setAttribute('aria-invalid', String(Boolean(wrong)));
  error.textContent = say(wrong);
  error.hidden = !wrong;
  source.replaceChildren(...('error' in found ? [] : origin(found.source, calculator.sources, words)));
}

/** Under what conditions the values hold, each once. @param {Form} form @param {Value[]} values */
function conditions({ root, calculator: { sources } }, values) {
  const said = values.flatMap((one) => ('error' in one ? [] : sources[one.source]?.conditions ?? []));
  const lines = said.length ? [...new Set(said)] : ['사실표나 잰 값에서 온 입력이 없습니다.'];
  find(root, '.calculator-conditions > ul').replaceChildren(...lines.map((line) => make('li', {}, line)));
}
