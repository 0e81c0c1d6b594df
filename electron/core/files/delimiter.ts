import { looksLikeNumber } from '../../../shared/domain/cells-shapes.ts';
import type { Guess } from '../../../shared/contract/reading.ts';
import { splitHead } from './csv-records.ts';

/** Asked in this order; the weight is how likely the character is to separate rather than to be content. */
const candidates: readonly { delimiter: string; weight: number }[] = [
  { delimiter: ',', weight: 1 },
  { delimiter: ';', weight: 1 },
  { delimiter: '\t', weight: 1.05 },
  { delimiter: '|', weight: 1 },
  { delimiter: '\u001f', weight: 1 },
  { delimiter: '\u0001', weight: 1 },
  { delimiter: '^', weight: 0.9 },
  { delimiter: '~', weight: 0.9 },
  { delimiter: '§', weight: 0.9 },
  { delimiter: '¦', weight: 0.9 },
  { delimiter: '||', weight: 1.1 },
  { delimiter: '::', weight: 0.6 },
  { delimiter: ':', weight: 0.25 },
  { delimiter: ' ', weight: 0.08 },
];

/** Weight below which a found delimiter is not believed and the file is read as one column. */
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

/** The separator Excel's own hint line names (`sep=;`), or null. */
export function hintedDelimiter(text: string): string | null {
  return /^"?sep=(.)"?\r?(?:\n|$)/i.exec(text.slice(0, 20))?.[1] ?? null;
}

/**
 * Which character separates the columns: the one that cuts most rows of the head into the same number of cells, more
 * columns counting for more. `text` is the decoded head; `whole`: it is the entire file.
 */
export function guessDelimiter(text: string, whole: boolean): Guess<string> {
  const hinted = hintedDelimiter(text);
  if (hinted !== null)
    return {
      value: hinted,
      certainty: 'certain',
      reason: 'The first line of the file names it (sep=).',
      alternatives: [],
    };
  const scored = candidates
    .filter((candidate) => text.includes(candidate.delimiter))
    .map((candidate) => ({ ...candidate, ...score(text, candidate.delimiter, whole) }))
    .map((entry) => ({ ...entry, score: entry.score * entry.weight }))
    .filter((entry) => entry.score > 0)
    .sort((left, right) => right.score - left.score);
  const best = scored[0];
  if (best === undefined || best.score < believable) {
    return {
      value: ',',
      certainty: 'only',
      reason: 'No character separates columns in the same way in most rows; the file has one column.',
      alternatives: [';', '\t', '|'],
    };
  }
  const second = scored[1];
  const alternatives = [...scored.slice(1, 4).map((entry) => entry.delimiter), ',', ';', '\t', '|'].filter(
    (value, index, all) => value !== best.delimiter && all.indexOf(value) === index,
  );
  const certainty =
    best.share > 0.95 && best.score > (second?.score ?? 0) * 1.8
      ? 'certain'
      : best.score > (second?.score ?? 0) * 1.3
        ? 'likely'
        : 'guess';
  const percent = Math.round(best.share * 100);
  return {
    value: best.delimiter,
    certainty,
    reason: `With a ${delimiterName(best.delimiter)}, ${percent === 100 ? 'every row' : `${percent} % of the rows`} of the beginning ${percent === 100 ? 'has' : 'have'} ${best.columns} columns.`,
    alternatives,
  };
}

function score(text: string, delimiter: string, whole: boolean): { score: number; share: number; columns: number } {
  const records = splitHead(text, delimiter, 300, whole);
  const used = records.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  if (used.length === 0) return { score: 0, share: 0, columns: 0 };
  const counts = new Map<number, number>();
  for (const cells of used) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let columns = 0;
  let best = 0;
  let share = 0;
  for (const [width, count] of counts) {
    if (width < 2) continue;
    // Rows with a cell more or less are ragged rows of the same table, not evidence against it.
    const near =
      (counts.get(width - 1) ?? 0) * (width > 3 ? 0.6 : 0) + (counts.get(width + 1) ?? 0) * (width > 2 ? 0.6 : 0);
    const agreeing = Math.min(1, (count + near) / used.length);
    const value = agreeing * agreeing * Math.log2(width + 1);
    if (value > best) {
      best = value;
      columns = width;
      share = count / used.length;
    }
  }
  return { score: best * (0.4 + 0.6 * cleanShare(used, columns, delimiter)), share, columns };
}

/** Separators that a cell may hold as content; `tight`: not followed by a blank, as in a sentence. */
const otherSeparators = [
  { other: ',', tight: /,(?! )/ },
  { other: ';', tight: /;(?! )/ },
  { other: '\t', tight: /\t(?! )/ },
  { other: '|', tight: /\|(?! )/ },
];

/** Share of cells that hold no other separator; a decimal comma and a comma in a sentence do not count as one. */
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
  return cells === 0 ? 0.5 : clean / cells;
}

function isClean(cell: string, delimiter: string): boolean {
  if (cell.includes('"') && (cell.match(/"/g) ?? []).length % 2 === 1) return false;
  for (const { other, tight } of otherSeparators) {
    if (!cell.includes(other) || delimiter.includes(other)) continue;
    if (!looksLikeNumber(cell.trim()) && tight.test(cell)) return false;
  }
  return true;
}
