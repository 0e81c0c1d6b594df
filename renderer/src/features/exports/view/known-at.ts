import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';

/** When the service was last asked for the leads of a result: fetched, or brought up to date. Unix milliseconds. */
export function knownAt({ startedAt, refreshedAt }: Pick<ExportSummary, 'startedAt' | 'refreshedAt'>): number {
  return refreshedAt ?? startedAt;
}

/** A text that changes when the rows of a result change; then everything from them is read again. */
export function editionOf({ state, refreshedAt }: Pick<ExportSummary, 'state' | 'refreshedAt'>): string {
  return `${state === 'running' ? 'running' : 'ended'} ${refreshedAt ?? 0}`;
}
