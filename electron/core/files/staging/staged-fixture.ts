import { writeFileSync } from 'node:fs';
import type { ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { stageNow } from './reading-job.ts';
import { openStaged } from './staging-file.ts';

/* For specs: files that are read as the reading thread reads them. */

/** What is read of a file, its rows and the lines they begin in. The rows are staged beside the file. */
export async function staged(path: string, choices: ReadingChoices = {}, chunkBytes?: number) {
  const target = `${path}.sqlite`;
  const reading = await stageNow(
    { path, choices, target, ...(chunkBytes === undefined ? {} : { chunkBytes }) },
    () => undefined,
  );
  using file = openStaged(target);
  const rows = [...file.iterate(500)].flat();
  return { reading, rows: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line) };
}

/** The same of a file with these contents. */
export function stagedAs(path: string, content: Uint8Array, choices?: ReadingChoices, chunkBytes?: number) {
  writeFileSync(path, content);
  return staged(path, choices, chunkBytes);
}
