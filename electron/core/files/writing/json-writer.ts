import { createReadStream } from 'node:fs';
import { FileTrouble } from '../foundation/file-trouble.ts';
import type { TableRow, TableWriter } from './table-writer.ts';
import type { UnfinishedFile } from './target-file.ts';

/** Characters that are held before they are written. */
const flushAt = 262_144;

/**
 * One object a row, with every column as a key: text as text, null where the lead has nothing. `json` is one array with
 * a row a line, `jsonl` has only the lines. UTF-8 without a byte order mark, as RFC 8259 wants it.
 */
export class JsonWriter implements TableWriter {
  readonly #file: UnfinishedFile;
  readonly #keys: readonly string[];
  readonly #isArray: boolean;
  #pending: string;
  #isFirst = true;

  constructor(file: UnfinishedFile, columns: readonly string[], format: 'json' | 'jsonl') {
    this.#file = file;
    this.#keys = columns.map((column, index) => `${index === 0 ? '' : ','}${JSON.stringify(column)}:`);
    this.#isArray = format === 'json';
    this.#pending = this.#isArray ? '[' : '';
  }

  async write(rows: readonly TableRow[]): Promise<void> {
    for (const row of rows) {
      if (this.#isArray) this.#pending += this.#isFirst ? '\n' : ',\n';
      this.#isFirst = false;
      let text = '{';
      for (const [index, key] of this.#keys.entries()) {
        const value = row[index];
        text += key + (value === null || value === undefined ? 'null' : JSON.stringify(value));
      }
      this.#pending += this.#isArray ? `${text}}` : `${text}}\n`;
      if (this.#pending.length >= flushAt) await this.#flush();
    }
  }

  async end(): Promise<void> {
    if (this.#isArray) this.#pending += '\n]\n';
    await this.#flush();
  }

  async abandon(): Promise<void> {
    // Nothing runs between two writes.
  }

  notes(): string[] {
    return [];
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#pending, 'utf8');
    this.#pending = '';
    await this.#file.append(bytes);
  }
}

/**
 * Rows of a file of `JsonWriter`, read back from the disk: every row is parsed. JSON has line feeds only between values;
 * those inside a text are escaped.
 * Throws FileTrouble `notWritten` for what is no JSON of that shape.
 */
export async function countJsonRows(path: string, format: 'json' | 'jsonl'): Promise<number> {
  let rows = 0;
  let place: 'before' | 'inside' | 'after' = format === 'json' ? 'before' : 'inside';
  const read = (line: string): void => {
    if (place === 'before' && line === '[') place = 'inside';
    else if (place === 'inside' && format === 'json' && line === ']') place = 'after';
    else if (place === 'inside' && isObject(format === 'json' ? line.replace(/,$/, '') : line)) rows += 1;
    else throw damaged();
  };
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: flushAt })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) read(line);
  }
  if (rest !== '' || (format === 'json' && (place as string) !== 'after')) throw damaged();
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

function damaged(): FileTrouble {
  return new FileTrouble('notWritten', 'The file that was written is not whole. Save again, or choose another disk.');
}
