import type { ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { type ByteSource, readCsv } from './csv-reader.ts';

/* For specs: texts read as files are. */

/** Chunks are views of one buffer that is written over again, as a reader of files has them. */
function bytesInChunks(bytes: Uint8Array, chunkBytes: number): ByteSource {
  return {
    size: bytes.length,
    *chunks() {
      const buffer = Buffer.alloc(chunkBytes);
      for (let position = 0; position < bytes.length; position += chunkBytes) {
        const length = Math.min(chunkBytes, bytes.length - position);
        buffer.set(bytes.subarray(position, position + length));
        yield buffer.subarray(0, length);
        buffer.fill(0xff);
      }
    },
  };
}

/** What is read, its rows with the lines they begin in, and its problems. */
export function readText(content: Uint8Array | string, choices: ReadingChoices = {}, chunkBytes = 65_536) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const rows: string[][] = [];
  const lines: number[] = [];
  const reading = readCsv(bytesInChunks(bytes, chunkBytes), choices, {
    write: (_row, line, cells) => {
      rows.push(cells);
      lines.push(line);
    },
  });
  const { problems } = reading;
  return { reading, rows, lines, problems, kinds: problems.map(({ kind }) => kind) };
}
