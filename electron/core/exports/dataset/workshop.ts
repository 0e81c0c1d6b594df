import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import { isHeld, moveFile, removeFile, removeFolder } from '../../foundation/patient-files.ts';
import { errorCode, FileTrouble } from '../../files/foundation/file-trouble.ts';
import { syncFolder } from '../../files/writing/target-file.ts';
import { makeOwnFolder } from '../../storage/own-folder.ts';
import { refuseLinksTo } from './links.ts';
import { foldersOf, MANIFEST } from './manifest.ts';

/** Folder for what is not part of the dataset. Readers of datasets pass over names with a dot at the beginning. */
export const WORKSHOP = '.lead-console';
const STAGED = 'staged';
const COMMIT = 'commit.json';

/** A name below the staged files; never one that a reader of Parquet files would take. */
const stagedName = z.string().regex(/^[0-9]{1,9}\.next$|^manifest\.next$/);
const target = z.string().refine((path) => path === MANIFEST || foldersOf(path).day !== '');

const commitSchema = z.object({
  version: z.literal(1),
  removes: z.array(target),
  moves: z.array(z.object({ from: stagedName, to: target, bytes: z.number().int().min(0) })),
});

/** What makes the new dataset of the old one: files to remove, then files to put in their place, the manifest last. */
export type Commit = Omit<z.infer<typeof commitSchema>, 'version'>;

/**
 * Where a new state of a dataset is prepared, and how it takes the place of the old one. Before `commit` has written its
 * list, the dataset is the old one; from then on it is the new one, and whoever opens the folder next finishes what a
 * killed program left. Every single file changes in one step.
 */
export class Workshop {
  readonly #folder: string;

  /**
   * @param folder of the dataset; exists
   * @throws FileTrouble `exists` for a link in the place of something that is made here
   */
  constructor(folder: string) {
    this.#folder = folder;
    for (const name of [STAGED, COMMIT, `${COMMIT}.next`]) refuseLinksTo(folder, `${WORKSHOP}/${name}`);
    makeOwnFolder(join(folder, WORKSHOP));
  }

  /** Finishes a commit that was cut short, and removes what was prepared and never committed. */
  settle(): void {
    const commit = this.#pending();
    if (commit !== null) {
      this.#refuseLinks(commit);
      this.#apply(commit);
    }
    this.abandon();
  }

  /** Path for a new file. */
  staged(name: string): string {
    const folder = join(this.#folder, WORKSHOP, STAGED);
    makeOwnFolder(folder);
    return join(folder, stagedName.parse(name));
  }

  /** Removes everything that was prepared and is not committed. */
  abandon(): void {
    if (isThere(join(this.#folder, WORKSHOP, COMMIT))) return;
    removeFolder(join(this.#folder, WORKSHOP, STAGED));
    removeFile(join(this.#folder, WORKSHOP, `${COMMIT}.next`));
  }

  /** Every prepared file must be on the disk. After an error the dataset is the old one, or `settle` makes the new one. */
  async commit(commit: Commit): Promise<void> {
    this.#refuseLinks(commit);
    // Made before: a full disk is met while everything can still stay as it was.
    for (const { to } of commit.moves) mkdirSync(dirname(join(this.#folder, to)), { recursive: true });
    const list = join(this.#folder, WORKSHOP, COMMIT);
    await writeDurably(`${list}.next`, JSON.stringify({ version: 1, ...commit }));
    moveFile(`${list}.next`, list);
    syncFolder(dirname(list));
    this.#apply(commit);
    this.abandon();
  }

  #pending(): Commit | null {
    let text: string;
    try {
      text = readFileSync(join(this.#folder, WORKSHOP, COMMIT), 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
    const commit = commitSchema.safeParse(parseJson(text));
    if (commit.success) return commit.data;
    throw new FileTrouble(
      'unreadable',
      `The list of changes in "${WORKSHOP}" of this folder is damaged. Nothing was changed. Remove the folder and create the dataset again.`,
    );
  }

  /** A link can have come since the folder was looked at: leads take hours to come. */
  #refuseLinks({ removes, moves }: Commit): void {
    for (const path of [...removes, ...moves.map(({ to }) => to)]) {
      const { campaign, day } = foldersOf(path);
      // The manifest is in neither.
      if (day !== '') refuseLinksTo(this.#folder, `${campaign}/${day}`);
    }
  }

  /** May be cut short anywhere and begun again. */
  #apply({ removes, moves }: Commit): void {
    const changed = new Set<string>([this.#folder]);
    const touch = (path: string) => {
      for (let folder = dirname(path); folder.length > this.#folder.length; folder = dirname(folder))
        changed.add(folder);
    };
    for (const path of removes) {
      const file = join(this.#folder, path);
      change(path, () => removeFile(file));
      touch(file);
      removeIfEmpty(dirname(file));
      removeIfEmpty(dirname(dirname(file)));
    }
    for (const { from, to, bytes } of moves) {
      const staged = join(this.#folder, WORKSHOP, STAGED, from);
      const file = join(this.#folder, to);
      if (isThere(staged)) change(to, () => moveFile(staged, file));
      else if (sizeOf(file) !== bytes) throw lost(to);
      touch(file);
    }
    for (const folder of changed) syncFolder(folder);
    removeFile(join(this.#folder, WORKSHOP, COMMIT));
    syncFolder(join(this.#folder, WORKSHOP));
  }
}

/** Whether a commit was cut short, so that the dataset is not yet what it will be, or another program is at it now. */
export function isInCommit(folder: string): boolean {
  return existsSync(join(folder, WORKSHOP, COMMIT));
}

/** Removes or replaces a file of the dataset. @param path below the dataset's folder, for people */
function change(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isHeld(error)) throw error;
    throw new FileTrouble(
      'busy',
      `"${path}" is open in another program, for example DuckDB or Power BI. The new leads are beside the dataset, and not all of its files are changed yet. Close the file there, then write the dataset again: that finishes it.`,
      { cause: error },
    );
  }
}

/** Writes a file whose bytes are on the disk when it resolves. */
export async function writeDurably(path: string, text: string): Promise<number> {
  await using handle = await open(path, 'w', 0o600);
  const bytes = Buffer.from(text);
  await handle.writeFile(bytes);
  await handle.sync();
  return bytes.length;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds something, or is gone already.
  }
}

function isThere(path: string): boolean {
  return sizeOf(path) !== null;
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

function lost(path: string): FileTrouble {
  return new FileTrouble(
    'changed',
    `The dataset was being brought up to date when its program ended, and "${path}" was removed since. Remove the folder and create the dataset again.`,
  );
}
