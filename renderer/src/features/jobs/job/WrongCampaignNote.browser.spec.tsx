import { expect, test } from 'vitest';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { exampleJob, exampleJobDetail } from '../../../testing/examples.ts';
import { counts, showJob } from './job-page-fixture.tsx';

test('a wrong campaign is said once, with the known ones to choose from, and no way to be refused again first', async () => {
  const reason = 'There is no campaign with the code “DK-NORDLSY”.';
  const job = exampleJob({
    state: 'needsYou',
    campaignCode: 'DK-NORDLSY',
    reason: `The last 25 rows were refused: ${reason}`,
    counts: { ...counts, created: 0, refused: 25, waiting: 75 },
  });
  const remembered = ['DK-NORDLSY', 'DK-NORDLYS', 'DK-SOL'].map((code) => ({ code, lastUsedAt: 1, jobs: 1 }));
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(job, { refusals: [{ reason, count: 25, fixed: 0 }] }),
    'import:campaigns': () => ({ campaigns: remembered }),
    'job:correctCampaign': () => exampleDraft({ id: 'draft-2', step: 'columns', campaignCode: 'DK-NORDLYS' }),
  });
  const note = screen.getByRole('status').filter({ hasText: 'The service refused the campaign DK-NORDLSY' });
  await expect.element(note).toBeVisible();
  expect(screen.getByText('The last 25 rows were refused').elements()).toHaveLength(0);
  await expect.element(screen.getByRole('button', { name: 'Resume' })).toHaveAttribute('data-variant', 'default');
  const correct = screen.getByRole('button', { name: 'Correct the campaign and go on' });
  await expect.element(correct).toBeDisabled();

  const field = screen.getByRole('combobox', { name: 'Campaign' });
  await field.clear();
  const known = screen.getByRole('option');
  await expect.element(known.first()).toBeVisible();
  const offered = known.elements().map((option) => option.querySelector('bdi')?.textContent);
  expect(offered.slice(0, 2)).toEqual(['DK-NORDLYS', 'DK-SOL']);
  expect(offered).not.toContain('DK-NORDLSY');
  await screen.getByRole('option', { name: /^DK-NORDLYS/ }).click();
  await correct.click();
  expect(host.calls('job:correctCampaign')).toEqual([{ jobId: 'job-1', campaignCode: 'DK-NORDLYS' }]);
  await expect.poll(() => window.location.hash).toBe('#/import/draft-2/columns');
});
