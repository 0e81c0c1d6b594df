import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { knownAt } from '../view/known-at.ts';

/** Bytes of all results together. */
export function storedBytes(results: readonly Pick<ExportSummary, 'storedBytes'>[]): number {
  return results.reduce((sum, result) => sum + result.storedBytes, 0);
}

/** Why a result cannot be deleted in a clean-up; null: it can. */
export function heldBecause(result: Pick<ExportSummary, 'id' | 'state'>, openIds: ReadonlySet<string>): string | null {
  if (result.state === 'running') return 'still arriving';
  return openIds.has(result.id) ? 'open now' : null;
}

/**
 * Ids of the oldest results whose deletion brings the rest within the limit, without those that are held; one that was brought
 * up to date is as old as that. Empty when the results are within it already.
 *
 * @param limit bytes; null: none
 */
export function suggestedToDelete(
  results: readonly Pick<ExportSummary, 'id' | 'state' | 'startedAt' | 'refreshedAt' | 'storedBytes'>[],
  openIds: ReadonlySet<string>,
  limit: number | null,
): string[] {
  if (limit === null) return [];
  let over = storedBytes(results) - limit;
  const chosen: string[] = [];
  for (const result of [...results].sort((one, other) => knownAt(one) - knownAt(other))) {
    if (over <= 0) break;
    if (heldBecause(result, openIds) !== null) continue;
    chosen.push(result.id);
    over -= result.storedBytes;
  }
  return chosen;
}
