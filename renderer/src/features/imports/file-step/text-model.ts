import type { TextLine } from '../../../../../shared/contract/imports/file-text.ts';
import type { ProblemKind, Reading } from '../../../../../shared/contract/imports/reading.ts';
import { isBesideTheRows } from './reading-model.ts';

/** Lines loaded at first: more than a window shows. */
export const FIRST_LINES = 100;

/** Lines that are loaded to bring a row into view; further down the person asks for more. */
export const SEARCHED_LINES = 2_000;

/** A piece of a line: text as it is, or something that could not be seen or would be taken for something else. */
export interface TextPart {
  readonly kind: 'text' | 'delimiter' | 'mark';
  /** What is shown. */
  readonly text: string;
  /** What it is, in words; empty for text. */
  readonly meaning: string;
}

const NAMES: Readonly<Record<number, readonly [shown: string, meaning: string]>> = {
  0x00: ['NUL', 'a null character, removed when the file is read'],
  0x09: ['→', 'a tab'],
  0x0a: ['↵', 'a line break within the cell'],
  0x0b: ['VT', 'a vertical tab'],
  0x0c: ['FF', 'a page break'],
  0x0d: ['CR', 'a carriage return within the cell'],
  0x1a: ['SUB', 'an end-of-file mark of old programs'],
  0x1b: ['ESC', 'an escape character'],
  0x7f: ['DEL', 'a delete character'],
  0xa0: ['NBSP', 'a space that does not break'],
  0xad: ['SHY', 'a hyphen that shows only at the end of a line'],
  0x061c: ['ALM', 'changes the writing direction'],
  0x200b: ['ZWSP', 'a space without width'],
  0x200c: ['ZWNJ', 'a character without width'],
  0x200d: ['ZWJ', 'joins two characters, without width'],
  0x200e: ['LRM', 'changes the writing direction'],
  0x200f: ['RLM', 'changes the writing direction'],
  0x2028: ['LS', 'a line break within a cell'],
  0x2029: ['PS', 'a paragraph break within a cell'],
  0x202a: ['LRE', 'changes the writing direction'],
  0x202b: ['RLE', 'changes the writing direction'],
  0x202c: ['PDF', 'ends a changed writing direction'],
  0x202d: ['LRO', 'changes the writing direction'],
  0x202e: ['RLO', 'changes the writing direction: what follows is not in the order it seems to be'],
  0x202f: ['NNBSP', 'a narrow space that does not break'],
  0x2060: ['WJ', 'a character without width'],
  0x2066: ['LRI', 'changes the writing direction'],
  0x2067: ['RLI', 'changes the writing direction'],
  0x2068: ['FSI', 'changes the writing direction'],
  0x2069: ['PDI', 'ends a changed writing direction'],
  0x3000: ['IDSP', 'a wide space'],
  0xfeff: ['BOM', 'the byte order mark'],
  0xfffd: ['�', 'bytes that are no character in this encoding'],
};

/** Controls, formats, separators but the plain space, lone surrogates (stray bytes), and the replacement character. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffd]|(?! )\p{Zs}/gu;

/** Something in a cell would not be seen, or changes how the rest is seen. */
export function hasUnseen(cell: string): boolean {
  return cell.search(UNSEEN) !== -1 || cell.startsWith(' ') || cell.endsWith(' ');
}

/**
 * A line with everything invisible made visible. `isInCell`: it begins inside a quoted cell of the line above, so its
 * first delimiters may be content.
 */
export function visibleParts(text: string, delimiter: string, isInCell: boolean): TextPart[] {
  const parts: TextPart[] = [];
  let isQuoted = isInCell;
  let from = 0;
  const flush = (to: number) => {
    if (to > from) parts.push(...plainParts(text.slice(from, to)));
  };
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (isQuoted || delimiter === '' || !text.startsWith(delimiter, at)) continue;
    flush(at);
    parts.push({ kind: 'delimiter', text: shownDelimiter(delimiter), meaning: 'separates two cells' });
    at += delimiter.length - 1;
    from = at + 1;
  }
  flush(text.length);
  return runsTogether(parts);
}

/** Marks in a row that are shown one by one; more of the same become one with their number. */
const LONGEST_RUN = 3;

