import { EventEmitter } from 'node:events';
import type { Connection } from 'pg';

declare module 'pg' {
  interface Connection {
    /** Of the driver itself: reads from here what the server sends, encrypted or not. */
    attachListeners(stream: EventEmitter): void;
  }
}

/** Bytes before a message: its type, and the length of what follows the type. */
const HEAD = 5;
const ROW = 0x44;
/** An error and a notice: fields with a type and a text each, up to a type that is 0. */
const SAYINGS: readonly unknown[] = [0x45, 0x4e];
const NOTHING = Buffer.alloc(0);

/** No server of PostgreSQL sends it. */
export class OddMessage extends Error {}

/**
 * The messages of a server, whole ones only, and none that would lead the driver out of it: it looks for the end of an error
 * until it finds one, and goes back in a row as far as a length says.
 */
export class ServerMessages {
  #parts: Buffer[] = [];
  #size = 0;
  /** Bytes without which nothing more is known. */
  #needed = HEAD;

  /** The messages that end with these bytes. @throws OddMessage */
  take(bytes: Buffer): Buffer {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    if (this.#size < this.#needed) return NOTHING;
    const all = this.#parts.length === 1 ? bytes : Buffer.concat(this.#parts);
    let at = 0;
    for (;;) {
      const end = at + sizeAt(all, at);
      this.#needed = end - at;
      if (all.length < end) break;
      check(all[at], all.subarray(at + HEAD, end));
      at = end;
    }
    this.#parts = [all.subarray(at)];
    this.#size = all.length - at;
    return all.subarray(0, at);
  }
}

/** Of the message that begins there, or of its head while that is not whole. */
function sizeAt(bytes: Buffer, at: number): number {
  if (bytes.length - at < HEAD) return HEAD;
  const size = 1 + bytes.readUInt32BE(at + 1);
  if (size < HEAD) throw new OddMessage('A message is shorter than its head.');
  return size;
}

function check(type: number | undefined, body: Buffer): void {
  if (type === ROW && !isRow(body)) throw new OddMessage('A row does not hold its cells.');
  if (SAYINGS.includes(type) && !isSaying(body)) throw new OddMessage('An error has no end.');
}

function isRow(body: Buffer): boolean {
  if (body.length < 2) return false;
  let at = 2;
  for (let cells = body.readInt16BE(0); cells > 0; cells -= 1) {
    if (body.length - at < 4) return false;
    const length = body.readInt32BE(at);
    // -1: no value.
    if (length < -1) return false;
    at += 4 + Math.max(0, length);
    if (at > body.length) return false;
  }
  return true;
}

function isSaying(body: Buffer): boolean {
  for (let at = 0; at < body.length;) {
    if (body[at] === 0) return true;
    const end = body.indexOf(0, at + 1);
    if (end === -1) return false;
    at = end + 1;
  }
  return false;
}

/**
 * Lets the driver hear no more than `heard` gives it. What it, or the driver, throws goes to `broken`: thrown at a socket it
 * would end the program.
 */
export function hearBefore(
  connection: Connection,
  heard: (bytes: Buffer) => Buffer,
  broken: (error: unknown) => void,
): void {
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    const checked = new EventEmitter();
    let isBroken = false;
    stream.on('data', (bytes: Buffer) => {
      if (isBroken) return;
      try {
        const messages = heard(bytes);
        if (messages.length > 0) checked.emit('data', messages);
      } catch (error) {
        isBroken = true;
        broken(error);
      }
    });
    attach(checked);
  };
}
