import type { ExportQuery, WrittenQuery } from '../../../shared/contract/exports/queries.ts';
import { sinceWords } from '../../../shared/domain/service/queries/relative-since.ts';
import { leadClosure, leadStatus } from '../../../shared/domain/service/leads/lead-status.ts';

/** In the order in which they are offered. */
export const SOURCES = ['simple', 'search', 'raw'] as const satisfies readonly ExportQuery['source'][];

export const SOURCE_WORDS: Readonly<Record<ExportQuery['source'], string>> = {
  simple: 'Lead search',
  search: 'Saved search',
  raw: 'Raw leads',
};

/** Statuses and closures that are named; more are counted. */
const NAMED = 2;

/** "Raw leads, New, since 2026-11-20": what tells a result from others of the same projects. */
export function queryWords(query: ExportQuery): string {
  const filters =
    query.source === 'search'
      ? query.answer === 'csv'
        ? ['as CSV']
        : []
      : [
          ...query.statuses.map((name) => leadStatus(name)?.label ?? name),
          ...query.closures.map((name) => leadClosure(name)?.label ?? name),
        ];
  const more = filters.length > NAMED ? [`${filters.length - NAMED} more`] : [];
  const since = query.modifiedFrom === null ? [] : [`since ${query.modifiedFrom.replace('T', ' ')}`];
  return [SOURCE_WORDS[query.source], ...filters.slice(0, NAMED), ...more, ...since].join(', ');
}

/** "Lead search, since yesterday": what a saved query asks for, and which beginning it will have. */
export function writtenWords({ source, modifiedFrom }: Pick<WrittenQuery, 'source' | 'modifiedFrom'>): string {
  const isRelative = modifiedFrom !== null && typeof modifiedFrom === 'object';
  return isRelative ? `${SOURCE_WORDS[source]}, since ${sinceWords(modifiedFrom)}` : SOURCE_WORDS[source];
}
