import { expect, it } from 'vitest';
import { ByteSender } from './byte-sender.ts';

/** A receiver that keeps what it got, in its order, and gives the memory back as a thread does. */
function receiver() {
  const got: Buffer[] = [];
  return {
    text: () => Buffer.concat(got).toString('utf8'),
    sender: new ByteSender(async (bytes) => {
      got.push(Buffer.from(bytes));
      return bytes.buffer.transfer();
    }),
  };
}

const piece = (text: string) => new Uint8Array(Buffer.from(text)).slice();

it('hands on every byte in its order, also of pieces larger than a block', async () => {
  const { sender, text } = receiver();
  const parts = ['a', 'b'.repeat(1_400_000), '', 'c'.repeat(300_000), 'd'];
  for (const part of parts) await sender.push(piece(part));
  await sender.flush();
  expect(text()).toBe(parts.join(''));
});

it('frees the memory of a piece when it is copied, and leaves memory that other pieces share', async () => {
  const { sender, text } = receiver();
  const alone = piece('alone');
  const shared = piece('first,second');
  await sender.push(alone);
  await sender.push(shared.subarray(0, 6));
  await sender.push(shared.subarray(6));
  await sender.flush();
  expect(text()).toBe('alonefirst,second');
  expect(alone.byteLength).toBe(0);
  expect(Buffer.from(shared).toString()).toBe('first,second');
});

const BLOCK = 512 * 1024;

/** A receiver that answers when it is told to. */
function slowReceiver() {
  const got: string[] = [];
  const waiting: PromiseWithResolvers<void>[] = [];
  const sender = new ByteSender(async (bytes) => {
    got.push(Buffer.from(bytes).toString('latin1').slice(0, 12));
    sizes.push(bytes.byteLength);
    const { buffer } = bytes;
    const gate = Promise.withResolvers<void>();
    waiting.push(gate);
    await gate.promise;
    return buffer;
  });
  const sizes: number[] = [];
  return {
    sender,
    got,
    sizes,
    answer: () => waiting.shift()?.resolve(),
    fail: (error: Error) => waiting.shift()?.reject(error),
  };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('hands a piece on at once while the receiver is idle, and gathers what comes while it is busy', async () => {
  const { sender, got, answer } = slowReceiver();
  await sender.push(piece('one'));
  await sender.push(piece('two '));
  await sender.push(piece('three'));
  expect(got).toEqual(['one']);
  answer();
  await turn();
  expect(got).toEqual(['one', 'two three']);
  answer();
  await turn();
  await sender.push(piece('four'));
  expect(got).toEqual(['one', 'two three', 'four']);
  answer();
  await sender.flush();
});

it('makes its caller wait when three blocks are full, and uses their memory again', async () => {
  const { sender, sizes, answer } = slowReceiver();
  let pushed = 0;
  const push = async (bytes: number) => {
    await sender.push(new Uint8Array(bytes));
    pushed += 1;
  };
  await push(1);
  await push(BLOCK);
  await push(BLOCK);
  const waiting = push(1);
  await turn();
  expect([pushed, sizes]).toEqual([3, [1, BLOCK, BLOCK]]);
  answer();
  await waiting;
  const flushed = sender.flush();
  await turn();
  expect(sizes).toEqual([1, BLOCK, BLOCK, 1]);
  for (let left = 3; left > 0; left -= 1) answer();
  await flushed;
});

it('tells its caller why the receiver took no more, the first reason', async () => {
  const { sender, fail } = slowReceiver();
  await sender.push(piece('one'));
  await sender.push(new Uint8Array(BLOCK));
  fail(new Error('first'));
  fail(new Error('second'));
  await turn();
  await expect(sender.push(piece('two'))).rejects.toThrow('first');
  await expect(sender.flush()).rejects.toThrow('first');
  const full = slowReceiver();
  await full.sender.push(new Uint8Array(3 * BLOCK));
  const waiting = full.sender.push(piece('more'));
  await turn();
  full.fail(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
});
