import { isUtf8 } from 'node:buffer';
import { completeLength } from '../../files/text/encodings/byte-survey.ts';

/** Looks whether a body that arrives in pieces is UTF-8. */
export class Utf8Watch {
  isBroken = false;
  #carry: Uint8Array = new Uint8Array(0);

  add(bytes: Uint8Array): void {
    const whole = this.#carry.length === 0 ? bytes : Buffer.concat([this.#carry, bytes]);
    const cut = completeLength(whole);
    this.isBroken ||= !isUtf8(whole.subarray(0, cut));
    // The memory of a piece is used again.
    this.#carry = Uint8Array.from(whole.subarray(cut));
  }
}
