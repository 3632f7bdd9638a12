// @ts-check
/** Below the results: the calculation as an address, the way back, and what came out, for the ear. */

import * as address from './address.mjs';
import { button, make } from './elements.mjs';
import { initial } from './model.mjs';
import { say } from '../words.mjs';

/** @import {Form} from './types.js' */

/** @param {Form} form @param {() => string} outcome */
export function tools(form, outcome) {
  const said = make('p', { class: 'calculator-said', role: 'status' });
  const buttons = [button('이 계산의 주소 복사', copy), button('처음 값으로', reset)];
  form.root.querySelector('.calculator-limits')?.before(make('div', { class: 'calculator-tools' }, ...buttons), said);
  form.root.addEventListener('change', settle);

  /** Once a change is made, and not at every key: keep it in the address, and tell what came out. */
  function settle() {
    keep(form);
    said.classList.remove('calculator-shown');
    said.textContent = outcome();
  }

  async function copy() {
    settle();
    said.classList.add('calculator-shown');
    const link = new URL(location.href);
    link.hash = form.root.id;
    try {
      await navigator.clipboard.writeText(link.href);
      said.textContent = say('주소를 복사했습니다.');
    } catch {
      said.replaceChildren(say('여기서는 복사할 수 없습니다. 이 주소를 쓰세요: '), make('a', { href: link.href }, link.href));
    }
  }

  function reset() {
    form.state = initial(form.calculator);
    form.fill();
    form.show();
    settle();
  }
}

/** Put the state into the page's address, beside what other calculators keep there. @param {Form} form */
function keep({ id, calculator, state }) {
  const query = new URLSearchParams(location.search);
  address.write(query, id, calculator, state);
  const text = query.toString();
  history.replaceState(history.state, '', `${location.pathname}${text ? `?${text}` : ''}${location.hash}`);
}
