import { expect, it } from 'vitest';
import { onceForAll } from '../../core/foundation/world-fixture.ts';
import { type BatchBench, createBatchBench } from '../batch-fixture.ts';

let bench: BatchBench;
onceForAll(async () => (bench = await createBatchBench({ leads: 40 })));

const exported = (output: string, ...since: string[]) =>
  bench.run(['export', 'simple', '--output', bench.path(output), '--json', ...since]);

it.each(['-7d', 'yesterday', 'this-month'])(
  '--modified-from %s asks with a date, which the last line has',
  async (since) => {
    const ended = await exported(`since-${since}.csv`, '--modified-from', since);
    expect(ended.stderr).toBe('');
    expect(ended.code).toBe(0);
    expect(ended.last?.['request']).toMatch(/^GET \/api\/simpleleads\?Projects=\*&ModifiedFrom=\d{4}-\d\d-\d\d$/);
  },
);

it('goes on from the last complete run, and says what is missing without one', async () => {
  const last = ['--modified-from', 'last-run', '--statuses', 'New'];
  const without = await exported('none.csv', ...last);
  expect(without.code).toBe(2);
  expect(without.last).toMatchObject({
    error: { message: expect.stringMatching(/^This query has no complete run on this computer yet\. Choose a date/) },
  });
  expect((await exported('first.csv', '--statuses', 'New')).code).toBe(0);
  const ended = await exported('next.csv', ...last);
  expect(ended.code).toBe(0);
  expect(ended.last?.['request']).toMatch(/ModifiedFrom=\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\d&/);
});

it('says the day and the zone', async () => {
  const ended = await bench.run(['export', 'simple', '--output', bench.path('said.csv'), '--modified-from=today']);
  expect(ended.stdout).toMatch(/^"Since today" is \d{4}-\d\d-\d\d in the account's time zone \(--time-zone\)\.$/m);
});

it('refuses what would move the beginning of what is kept up to date, and words that it does not know', async () => {
  const kept = await exported('kept.csv', '--modified-from', 'yesterday', '--since-last');
  expect(kept.code).toBe(2);
  expect(kept.last).toMatchObject({ error: { message: expect.stringContaining('give --modified-from a date') } });
  const wrong = await exported('wrong.csv', '--modified-from', 'tomorrow');
  expect(wrong.last).toMatchObject({ error: { message: expect.stringContaining('today, yesterday, -7d') } });
});
