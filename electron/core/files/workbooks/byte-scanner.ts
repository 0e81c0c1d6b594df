import { longestPiece, XmlTooLong } from './xml-scanner.ts';

/**
 * Bytes before the end of a chunk in which no piece of markup is begun before the next chunk is there: nearly all pieces are
 * shorter. Whoever reads behind the end of the bytes makes V8 throw away the code that it has compiled for the reading.
 */
const MARGIN = 1024;

/**
 * Goes through UTF-8 XML as bytes, from one piece of markup to the next, so that a part of a hundred megabytes is never
 * decoded as a whole. It skips the text between the pieces; a subclass reads what it takes as one piece, such as a cell.
 */
export abstract class ByteScanner {
  /** One room for all chunks: a new one for each would have the collector run again and again. */
  #room = Buffer.allocUnsafeSlow(0);
  /** Bytes in the room, from its beginning, that no element was read from yet. */
  #held = 0;
  #waitFor = 0;

  /** The caller may reuse `chunk` afterwards. Throws XmlTooLong. */
  push(chunk: Buffer): void {
    this.#make(this.#held + chunk.length);
    chunk.copy(this.#room, this.#held);
    this.#held += chunk.length;
    if (this.#held >= this.#waitFor) this.#scanHeld(this.#held - MARGIN);
  }

  /** Call once after the last chunk. */
  end(): void {
    if (this.#held > 0) this.#scanHeld(this.#held);
  }

  #make(bytes: number): void {
    if (bytes <= this.#room.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes, this.#room.length * 2));
    this.#room.copy(larger, 0, 0, this.#held);
    this.#room = larger;
  }

  /** @param until where no other piece is begun */
  #scanHeld(until: number): void {
    const used = this.#scan(this.#room.subarray(0, this.#held), until);
    this.#room.copyWithin(0, used, this.#held);
    this.#held -= used;
    if (this.#held > longestPiece) throw new XmlTooLong();
    // A long unfinished piece is scanned again only when its length has doubled, so that the cost stays linear.
    this.#waitFor = this.#held > 1_048_576 ? this.#held * 2 : 0;
  }

  /**
   * Reads the element or closing tag that begins at `open`; returns where it ends, or -1 when its end has not arrived.
   * `name`: where its name without prefix begins. `nameEnd`: where the name ends.
   */
  protected abstract element(bytes: Buffer, open: number, name: number, nameEnd: number): number;

  #scan(bytes: Buffer, until: number): number {
    let position = 0;
    for (;;) {
      while (position < until && bytes[position] !== 60) position += 1;
      if (position >= until) return position;
      const next = this.#markup(bytes, position);
      if (next === -1) return position;
      position = next;
    }
  }

  #markup(bytes: Buffer, open: number): number {
    const code = bytes[open + 1];
    if (code === undefined) return -1;
    if (code === 33) return declarationEnd(bytes, open);
    if (code === 63) return after(bytes, '?>', open);
    let name = open + (code === 47 ? 2 : 1);
    let end = name;
    for (; ; end += 1) {
      const byte = bytes[end];
      if (byte === undefined) return -1;
      if (byte <= 32 || byte === 47 || byte === 62) break;
      if (byte === 58) name = end + 1;
    }
    return this.element(bytes, open, name, end);
  }
}

function after(bytes: Buffer, what: string, from: number): number {
  const at = bytes.indexOf(what, from, 'latin1');
  return at === -1 ? -1 : at + what.length;
}

function declarationEnd(bytes: Buffer, open: number): number {
  if (bytes.length - open < 9) return -1;
  if (bytes[open + 2] === 45) return after(bytes, '-->', open);
  return bytes[open + 2] === 91 ? after(bytes, ']]>', open) : after(bytes, '>', open);
}

/** Position behind the > of the tag around `from`, not of a > inside quotes; -1 when it has not arrived. */
export function tagEnd(bytes: Buffer, from: number): number {
  let quote = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === 62) return at + 1;
    else if (byte === 34 || byte === 39) quote = byte;
  }
  return -1;
}

/** Whether the bytes from `start` to `end` spell this ASCII name. */
export function isNamed(bytes: Buffer, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  for (let index = 0; index < name.length; index += 1)
    if (bytes[start + index] !== name.charCodeAt(index)) return false;
  return true;
}

/** Position behind the closing tag of the element at `open`; -1 when it has not arrived. */
export function elementEnd(bytes: Buffer, open: number, nameEnd: number): number {
  const end = tagEnd(bytes, nameEnd);
  if (end === -1 || bytes[end - 2] === 47) return end;
  const closing = Buffer.concat([Buffer.from('</'), bytes.subarray(open + 1, nameEnd)]);
  for (let at = bytes.indexOf(60, end); at !== -1; at = bytes.indexOf(60, at)) {
    if (bytes[at + 1] === 33) {
      // Markup in a character section or a comment counts as text.
      at = declarationEnd(bytes, at);
      if (at === -1) return -1;
      continue;
    }
    const behind = at + closing.length;
    const byte = bytes[behind] as number;
    if ((byte === 62 || byte <= 32) && bytes.subarray(at, behind).equals(closing)) return tagEnd(bytes, behind);
    at += 1;
  }
  return -1;
}
