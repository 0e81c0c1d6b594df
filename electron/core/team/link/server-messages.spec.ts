import { EventEmitter } from 'node:events';
import { Connection } from 'pg';
import { expect, test } from 'vitest';
import { message } from './postgres-fixture.ts';
import { hearBefore, OddMessage, ServerMessages } from './server-messages.ts';

const WHOLE = Buffer.concat([
  message('N', Buffer.from('SNOTICE\0Mhello\0\0')),
  message('1', Buffer.alloc(0)),
  // No value, an empty one, and one of two bytes.
  message('D', Buffer.from([0, 3, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 2, 0x41, 0x42])),
  message('Z', Buffer.from('I')),
]);

test('messages come out as they came in, wherever a network cuts them, and only whole ones', () => {
  for (let cut = 0; cut <= WHOLE.length; cut += 1) {
    const messages = new ServerMessages();
    const parts = [messages.take(WHOLE.subarray(0, cut)), messages.take(WHOLE.subarray(cut))];
    expect(Buffer.concat(parts)).toEqual(WHOLE);
  }
  const messages = new ServerMessages();
  const sizes = [...WHOLE].map((byte) => messages.take(Buffer.of(byte)).length).filter((size) => size > 0);
  expect(sizes).toEqual([21, 5, 21, 6]);
});

test.each([
  ['shorter than its head', Buffer.from([0x5a, 0, 0, 0, 3])],
  ['an error without a field', message('E', Buffer.alloc(0))],
  ['an error whose last text has no end', message('E', Buffer.from('SFATAL\0Mrefused'))],
  ['an error without its end', message('E', Buffer.from('SFATAL\0Mrefused\0'))],
  ['a row without a count', message('D', Buffer.of(0))],
  ['a row that goes back', message('D', Buffer.from([0, 1, 0xff, 0xff, 0xff, 0xfe]))],
  ['a row that ends in a length', message('D', Buffer.from([0, 1, 0, 0, 0]))],
  ['a row that ends in a cell', message('D', Buffer.from([0, 1, 0, 0, 0, 2, 0x41]))],
])('a message that is %s never reaches the driver', (_, bytes) => {
  expect(() => new ServerMessages().take(Buffer.concat([bytes, WHOLE]))).toThrow(OddMessage);
});

test('after an odd message nothing more is heard, and what the driver throws is told', () => {
  const stream = new EventEmitter();
  const connection = new Connection();
  const broken: unknown[] = [];
  const seen: number[] = [];
  connection.attachListeners = (checked) =>
    void checked.on('data', (bytes: Buffer) => {
      seen.push(bytes.length);
      if (bytes.length === 2) throw new RangeError('out of it');
    });
  hearBefore(
    connection,
    (bytes) => bytes,
    (error) => broken.push(error),
  );
  connection.attachListeners(stream);
  for (const size of [1, 0, 2, 1]) stream.emit('data', Buffer.alloc(size));
  expect(seen).toEqual([1, 2]);
  expect(broken).toEqual([new RangeError('out of it')]);
});
