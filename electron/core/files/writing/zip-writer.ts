// Why: decision 0110.
import { once } from 'node:events';
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
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
const headerBytes = 30;
/** 1 January 1980, the first day a ZIP can name: the same rows give the same file. */
const dosDate = 0x0021;
/** Version 2.0: deflate. */
const zipVersion = 20;
/** Names are UTF-8. */
const flags = 0x0800;

/** Packs the entries of a ZIP one after the other into a file, each as a stream. Packing runs in a thread of its own. */
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
    await entry.write(text);
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
  readonly #deflate: DeflateRaw;
  readonly #packed: Promise<void>;
  readonly #start: number;
  #crc = 0;
  #unpackedBytes = 0;
  #trouble: Error | null = null;

  constructor(
    file: UnfinishedFile,
    finish: (crc: number, packedBytes: number, unpackedBytes: number) => Promise<void>,
  ) {
    this.#file = file;
    this.#finish = finish;
    this.#start = file.bytes;
    this.#deflate = createDeflateRaw({ level: deflateLevel, chunkSize: 262_144 });
    this.#packed = this.#appendPacked();
  }

  /** Bytes before packing. */
  get unpackedBytes(): number {
    return this.#unpackedBytes;
  }

  /** Resolves when the next text may come. */
  async write(text: string): Promise<void> {
    this.#throwTrouble();
    const bytes = Buffer.from(text, 'utf8');
    this.#crc = crc32(bytes, this.#crc);
    this.#unpackedBytes += bytes.length;
    if (this.#deflate.write(bytes)) return;
    // A file that cannot be written destroys the stream, and then nothing drains.
    await Promise.race([once(this.#deflate, 'drain'), this.#packed]);
    this.#throwTrouble();
  }

  async end(): Promise<void> {
    this.#deflate.end();
    await this.#packed;
    this.#throwTrouble();
    await this.#finish(this.#crc, this.#file.bytes - this.#start, this.#unpackedBytes);
  }

  /** After another failure: nothing more is packed. */
  async abandon(): Promise<void> {
    this.#deflate.destroy();
    await this.#packed;
  }

  #throwTrouble(): void {
    if (this.#trouble !== null) throw this.#trouble;
  }

  /** Never rejects: `write` and `end` throw the trouble. */
  async #appendPacked(): Promise<void> {
    try {
      for await (const chunk of this.#deflate) await this.#file.append(chunk as Buffer);
    } catch (error) {
      this.#trouble = error instanceof Error ? error : new Error(String(error));
    }
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
