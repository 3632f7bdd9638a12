// @ts-check
/** A calculator in the address: `kv.T=4096&kv.M=80 GB&kv.1=H100…`; other calculators' are left alone. */

import { choose, entry, initial, isResult, value } from './model.mjs';

/** @import {Calculator, State} from './types.js' */

/** Put into the query what differs from the first state, and all that a preset put in: a fact may change,
 * a link must not. @param {URLSearchParams} query @param {string} id
 * @param {Calculator} calculator @param {State} state */
export function write(query, id, calculator, state) {
  const first = initial(calculator).chosen;
  const chosen = state.chosen.map((label, place) => (label === first[place] ? '' : label));
  chosen.forEach((label, place) => put(query, `${id}.${place + 1}`, label));
  const preset = calculator.groups.flatMap((group, place) => (chosen[place] ? group.symbols : []));
  for (const field of calculator.fields) {
    const { text, unit } = state.entries[field.symbol];
    const kept = preset.includes(field.symbol) || unit || text !== entry(field).text;
    // Without its commas, 1,2 would become a number.
    const plain = 'error' in value(calculator, state, field) ? text : text.replace(/[\s,_]/g, '');
    put(query, `${id}.${field.symbol}`, kept ? `${plain}${unit ? ` ${field.units[unit][0]}` : ''}` : '');
  }
  for (const step of calculator.steps.filter(isResult)) {
    const place = state.shown[step.symbol];
    put(query, `${id}.${step.symbol}`, place ? step.units[place][0] : '');
  }
}

/** @param {URLSearchParams} query @param {string} name @param {string} text */
function put(query, name, text) {
  if (text) query.set(name, text);
  else query.delete(name);
}

/** The state that a query asks for. A number that makes no sense stands in its field and is explained
 * there; whatever else makes no sense is passed over.
 * @param {URLSearchParams} query @param {string} id @param {Calculator} calculator */
export function read(query, id, calculator) {
  const state = initial(calculator);
  calculator.groups.forEach((_, place) => {
    const label = query.get(`${id}.${place + 1}`);
    if (label) choose(calculator, state, place, label);
  });
  for (const field of calculator.fields) {
    const asked = query.get(`${id}.${field.symbol}`)?.slice(0, 60);
    if (!asked) continue;
    const unit = field.units.findIndex(([name], place) => place && asked.endsWith(` ${name}`));
    const text = unit > 0 ? asked.slice(0, -field.units[unit][0].length).trim() : asked;
    if (field.choices.length && !field.choices.some(([, value]) => String(value) === text)) continue;
    state.entries[field.symbol] = { text, unit: Math.max(unit, 0) };
  }
  for (const step of calculator.steps.filter(isResult)) {
    const place = step.units.findIndex(([name]) => name === query.get(`${id}.${step.symbol}`));
    if (place > 0) state.shown[step.symbol] = place;
  }
  return state;
}
