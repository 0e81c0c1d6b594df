import { completeLength } from './encodings/byte-survey.ts';
import type { RecordSplitter } from './csv-records.ts';
import type { PackedReader } from './packed-reader.ts';

/** Bytes. A longer record goes to the general splitter, which checks the longest cell. */
const longRecord = 65_536;

/**
 * Cuts valid UTF-8 into rows with two readers in turn: the packed reader as far as it can, then the general splitter for
 * the rest of the chunk. They share the counts of records, cells and line ends.
 */
export class MixedCutter {
  readonly #packed: PackedReader;
  readonly #splitter: RecordSplitter;
  readonly #pushText: (text: string) => void;
  readonly #mayPack: () => boolean;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #held: Uint8Array = new Uint8Array(0);
  #room: Uint8Array = new Uint8Array(0);

  constructor(
    readers: { packed: PackedReader; splitter: RecordSplitter },
    pushText: (text: string) => void,
    mayPack: () => boolean,
  ) {
    this.#packed = readers.packed;
    this.#splitter = readers.splitter;
    this.#pushText = pushText;
    this.#mayPack = mayPack;
  }

  /** The caller may reuse `chunk` afterwards. */
  push(chunk: Uint8Array): void {
    let bytes = this.#joined(chunk);
    if (this.#splitter.held === 0 && this.#mayPack()) {
      this.#packed.records = this.#splitter.records;
      this.#packed.width = this.#splitter.width;
      bytes = bytes.subarray(this.#packed.read(bytes));
      this.#splitter.records = this.#packed.records;
      this.#splitter.width = this.#packed.width;
      if (!this.#packed.stoppedAtOdd && bytes.length < longRecord) {
        this.#held = new Uint8Array(bytes);
        return;
      }
    }
    const cut = completeLength(bytes);
    this.#pushText(this.#decoder.decode(bytes.subarray(0, cut)));
    const rest = bytes.subarray(cut);
    // What the splitter could not finish goes back to the packed reader, unless it is long.
    const goesBack = this.#mayPack() && this.#splitter.held < longRecord;
    this.#held = goesBack ? Buffer.concat([Buffer.from(this.#splitter.takeRest()), rest]) : new Uint8Array(rest);
  }

  /** What is held, and the chunk. Valid until the next call, so that a long file does not ask for its size in memory. */
  #joined(chunk: Uint8Array): Uint8Array {
    const { length } = this.#held;
    if (length === 0) return chunk;
    const whole = length + chunk.length;
    if (this.#room.length < whole) this.#room = new Uint8Array(whole * 2);
    this.#room.set(this.#held);
    this.#room.set(chunk, length);
    return this.#room.subarray(0, whole);
  }

  end(): void {
    this.#pushText(this.#decoder.decode(this.#held));
    this.#splitter.end();
  }
}
