// @ts-check
/**
 * Words of our own widgets in the language of the page. They stand in Korean where they are used; an
 * English page brings their English in an attribute of its root (hooks/english/script_words.yaml).
 */

/** @type {Record<string, string>} */
const english = JSON.parse(globalThis.document?.documentElement.dataset.words ?? '{}');
const patterns = Object.entries(english).filter(([korean]) => korean.includes('{}'))
  .map(([korean, text]) => ({ text, pattern: new RegExp(`^${korean.split('{}').map(exact).join('(.+?)')}$`) }));

/** @param {string} text */
function exact(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A text of ours, or a value with its Korean unit, as the page's reader reads it. @param {string} korean @returns {string} */
export function say(korean) {
  if (korean in english) return english[korean];
  for (const { text, pattern } of patterns) {
    const parts = pattern.exec(korean);
    if (parts) return text.replace(/\{(\d)\}/g, (_, at) => say(parts[Number(at) + 1]));
  }
  return korean;
}
