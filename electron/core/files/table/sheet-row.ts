import {
  isBlank,
  looksLikeDate,
  looksLikeEmail,
  looksLikeNumber,
  looksLikeUrl,
} from '../../../../shared/domain/files/cell-shapes.ts';
import { holdsPhone } from '../../../../shared/domain/phones/phone-in-cell.ts';

/** A row before it is decided whether it is title, header or data. `line` counts from 1 and includes blank rows. */
export interface SheetRow {
  line: number;
  cells: string[];
}

export type CellType = 'empty' | 'number' | 'date' | 'email' | 'phone' | 'url' | 'text';

export function typeOf(cell: string): CellType {
  const text = cell.trim();
  if (text === '') return 'empty';
  if (looksLikeEmail(text)) return 'email';
  if (looksLikeDate(text)) return 'date';
  if (looksLikeNumber(text)) return 'number';
  if (holdsPhone(text)) return 'phone';
  if (looksLikeUrl(text)) return 'url';
  return 'text';
}

export function filledCount(cells: readonly string[]): number {
  let filled = 0;
  for (const cell of cells) if (!isBlank(cell)) filled += 1;
  return filled;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The values of a row in one line, as an example of a problem: at most 12, each cut at 60 characters. */
export function rowText(cells: readonly string[]): string {
  return cells
    .filter((cell) => !isBlank(cell))
    .slice(0, 12)
    .map((cell) => cell.trim().slice(0, 60))
    .join(' | ');
}

export function isBlankRow(cells: readonly string[]): boolean {
  for (const cell of cells) if (!isBlank(cell)) return false;
  return true;
}
