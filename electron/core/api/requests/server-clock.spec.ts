import { expect, it } from 'vitest';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { ServerClock } from './server-clock.ts';

/** Reads dates at these milliseconds after the start of our clock. */
function world() {
  const clock = new VirtualClock();
  const begun = clock.wallNow();
  const server = new ServerClock(clock);
  const read = (date: number, sentAt: number, receivedAt: number) =>
    server.read(new Date(begun + date).toUTCString(), sentAt, receivedAt);
  return { clock, server, read };
}

it('lies between the date at the answer and the end of its second at the request', () => {
  const { clock, server, read } = world();
  clock.run(5_000);
  expect(server.now()).toBe(clock.wallNow());
  // Ahead by 10 s at least, and by 12 s at most.
  read(12_000, 1_000, 2_000);
  expect(server.offset).toBe(11_000);
  expect(server.now()).toBe(clock.wallNow() + 11_000);
});

it.each([
  // Seconds that touch what is known narrow it to a point; those beyond replace it.
  [12_000, 12_000],
  [9_000, 10_000],
  [13_000, 13_500],
  [4_000, 4_500],
])('after a second that begins at %i ms is ahead by %i ms', (date, offset) => {
  const { server, read } = world();
  read(12_000, 1_000, 2_000);
  read(date, 0, 0);
  expect(server.offset).toBe(offset);
});

it('is at least what an answer shows that was dated when it came, however long it took', () => {
  const { server, read } = world();
  read(12_000, 1_000, 2_000);
  expect(server.leastOffset).toBe(10_000);
  expect(server.offset).toBe(11_000);
});

it.each([
  ['Fri, 29 Nov 1926 12:00:00 GMT'],
  ['Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Fri, 31 Dec 9999 23:59:59 GMT'],
  ['Sat, 13 Sep 275760 00:00:00 GMT'],
])('is not what the date %s says', (date) => {
  const { server, read } = world();
  server.read(date, 1_000, 2_000);
  expect([server.offset, server.leastOffset]).toEqual([null, null]);
  read(12_000, 1_000, 2_000);
  server.read(date, 1_000, 2_000);
  expect(server.offset).toBe(11_000);
});

it('is not known without a date, and after a sleep', () => {
  const { server, read } = world();
  server.read(undefined, 0, 0);
  expect([server.offset, server.leastOffset]).toEqual([null, null]);
  read(12_000, 1_000, 2_000);
  server.forget();
  expect(server.offset).toBeNull();
});
