/** Bytes of one block: a thousand leads, ten milliseconds of the receiver's work and one transaction. */
const BLOCK = 512 * 1024;
/** One is filled while the others are with the receiver. */
const BLOCKS = 3;

/** Takes bytes and gives their memory back when it needs them no more. Called again before it has answered. */
export type Receiver = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

/**
 * Hands bytes to a receiver in another thread. They are copied once, into blocks that go to and fro: the socket's own
 * memory cannot change hands, because several pieces share it. While the receiver is idle every piece goes on at once;
 * while it is busy they are gathered. Holds three blocks at most, and makes its caller wait when all are full.
 */
export class ByteSender {
  readonly #receiver: Receiver;
  readonly #free: ArrayBuffer[] = [];
  #made = 0;
  #block: Uint8Array<ArrayBuffer> | null = null;
  #length = 0;
  #underWay = 0;
  #failure: { readonly error: unknown } | null = null;
  #wake: (() => void) | null = null;

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  /**
   * Resolves when the bytes are copied; their memory may be gone then, so nobody must need them any more. Rejects with the
   * receiver's error.
   */
  async push(bytes: Uint8Array): Promise<void> {
    let from = 0;
    while (from < bytes.length) {
      const block = this.#block ?? (await this.#nextBlock());
      this.#block = block;
      const part = bytes.subarray(from, from + block.length - this.#length);
      block.set(part, this.#length);
      this.#length += part.length;
      from += part.length;
      if (this.#length === block.length || this.#underWay === 0) this.#send();
    }
    giveBack(bytes);
    this.#throwFailure();
  }

  /** Resolves when the receiver has taken everything. */
  async flush(): Promise<void> {
    this.#send();
    while (this.#underWay > 0) await this.#change();
    this.#throwFailure();
  }

  async #nextBlock(): Promise<Uint8Array<ArrayBuffer>> {
    for (;;) {
      this.#throwFailure();
      const memory = this.#free.pop();
      if (memory !== undefined) return new Uint8Array(memory);
      if (this.#made < BLOCKS) {
        this.#made += 1;
        return new Uint8Array(BLOCK);
      }
      await this.#change();
    }
  }

  #send(): void {
    if (this.#block === null || this.#length === 0) return;
    const bytes = this.#block.subarray(0, this.#length);
    this.#block = null;
    this.#length = 0;
    this.#underWay += 1;
    this.#receiver(bytes).then(
      (memory) => {
        this.#underWay -= 1;
        this.#free.push(memory);
        // What was gathered meanwhile; the service may send nothing more for a while.
        if (this.#underWay === 0) this.#send();
        this.#wake?.();
      },
      (error: unknown) => {
        this.#underWay -= 1;
        this.#failure ??= { error };
        this.#wake?.();
      },
    );
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}

/**
 * Frees the memory of a piece that came from the socket. V8 lets such memory grow by tens of megabytes before it looks for
 * what nobody needs. A piece that shares its memory with others keeps it.
 */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
