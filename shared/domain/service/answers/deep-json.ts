// Why: decision 0195.
import { firstCharacters } from '../../words/first-characters.ts';
import { format } from '../../words/format.ts';

/** Levels of brackets in each other. JSON in a value of a lead that is deeper was made to exhaust a reader. */
const MOST_LEVELS = 100;
/** Characters that stay of such a value; a shorter one stays whole. With the mark it fits a cell of Excel. */
const KEPT_CHARACTERS = 10_000;
/** Columns that a sentence names. */
const MOST_NAMED = 5;

/**
 * JSON as it is kept: as it came, or its beginning with a mark when it is nested too deep and too long. The length of what
 * is only long is not bounded.
 *
 * @param text proper JSON
 */
export function boundedJson(text: string): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= KEPT_CHARACTERS) return { text, isCut: false };
  const levels = levelsOf(text);
  if (levels <= MOST_LEVELS) return { text, isCut: false };
  const kept = firstCharacters(text, KEPT_CHARACTERS);
  // In digits alone: the same value is the same on every computer.
  const mark = ` … (Lead Console cut this value: ${levels} levels deep, ${kept.length} of ${text.length} characters are here)`;
  return { text: kept + mark, isCut: true };
}

/** Levels of a whole answer. An org unit below a hundred others has some three hundred. */
const MOST_OF_AN_ANSWER = 1000;

/** What an answer is instead of JSON that can be written out again, in words behind "answered with". */
export const TOO_DEEP = `JSON nested more than ${format.number(MOST_OF_AN_ANSWER)} levels deep`;

/** Whether an answer was made to exhaust a reader that calls itself at each level, as JSON.stringify does. @param text proper JSON */
export function isTooDeep(text: string): boolean {
  return text.length > MOST_OF_AN_ANSWER && levelsOf(text) > MOST_OF_AN_ANSWER;
}

/** What a person must know of a result with such values, in a sentence; '' when it has none. @param paths their columns */
export function cutWords(paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const more = paths.length > MOST_NAMED ? ` and ${format.count(paths.length - MOST_NAMED, 'more column')}` : '';
  return `Values nested more than ${MOST_LEVELS} levels deep were cut after ${format.number(KEPT_CHARACTERS)} characters, and end with a mark that says so. They are in ${paths.slice(0, MOST_NAMED).join(', ')}${more}.`;
}

/** Told of a result in which U+FFFD stands for bytes that cannot be read as text. */
export const BROKEN_TEXT =
  "The service sent bytes that are no UTF-8 text: for each of them the result has the character \ufffd. Look for it before you use the values, and tell the service's administrator.";

function levelsOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = stringEnd(text, at + 1);
    else if (character === '[' || character === '{') most = Math.max(most, ++depth);
    else if (character === ']' || character === '}') depth -= 1;
  }
  return most;
}

/** Position of the quote that ends a string. */
function stringEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
  return at;
}
