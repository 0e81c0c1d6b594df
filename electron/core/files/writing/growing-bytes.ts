/**
 * Memory that a writer fills again and again, two pieces in turn: one is written to the disk while the other is filled.
 * Not zeroed: what is read was written before.
 */
export class GrowingBytes {
  readonly #pieces = [Buffer.alloc(0), Buffer.alloc(0)];
  #turn = 0;

  /** The other piece, with room for at least this number of bytes. The earlier bytes stay until the call after this. */
  next(size: number): Buffer {
    this.#turn = 1 - this.#turn;
    return this.#grown(size, 0);
  }

  /** The piece of the last call, now with room for at least this number of bytes, of which the first `keep` are kept. */
  grow(size: number, keep: number): Buffer {
    return this.#grown(size, keep);
  }

  #grown(size: number, keep: number): Buffer {
    const piece = this.#pieces[this.#turn];
    if (piece !== undefined && piece.length >= size) return piece;
    const larger = Buffer.allocUnsafeSlow(Math.max(Math.ceil(1.25 * size), 65_536));
    piece?.copy(larger, 0, 0, keep);
    this.#pieces[this.#turn] = larger;
    return larger;
  }
}