/** Padding is hundreds of spaces, and a damaged file thousands of null characters. */
function runsTogether(parts: readonly TextPart[]): TextPart[] {
  const result: TextPart[] = [];
  for (let at = 0; at < parts.length;) {
    const part = parts[at] as TextPart;
    let end = at + 1;
    while (part.kind === 'mark' && parts[end]?.kind === 'mark' && parts[end]?.text === part.text) end += 1;
    const count = end - at;
    if (count > LONGEST_RUN)
      result.push({ kind: 'mark', text: `${part.text}×${count}`, meaning: `${count} times ${part.meaning}` });
    else result.push(...parts.slice(at, end));
    at = end;
  }
  return result;
}

function shownDelimiter(delimiter: string): string {
  if (delimiter === ' ') return '␣';
  return [...delimiter].map((character) => (/\p{Cc}/u.test(character) ? markFor(character).text : character)).join('');
}

/** The text of one cell. Spaces at its edges are shown: without marks, nobody sees that the cell has any. */
function plainParts(cell: string): TextPart[] {
  const parts: TextPart[] = [];
  const words = cell.trim() === '' ? 0 : cell.length - cell.trimStart().length;
  const ending = cell.trim() === '' ? cell.length : cell.length - cell.trimEnd().length;
  const show = (text: string, isEdge: boolean) => {
    let from = 0;
    for (const found of text.matchAll(isEdge ? /[\s\S]/gu : UNSEEN)) {
      if (found.index > from) parts.push({ kind: 'text', text: text.slice(from, found.index), meaning: '' });
      parts.push(markFor(found[0]));
      from = found.index + found[0].length;
    }
    if (from < text.length) parts.push({ kind: 'text', text: text.slice(from), meaning: '' });
  };
  show(cell.slice(0, words), true);
  show(cell.slice(words, cell.length - ending), false);
  show(cell.slice(cell.length - ending), true);
  return parts;
}

function markFor(character: string): TextPart {
  const code = character.codePointAt(0) ?? 0;
  if (character === ' ') return { kind: 'mark', text: '·', meaning: 'a space' };
  const named = NAMES[code];
  if (named !== undefined) return { kind: 'mark', text: named[0], meaning: `${named[1]} (${codeName(code)})` };
  // The core hands stray bytes over in this range.
  if (code >= 0xdc80 && code <= 0xdcff) {
    const byte = (code - 0xdc00).toString(16).toUpperCase();
    return { kind: 'mark', text: byte, meaning: `byte ${byte}, which is no character in this encoding` };
  }
  return { kind: 'mark', text: codeName(code), meaning: `an invisible character (${codeName(code)})` };
}

function codeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

export type LineRole = 'header' | 'above' | 'below' | 'heading' | 'blank' | 'hint' | 'data';

/** What concerns the whole workbook and has no line. */
const WITHOUT_LINE: ReadonlySet<ProblemKind> = new Set([
  'otherSheets',
  'hiddenSheet',
  'macros',
  'cutOff',
  'apostrophes',
  'wholeRows',
]);

export function hasNoLine(kind: ProblemKind): boolean {
  return WITHOUT_LINE.has(kind);
}

/** A text file has lines that can be shown; a workbook has none. */
export function hasLines({ format }: Pick<Reading, 'format'>): boolean {
  return format === 'csv';
}

/** Where the preview can show a line of this kind; null: it can only be listed. */
export function shownIn(kind: ProblemKind, line: number, hasText: boolean): 'text' | 'table' | null {
  if (WITHOUT_LINE.has(kind)) return null;
  if (!isBesideTheRows(kind)) return 'table';
  return hasText && line <= SEARCHED_LINES ? 'text' : null;
}

export const ROLE_WORDS: Readonly<Record<LineRole, string>> = {
  header: 'header',
  above: 'left out',
  below: 'left out',
  heading: 'heading',
  blank: 'blank',
  hint: 'separator',
  data: '',
};

/** What the reader took a line for. Lines whose row is not known count as data. */
export function lineRole(line: Pick<TextLine, 'row' | 'text'>, reading: Reading): LineRole {
  const { row, text } = line;
  if (row === null) return 'data';
  if (row === 1 && /^\ufeff?"?sep=/i.test(text)) return 'hint';
  if (row === reading.headerLine.value) return 'header';
  if (text.trim() === '') return 'blank';
  if (row < reading.firstDataLine.value) return 'above';
  if (row > reading.lastDataLine.value) return 'below';
  const headings = reading.problems.find((problem) => problem.kind === 'sectionRows');
  return headings?.examples.some((example) => example.line === row) === true ? 'heading' : 'data';
}
