import { createReadStream } from 'node:fs';
import { notWhole } from '../foundation/file-trouble.ts';
import { JsonBytes, type ObjectShape } from './json-bytes.ts';
import type { PackedRows } from './packed-rows.ts';
import type { TableWriter } from './table-writer.ts';
import type { UnfinishedFile } from './target-file.ts';

/** Bytes that are read back at once. */
const readAtOnce = 262_144;

/**
 * One object a row, with every column in its shape: text as text, null where the lead has nothing. `json` is one array with
 * a row a line, `jsonl` has only the lines. UTF-8 without a byte order mark, as RFC 8259 wants it.
 */
export class JsonWriter implements TableWriter {
  readonly #file: UnfinishedFile;
  readonly #objects: JsonBytes;
  readonly #isArray: boolean;
  #hasRows = false;

  constructor(file: UnfinishedFile, shape: ObjectShape, format: 'json' | 'jsonl') {
    this.#file = file;
    this.#isArray = format === 'json';
    this.#objects = this.#isArray ? new JsonBytes(shape, ',\n', '') : new JsonBytes(shape, '', '\n');
  }

  async write(rows: PackedRows): Promise<void> {
    if (rows.rows === 0) return;
    const objects = this.#objects.objectsOf(rows);
    // No comma stands before the first.
    if (this.#isArray && !this.#hasRows) objects[0] = OPEN_SQUARE;
    this.#hasRows = true;
    await this.#file.appendBehind(objects);
  }

  async end(): Promise<void> {
    if (this.#isArray) await this.#file.append(Buffer.from(this.#hasRows ? '\n]\n' : '[\n]\n'));
  }
}

const OPEN_SQUARE = 0x5b;

/**
 * Rows of a file of `JsonWriter`, read back from the disk: every row is parsed. JSON has line feeds only between values;
 * those inside a text are escaped.
 * Throws FileTrouble `notWritten` for what is not JSON of that shape.
 */
export async function countJsonRows(path: string, format: 'json' | 'jsonl'): Promise<number> {
  let rows = 0;
  let place: 'before' | 'inside' | 'after' = format === 'json' ? 'before' : 'inside';
  const read = (line: string): void => {
    if (place === 'before' && line === '[') place = 'inside';
    else if (place === 'inside' && format === 'json' && line === ']') place = 'after';
    else if (place === 'inside' && isObject(format === 'json' ? line.replace(/,$/, '') : line)) rows += 1;
    else throw notWhole();
  };
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: readAtOnce })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) read(line);
  }
  if (rest !== '' || (format === 'json' && (place as string) !== 'after')) throw notWhole();
  return rows;
}

function isObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
