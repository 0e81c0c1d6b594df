/**
 * Memory that a writer fills again and again, two pieces in turn: one is written to the disk while the other is filled.
 * Not zeroed: what is read was written before.
 */
export class GrowingBytes {
  #piece = Buffer.from('');
  #other = Buffer.from('');

  /** The other piece, with room for at least this number of bytes. The earlier bytes stay until the call after this. */
  next(size: number): Buffer {
    [this.#piece, this.#other] = [this.#other, this.#piece];
    return this.grow(size, 0);
  }

  /** The piece of the last call, now with room for at least this number of bytes, of which the first `keep` are kept. */
  grow(size: number, keep: number): Buffer {
    if (this.#piece.length >= size) return this.#piece;
    const larger = Buffer.allocUnsafeSlow(Math.max(Math.ceil(1.25 * size), 65_536));
    this.#piece.copy(larger, 0, 0, keep);
    this.#piece = larger;
    return larger;
  }
}

/** Copies the first `count` of a few bytes, which takes less than calling for it. Answers where they end. */
export function put(out: Buffer, start: number, bytes: Uint8Array, count = bytes.length): number {
  for (let index = 0; index < count; index += 1) out[start + index] = bytes[index] as number;
  return start + count;
}
