import type { SheetRow } from './sheet-row.ts';

/** A formula that is only a text: with it, a spreadsheet program keeps the zeros of a number in a text file. */
const textFormula = /^="((?:[^"]|"")*)"$/;

/** The text of a cell that is written as ="01067"; null for any other cell. */
export function textOfFormula(cell: string): string | null {
  if (!cell.startsWith('="')) return null;
  return textFormula.exec(cell.trimEnd())?.[1]?.replaceAll('""', '"') ?? null;
}

/** Whether a table has such cells, judged by its first rows. */
export function hasTextFormulas(rows: readonly SheetRow[]): boolean {
  return rows.some(({ cells }) => cells.some((cell) => textOfFormula(cell) !== null));
}
