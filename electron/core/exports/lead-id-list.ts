import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LeadView } from '../../../shared/contract/exports/views.ts';
import { invalid } from '../foundation/failure.ts';
import { makeOwnFolder } from '../storage/own-folder.ts';
import type { AccountExports } from './account-exports.ts';
import type { StoredResults } from './stored-results.ts';
import { viewOf } from './view-handlers.ts';

/** The column of a lead's own id, and its name in the file that the ids are handed over in. */
const ID = 'uniqueId';

/**
 * The ids of the leads of a view, in its order; empty texts for leads without one. They are written by the thread of the
 * results and read here: a million ids never cross a thread as texts.
 *
 * @param folder for a file that is removed again
 * @throws Failure `notFound` for a result that is gone, `validation` for one whose leads have no ids
 */
export async function leadIdsOf(
  exports: AccountExports,
  stored: StoredResults,
  { exportId, view, folder }: { readonly exportId: string; readonly view: LeadView; readonly folder: string },
  signal: AbortSignal,
): Promise<string[]> {
  const { path, columns, state } = stored.find(exportId);
  const column = columns.find((known) => known.path.toLowerCase() === ID.toLowerCase());
  if (column === undefined)
    throw invalid('The leads of this result have no id, so they cannot be named to the service.');
  const numbers = await stored.views.ask({ kind: 'numbers', path, view: viewOf(view) }, { signal });
  makeOwnFolder(folder);
  const own = mkdtempSync(join(folder, 'lead-ids-'));
  try {
    const target = join(own, 'ids.jsonl');
    const request = {
      rows: numbers.rows,
      edits: state === 'running' ? null : numbers.edits,
      target,
      format: { format: 'jsonl' },
      columns: [{ index: column.index, path: ID, name: ID }],
    } as const;
    await exports.results.ask({ kind: 'save', path, ...request }, { signal });
    return readFileSync(target, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map(idIn);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function idIn(line: string): string {
  const { [ID]: id } = JSON.parse(line) as { readonly [ID]?: unknown };
  return typeof id === 'string' ? id : '';
}
