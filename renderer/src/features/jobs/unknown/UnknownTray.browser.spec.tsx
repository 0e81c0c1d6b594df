import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { exampleJob, exampleJobDetail } from '../../../testing/examples.ts';
import { counts, row, showJob } from '../job/job-page-fixture.tsx';

test.each(['1', 'Enter'])('%s that is held down answers one row, not those that take its place', async (key) => {
  const unknown = exampleJob({ state: 'needsYou', counts: { ...counts, unknown: 2, waiting: 48 } });
  let rows = [row(1, {}), row(2, {})];
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(unknown),
    'job:rows': () => ({ total: rows.length, rows }),
    'job:decide': () => {
      rows = rows.slice(1);
      return exampleJob({ ...unknown, counts: { ...counts, created: 51, unknown: 1, waiting: 48 }, sequence: 2 });
    },
  });
  const existsOf = (firm: string) =>
    screen.getByRole('group', { name: `Answer for ${firm}` }).getByRole('button', { name: 'Exists' });
  await expect.element(existsOf('Firm 1')).toBeVisible();
  existsOf('Firm 1').element().focus();
  await userEvent.keyboard(`{${key}}`);
  const next = existsOf('Firm 2');
  await expect.element(next).toHaveFocus();
  // A prevented key does not press the button.
  const held = new KeyboardEvent('keydown', { key, repeat: true, bubbles: true, cancelable: true });
  expect(next.element().dispatchEvent(held)).toBe(false);
  expect(host.calls('job:decide')).toEqual([{ jobId: 'job-1', rows: [1], decision: 'exists' }]);
  await userEvent.keyboard(`{${key}}`);
  await expect.poll(() => host.calls('job:decide')).toHaveLength(2);
});
