// Not by the index: it brings the schemas and the suggestions, and the reading thread starts before every preview.
import { isHeaderWord } from '../../../../shared/domain/mapping/words/header-word.ts';
import names from './column-names.json' with { type: 'json' };
import { typeOf } from './sheet-row.ts';

/**
 * Names of columns in languages that the mapping has no words for. They suggest no field; they only show which row is
 * the header where the header and the first row of data are both plain words.
 */
const words: ReadonlySet<string> = new Set(Object.values(names.wordsWithBlanks.words).flat());
const wholeNames: ReadonlySet<string> = new Set(Object.values(names.wholeNames.words).flat());

const anyLetter = /\p{L}/u;
/** Characters and words. A longer cell is a sentence, not the name of a column. */
const longestName = 60;
const mostWords = 4;

/** Whether a cell reads like the name of a column, in any language known here. */
export function isColumnName(text: string): boolean {
  // Most cells that are judged are numbers, dates and phones: no names, and rejected without a look at the words.
  if (text.length > longestName || !anyLetter.test(text)) return false;
  if (isHeaderWord(text)) return true;
  const bare = text
    .toLowerCase()
    .replace(/[\d\s:：*()（）._/-]+/gu, ' ')
    .trim();
  if (bare === '') return false;
  if (wholeNames.has(bare.replaceAll(' ', ''))) return true;
  const parts = bare.split(' ');
  return parts.length <= mostWords && parts.filter((part) => words.has(part)).length * 2 >= parts.length;
}

/** Share of the cells of a header that are names of columns. */
const leastNames = 0.5;

/**
 * Whether a row has only different words beside each other, of which the first and at least half are names of columns. A lead
 * without a phone has a gap there.
 */
export function areColumnNames(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const first = cells.findIndex((cell) => cell.trim() !== '');
  const isBesideOther = cells.slice(first, first + filled.length).every((cell) => cell.trim() !== '');
  const isWord = (cell: string) => typeOf(cell) === 'text' && !/\d/.test(cell);
  return (
    filled.length > 1 &&
    isBesideOther &&
    new Set(filled).size === filled.length &&
    filled.every(isWord) &&
    isColumnName(filled[0] ?? '') &&
    filled.filter(isColumnName).length >= filled.length * leastNames
  );
}
