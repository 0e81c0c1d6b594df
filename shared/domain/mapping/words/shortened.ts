// Why: decision 0550.
import { allPhrases, type Phrase, phrasesOf } from './header-phrases.ts';
import {
  codeWords,
  customerWords,
  nameWords,
  numberWords,
  otherHeaderWords,
  placeWords,
  plainWords,
  turningWords,
} from './header-qualifiers.ts';
import { headerTokens } from './header-tokens.ts';

/** Headers that people shorten: "Code post.", "Data urodz.", "Эл. адрес". */

/** Letters. A shorter beginning of a word is that of too many others. */
const SHORTEST = 2;
/** Letters of the words beside it, where all of them are shortened. */
const SHORTEST_ALONE = 3;
/** Letters of a header of one word. */
const SHORTEST_ONE = 5;
/** Share of the letters of the word that such a header begins. */
const MOST_OF_IT = 0.6;

/** Whole words, dot or not: "Order no." is not the notes of an order. */
const wholeWords = [numberWords, codeWords, nameWords, turningWords];

interface Shortened {
  readonly word: string;
  readonly isCut: boolean;
}

/** The phrases whose words a header begins, each word that is cut with a dot behind it; none unless they mean one field. */
export function shortenedPhrases(header: string): readonly Phrase[] {
  if (!header.includes('.')) return [];
  const words = wordsOf(header);
  const cut = words.filter(({ isCut }) => isCut);
  if (cut.length === 0 || cut.some(({ word }) => word.length < SHORTEST)) return [];
  const [first] = words;
  if (words.length === 1 && (first === undefined || first.word.length < SHORTEST_ONE || beginsOther(first.word)))
    return [];
  const whole = words.filter(({ isCut }) => !isCut);
  if (whole.length === 0 && cut.some(({ word }) => word.length < SHORTEST_ALONE)) return [];
  // "Cont. no." may be the number of a contact or a contract.
  if (whole.length > 0 && whole.every(({ word }) => word.length === 1 || numberWords.has(word))) return [];
  const found = allPhrases().filter(
    ({ tokens }) =>
      tokens.length === words.length &&
      words.every(({ word, isCut }, at) => (isCut ? (tokens[at] ?? '').startsWith(word) : tokens[at] === word)) &&
      (words.length > 1 || (first?.word.length ?? 0) >= (tokens[0] ?? '').length * MOST_OF_IT),
  );
  return new Set(found.map(({ concept }) => concept)).size === 1 ? found.slice(0, 1) : [];
}

const others = [turningWords, plainWords, customerWords, otherHeaderWords, new Set(placeWords.keys())];

/** "Regist." may be a date of registration as well as a number; "Ansprechp." is what the whole word is. */
function beginsOther(beginning: string): boolean {
  const isOther = (word: string) => word.startsWith(beginning) && phrasesOf([word]).length === 0;
  return others.some((words) => [...words].some(isOther));
}

function wordsOf(header: string): Shortened[] {
  return header.split(/(?<=\.)|[\s/]+/u).flatMap((part) =>
    headerTokens(part).map((word, at, all) => {
      const isWhole = wholeWords.some((words) => words.has(word));
      return { word, isCut: part.endsWith('.') && at === all.length - 1 && !isWhole };
    }),
  );
}
