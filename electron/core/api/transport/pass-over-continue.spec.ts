import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { passOverContinue } from './pass-over-continue.ts';

/** What a client reads of a socket on which these pieces come one by one, and then of a later one. */
function read(pieces: readonly string[]): string[] {
  const waiting = pieces.map((piece) => Buffer.from(piece, 'latin1'));
  const socket = passOverContinue({ read: () => waiting.shift() ?? null, write: () => true } as unknown as Socket);
  const got: string[] = [];
  for (let piece = socket.read() as Buffer | null; piece !== null; piece = socket.read() as Buffer | null)
    got.push(piece.toString('latin1'));
  return got;
}

const interim = 'HTTP/1.1 100 Continue\r\nX-A: 1\r\n\r\n';
const answer = 'HTTP/1.1 200 OK\r\n\r\n{}';

it('passes over what comes before the answer, however it is cut', () => {
  const whole = interim + interim.replace('1.1', '1.0').replace(' Continue', '') + answer;
  for (let cut = 1; cut < whole.length; cut += 1) {
    const got = read([whole.slice(0, cut), whole.slice(cut)]);
    expect([cut, got.join('')]).toEqual([cut, answer]);
  }
});

it('passes it over among other interim answers, which the client knows', () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
  const whole = early + interim + interim + early + interim + answer;
  for (let cut = 1; cut < whole.length; cut += 1) {
    const got = read([whole.slice(0, cut), whole.slice(cut)]);
    expect([cut, got.join('')]).toEqual([cut, early + early + answer]);
  }
  const switched = 'HTTP/1.1 101 Switching Protocols\r\n\r\n';
  expect(read([early, switched, interim])).toEqual([early, switched, interim]);
});

it('hands on an answer that comes at once, and every piece behind it as it is', () => {
  expect(read([answer, interim, 'more'])).toEqual([answer, interim, 'more']);
  expect(read(['HTTP/1.1 1', '03 Early Hints\r\n\r\n'])).toEqual(['HTTP/1.1 103 Early Hints\r\n\r\n']);
  expect(read(['SSH-2.0'])).toEqual(['SSH-2.0']);
  // Not the head of one, although it begins so.
  const odd = 'HTTP/1.1 1000 Odd\r\n\r\n';
  expect(read([odd, 'x'])).toEqual([odd, 'x']);
});

it('passes it over again after the next request', () => {
  const waiting = [interim, answer, interim + answer];
  const socket = passOverContinue({
    read: () => (waiting.length === 0 ? null : Buffer.from(waiting.shift() ?? '')),
    write: () => true,
  } as unknown as Socket);
  expect(String(socket.read())).toBe(answer);
  socket.write('GET / HTTP/1.1\r\n\r\n');
  expect(String(socket.read())).toBe(answer);
});

it('loses nothing of what comes while the client does not read', async () => {
  const stream = Object.assign(new Readable({ read: () => undefined }), { write: () => true });
  const socket = passOverContinue(stream as unknown as Socket);
  let got = '';
  socket.once('readable', () => (got += String(socket.read())));
  for (const piece of [interim + answer, '[1,', '2,', '3]']) {
    stream.push(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (let piece = socket.read() as Buffer | null; piece !== null; piece = socket.read() as Buffer | null)
    got += String(piece);
  expect(got).toBe(`${answer}[1,2,3]`);
});

it.each([0, 1])('holds back 64 KiB at most, and hands on all of a longer one: %i more', (more) => {
  const head = 'HTTP/1.1 100 Continue\r\nX-A: ';
  const long = head.padEnd(64 * 1024 + more, 'a');
  expect(read([long]).map((piece) => piece.length)).toEqual(more === 0 ? [] : [long.length]);
});
