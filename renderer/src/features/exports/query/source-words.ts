import type { ExportQuery } from '../../../../../shared/contract/exports/queries.ts';

/** In the order in which they are offered. */
export const SOURCES = ['simple', 'search', 'raw'] as const satisfies readonly ExportQuery['source'][];

export const SOURCE_WORDS: Readonly<Record<ExportQuery['source'], string>> = {
  simple: 'Lead search',
  search: 'Saved search',
  raw: 'Raw leads',
};
