// @ts-check
/** The row of controls, all native, and the words that say where the request is. */

import { told } from './replay.mjs';

/** @import { Request, Replay, Action, Controls } from './types.d.ts' */

const ICONS = {
  first: 'M5 4h2v12H5zM16 4v12L8 10z',
  back: 'M14 4v12L6 10z',
  play: 'M6 3.5v13L17 10z',
  pause: 'M6 4h3v12H6zM11 4h3v12h-3z',
  on: 'M6 4v12l8-6z',
  large: 'M3 3h6v2H6.4L9 7.6 7.6 9 5 6.4V9H3zM17 17h-6v-2h2.6L11 12.4l1.4-1.4 2.6 2.6V11h2z',
};
const RESTING = '재생을 누르면 실제로 일어난 차례를 따라갑니다. 시간이 적혀 있다면 모두 더한 값입니다. 칸에는 그곳에서 걸린 시간을, 선에는 앞 칸이 끝나고 다음 칸이 시작할 때까지의 틈을 적었습니다.';
const COMPARED = ' 아랫줄은 다른 요청보다 얼마나 더(+), 덜(−) 걸렸는지입니다.';
const ENDED = ' — 여기서 끝납니다. 아래 띠에서 긴 구간이 시간이 많이 걸린 곳입니다.';
const PLAY = '재생';
const PAUSE = '멈춤';
/** A sentence is spoken once the reader's hand has come to rest. ms. */
const REST = 400;

/** @param {keyof typeof ICONS} icon @param {string} name @param {boolean} [wordy] */
const button = (icon, name, wordy = false) =>
  `<button type="button" class="player-button" data-do="${icon}" ${wordy ? '' : `title="${name}" aria-label="${name}"`}>` +
  `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>${wordy ? `<span>${name}</span>` : ''}</button>`;

const TEMPLATE = `
<fieldset class="player-requests" hidden><legend>따라갈 요청</legend></fieldset>
<p class="player-withheld" hidden></p>
<output class="player-now" aria-live="off"><span class="player-say"></span> <b class="player-time"></b> <span class="player-path"></span></output>
<div class="player-where"><input type="range" min="0" step="1" value="0" aria-label="재생 위치"><span class="player-count" aria-hidden="true"></span></div>
<div class="player-buttons">
${button('first', '처음으로')}${button('back', '한 걸음 뒤로')}${button('play', PLAY, true)}${button('on', '한 걸음 앞으로')}${button('large', '크게 보기', true)}
</div>
<p class="player-spoken" role="status"></p>`;

/** @param {string} id of the figure @param {Replay} replay @param {(action: Action) => void} act
 * @param {() => boolean} still @returns {Controls} */
export function controls(id, replay, act, still) {
  const root = document.createElement('div');
  root.className = 'player';
  root.setAttribute('role', 'group');
  root.setAttribute('aria-label', '요청 따라가기');
  root.innerHTML = TEMPLATE;
  /** @template {Element} T @param {string} selector */
  const find = (selector) => /** @type {T} */ (root.querySelector(selector));
  /** @type {HTMLButtonElement} */
  const play = find('[data-do="play"]');
  /** @type {HTMLInputElement} */
  const slider = find('input');
  /** @type {Record<string, HTMLElement>} */
  const part = Object.fromEntries(
    ['requests', 'withheld', 'say', 'time', 'path', 'count', 'spoken'].map((name) => [name, find(`.player-${name}`)]),
  );
  const compared = replay.requests.some(({ badges }) => Object.values(badges).some((badge) => badge.difference));
  const resting = compared ? RESTING + COMPARED : RESTING;
  let playing = false;
  let timer = 0;

  /** @type {Record<string, () => void>} */
  const actions = {
    first: () => act({ type: 'to', position: 0 }),
    back: () => act({ type: 'by', count: -1 }),
    on: () => act({ type: 'by', count: 1 }),
    play: () => act(playing ? { type: 'pause' } : { type: 'play', still: still() }),
  };
  for (const [name, run] of Object.entries(actions)) find(`[data-do="${name}"]`).addEventListener('click', run);
  slider.addEventListener('input', () => act({ type: 'to', position: slider.valueAsNumber }));
  const choices = replay.requests.map((request, index) => choice(id, request, index));
  if (choices.length > 1) part.requests.append(...choices.map(({ label }) => label));
  part.requests.hidden = choices.length < 2;
  part.requests.addEventListener('change', (event) =>
    act({ type: 'choose', request: Number(/** @type {HTMLInputElement} */ (event.target).value) }));

  return {
    root,
    enlarge: find('[data-do="large"]'),
    show(state, { stops, withheld }) {
      const stop = stops[state.position - 1];
      if (playing !== state.playing) face(play, state.playing);
      playing = state.playing;
      choices[state.request].radio.checked = true; // it may be chosen by its timeline
      slider.max = String(stops.length);
      slider.value = String(state.position);
      slider.setAttribute('aria-valuetext', told(stops, state.position));
      part.withheld.hidden = !withheld;
      part.withheld.textContent = withheld && `시간은 판정불가 — ${withheld.replace(/\.$/, '')}. 차례와 횟수, 바이트만 보여 줍니다.`;
      const ended = !state.playing && state.position === stops.length && !withheld;
      part.say.textContent = stop ? stop.say + (ended ? ENDED : '') : resting;
      part.time.textContent = stop?.text ?? '';
      part.path.textContent = stop?.path ? `${stop.path} path` : '';
      part.path.dataset.path = stop?.path ?? '';
      part.count.textContent = `${state.position} / ${stops.length}`;
    },
    say(words) {
      clearTimeout(timer);
      timer = setTimeout(() => { part.spoken.textContent = words; }, REST);
    },
  };
}

/** @param {HTMLElement} play @param {boolean} playing */
function face(play, playing) {
  /** @type {Element} */ (play.querySelector('path')).setAttribute('d', playing ? ICONS.pause : ICONS.play);
  /** @type {Element} */ (play.querySelector('span')).textContent = playing ? PAUSE : PLAY;
}

/** @param {string} id @param {Request} request @param {number} index */
function choice(id, request, index) {
  const label = document.createElement('label');
  const radio = Object.assign(document.createElement('input'), {
    type: 'radio', name: `${id}-request`, value: String(index),
  });
  label.append(radio, document.createElement('span'));
  /** @type {Element} */ (label.lastElementChild).textContent = request.label;
  return { label, radio };
}
