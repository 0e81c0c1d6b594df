import { isBlank, looksLikeNumber } from '../../../../shared/domain/files/cell-shapes.ts';
import type { Guess } from '../../../../shared/contract/imports/reading.ts';
import { guess } from '../foundation/guess.ts';
import { isColumnName } from '../table/column-names.ts';
import { splitHead } from './csv-records.ts';

/** Tried in this order. `weight`: how likely the character is a separator rather than content; 1 for a usual one. */
const candidates: readonly { delimiter: string; weight: number }[] = [
  { delimiter: ',', weight: 1 },
  { delimiter: ';', weight: 1 },
  { delimiter: '\t', weight: 1.05 },
  { delimiter: '|', weight: 1 },
  { delimiter: '\u001f', weight: 1 },
  { delimiter: '\u0001', weight: 1 },
  { delimiter: '\u001c', weight: 1 },
  { delimiter: '\u001d', weight: 1 },
  { delimiter: '^', weight: 0.9 },
  { delimiter: '~', weight: 0.9 },
  { delimiter: '§', weight: 0.9 },
  { delimiter: '¦', weight: 0.9 },
  { delimiter: '¬', weight: 0.9 },
  { delimiter: '||', weight: 1.1 },
  { delimiter: '::', weight: 0.6 },
  { delimiter: '#', weight: 0.45 },
  { delimiter: '*', weight: 0.45 },
  { delimiter: ':', weight: 0.25 },
  { delimiter: ' ', weight: 0.08 },
];

/** Separators that most files have, which a person is offered beside the one that is found. */
export const usualDelimiters = [',', ';', '\t', '|'];

/** Score. With a lower one the file is read as one column. */
const believable = 0.25;

export function delimiterName(delimiter: string): string {
  switch (delimiter) {
    case ',':
      return 'comma';
    case ';':
      return 'semicolon';
    case '\t':
      return 'tab';
    case '|':
      return 'vertical bar';
    case ' ':
      return 'space';
    case ':':
      return 'colon';
    default:
      return /^[\u0000-\u001f]$/.test(delimiter) ? `control character ${delimiter.charCodeAt(0)}` : `"${delimiter}"`;
  }
}

/** Why the values of rows that stand in one cell each are cut. */
export function cutReason(delimiter: string): string {
  return `Each row stands in one cell, with a ${delimiterName(delimiter)} between its values.`;
}

/** Rows of the head that are cut to judge a separator. */
const mostJudged = 300;
/** Share of the rows. Where fewer have as many cells as each other, the separator may stand inside of values. */
const cutAlike = 0.9;

/** Whether a separator cuts nearly all rows of the head into the same number of cells. */
export function cutsAlike(text: string, delimiter: string, whole: boolean): boolean {
  const used = splitHead(text, delimiter, mostJudged, whole).filter((cells) => !cells.every(isBlank));
  const counts = [...Map.groupBy(used, (cells) => cells.length).values()].map((rows) => rows.length);
  return Math.max(0, ...counts) >= used.length * cutAlike;
}

/** The separator in Excel's hint line (`sep=;`), or null. */
export function hintedDelimiter(text: string): string | null {
  return /^"?sep=(.)"?\r?(?:\n|$)/i.exec(text)?.[1] ?? null;
}

/**
 * The separator of the columns: the one that cuts most rows of the head into the same number of cells; more columns score
 * higher. `text`: the decoded head. `whole`: it is the entire file.
 */
export function guessDelimiter(text: string, whole: boolean): Guess<string> {
  const hinted = hintedDelimiter(text);
  if (hinted !== null)
    return (
      insteadOfHint(text, hinted, whole) ?? guess(hinted, 'certain', 'The first line of the file names it (sep=).')
    );
  return bestDelimiter(text, whole);
}

