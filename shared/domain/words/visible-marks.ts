/** Direction marks: they let the rest of a line be read backwards. */
const DIRECTION = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const HIDDEN = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029${DIRECTION}]`, 'g');
const RAW_IN_JSON = new RegExp(`[\\u007f-\\u009f\\u2028\\u2029${DIRECTION}]`, 'g');

/**
 * What a service or a file says, with every control character, line separator and direction mark as a mark that can be seen:
 * `␛` for escape, `<U+202E>` for one without a picture of its own. A line end becomes `␊`.
 */
export function visibleMarks(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : `<U+${hexOf(code).toUpperCase()}>`;
  });
}

const DIRECTIONS = new RegExp(`[${DIRECTION}]`, 'g');

/** The text with every direction mark as one that can be seen: `<U+202E>`. Nothing else changes. */
export function shownDirections(text: string): string {
  return text.replace(DIRECTIONS, (character) => `<U+${hexOf(character.charCodeAt(0)).toUpperCase()}>`);
}

/** JSON text that says the same, with what a terminal could obey or a reader not see as `\uXXXX`. */
export function escapedJson(json: string): string {
  return json.replace(RAW_IN_JSON, (character) => `\\u${hexOf(character.charCodeAt(0))}`);
}

function hexOf(code: number): string {
  return code.toString(16).padStart(4, '0');
}
