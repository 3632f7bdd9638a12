// @ts-check
/** Badges: where a value is from, and how strong a result is. */

import { make } from './elements.mjs';
import { OWN, READER } from './model.mjs';
import { say } from '../words.mjs';

/** @import {Source, Words} from './types.js' */

/** @param {[string, string, string]} type @param {boolean} here */
function badge([type, word, meaning], here) {
  const said = here ? word : `다른 기계에서 ${word}`;
  return make('span', { class: `badge badge-${type}`, title: meaning }, said);
}

/** @param {string} text */
const grade = (text) => make('span', { class: 'formula-grade' }, text);

/** Beside a field. @param {number} place @param {Source[]} sources @param {Words} words @returns {(Node | string)[]} */
export function origin(place, sources, words) {
  if (place === OWN) return [say('예로 든 값')];
  if (place === READER) return [make('strong', {}, '독자가 넣은 값')];
  const { ref, type, grade: level, link, here } = sources[place];
  const named = words.types.find(([one]) => one === type);
  const href = link.startsWith('/') ? words.root + link.slice(1) : link;
  const name = make('a', { href }, make('code', {}, ref));
  return [...(named ? [badge(named, here)] : []), ...(level ? [' ', grade(level)] : []), ' ', name];
}

/** Beside a result. @param {{type: [string, string, string], grade: string, here: boolean, from: string[]}} found
 * @returns {(Node | string)[]} */
export function strengthOf(found) {
  const level = found.grade ? [' ', grade(found.grade)] : [];
  return [badge(found.type, found.here), ...level, ...(found.from.length ? [` ${say('입력:')} ${found.from.map(say).join(' · ')}`] : [])];
}
