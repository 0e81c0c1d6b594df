import { readSync } from 'node:fs';
import { type Transfer, transferDecoder } from './transfer-decoder.ts';

/** A part of a file that is a file itself. */
export interface FilePart {
  /** Bytes from the beginning of the file. */
  readonly from: number;
  readonly to: number;
  readonly transfer: Transfer;
  /** As the file says, in the names of `encodingChoices`; null when it does not, or names one that nobody knows. */
  readonly encoding: string | null;
}

/** Bytes read at a time. */
const readBytes = 131_072;

/** The bytes of a file from one place to another. A chunk is valid until the next one is asked for. */
export function* fileChunks(descriptor: number, from: number, to: number): Generator<Buffer, void, void> {
  const buffer = Buffer.allocUnsafe(readBytes);
  for (let position = from; position < to;) {
    const read = readSync(descriptor, buffer, 0, Math.min(readBytes, to - position), position);
    if (read === 0) return;
    position += read;
    yield buffer.subarray(0, read);
  }
}

/** The same of a part, as it was before it was written into the file. `most`: bytes of the file that are read. */
export function* partChunks(
  descriptor: number,
  { from, to, transfer }: FilePart,
  most: number,
): Generator<Buffer, void, void> {
  const decoder = transferDecoder(transfer);
  for (const chunk of fileChunks(descriptor, from, Math.min(to, from + most))) yield decoder.decode(chunk);
  yield decoder.end();
}
