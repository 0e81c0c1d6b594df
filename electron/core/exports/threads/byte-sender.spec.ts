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
