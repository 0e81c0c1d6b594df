import type { Socket } from 'node:net';

/** Bytes. Interim answers before the answer; more is not HTTP. */
const MOST_HELD = 64 * 1024;
const HEAD = /^HTTP\/1\.[01] 100(?: [^\r\n]*)?\r\n/;
const BEGINNING = 'HTTP/1.1 100';

/**
 * Passes over `100 Continue` in front of the answer, which a server may send unasked (RFC 9110, 15.2); undici takes it for
 * a broken answer and closes. Looks only at the beginning of what comes after each request: no request leaves before the
 * answer to the one before it has ended.
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
      held = Buffer.concat([held, chunk]);
      const rest = behindInterim(held);
      if (rest === null && held.length <= MOST_HELD) continue;
      isOver = true;
      const answer = rest ?? held;
      held = Buffer.alloc(0);
      return answer;
    }
  }

  function write(...written: unknown[]): boolean {
    isOver = false;
    return writeMore(...written);
  }

  return Object.assign(socket, { read, write });
}

/** What follows the interim answers; null while it is not known whether one begins or ends. */
function behindInterim(bytes: Buffer): Buffer | null {
  let rest = bytes;
  for (;;) {
    const text = rest.toString('latin1', 0, Math.min(rest.length, MOST_HELD));
    if (text.length < BEGINNING.length) return isBeginning(text) ? null : rest;
    if (!/^HTTP\/1\.[01] 100/.test(text)) return rest;
    const end = text.indexOf('\r\n\r\n');
    if (end === -1) return null;
    if (!HEAD.test(text)) return rest;
    rest = rest.subarray(end + 4);
  }
}

function isBeginning(text: string): boolean {
  return BEGINNING.startsWith(text.replace('HTTP/1.0', 'HTTP/1.1'));
}
