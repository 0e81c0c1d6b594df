import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../files/foundation/file-hash.ts';
import { FileTrouble } from '../../files/foundation/file-trouble.ts';
import type { ColumnForm } from '../../files/writing/column-types.ts';
import { ParquetFile } from '../../files/writing/parquet-file.ts';
import type { IncomingLeads } from './incoming-leads.ts';
import type { DatasetFile } from './manifest.ts';

/** Whether a file has a lead that came again. */
export async function hasAny(path: string, idColumn: string, incoming: IncomingLeads): Promise<boolean> {
  await using file = await ParquetFile.open(path);
  for await (const rows of file.rows([idColumn]))
    if (rows.some(([id]) => incoming.find(id ?? '') !== null)) return true;
  return false;
}

/**
 * Drops the leads that came with an older state than this file has. `forms`: of the two columns, as in the file. Answers
 * how many.
 */
export async function dropOlder(
  path: string,
  columns: readonly [id: string, time: string],
  forms: readonly ColumnForm[],
  incoming: IncomingLeads,
  shownBefore: string | null,
): Promise<number> {
  let dropped = 0;
  await using file = await ParquetFile.open(path);
  for await (const rows of file.rows(columns, forms)) dropped += incoming.dropOlder(rows, shownBefore);
  return dropped;
}

/** What another program changed is not copied as ours. */
export async function refuseChanged(folder: string, file: DatasetFile): Promise<void> {
  const path = join(folder, file.path);
  if (statSync(path, { throwIfNoEntry: false })?.size === file.bytes && (await hashOf(path)) === file.sha256) return;
  throw new FileTrouble(
    'changed',
    `"${file.path}" is not as Lead Console wrote it. The dataset was not changed. Make it new in another folder, or here from the command line, with --force in place of --since-last.`,
  );
}
