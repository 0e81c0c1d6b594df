import { DEFAULT_SAVE_FORMATS } from '../../../shared/contract/exports/save-formats.ts';
import type { LeadView } from '../../../shared/contract/exports/views.ts';
import { invalid } from '../foundation/failure.ts';
import type { AccountExports } from './account-exports.ts';
import type { StoredResults } from './stored-results.ts';
import { rowsOfView } from './view-handlers.ts';

/** The column of a lead's own id, and its name in the file that the ids are handed over in. */
const ID = 'uniqueId';

/**
 * Writes the ids of the leads of a view into a file, in its order: a JSON line for each lead, with null for one without an
 * id. The thread of the results writes them: a million ids never cross a thread as texts.
 *
 * @throws Failure `notFound` for a result that is gone, `validation` for one whose leads have no ids
 */
export async function writeLeadIds(
  exports: AccountExports,
  stored: StoredResults,
  { exportId, view, target }: { readonly exportId: string; readonly view: LeadView; readonly target: string },
  signal: AbortSignal,
): Promise<void> {
  using _reading = await stored.reading(exportId);
  const record = stored.find(exportId);
  const { path } = record;
  const column = record.columns.find((known) => known.path.toLowerCase() === ID.toLowerCase());
  if (column === undefined)
    throw invalid('The leads of this result have no id, so they cannot be named to the service.');
  const request = {
    ...(await rowsOfView(stored, record, view, signal)),
    target,
    format: DEFAULT_SAVE_FORMATS.jsonl,
    columns: [{ index: column.index, path: ID, name: ID }],
  } as const;
  await exports.results.ask({ kind: 'save', path, ...request }, { signal });
}
