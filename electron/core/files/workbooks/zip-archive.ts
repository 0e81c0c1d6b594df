import { readSync } from 'node:fs';
import { Readable, pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { errorCode, FileTrouble } from '../foundation/file-trouble.ts';
import { UnpackingRoom } from './unpacking-room.ts';

/** One file inside a ZIP. The sizes are what the archive claims; the limits count the bytes that really come out. */
export interface ZipEntry {
  name: string;
  compressedBytes: number;
  unpackedBytes: number;
  /** CRC-32 of the unpacked bytes; 0: a careless program did not work it out. */
  checksum: number;
  method: number;
  encrypted: boolean;
  offset: number;
}

/** At most eight bytes each. */
interface RecordPair {
  readonly begin: Buffer;
  readonly end: Buffer;
}

/** Entries of an archive that are listed. */
const mostEntries = 20_000;
/** Bytes of a small entry as text, and of the directory. */
const mostText = 64 * 1024 * 1024;
/** Packed bytes read at a time. */
const readBytes = 131_072;
/** Of the memory into which they are unpacked, one piece after the other. */
const unpackedBytes = 4 * readBytes;

export class ZipArchive {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly #byLowerName: ReadonlyMap<string, ZipEntry>;
  readonly #descriptor: number;
  readonly #size: number;
  readonly #name: string;

  private constructor(descriptor: number, size: number, name: string, entries: ReadonlyMap<string, ZipEntry>) {
    this.#descriptor = descriptor;
    this.#size = size;
    this.#name = name;
    this.entries = entries;
    this.#byLowerName = new Map([...entries].map(([entryName, entry]) => [entryName.toLowerCase(), entry]));
  }

  /** Reads only the directory. Throws FileTrouble `truncated` when it is missing. */
  static open(descriptor: number, size: number, name: string): ZipArchive {
    try {
      return new ZipArchive(descriptor, size, name, readDirectory(descriptor, size));
    } catch (error) {
      throw isBroken(error) ? truncated(name) : error;
    }
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Part names are not case-sensitive (ECMA-376 part 2, 6.2.2), and some programs mix the cases. */
  #find(name: string): ZipEntry | undefined {
    return this.entries.get(name) ?? this.#byLowerName.get(name.toLowerCase());
  }

  /**
   * The unpacked bytes, in pieces; those of one are gone when the next is asked for.
   *
   * @param mostBytes in a file that was written here, instead of what a strange one may have
   * @throws FileTrouble `bomb`, `truncated` or `encrypted`
   */
  async *stream(entryName: string, mostBytes?: number): AsyncGenerator<Buffer, void, void> {
    const entry = this.#find(entryName);
    if (entry === undefined) throw truncated(this.#name);
    if (entry.encrypted) throw encrypted(this.#name);
    if (entry.method !== 0 && entry.method !== 8)
      throw new FileTrouble(
        'unsupported',
        `"${this.#name}" is packed with a method that cannot be read. Open it in a spreadsheet program, save it again, and choose that file.`,
      );
    const room = mostBytes === undefined ? this.roomFor(entryName) : new UnpackingRoom(mostBytes, this.#name);
    let checksum = 0;
    try {
      for await (const chunk of entry.method === 0 ? this.#packed(entry) : this.#inflated(entry)) {
        room.take(chunk.length);
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    } catch (error) {
      throw isBroken(error) ? truncated(this.#name) : error;
    }
    if (entry.checksum !== 0 && entry.checksum !== checksum) throw damaged(this.#name);
  }

  /** What the entry may unpack to, and what it may stand for beyond its own bytes. */
  roomFor(entryName: string): UnpackingRoom {
    return UnpackingRoom.forPacked(this.#find(entryName)?.compressedBytes ?? 0, this.#name);
  }

  /** What the entries may unpack to together. */
  roomForAll(): UnpackingRoom {
    return UnpackingRoom.forPacked(this.#size, this.#name);
  }

  /**
   * Unpacks everything and keeps nothing, for readers that unpack into memory without a limit of their own. Throws
   * FileTrouble `bomb` when all entries together unpack to more than `limit` bytes, and `truncated` for one that begins as one
   * of `pairs` does and does not end so.
   */
  async unpackAll(limit: number, pairs: readonly RecordPair[] = []): Promise<void> {
    const room = new UnpackingRoom(limit, this.#name);
    for (const name of this.entries.keys()) {
      let [head, tail] = [Buffer.alloc(0), Buffer.alloc(0)];
      for await (const chunk of this.stream(name)) {
        room.take(chunk.length);
        if (head.length === 0) head = Buffer.from(chunk.subarray(0, 8));
        tail = Buffer.concat([tail, chunk.subarray(-8)]).subarray(-8);
      }
      const pair = pairs.find(({ begin }) => head.subarray(0, begin.length).equals(begin));
      if (pair !== undefined && !tail.subarray(-pair.end.length).equals(pair.end)) throw truncated(this.#name);
    }
  }

  /** A small entry as text; '' when it is missing. Throws FileTrouble `bomb` for more than `limit` bytes. */
  async text(entryName: string, limit = mostText): Promise<string> {
    if (!this.has(entryName)) return '';
    const chunks: Buffer[] = [];
    const room = new UnpackingRoom(limit, this.#name);
    for await (const chunk of this.stream(entryName)) {
      room.take(chunk.length);
      chunks.push(Buffer.from(chunk));
    }
    return Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\ufeff/, '');
  }

  async *#inflated(entry: ZipEntry): AsyncGenerator<Buffer, void, void> {
    const inflate = createInflateRaw({ chunkSize: unpackedBytes });
    const source = Readable.from(this.#packed(entry), { objectMode: false });
    // The reader of `inflate` gets the error; the empty callback keeps it from being thrown a second time.
    pipeline(source, inflate, () => undefined);
    try {
      for await (const chunk of inflate) {
        yield chunk as Buffer;
        giveBackAtEnd(chunk as Buffer);
      }
    } finally {
      inflate.destroy();
      source.destroy();
    }
  }

  *#packed(entry: ZipEntry): Generator<Buffer, void, void> {
    const header = readAt(this.#descriptor, entry.offset, 30);
    if (header.readUInt32LE(0) !== 0x04034b50) throw new BrokenZip();
    let position = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const end = position + entry.compressedBytes;
    if (end > this.#size) throw new BrokenZip();
    while (position < end) {
      const chunk = readAt(this.#descriptor, position, Math.min(readBytes, end - position));
      position += chunk.length;
      yield chunk;
    }
  }
}

/**
 * Frees the memory into which several pieces were unpacked one after the other, with the last of them. Left to the collector
 * it has V8 look through everything twice as often, a fifteenth of the processor time of a workbook. Small pieces that a
 * stream has joined lie in memory that Node shares, which stays.
 */
function giveBackAtEnd({ buffer, byteOffset, byteLength }: Buffer): void {
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === unpackedBytes;
  if (isOwn && byteOffset + byteLength === unpackedBytes) buffer.transfer(0);
}

class BrokenZip extends Error {}

/** Node throws a RangeError for a place beyond those of any file. */
function isBroken(error: unknown): boolean {
  return error instanceof RangeError || error instanceof BrokenZip || errorCode(error).startsWith('Z_');
}

function damaged(name: string): FileTrouble {
  return new FileTrouble(
    'truncated',
    `"${name}" is damaged: what it contains does not match its own checksum, as after a faulty copy. Get the file again and choose the new copy.`,
  );
}

export function truncated(name: string): FileTrouble {
  return new FileTrouble(
    'truncated',
    `"${name}" is incomplete or damaged: its end is missing, as after a broken download. Get the file again and choose the new copy.`,
  );
}

export function encrypted(name: string): FileTrouble {
  return new FileTrouble(
    'encrypted',
    `"${name}" is protected with a password, so its cells cannot be read. Open it in your spreadsheet program, remove the password, save it, and choose it again.`,
  );
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(descriptor, buffer, filled, length - filled, position + filled);
    if (read === 0) throw new BrokenZip();
    filled += read;
  }
  return buffer;
}

function readDirectory(descriptor: number, size: number): Map<string, ZipEntry> {
  const { offset, length } = findDirectory(descriptor, size);
  if (offset + length > size || length > mostText) throw new BrokenZip();
  const directory = readAt(descriptor, offset, length);
  const entries = new Map<string, ZipEntry>();
  for (let position = 0; position + 46 <= directory.length && entries.size < mostEntries;) {
    if (directory.readUInt32LE(position) !== 0x02014b50) break;
    const nameLength = directory.readUInt16LE(position + 28);
    const extraLength = directory.readUInt16LE(position + 30);
    const commentLength = directory.readUInt16LE(position + 32);
    const name = directory
      .toString('utf8', position + 46, position + 46 + nameLength)
      .replaceAll('\\', '/')
      .replace(/^\//, '');
    const entry: ZipEntry = {
      name,
      method: directory.readUInt16LE(position + 10),
      encrypted: (directory.readUInt16LE(position + 8) & 1) === 1,
      compressedBytes: directory.readUInt32LE(position + 20),
      unpackedBytes: directory.readUInt32LE(position + 24),
      checksum: directory.readUInt32LE(position + 16),
      offset: directory.readUInt32LE(position + 42),
    };
    readLongSizes(entry, directory.subarray(position + 46 + nameLength, position + 46 + nameLength + extraLength));
    entries.set(name, entry);
    position += 46 + nameLength + extraLength + commentLength;
  }
  if (entries.size === 0) throw new BrokenZip();
  return entries;
}

/** Sizes of 4 GiB and more are in an extra field (ZIP64). */
function readLongSizes(entry: ZipEntry, extra: Buffer): void {
  for (let position = 0; position + 4 <= extra.length;) {
    const length = extra.readUInt16LE(position + 2);
    if (extra.readUInt16LE(position) === 1) {
      let at = position + 4;
      for (const field of ['unpackedBytes', 'compressedBytes', 'offset'] as const) {
        if (entry[field] !== 0xffffffff || at + 8 > extra.length) continue;
        entry[field] = Number(extra.readBigUInt64LE(at));
        at += 8;
      }
    }
    position += 4 + length;
  }
}

function findDirectory(descriptor: number, size: number): { offset: number; length: number } {
  const tail = readAt(descriptor, Math.max(0, size - 65_557), Math.min(size, 65_557));
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || end + 22 > tail.length) throw new BrokenZip();
  const short = { offset: tail.readUInt32LE(end + 16), length: tail.readUInt32LE(end + 12) };
  const locator = end - 20;
  if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) return short;
  const record = readAt(descriptor, Number(tail.readBigUInt64LE(locator + 8)), 56);
  if (record.readUInt32LE(0) !== 0x06064b50) throw new BrokenZip();
  return { offset: Number(record.readBigUInt64LE(48)), length: Number(record.readBigUInt64LE(40)) };
}
