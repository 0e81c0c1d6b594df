import { randomInt } from 'node:crypto';

/** Two ids with the same hash: only `ExactIds` can tell them apart. */
export class IdsCollide extends Error {}

/** Whole numbers in the table for each id: two halves of a hash, the row of the earlier result, the row of the later. */
const SLOT = 4;
export const BEFORE = 2;
export const NOW = 3;

/**
 * The ids of two results, and the row of each that has them, in one table: what belongs to one id lies together, so that
 * a look-up waits for the memory once. Row 0: none.
 */
export interface LeadIds {
  /** Rows of the earlier and the later result, at `slot + BEFORE` and `slot + NOW` of each slot from `slots()`. */
  readonly table: Int32Array;
  /**
   * The slot of the id that lies in `bytes` from `start` to before `end`. Its caller writes a row into a new slot at once.
   */
  slotOf(bytes: Uint8Array, start: number, end: number): number;
  /** Whether two different ids can share a slot. If so, the caller must compare the ids themselves. */
  readonly isGuess: boolean;
}

/** Every slot, the free ones too. */
export function* slots({ table }: LeadIds): Generator<number> {
  for (let slot = 0; slot < table.length; slot += SLOT) yield slot;
}

/**
 * Keeps 64 bits of each id and not its text: 16 bytes a slot, where a map of texts takes 150. Two ids in a million million
 * get one slot; then `ExactIds` takes over.
 */
export class HashedIds implements LeadIds {
  readonly isGuess = true;
  readonly table: Int32Array;
  readonly #mask: number;
  /** Other ids collide in each comparison, so that no answer of a service can be made to. */
  readonly #seed = randomInt(2 ** 31);
  readonly #bits: number;

  /**
   * @param rows of both results together
   * @param bits of the hash that count, 32 of each half; fewer only to see what collisions do
   */
  constructor(rows: number, bits = -1) {
    let room = 1024;
    while (room < rows * 1.5) room *= 2;
    this.#mask = room - 1;
    this.#bits = bits;
    this.table = new Int32Array(room * SLOT);
  }

  slotOf(bytes: Uint8Array, start: number, end: number): number {
    let one = this.#seed;
    let two = ~this.#seed;
    for (let index = start; index < end; index += 1) {
      const byte = bytes[index] ?? 0;
      one = Math.imul(one ^ byte, 0x01_00_01_93);
      two = Math.imul(two ^ byte, 0x5b_d1_e9_95);
      two ^= two >>> 13;
    }
    one = Math.imul(one ^ (one >>> 15), 0x2c_1b_3c_6d);
    const first = (one ^ (one >>> 13)) & this.#bits;
    const second = two & this.#bits;
    const { table } = this;
    let slot = (first & this.#mask) * SLOT;
    while (table[slot] !== first || table[slot + 1] !== second) {
      if (table[slot + BEFORE] === 0 && table[slot + NOW] === 0) break;
      slot = ((slot / SLOT + 1) & this.#mask) * SLOT;
    }
    table[slot] = first;
    table[slot + 1] = second;
    return slot;
  }
}

/** Keeps the ids themselves. */
export class ExactIds implements LeadIds {
  readonly isGuess = false;
  readonly table: Int32Array;
  readonly #slots = new Map<string, number>();

  /** @param rows of both results together */
  constructor(rows: number) {
    this.table = new Int32Array(rows * SLOT);
  }

  slotOf(bytes: Uint8Array, start: number, end: number): number {
    // One character a byte: another text for other bytes.
    const id = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
    let slot = this.#slots.get(id);
    if (slot === undefined) {
      slot = this.#slots.size * SLOT;
      this.#slots.set(id, slot);
    }
    return slot;
  }
}
