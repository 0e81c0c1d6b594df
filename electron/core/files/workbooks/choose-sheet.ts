// Why: decision 0178.
import type { Guess } from '../../../../shared/contract/imports/reading.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { isFrontMatter, isListOfSheets, listsContacts, namesTwoColumns } from './front-matter.ts';
import type { Workbook } from './workbook.ts';

const wordsFor = {
  workbook: { file: 'workbook', sheet: 'sheet', sheets: 'sheets' },
  page: { file: 'page', sheet: 'table', sheets: 'tables' },
} as const;

/** The chosen sheet, or the first visible one with content that is not a cover before a table. Throws FileTrouble `noSheet` or `noRows`. */
export async function chooseSheet(
  workbook: Workbook,
  chosen: string | undefined,
): Promise<{ index: number; guess: Guess<string | null> }> {
  const { sheets } = workbook;
  const { file, sheet: one, sheets: several } = wordsFor[workbook.format === 'html' ? 'page' : 'workbook'];
  const names = sheets.map((sheet) => sheet.name);
  const taken = (index: number, certainty: Guess<string>['certainty'], reason: string) => {
    const alternatives = names.filter((_, other) => other !== index);
    return { index, guess: { value: names[index] ?? null, certainty, reason, alternatives } };
  };
  if (chosen !== undefined) {
    let index = names.indexOf(chosen);
    if (index === -1) index = names.findIndex((name) => name.trim().toLowerCase() === chosen.trim().toLowerCase());
    if (index === -1)
      throw new FileTrouble(
        'noSheet',
        `The ${file} has no ${one} "${chosen}". Its ${several} are: ${names.join(', ')}.`,
      );
    return taken(index, 'yours', 'You chose it.');
  }
  const filled = sheets.map((sheet, index) => ({ sheet, index })).filter(({ sheet }) => sheet.hasContent);
  const visible = filled.filter(({ sheet }) => !sheet.hidden);
  const table = await firstTable(
    workbook,
    visible.map(({ index }) => index),
  );
  const first = filled.find(({ index }) => index === table) ?? visible[0] ?? filled[0];
  if (first === undefined)
    throw new FileTrouble(
      'noRows',
      `The ${file} has no ${one} with content, so there is nothing to import. Choose another file.`,
    );
  if (sheets.length === 1) return taken(first.index, 'only', `The ${file} has one ${one}.`);
  if (filled.length === 1) return taken(first.index, 'certain', `It is the only ${one} with content.`);
  const why = first.sheet.hidden
    ? `It is the first ${one} with content, of ${filled.length} that have some. All of them are hidden.`
    : first === visible[0]
      ? `It is the first visible ${one} with content, of ${filled.length} that have some.`
      : `It is the first visible ${one} with ${one === 'table' ? 'rows of data' : 'a table'}; the ${several} before it look like a cover, a form or notes.`;
  return taken(first.index, 'likely', why);
}

/** Rows with content that tell a form or a text from a table. */
const readRows = 40;

/**
 * The first of the visible sheets that holds a table, else the first that holds a list of one or two columns; undefined when none
 * surely does. The rows of doubtful ones are read.
 */
async function firstTable(workbook: Workbook, visible: readonly number[]): Promise<number | undefined> {
  const lookOf = (index: number) => workbook.sheets[index]?.look;
  if (visible.length < 2) return undefined;
  let narrow: number | undefined;
  for (const index of visible) {
    const look = lookOf(index);
    if (look === 'table') return index;
    const isFirst = index === visible[0];
    if (look === 'other' && !isFirst) continue;
    const rows = await firstRows(workbook, index);
    const isList = listsContacts(rows);
    if (look !== 'short' && !isFirst) {
      if (isList || (look === 'thin' && namesTwoColumns(rows))) narrow ??= index;
      continue;
    }
    if (look === 'cover' && !isList) continue;
    const others = visible.filter((other) => other !== index).map((other) => workbook.sheets[other]?.name ?? '');
    if (!isFrontMatter(rows) && !isListOfSheets(rows, others)) return index;
  }
  return narrow;
}

async function firstRows(workbook: Workbook, index: number): Promise<string[][]> {
  const rows: string[][] = [];
  await workbook.readSheet(index, {
    row: (_line, cells) => {
      if (cells.some((cell) => cell.trim() !== '')) rows.push(cells);
      return rows.length < readRows;
    },
    remark: () => undefined,
  });
  return rows;
}
