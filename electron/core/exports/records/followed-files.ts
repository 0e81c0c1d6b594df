import { existsSync } from 'node:fs';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { isSameQuery } from '../../../../shared/domain/service/queries/same-query.ts';
import { hashOf } from '../../files/foundation/file-hash.ts';
import { FileTrouble, readingTrouble } from '../../files/foundation/file-trouble.ts';
import type { ExportRecord } from './export-records.ts';

/**
 * The result that a file was saved from, to be refreshed and saved into it again; null when neither is there.
 * Throws FileTrouble `exists` or `changed` for a file that must not be replaced.
 *
 * @param records the latest first
 */
export async function findFollowed(
  records: readonly ExportRecord[],
  { path, name }: { readonly path: string; readonly name: string },
  query: ExportQuery,
): Promise<ExportRecord | null> {
  const candidates = records.filter(({ answer }) => answer.followed?.path === path);
  if (!existsSync(path)) return candidates.find((record) => isSameQuery(record.query, query)) ?? null;
  if (candidates.length === 0)
    throw new FileTrouble(
      'exists',
      `"${name}" exists already, and Lead Console keeps no result that it was saved from. It was left as it is. Name another file, or make it new: the same command with --force instead of --since-last.`,
    );
  const hash = await hashOf(path).catch((error: unknown) => {
    throw readingTrouble(error, name);
  });
  const written = candidates.find(({ answer: { followed } }) =>
    [followed?.sha256, ...(followed?.former ?? [])].includes(hash),
  );
  if (written === undefined)
    throw new FileTrouble(
      'changed',
      `"${name}" is not as Lead Console saved it. It was left as it is. Move it elsewhere, or make it new: the same command with --force instead of --since-last.`,
    );
  if (!isSameQuery(written.query, query))
    throw new FileTrouble(
      'exists',
      `"${name}" belongs to another query. It was left as it is. Ask the same, or name another file.`,
    );
  return written;
}