function bestDelimiter(text: string, whole: boolean): Guess<string> {
  const cut = [...candidates, ...severalCharacters(text)]
    .filter((candidate) => text.includes(candidate.delimiter))
    .flatMap((candidate) => score(text, candidate.delimiter, whole).map((found) => ({ ...candidate, ...found })));
  const cutsAll = cut.some((entry) => entry.share === 1 && entry.weight >= 0.9 && entry.records >= 3);
  const scored = cut
    .map((entry) => ({ ...entry, score: entry.score * entry.weight * headerFactor(entry, cutsAll) }))
    .filter((entry) => entry.score > 0)
    .sort((left, right) => right.score - left.score);
  const best = longerForm(scored);
  if (best === undefined || best.score < believable) return oneColumn(text, whole);
  const second = scored.find((entry) => entry !== best);
  const alternatives = new Set([...scored.slice(0, 4).map((entry) => entry.delimiter), ...usualDelimiters]);
  const certainty =
    best.share > 0.95 && best.score > (second?.score ?? 0) * 1.8
      ? 'certain'
      : best.score > (second?.score ?? 0) * 1.3
        ? 'likely'
        : 'guess';
  const percent = Math.round(best.share * 100);
  const most = percent === 100 ? 'every row of the beginning has' : `${percent} % of the rows of the beginning have`;
  // Nobody has seen where the row ends.
  const has = best.records === 1 && !whole ? 'the first row has at least' : most;
  const reason = `With a ${delimiterName(best.delimiter)}, ${has} ${best.columns} columns.`;
  return guess(best.delimiter, certainty, reason, [...alternatives]);
}

/** Another separator, where hardly any row below the hint line has the one that it names; null where the hint is right. */
function insteadOfHint(text: string, hinted: string, whole: boolean): Guess<string> | null {
  const lineEnd = text.indexOf('\n');
  if (lineEnd === -1) return null;
  const below = text.slice(lineEnd + 1);
  const records = splitHead(below, hinted, mostJudged, whole);
  if (records.filter((cells) => cells.length > 1).length * 2 >= records.length) return null;
  // A second such line is a row: a file of nothing else would be looked at once for each.
  const best = bestDelimiter(below, whole);
  if (best.certainty === 'only') return null;
  const reason = `The first line of the file names a ${delimiterName(hinted)}, but hardly any row has one. ${best.reason}`;
  return { ...best, certainty: best.certainty === 'certain' ? 'likely' : best.certainty, reason };
}

interface Cut {
  delimiter: string;
  weight: number;
  score: number;
  /** Share of the rows that have `columns` cells. */
  share: number;
  columns: number;
  /** Rows with content in the head. */
  records: number;
  /** The first two of them. */
  top: readonly (readonly string[])[];
  /** Nearly always followed by a blank, as signs in a sentence are. */
  isLoose: boolean;
}

/** Separators of two to four signs in the first row with content ("||", "#|#"). */
function severalCharacters(text: string): { delimiter: string; weight: number }[] {
  const first = /.*/.exec(text.trimStart())?.[0] ?? '';
  const found = first.match(/(?<=[\p{L}\p{N}"])[|~^#*<>$%&=!§¦]{2,4}(?=[\p{L}\p{N}"])/gu) ?? [];
  return [...new Set(found)]
    .filter((delimiter) => !candidates.some((known) => known.delimiter === delimiter))
    .map((delimiter) => ({ delimiter, weight: 1 }));
}

/** The long form of a separator: one of its characters alone also cuts the rows, with empty or odd cells between. */
function longerForm(scored: readonly Cut[]): Cut | undefined {
  const best = scored[0];
  if (best === undefined) return best;
  const longer = scored.find(({ delimiter, columns, share }) => {
    const times = delimiter.split(best.delimiter).length - 1;
    return delimiter.length > 1 && times > 0 && (columns - 1) * times === best.columns - 1 && share >= best.share;
  });
  return longer ?? best;
}

