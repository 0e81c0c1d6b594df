import type { Socket } from 'node:net';

/** Bytes of the head of one interim answer; more is not HTTP. */
const MOST_HELD = 64 * 1024;
const BEGINNING = 'HTTP/1.1 1';
/** An answer that another one follows; behind 101 the server speaks another protocol. */
const HEAD = /^HTTP\/1\.[01] (1(?!01)\d\d)(?: [^\r\n]*)?\r\n/;

/**
 * Passes over `100 Continue` in front of the answer, which a server may send unasked (RFC 9110, 15.2), also behind other
 * interim answers; undici takes it for a broken answer and closes. The others it knows, and waits longer for them. Looks only
 * at the beginning of what comes after each request: no request leaves before the answer to the one before it has ended.
 */
export function passOverContinue(socket: Socket): Socket {
  const readMore = socket.read.bind(socket) as (size?: number) => Buffer | null;
  const writeMore = socket.write.bind(socket) as (...written: unknown[]) => boolean;
  let held: Buffer = Buffer.alloc(0);
  let isOver = false;

  function read(size?: number): Buffer | null {
    // The stream itself asks for 0 bytes, to be given more, while the client does not read: nothing may be taken then.
    if (size === 0) return readMore(0);
    for (;;) {
      const chunk = readMore(size);
      if (isOver || chunk === null) return chunk;
      const { passed, rest, hasBegun } = withoutContinue(Buffer.concat([held, chunk]));
      isOver = hasBegun || rest.length > MOST_HELD;
      held = isOver ? Buffer.alloc(0) : rest;
      const given = Buffer.concat(isOver ? [...passed, rest] : passed);
      if (given.length > 0) return given;
    }
  }

  function write(...written: unknown[]): boolean {
    isOver = false;
    return writeMore(...written);
  }

  return Object.assign(socket, { read, write });
}

/**
 * The interim answers that the client is to get, and what follows them. `hasBegun`: it is the answer; else nobody knows yet
 * what begins there, or where it ends.
 */
function withoutContinue(bytes: Buffer): { passed: Buffer[]; rest: Buffer; hasBegun: boolean } {
  const passed: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    const text = rest.toString('latin1', 0, Math.min(rest.length, MOST_HELD));
    const begins = text.slice(0, BEGINNING.length).replace('HTTP/1.0', 'HTTP/1.1');
    if (!BEGINNING.startsWith(begins)) return { passed, rest, hasBegun: true };
    const end = text.indexOf('\r\n\r\n');
    if (end === -1) return { passed, rest, hasBegun: false };
    const [, status] = HEAD.exec(text) ?? [];
    if (status === undefined) return { passed, rest, hasBegun: true };
    if (status !== '100') passed.push(rest.subarray(0, end + 4));
    rest = rest.subarray(end + 4);
  }
}
