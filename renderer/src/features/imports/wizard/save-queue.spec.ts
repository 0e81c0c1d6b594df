import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSaveQueue, type Saved } from './save-queue.ts';

type Changes = Readonly<Record<string, number>>;

/** What a host would hold; it fails when told to, and shows whether two attempts ever ran at once. */
function createStorage(failures: readonly boolean[] = []) {
  const held: Record<string, number> = {};
  let attempts = 0;
  let running = 0;
  return {
    held,
    attempts: () => attempts,
    save: async (changes: Changes): Promise<Saved> => {
      const fails = failures[attempts] === true;
      attempts += 1;
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      if (fails) return 'failed';
      Object.assign(held, changes);
      return 'saved';
    },
  };
}

test('changes that wait are saved as one, the latest of each kind', async () => {
  const queue = createSaveQueue<Changes>();
  const storage = createStorage();
  queue.add({ step: 1, plan: 1 });
  queue.add({ step: 2 });
  expect(queue.isWaiting()).toBe(true);
  await expect(queue.settle(storage.save)).resolves.toBe(true);
  expect(storage.held).toEqual({ step: 2, plan: 1 });
  expect(storage.attempts()).toBe(1);
  await expect(queue.settle(storage.save)).resolves.toBe(true);
  expect(storage.attempts()).toBe(1);
});

test('a change during an attempt is saved after it, and both who wait hear so', async () => {
  const queue = createSaveQueue<Changes>();
  const storage = createStorage();
  queue.add({ step: 1 });
  const first = queue.settle(storage.save);
  queue.add({ step: 2 });
  const second = queue.settle(storage.save);
  await expect(Promise.all([first, second])).resolves.toEqual([true, true]);
  expect(storage.held).toEqual({ step: 2 });
});

test('whoever waits for an attempt that is given up hears so', async () => {
  const queue = createSaveQueue<Changes>();
  const drop = async (): Promise<Saved> => Promise.resolve('dropped');
  queue.add({ plan: 1 });
  const first = queue.settle(drop);
  const second = queue.settle(drop);
  await expect(Promise.all([first, second])).resolves.toEqual([false, false]);
});

test('whatever fails, nothing is lost, nothing overtakes, and the latest of each kind is what stays', async () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constantFrom('step', 'plan', 'mapping'), settles: fc.boolean() }),
    fc.record({ kind: fc.constantFrom('step', 'plan', 'mapping'), settles: fc.constant(false) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 20 }),
      fc.array(fc.boolean(), { maxLength: 8 }),
      async (events, failures) => {
        const queue = createSaveQueue<Changes>();
        const storage = createStorage(failures);
        const expected: Record<string, number> = {};
        const settling: Promise<boolean>[] = [];
        for (const [turn, { kind, settles }] of events.entries()) {
          queue.add({ [kind]: turn });
          expected[kind] = turn;
          if (settles) settling.push(queue.settle(storage.save));
          if (turn % 3 === 0) await Promise.resolve();
        }
        await Promise.all(settling);
        while (!(await queue.settle(storage.save)));
        expect(storage.held).toEqual(expected);
        expect(queue.isWaiting()).toBe(false);
      },
    ),
  );
});
