import type { LeadName } from '../../../shared/contract/segments/segment-changes.ts';
import { viewSchema } from '../../../shared/contract/exports/views.ts';
import { leadName } from '../../../shared/domain/service/leads/lead-name.ts';
import { Failure } from '../foundation/failure.ts';
import type { AccountExports } from './account-exports.ts';
import type { StoredResults } from './stored-results.ts';

/** Results that are searched, the latest first: each is gone through once when the first name is looked for in it. */
const MOST_RESULTS = 5;

/** Names of leads as the latest results have them. */
export async function namesInResults(
  { book, views }: Pick<AccountExports, 'book' | 'views'>,
  stored: StoredResults,
  leadIds: readonly string[],
  signal: AbortSignal,
): Promise<LeadName[]> {
  const wanted = new Set(leadIds);
  const found: LeadName[] = [];
  const searched = book
    .all()
    .filter(({ rows, state, columns }) => rows > 0 && state !== 'running' && columns.some(isNamePart))
    .sort((one, other) => other.startedAt - one.startedAt)
    .slice(0, MOST_RESULTS);
  for (const { id, name, startedAt, columns } of searched) {
    const column = columns.find(({ path }) => path.toLowerCase() === 'uniqueid')?.index;
    if (wanted.size === 0 || column === undefined) continue;
    using reading = await readingOf(stored, id);
    if (reading === null) continue;
    const filter = { kind: 'values', column, values: [...wanted], empty: false, not: false } as const;
    const view = viewSchema.parse({ filters: [filter] });
    const { path } = stored.find(id);
    // A lead that the service sent several times has as many rows.
    const asked = { offset: 0, limit: 4 * wanted.size, marks: null };
    const page = await views.ask({ kind: 'page', path, view, ...asked }, { signal });
    for (const { cells } of page.rows) {
      const leadId = cells[column] ?? '';
      const called = leadName(cells, columns);
      if (called === '' || !wanted.delete(leadId)) continue;
      found.push({ leadId, name: called, from: 'result', source: name, at: startedAt });
    }
  }
  return found;
}

const isNamePart = ({ namePart }: { readonly namePart?: unknown }): boolean => namePart !== undefined;

/** Null for one that was deleted meanwhile: the others may have the names. */
async function readingOf(stored: StoredResults, id: string): Promise<Disposable | null> {
  try {
    return await stored.reading(id);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
