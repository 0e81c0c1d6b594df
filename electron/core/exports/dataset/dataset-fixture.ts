import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** For specs: the rows of every Parquet file below a folder, as any reader of `**` finds them, by path. */
export async function globbed(folder: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (const path of globSync('**/*.parquet', { cwd: folder }).sort()) {
    const bytes = readFileSync(join(folder, path));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const parsers = { stringFromBytes: (value: Uint8Array) => decoder.decode(value) };
    rows.push(...(await parquetReadObjects({ file, parsers })));
  }
  return rows;
}
