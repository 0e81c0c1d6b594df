import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { refuseChanged } from './dataset-files.ts';
import { readManifest } from './manifest.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** For specs: the rows of every Parquet file below a folder, as any reader of `**` finds them, by path. */
export async function globbed(folder: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (const path of globSync('**/*.parquet', { cwd: folder }).sort()) {
    const file = bufferOf(join(folder, path));
    const parsers = { stringFromBytes: (value: Uint8Array) => decoder.decode(value) };
    rows.push(...(await parquetReadObjects({ file, parsers })));
  }
  return rows;
}

/** For specs: names and types of the columns of a Parquet file, as one text. */
export function schemaOf(path: string): string {
  const { schema } = parquetMetadata(bufferOf(path));
  return JSON.stringify(schema);
}

function bufferOf(path: string): ArrayBuffer {
  const bytes = readFileSync(path);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

/** Whether the files on the disk are those of the manifest, byte by byte, and nothing is left of a run. */
export async function isWhole(folder: string): Promise<boolean> {
  const manifest = readManifest(folder);
  const files = manifest?.files ?? [];
  const found = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const workshop = readdirSync(join(folder, '.lead-console'));
  for (const file of files) await refuseChanged(folder, file);
  // The manifest itself.
  return found.length === files.length + 1 && workshop.join() === 'lock.sqlite';
}
