import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type BatchBench, createBatchBench, type Ended } from '../batch-fixture.ts';

vi.setConfig({ testTimeout: 30_000 });

let bench: BatchBench;
beforeAll(async () => {
  bench = await createBatchBench();
  bench.file('ids.txt', 'L-1\n');
});
afterAll(() => bench.close());

async function interruptedInSilence(args: readonly string[]): Promise<Ended> {
  const { faults } = bench.practice;
  faults.clear();
  faults.add({ kind: 'hang', times: 'always' });
  return bench.run([...args, '--json'], {
    onStart: (end) => void vi.waitFor(() => expect(faults.list()[0]?.fired).toBe(1), 20_000).then(end, end),
  });
}

it.each(['doctor', 'users', 'account', 'orgunit Danmark', 'limits', 'segments', 'segments add SEG-0152 --ids ids.txt'])(
  '%s ends at a signal while the service is silent',
  async (words) => {
    const args = words.split(' ').map((word) => (word === 'ids.txt' ? bench.path(word) : word));
    const { code, last } = await interruptedInSilence(args);
    expect([code, last]).toEqual([130, { error: { code: 'cancelled', message: expect.stringMatching(/./) } }]);
  },
);

it('limits --watch ends as a watch does at a signal before the first answer', async () => {
  const { code, last } = await interruptedInSilence(['limits', '--watch']);
  expect([code, last]).toEqual([130, { counters: 0 }]);
});

it('a change of a segment ends at a signal while its ids are awaited, and lets standard input go', async () => {
  bench.practice.faults.clear();
  const stdin = new Readable({ read: () => undefined });
  const { code } = await bench.run(['segments', 'add', 'SEG-0152', '--ids', '-'], {
    stdin,
    onStart: (end) => void vi.waitFor(() => expect(stdin.listenerCount('data')).toBe(1), 20_000).then(end, end),
  });
  expect([code, stdin.destroyed]).toEqual([130, true]);
});
