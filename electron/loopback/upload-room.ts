import { readdir, statfs } from 'node:fs/promises';
import { type Failure, unusable } from '../core/foundation/failure.ts';

/** Bytes. What stays free for the journal, which must never be without room; on a small disk half of what is free. */
const KEPT_FREE_BYTES = 256 * 1024 ** 2;

interface Limits {
  /** Bytes of one file. */
  readonly limitBytes: number;
  /** Bytes of all copies together. */
  readonly totalBytes: number;
}

/** A place for one copy, from before its first byte. */
export interface Place extends Disposable {
  /** @throws Failure `file` when the copy has no room for that number of bytes */
  grow(bytes: number): void;
  /** The copy is whole: it counts with what it has, until it is removed. */
  settle(bytes: number): void;
}

/** The room that copies of chosen files share, those that are still arriving among them. */
export class UploadRoom {
  readonly #folder: string;
  readonly #limits: Limits;
  /** By name: bytes that a copy has, or was promised. */
  readonly #copies = new Map<string, number>();
  /** By name of a copy that is not whole: bytes that came. */
  readonly #arriving = new Map<string, number>();

  constructor(folder: string, limits: Limits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /**
   * Keeps room for a copy. It goes back when the place is disposed of before the copy is whole.
   * @param declared bytes that the page says it sends; 0 when it does not
   * @throws Failure `file` when there is none
   */
  async place(name: string, declared: number): Promise<Place> {
    const whole = [...this.#copies.keys()].filter((copy) => !this.#arriving.has(copy));
    const written = sum(this.#copies.values()) - this.#promised();
    const [names, { bavail, bsize }] = await Promise.all([readdir(this.#folder), statfs(this.#folder)]);
    const there = new Set(names);
    let gone = 0;
    for (const copy of whole) {
      if (there.has(copy)) continue;
      gone += this.#copies.get(copy) ?? 0;
      this.#copies.delete(copy);
    }
    const unused = bavail * bsize;
    const free = unused - Math.min(KEPT_FREE_BYTES, Math.floor(unused / 2));
    const reserve = (bytes: number) => {
      if (bytes > this.#limits.limitBytes) throw tooLarge(this.#limits.limitBytes);
      const others = sum(this.#copies.values()) - (this.#copies.get(name) ?? 0);
      // What others were promised and had not written is not free either.
      if (others - (written - gone) + bytes > free) throw noRoom();
      if (others + bytes > this.#limits.totalBytes) throw tooManyCopies(this.#limits.totalBytes);
      this.#copies.set(name, bytes);
    };
    // From here to the end nothing is awaited: nobody else takes the same room.
    reserve(declared);
    this.#arriving.set(name, 0);
    return {
      grow: (bytes) => {
        if (bytes > (this.#copies.get(name) ?? 0)) reserve(bytes);
        this.#arriving.set(name, bytes);
      },
      settle: (bytes) => {
        this.#copies.set(name, bytes);
        this.#arriving.delete(name);
      },
      [Symbol.dispose]: () => {
        if (this.#arriving.delete(name)) this.#copies.delete(name);
      },
    };
  }

  /** Bytes that copies will have and did not bring yet. */
  #promised(): number {
    return sum([...this.#arriving].map(([name, came]) => (this.#copies.get(name) ?? came) - came));
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function noRoom(): Failure {
  return unusable(
    'The disk with the data folder has no room for a copy of this file. Nothing was kept. Free some space and choose the file again.',
    'diskFull',
  );
}

function tooManyCopies(limit: number): Failure {
  return unusable(
    `The copies of chosen files take ${gigabytes(limit)} GB together, the most that is kept. Nothing was kept of this one. Start or delete a draft, then choose the file again.`,
    'tooLarge',
  );
}

function tooLarge(limit: number): Failure {
  return unusable(
    `The file is larger than ${gigabytes(limit)} GB, the most a page can send. Nothing was kept. Split the file, or import it with the batch command.`,
    'tooLarge',
  );
}

function gigabytes(bytes: number): string {
  return String(Math.round((bytes / 1024 ** 3) * 10) / 10);
}
