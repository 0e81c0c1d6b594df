import { FileTrouble } from '../foundation/file-trouble.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';

/** Bytes that an empty cell takes in a row as it is kept. */
export const EMPTY_CELL_BYTES = 3;
/** Bytes that a cell takes beside its text, as in a sheet that repeats none. */
export const CELL_BYTES = 20;

/** Counts what comes out of a packed file, and what its cells stand for beyond that: repeated cells, shared texts. */
export class UnpackingRoom {
  #left: number;
  readonly #name: string;

  /** @param name of the file, for the message */
  constructor(bytes: number, name: string) {
    this.#left = bytes;
    this.#name = name;
  }

  /** As much as a spreadsheet with this number of packed bytes holds. */
  static forPacked(packedBytes: number, name: string): UnpackingRoom {
    const { unpackedBytes, harmlessUnpackedBytes, unpackedRatio } = spreadsheetLimits;
    return new UnpackingRoom(
      Math.min(unpackedBytes, Math.max(harmlessUnpackedBytes, packedBytes * unpackedRatio)),
      name,
    );
  }

  /** Throws FileTrouble `bomb` when there is more than a spreadsheet holds. */
  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0)
      throw new FileTrouble(
        'bomb',
        `"${this.#name}" unpacks to far more than a spreadsheet holds. It was not read further, to keep the computer usable. If you trust the file, save the sheet as CSV and choose that file.`,
      );
  }
}
