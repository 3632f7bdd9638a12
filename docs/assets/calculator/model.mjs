// @ts-check
/** What a calculator works out from what stands in its fields; nothing here knows the page. */

import { read, typed, write } from './number.mjs';

/** @import {Calculator, Entry, Field, Outcome, Reading, Result, State, Value} from './types.js' */

/** Places of a source: the calculator's own value, and the reader's. */
export const OWN = -1;
export const READER = -2;
const BROKEN = '이 값으로는 나눌 수 없거나 수가 너무 커집니다.';

/** A field as it stands at first, or as a preset puts it. @param {Field} field @param {number} [value]
 * @returns {Entry} */
export const entry = (field, value = field.value) => ({ text: typed(value), unit: 0 });

/** The first values, with the preset that gives just these. @param {Calculator} calculator @returns {State} */
export const initial = (calculator) => ({
  entries: Object.fromEntries(calculator.fields.map((field) => [field.symbol, entry(field)])),
  chosen: calculator.groups.map(({ presets }) =>
    presets.find(({ values }) => calculator.fields.every((one) => (values[one.symbol]?.[1] ?? one.source) === one.source))
      ?.label ?? ''),
  shown: {},
});

/** Choose a preset: what it says, and the first values where it says nothing.
 * @param {Calculator} calculator @param {State} state @param {number} place @param {string} label */
export function choose(calculator, state, place, label) {
  const group = calculator.groups[place];
  const preset = group?.presets.find((one) => one.label === label);
  if (!group || (label && !preset)) return;
  state.chosen[place] = label;
  for (const field of calculator.fields) {
    if (preset && group.symbols.includes(field.symbol)) {
      state.entries[field.symbol] = entry(field, preset.values[field.symbol]?.[0]);
    }
  }
}

/** @param {Calculator} calculator @param {State} state @param {Field} field @returns {Value} */
export function value(calculator, state, field) {
  const { text, unit } = state.entries[field.symbol];
  const [first] = field.units;
  const [name, factor] = field.units[unit] ?? first;
  const scale = first[1] / factor;
  if (field.choices.length) {
    const found = field.choices.find(([, one]) => String(one) === text);
    if (!found) return { error: '목록에서 골라 주세요.' };
    return { base: found[1] * factor, text: write(found[1], name), source: source(calculator, state, field, found[1]) };
  }
  const limits = { least: field.least * scale, most: field.most * scale, integer: field.integer, unit: name };
  const number = read(text, limits);
  if (typeof number === 'string') return { error: number };
  const origin = source(calculator, state, field, number / scale);
  return { base: number * factor, text: write(number, name), source: origin };
}

/** Where a value is from: a source only while the value is still the one that it gives.
 * @param {Calculator} calculator @param {State} state @param {Field} field @param {number} number */
function source(calculator, state, field, number) {
  const offered = calculator.groups.map((group, place) =>
    group.presets.find((one) => one.label === state.chosen[place])?.values[field.symbol]);
  for (const found of [...offered, /** @type {const} */ ([field.value, field.source])]) {
    if (found && Math.abs(number - found[0]) <= 1e-11 * Math.abs(found[0])) return found[1];
  }
  return READER;
}

/** @param {Result | Reading} step @returns {step is Result} */
export const isResult = (step) => 'symbol' in step;

/**
 * Every step in order: an answer, a sentence, or nothing where nothing can be said.
 * @param {Calculator} calculator @param {State} state
 */
export function work(calculator, state) {
  /** @type {Record<string, Value>} */
  const values = Object.fromEntries(calculator.fields.map((one) => [one.symbol, value(calculator, state, one)]));
  /** @type {Record<string, number>} */
  const x = {};
  /** @type {Record<string, string>} */
  const texts = {};
  /** @type {Record<string, number[]>} */
  const from = {};
  for (const [name, one] of Object.entries(values)) {
    if ('error' in one) continue;
    x[name] = one.base;
    texts[name] = one.text;
    from[name] = [one.source];
  }
  for (const [name, { value: number, units: [[unit, factor]] }] of Object.entries(calculator.constants)) {
    x[name] = number * factor;
    texts[name] = write(number, unit);
    from[name] = [];
  }
  let stopped = Object.values(values).some((one) => 'error' in one);
  /** @type {Outcome[]} */
  const answers = [];
  for (const step of calculator.steps) {
    const base = stopped ? NaN : step.f(x);
    const broken = !stopped && !Number.isFinite(base);
    stopped ||= broken;
    if (stopped) answers.push(broken ? { said: BROKEN, stops: true } : null);
    else if (!isResult(step)) {
      const said = base > 0 ? step.positive : step.otherwise;
      stopped = step.stops && base <= 0;
      answers.push({ said, stops: stopped });
    } else {
      const [unit, factor] = step.units[state.shown[step.symbol] ?? 0];
      x[step.symbol] = base;
      texts[step.symbol] = write(base / factor, unit);
      from[step.symbol] = [...new Set(step.uses.flatMap((name) => from[name]))];
      const numbers = step.words.replace(/\{(\w+)\}/g, (_, name) => texts[name]);
      answers.push({ value: base / factor, text: texts[step.symbol], numbers, sources: from[step.symbol] });
    }
  }
  return { values, answers };
}

/** How strong a result may be called: never stronger than its weakest input, calculated at the best.
 * @param {Calculator} calculator @param {number[]} sources
 * @param {[type: string, word: string, meaning: string][]} types weakest first @param {string[]} grades weakest first */
export function strength(calculator, sources, types, grades) {
  const named = sources.filter((place) => place >= 0).map((place) => calculator.sources[place]);
  const rank = (/** @type {string} */ type) => types.findIndex(([one]) => one === type);
  const weakest = Math.min(rank('calculated'), ...named.map((one) => rank(one.type)));
  const grade = grades.find((one) => named.some((source) => source.grade === one)) ?? '';
  const other = types.filter(([type]) => type !== 'calculated' && named.some((one) => one.type === type));
  const from = [...other.map(([, word]) => word), ...(sources.includes(READER) ? ['독자가 넣은 값'] : [])];
  return { type: types[weakest], grade, here: named.every((one) => one.here), from };
}
