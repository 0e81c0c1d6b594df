/** A formula that is only a text: with it, a spreadsheet program keeps the zeros of a number in a text file. */
const textFormula = /^="((?:[^"]|"")*)"$/;

/** The text of a cell that is written as ="01067"; null for any other cell. */
export function textOfFormula(cell: string): string | null {
  if (!mayBeTextFormula(cell)) return null;
  return textFormula.exec(cell.trimEnd())?.[1]?.replaceAll('""', '"') ?? null;
}

/** False for nearly every cell, at little cost. */
export function mayBeTextFormula(cell: string): boolean {
  return cell.startsWith('="');
}
