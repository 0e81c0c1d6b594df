import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../shared/domain/service/answers/answers.ts';
import { FileTrouble } from '../../core/files/foundation/file-trouble.ts';
import { writeTarget } from '../../core/files/writing/target-file.ts';
import { removeFolderNow } from '../../core/foundation/patient-files.ts';
import { makeOwnFolder } from '../../core/storage/own-folder.ts';
import { type Release, type ReleaseFile, readFeed, UpdateTrouble } from './release.ts';

/** The file in the folder of updates that names the update that is whole. */
const KEPT = 'kept.json';

const keptSchema = z.object({
  /** The feed as it was loaded: its signature is checked again whenever the file is used. */
  feed: z.string(),
  name: z.string(),
  /** Why the last installation did not happen; empty when there was none yet. */
  attempt: z.string(),
});

/** An update that was loaded whole. */
export interface KeptUpdate {
  readonly release: Release;
  readonly file: ReleaseFile;
  /** For the screen: why the last installation did not happen; empty when there was none yet. */
  readonly attempt: string;
}

export interface Offered {
  readonly release: Release;
  readonly file: ReleaseFile;
  /** The signed text that offers it. */
  readonly feed: string;
}

/** The loaded update, in a folder of its own below the data folder, until it is installed or another one is loaded. */
export class Stage {
  readonly #folder: string;
  readonly #key: KeyObject;

  constructor(folder: string, key: KeyObject) {
    this.#folder = folder;
    this.#key = key;
  }

  /** What an earlier run loaded. Null when nothing there can be used: then it empties the folder. */
  async kept(): Promise<KeptUpdate | null> {
    try {
      const { kept, ...update } = await this.#read();
      return { ...update, attempt: kept.attempt };
    } catch {
      this.clear();
      return null;
    }
  }

  /**
   * Takes the bytes of a file as they come. Nothing is kept unless each of them is what was signed.
   *
   * @param onBytes hears how many bytes came so far
   * @throws UpdateTrouble when they are not those that were signed, or cannot be written
   */
  async take(
    { file, feed }: Offered,
    bytes: AsyncIterable<Uint8Array>,
    onBytes: (bytes: number) => void,
  ): Promise<void> {
    this.clear();
    try {
      makeOwnFolder(this.#folder);
      await writeTarget({ path: join(this.#folder, file.name), overwrite: true }, async (target) => {
        const hash = createHash('sha512');
        for await (const chunk of bytes) {
          if (target.bytes + chunk.length > file.size) throw notAsSigned();
          hash.update(chunk);
          await target.append(chunk);
          onBytes(target.bytes);
        }
        if (target.bytes < file.size) throw half(target.bytes, file.size);
        if (hash.digest('base64') !== file.sha512) throw notAsSigned();
      });
      await this.#write({ feed, name: file.name, attempt: '' });
    } catch (error) {
      this.clear();
      throw error instanceof FileTrouble ? new UpdateTrouble(error.message, { cause: error }) : error;
    }
  }

  /**
   * Checks the signature and every byte again: another program of this user may have changed the file since.
   *
   * @returns where the file is
   * @throws UpdateTrouble when it is not what was signed; then it is removed
   */
  async check(): Promise<string> {
    try {
      const { file } = await this.#read();
      const path = join(this.#folder, file.name);
      const hash = createHash('sha512');
      for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
      if (hash.digest('base64') === file.sha512) return path;
    } catch (error) {
      this.clear();
      throw notWhole(error);
    }
    this.clear();
    throw notWhole();
  }

  /** Keeps what the next start says if the version is still the old one then. */
  async attempt(words: string): Promise<void> {
    const { kept } = await this.#read();
    await this.#write({ ...kept, attempt: words });
  }

  /** Does not wait for files that another program has open: the next start tries again. */
  clear(): void {
    try {
      removeFolderNow(this.#folder);
    } catch {
      // Nothing uses what is left: only a file that is kept whole is read.
    }
  }

  async #read() {
    const kept = keptSchema.parse(parseJson(await readFile(join(this.#folder, KEPT), 'utf8')));
    const release = readFeed(kept.feed, this.#key);
    const file = release.files.find(({ name }) => name === kept.name);
    if (file === undefined) throw notWhole();
    const { size } = await stat(join(this.#folder, file.name));
    if (size !== file.size) throw notWhole();
    return { kept, release, file };
  }

  async #write(kept: z.infer<typeof keptSchema>): Promise<void> {
    await writeTarget({ path: join(this.#folder, KEPT), overwrite: true }, (target) =>
      target.append(Buffer.from(JSON.stringify(kept))),
    );
  }
}

function notAsSigned(): UpdateTrouble {
  return new UpdateTrouble(
    'The file at the place for updates is not the one that was signed. What was loaded of it was removed, and nothing was installed. Tell your administrator.',
  );
}

function notWhole(cause?: unknown): UpdateTrouble {
  return new UpdateTrouble(
    'The update that was loaded has changed since, or is gone. What was left was removed, and nothing was installed. Load it again.',
    { cause },
  );
}

function half(bytes: number, size: number): UpdateTrouble {
  const share = Math.floor((bytes / size) * 100);
  return new UpdateTrouble(
    `The connection ended when ${share} % of the update had come. That part was removed, and nothing was installed. Load it again.`,
  );
}
