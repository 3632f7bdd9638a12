// @ts-check
/** The presets above the fields: choosing one puts its values in; a value changed since is told. */

import { make } from './elements.mjs';
import { choose } from './model.mjs';
import { say } from '../words.mjs';

/** @import {Form, Group, Preset, Value} from './types.js' */

/** @param {Form} form */
export function presets(form) {
  const picks = form.calculator.groups.map((group, place) => ({ group, select: picker(form, group, place) }));
  const labels = picks.map(({ group, select }) => make('label', {}, group.label, select));
  if (labels.length) {
    form.root.querySelector('.calculator-fields')?.before(make('div', { class: 'calculator-presets' }, ...labels));
  }
  return {
    fill: () => picks.forEach(({ select }, place) => (select.value = form.state.chosen[place])),
    /** @param {Record<string, Value>} values */
    show: (values) => picks.forEach(({ group, select }, place) => {
      group.presets.forEach((preset, option) => {
        const changed = form.state.chosen[place] === preset.label && differs(preset, values);
        select.options[option + 1].text = say(preset.label) + (changed ? ` ${say('(고침)')}` : '');
      });
    }),
  };
}

/** @param {Form} form @param {Group} group @param {number} place */
function picker(form, group, place) {
  const select = make('select', { autocomplete: 'off' }, new Option(say('직접 넣기'), ''));
  select.append(...group.presets.map((one) => new Option(say(one.label), one.label)));
  select.addEventListener('change', () => {
    choose(form.calculator, form.state, place, select.value);
    form.fill();
    form.show();
  });
  return select;
}

/** @param {Preset} preset @param {Record<string, Value>} values */
const differs = (preset, values) => Object.entries(preset.values).some(([symbol, [, source]]) => {
  const found = values[symbol];
  return 'error' in found || found.source !== source;
});