/** Factor of the score. The first row is mostly the header; a separator that does not cut it is doubtful. */
function headerFactor(cut: Cut, anotherCutsAll: boolean): number {
  const [first = [], second = []] = cut.top;
  if (first.length > 1) return 1;
  if (cut.weight < 0.5) return 0;
  // The name of one column above addresses: "Nygade 1, 8000 Odense, Danmark".
  const isName = (cell: string) => isColumnName(cell.trim());
  if (cut.isLoose && cut.columns > 2 && first.every(isName) && !second.every(isName)) return 0;
  if (cut.isLoose && cut.columns === 2) return 0.15;
  return anotherCutsAll ? 0.5 : 1;
}

/** The file has one column: chooses a separator that occurs only inside quotation marks, so that values stay whole. */
function oneColumn(text: string, whole: boolean): Guess<string> {
  const unused = [...usualDelimiters, '\u001f'].find((delimiter) => {
    const records = splitHead(text, delimiter, mostJudged, whole);
    const isUnused = records.every((cells) => cells.length === 1);
    // Separators and nothing else: a table without content.
    return isUnused || records.every((cells) => cells.every((cell) => isBlank(cell)));
  });
  const why = 'No character cuts most rows into the same number of columns, so the file has one column.';
  return guess(unused ?? ',', 'only', why, usualDelimiters);
}

/** Nothing for a separator that cuts no row. */
function score(text: string, delimiter: string, whole: boolean): Omit<Cut, 'delimiter' | 'weight'>[] {
  const records = splitHead(text, delimiter, mostJudged, whole);
  const used = records.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const [first] = used;
  if (first === undefined || (delimiter === ':' && isInValues(used))) return [];
  const counts = new Map<number, number>();
  for (const cells of used) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const widths = [...counts]
    .filter(([width]) => width > 1)
    .map(([width, count]) => {
      // Rows with one cell more or less are ragged rows of the same table, not evidence against it.
      const near =
        (counts.get(width - 1) ?? 0) * (width > 3 ? 0.6 : 0) + (counts.get(width + 1) ?? 0) * (width > 2 ? 0.6 : 0);
      const agreeing = (count + near) / used.length;
      return { columns: width, share: count / used.length, value: agreeing * agreeing * Math.log2(width + 1) };
    });
  const behind = used.flatMap((cells) => cells.slice(1));
  const isLoose = behind.filter((cell) => cell.startsWith(' ')).length >= behind.length * 0.9;
  return widths
    .toSorted((one, other) => other.value - one.value)
    .slice(0, 1)
    .map(({ columns, share, value }) => ({
      ...{ columns, share, records: used.length, top: used.slice(0, 2), isLoose },
      score: value * (0.4 + 0.6 * cleanShare(used, columns, delimiter)),
    }));
}

/** Whether the colons belong to times of day or web addresses. */
function isInValues(records: readonly string[][]): boolean {
  const holding = records.filter((cells) => /\b\d{1,2}:\d{2}\b|:\/\//.test(cells.join(':')));
  return holding.length * 2 >= records.length;
}

/** Separators that a cell may have as content. `tight`: without a blank behind it, so not the sign of a sentence. */
const otherSeparators = [
  { other: ',', tight: /,(?! )/ },
  { other: ';', tight: /;(?! )/ },
  { other: '\t', tight: /\t(?! )/ },
  { other: '|', tight: /\|(?! )/ },
];

/** Share of cells without another separator; decimal commas and commas in sentences are not separators. */
function cleanShare(records: readonly string[][], columns: number, delimiter: string): number {
  let cells = 0;
  let clean = 0;
  for (const record of records) {
    if (record.length !== columns) continue;
    for (const cell of record) {
      if (cell === '') continue;
      cells += 1;
      if (isClean(cell, delimiter)) clean += 1;
    }
  }
  return clean / cells;
}

function isClean(cell: string, delimiter: string): boolean {
  if (cell.split('"').length % 2 === 0) return false;
  for (const { other, tight } of otherSeparators) {
    if (!cell.includes(other) || delimiter.includes(other)) continue;
    if (!looksLikeNumber(cell.trim()) && tight.test(cell)) return false;
  }
  return true;
}
