// @ts-check
/** Everything that the reading aids say, in one place; in English where the page is. */

import { say } from '../words.mjs';

/** The same words in the language of the page. @template {Record<string, any>} T @param {T} words @returns {T} */
function said(words) {
  /** @param {any} one */
  const told = (one) => (typeof one === 'string' ? say(one) : Array.isArray(one) ? one.map(say) : one);
  return /** @type {T} */ (Object.fromEntries(Object.entries(words).map(([name, one]) => [name, told(one)])));
}

export const CITE = said({
  figure: '이 수치 인용하기',
  fact: '이 사실 인용하기',
  text: '인용할 글',
  copied: '복사했습니다.',
  refused: '브라우저가 복사를 막았습니다. 고른 글을 복사하세요.',
  edition: '판',
});

/** Rows of a card: when; what changed since, which a citation says in short; what it leaves out. */
export const ROW = said({
  when: '잰 때',
  since: '그 뒤',
  changed: '잰 뒤에 코드가 바뀜',
  left: ['유형', '등급', '어디서', '잰 때', '그 뒤', '다시 재기', '측정 중 부하', '확인', '함께 대조'],
});

export const READ = said({
  mark: '읽음',
  about: '읽은 표시',
  read: '이 장을 읽음으로 표시했습니다.',
  unread: '이 장을 아직 읽지 않음으로 두었습니다.',
  set: '읽음으로 표시',
  undo: '표시 거두기',
  kept: '표시는 이 브라우저에만 남고 어디로도 보내지 않습니다.',
  forget: '모두 지우기',
  sure: '읽은 표시와 확인 문제의 표시를 모두 지울까요? 되돌릴 수 없습니다.',
  gone: '모두 지웠습니다.',
  next: '이어 읽기: ',
  /** @param {number} read @param {number} all @param {number} again */
  sum: (read, all, again) =>
    say(`${all}개 장 가운데 ${read}개를 읽었습니다.`) + (again ? say(` 다시 볼 문제가 ${again}개 있습니다.`) : ''),
});

export const CHECK = said({
  ask: '답과 견주어 보니',
  right: '맞혔어요',
  again: '다시 볼게요',
  /** @param {number} all @param {number} right @param {number} again */
  sum: (all, right, again) => say(`문제 ${all}개 가운데 맞힘 ${right}개, 다시 볼 것 ${again}개`),
});

export const TERM = said({ tap: '한 번 더 누르면 용어집으로 갑니다.' });
