// Why: decision 0110.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';
import { FileTrouble } from '../foundation/file-trouble.ts';
import type { UnfinishedFile } from './target-file.ts';

interface WrittenEntry {
  readonly name: string;
  readonly offset: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
}

/** A larger archive needs ZIP64, which not every program that opens workbooks reads. */
const mostBytes = 0xffff_ffff;
/** The fastest: packing takes most of the time of a save. */
const deflateLevel = 1;
/** Bytes that are packed at once, each for itself: two cores pack twice as fast, and the file grows by a hundredth. */
const blockBytes = 1_048_576;
/** One is filled while the others are packed. */
const blocks = 3;
/** An empty block that says it is the last. */
const lastBlock = Buffer.from([0x03, 0x00]);
/** Each block ends on a whole byte, so that they are one stream. Packed, it is mostly one piece of memory. */
const packing = { level: deflateLevel, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: blockBytes / 4 };
const deflate = promisify(deflateRaw) as (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>;
const headerBytes = 30;
/** 1 January 1980, the first day a ZIP can name: the same rows give the same file. */
const dosDate = 0x0021;
/** Version 2.0: deflate. */
const zipVersion = 20;
/** Names are UTF-8. */
const flags = 0x0800;

/** Packs the entries of a ZIP one after the other into a file, each as a stream. Packing runs in threads of its own. */
export class ZipWriter {
  readonly #file: UnfinishedFile;
  readonly #entries: WrittenEntry[] = [];

  constructor(file: UnfinishedFile) {
    this.#file = file;
  }

  /** Begins an entry. End it before the next one begins. */
  async begin(name: string): Promise<ZipEntryWriter> {
    const offset = this.#file.bytes;
    await this.#file.append(Buffer.concat([Buffer.alloc(headerBytes), Buffer.from(name)]));
    return new ZipEntryWriter(this.#file, async (crc, packedBytes, unpackedBytes) => {
      refuseLarge(this.#file);
      const entry = { name, offset, crc, packedBytes, unpackedBytes };
      this.#entries.push(entry);
      // The sizes are known now. They stand in front of the bytes, where every reader looks.
      await this.#file.replace(localHeader(entry), offset);
    });
  }

  async add(name: string, text: string): Promise<void> {
    const entry = await this.begin(name);
    await entry.write(Buffer.from(text));
    await entry.end();
  }

  /** Writes the directory. */
  async end(): Promise<void> {
    const offset = this.#file.bytes;
    const directory = Buffer.concat(this.#entries.map(directoryEntry));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(offset, 16);
    await this.#file.append(Buffer.concat([directory, end]));
    refuseLarge(this.#file);
  }
}

/** One entry that is being written. */
export class ZipEntryWriter {
  readonly #file: UnfinishedFile;
  readonly #finish: (crc: number, packedBytes: number, unpackedBytes: number) => Promise<void>;
  readonly #start: number;
  readonly #free: Buffer[] = [];
  #made = 0;
  #block: Buffer | null = null;
  #filled = 0;
  /** Resolves when every block so far is packed and appended, in their order. Never rejects: see `#trouble`. */
  #appended: Promise<void> = Promise.resolve();
  #wake: (() => void) | null = null;
  #crc = 0;
  #unpackedBytes = 0;
  #trouble: { readonly error: unknown } | null = null;

  constructor(
    file: UnfinishedFile,
    finish: (crc: number, packedBytes: number, unpackedBytes: number) => Promise<void>,
  ) {
    this.#file = file;
    this.#finish = finish;
    this.#start = file.bytes;
  }

  /** Bytes before packing. */
  get unpackedBytes(): number {
    return this.#unpackedBytes;
  }

  /** Copies the bytes. Resolves when the next ones may come. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#crc = crc32(bytes, this.#crc);
    this.#unpackedBytes += bytes.length;
    for (let from = 0; from < bytes.length;) {
      const block = this.#block ?? (await this.#nextBlock());
      this.#block = block;
      const part = bytes.subarray(from, from + block.length - this.#filled);
      block.set(part, this.#filled);
      this.#filled += part.length;
      from += part.length;
      if (this.#filled === block.length) this.#pack();
    }
    this.#throwTrouble();
  }

  async end(): Promise<void> {
    this.#pack();
    await this.#appended;
    this.#throwTrouble();
    await this.#file.append(lastBlock);
    await this.#finish(this.#crc, this.#file.bytes - this.#start, this.#unpackedBytes);
  }

  /** After another failure: resolves when nothing is packed any more. */
  async abandon(): Promise<void> {
    await this.#appended;
  }

  async #nextBlock(): Promise<Buffer> {
    for (;;) {
      this.#throwTrouble();
      const block = this.#free.pop();
      if (block !== undefined) return block;
      if (this.#made < blocks) {
        this.#made += 1;
        return Buffer.allocUnsafeSlow(blockBytes);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #pack(): void {
    const block = this.#block;
    if (block === null || this.#filled === 0) return;
    const packed = deflate(block.subarray(0, this.#filled), packing);
    this.#block = null;
    this.#filled = 0;
    this.#appended = Promise.all([packed, this.#appended])
      .then(([bytes]) => (this.#trouble === null ? this.#file.append(bytes) : undefined))
      .catch((error: unknown) => {
        this.#trouble ??= { error };
      })
      .finally(() => {
        this.#free.push(block);
        this.#wake?.();
      });
  }

  #throwTrouble(): void {
    if (this.#trouble !== null) throw this.#trouble.error;
  }
}

function refuseLarge(file: UnfinishedFile): void {
  if (file.bytes > mostBytes)
    throw new FileTrouble(
      'tooLarge',
      `"${file.name}" was not written: a workbook holds 4 GB. Save as CSV or Parquet, or save fewer leads.`,
    );
}

function localHeader({ name, crc, packedBytes, unpackedBytes }: WrittenEntry): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(zipVersion, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(packedBytes, 18);
  header.writeUInt32LE(unpackedBytes, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return header;
}

function directoryEntry({ name, offset, crc, packedBytes, unpackedBytes }: WrittenEntry): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(zipVersion, 4);
  entry.writeUInt16LE(zipVersion, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt16LE(dosDate, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packedBytes, 20);
  entry.writeUInt32LE(unpackedBytes, 24);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, Buffer.from(name)]);
}
