import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { pieces } from './pieces.ts';

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('come as they came from the socket, and no faster than they are read', async () => {
  let made = 0;
  const body = new Readable({
    highWaterMark: 1,
    read() {
      made += 1;
      this.push(made > 6 ? null : Buffer.from(`${made}`));
    },
  });
  const came: string[] = [];
  for await (const piece of pieces(body)) {
    came.push(Buffer.from(piece).toString());
    await turns();
    // One more waits in the stream itself.
    expect(made).toBeLessThanOrEqual(came.length + 1);
  }
  expect(came).toEqual(['1', '2', '3', '4', '5', '6']);
});

it('end with the trouble of the body, behind what came before it', async () => {
  const body = new Readable({ read: () => undefined });
  const reader = pieces(body);
  const first = reader.next();
  body.push('1');
  expect(await first).toMatchObject({ done: false });
  const second = reader.next();
  await turns();
  body.destroy(new Error('broke'));
  await expect(second).rejects.toThrow('broke');
});

it('destroy the body when nobody reads on', async () => {
  const body = new Readable({ read: () => undefined });
  body.push('1');
  for await (const piece of pieces(body)) {
    expect(piece.byteLength).toBe(1);
    break;
  }
  expect(body.destroyed).toBe(true);
});
