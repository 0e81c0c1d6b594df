import type { ExportColumn } from '../../../contract/exports/exports.ts';

type NameColumn = Pick<ExportColumn, 'index' | 'namePart'>;

/** Whether the name of a lead is in several columns: parts of it, or those of several campaigns. */
export function showsNames(columns: readonly NameColumn[]): boolean {
  return columns.filter(({ namePart }) => namePart !== undefined).length > 1;
}

const PARTS = ['first', 'middle', 'last'] as const;

/** The name of a lead: the whole one where it has one, else its parts in their order; '' without any. */
export function leadName(cells: readonly (string | null)[], columns: readonly NameColumn[]): string {
  const part = (wanted: NonNullable<ExportColumn['namePart']>): string => {
    for (const { index, namePart } of columns) {
      const value = namePart === wanted ? (cells[index] ?? '').trim() : '';
      if (value !== '') return value;
    }
    return '';
  };
  const whole = part('whole');
  if (whole !== '') return whole;
  return PARTS.map(part)
    .filter((value) => value !== '')
    .join(' ');
}
