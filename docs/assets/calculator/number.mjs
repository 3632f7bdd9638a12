// @ts-check
/** Numbers as a reader types them, and as the guide writes them. */

const PLAIN = /^-?((\d+|\d{1,3}(,\d{3})+)\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** What a field asks of its value; `least` and `most` in the chosen unit.
 * @typedef {{least: number, most: number, integer: boolean, unit: string}} Limits */

/**
 * Reads `8192`, `8,192`, `8_192`, `8 192`, `1e12` and full-width digits.
 * @param {string} text @param {Limits} limits @returns {number | string} a number, or what is wrong
 */
export function read(text, { least, most, integer, unit }) {
  const plain = text.normalize('NFKC').replace(/[\s_]/g, '').replace(/−/g, '-').replace(/^\+/, '');
  if (!plain) return '값을 넣어 주세요.';
  if (!PLAIN.test(plain)) return '수로 적어 주세요. 예: 8192, 8,192, 1e12';
  const value = Number(plain.replaceAll(',', ''));
  if (value < 0) return '음수는 넣을 수 없습니다.';
  if (integer && Number.isFinite(value) && !Number.isInteger(value)) return '정수로 적어 주세요.';
  const slack = 1e-12; // a limit that went through another unit may miss itself by a rounding
  if (value < least * (1 - slack)) return `${write(least, unit)} 이상으로 적어 주세요.`;
  if (value > most * (1 + slack)) return `${write(most, unit)} 이하로 적어 주세요.`;
  return value;
}

/** Value and unit as any exact figure of the guide. @param {number} value @param {string} unit */
export function write(value, unit) {
  const gap = unit.startsWith('%') || /^[가-힣]/.test(unit) ? '' : ' ';
  return unit === '1' ? digits(value) : `${digits(value)}${gap}${unit}`;
}

/** Whole numbers in full, others to four digits at the most. @param {number} value */
function digits(value) {
  const whole = Math.round(value);
  if (Math.abs(value - whole) <= 1e-12 * Math.abs(whole)) return grouped(whole.toFixed(0)); // floats may miss it
  const size = Math.floor(Math.log10(Math.abs(value)));
  const decimals = size >= 0 ? Math.max(0, Math.min(2, 3 - size)) : 2 - size;
  return decimals > 100 ? String(value) : grouped(value.toFixed(decimals));
}

/** @param {string} text */
function grouped(text) {
  const [whole, rest] = text.split('.');
  const marked = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? marked : `${marked}.${rest}`;
}

/** As it stands in a field, without what a change of unit leaves at the far end. @param {number} value */
export const typed = (value) => grouped(String(Number(value.toPrecision(12))));
