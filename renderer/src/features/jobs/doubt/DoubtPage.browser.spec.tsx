import { expect, test } from 'vitest';
import { type Doubt, doubtSchema } from '../../../../../shared/contract/jobs/doubt.ts';
import { exampleJob } from '../../../testing/examples.ts';
import { type Answers, failing } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { row } from '../job/job-page-fixture.tsx';
import { DoubtPage } from './DoubtPage.tsx';

const AT = Date.UTC(2026, 10, 17, 13, 17, 41);
const nordlys = { jobId: 'job-1', name: 'Nordlys customers' };
const counts = { rows: 24_318, created: 20_000, refused: 88, unknown: 64, skipped: 0, excluded: 0, waiting: 4166 };

const inDoubt = (change: Partial<Doubt> = {}): Doubt =>
  doubtSchema.parse({
    foundAt: AT + 260_000,
    sentences: ['This data folder is out of date: the journal has forgotten 64 rows that were sent.'],
    forgotten: [{ ...nordlys, rows: '20153-20215,20300', count: 64, firstAt: AT + 1000, lastAt: AT + 17_000 }],
    lost: [],
    witness: null,
    setAside: null,
    memories: { journal: { rows: 45_623, lastAt: AT }, witness: { rows: 45_687, lastAt: AT + 17_000 } },
    service: null,
    held: [
      { ...nordlys, campaignCode: 'DE-ENERGIE-26', waiting: 4166, rows: 24_318 },
      { jobId: 'job-2', name: 'DK Forsikring uge 47', campaignCode: 'DK-FORSIKR-11', waiting: 34_700, rows: 34_700 },
    ],
    ...change,
  });

const nothingNamed: Partial<Doubt> = {
  forgotten: [],
  memories: null,
  service: { counted: 45_713, remembered: 45_623, readAt: AT, isShared: false, since: AT - 3_600_000 },
};

const showDoubt = (doubt: Doubt | null, answers: Answers = {}) =>
  showPage(<DoubtPage />, {
    'job:doubt': () => ({ doubt }),
    'job:list': () => ({ jobs: [exampleJob({ counts, state: 'needsYou', holdKind: 'older' })] }),
    ...answers,
  });

test('journal and witness stand side by side, and a service that was not asked has no figure', async () => {
  const { screen } = await showDoubt(inDoubt());
  const rows = screen.getByRole('list', { name: 'Rows that left, of the jobs kept here' });
  await expect.element(rows.getByText('45,623')).toBeVisible();
  await expect.element(rows.getByText('64 more')).toBeVisible();
  await expect.element(screen.getByText('not asked', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('bars begin at 45,540')).toBeVisible();
  const job = screen.getByRole('row', { name: /Nordlys customers/ });
  await expect.element(job).toMatchTextContent(/4,166 of 24,318/);
  await expect.element(job).toMatchTextContent(/64 rows, 64 unknown in the job/);
  await expect.element(job).toMatchTextContent(/rows 20,153 to 20,215, 20,300, sent .+ 14:17:42 to 14:17:58/);
  await expect
    .element(screen.getByRole('row', { name: /DK Forsikring/ }))
    .toMatchTextContent(/no row on record.*a pause or a stop of it may be lost/);
  await expect.element(screen.getByText('What the service counted')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'I have read it' })).not.toBeInTheDocument();
});

test('compare asks once for each job with unknown rows, and changes nothing', async () => {
  const { screen, host } = await showDoubt(inDoubt(), {
    'job:look': () => ({ exists: 60, absent: 3, several: 1, unclear: 0, leads: 900, looked: 900 }),
  });
  await screen.getByRole('button', { name: 'Compare 1 job' }).click();
  await expect.element(screen.getByText('compared: 60 found, 3 not there, 1 unclear')).toBeVisible();
  expect(host.calls('job:look')).toEqual([{ jobId: 'job-1' }]);
  expect(host.calls('job:decide')).toEqual([]);
});

test('a comparison that fails says why', async () => {
  const { screen } = await showDoubt(inDoubt(), {
    'job:look': failing({ code: 'forbidden', message: 'This account may not read leads.' }),
  });
  await screen.getByRole('button', { name: 'Compare 1 job' }).click();
  await expect.element(screen.getByText('This account may not read leads.').first()).toBeVisible();
});

test('treated as sent are the rows that the witness names, after a question, and no other unknown row', async () => {
  const { screen, host } = await showDoubt(inDoubt(), {
    'job:rows': ({ offset }) => ({
      total: 3,
      rows: offset === 0 ? [7, 20_153, 20_300].map((number) => row(number, {})) : [],
    }),
    'job:decide': () => exampleJob({ counts: { ...counts, unknown: 1, excluded: 63 }, sequence: 2 }),
  });
  await screen.getByRole('radio', { name: 'Treat as sent' }).click();
  await screen.getByRole('button', { name: 'Treat as sent…' }).click();
  expect(host.calls('job:decide')).toEqual([]);
  await screen.getByRole('dialog').getByRole('button', { name: 'Treat as sent' }).click();
  await expect.element(screen.getByText('2 rows left out')).toBeVisible();
  expect(host.calls('job:decide')).toEqual([{ jobId: 'job-1', rows: [20_153, 20_300], decision: 'leave' }]);
});

test('row by row leads to the tray of the job', async () => {
  const { screen } = await showDoubt(inDoubt());
  await screen.getByRole('radio', { name: 'Decide row by row' }).click();
  await screen.getByRole('button', { name: 'Open the tray' }).click();
  await expect.poll(() => window.location.hash).toBe('#/jobs/job-1');
});

test('what only the service knows is a number without rows: no way is offered that needs them', async () => {
  const { screen } = await showDoubt(inDoubt(nothingNamed));
  const requests = screen.getByRole('list', { name: 'Requests that create leads, in the service’s day' });
  await expect.element(requests.getByText('45,713')).toBeVisible();
  await expect.element(requests.getByText('90 more')).toBeVisible();
  await expect.element(screen.getByText('No difference between journal and witness was found.')).toBeVisible();
  await expect.element(screen.getByText('90 known by number only')).toBeVisible();
  await expect.element(screen.getByText('perhaps some of the 90').first()).toBeVisible();
  await expect.element(screen.getByText(/^Counted after .+ 13:17:41\. Someone else/)).toBeVisible();
  await expect.element(screen.getByText(/^The witness names no row/)).toBeVisible();
  await expect.element(screen.getByRole('radio')).not.toBeInTheDocument();
});

test('a witness that is gone has no figure, and a doubt without a held job ends when it was read', async () => {
  let doubt: Doubt | null = inDoubt({
    forgotten: [],
    held: [],
    witness: 'missing',
    memories: { journal: { rows: 3, lastAt: AT }, witness: null },
  });
  const { screen, host } = await showDoubt(null, {
    'job:doubt': () => ({ doubt }),
    'job:settleDoubt': () => {
      doubt = null;
      return {};
    },
  });
  await expect.element(screen.getByText('missing', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Whether other rows left')).toBeVisible();
  await screen.getByRole('button', { name: 'I have read it' }).click();
  await expect.element(screen.getByText('Nothing is in doubt')).toBeVisible();
  expect(host.calls('job:settleDoubt')).toHaveLength(1);
});

test('the report is written where the person says', async () => {
  const { screen, host } = await showDoubt(inDoubt(), {
    'host:chooseTarget': () => ({ target: { token: 'file-0123456789abcdef', name: 'doubt.txt' } }),
    'job:saveDoubt': () => ({ name: 'doubt.txt', rows: 12, countedRows: 12, bytes: 400 }),
    deliverFile: () => undefined,
  });
  await screen.getByRole('button', { name: 'Save a report' }).click();
  await expect.element(screen.getByText('Saved as doubt.txt')).toBeVisible();
  expect(host.calls('job:saveDoubt')).toMatchObject([{ token: 'file-0123456789abcdef' }]);
});

test('the service is asked when a person wants to know, and an equal count leaves nothing open', async () => {
  let doubt = inDoubt();
  const { screen } = await showDoubt(doubt, {
    'job:doubt': () => ({ doubt }),
    'job:askCount': () => {
      doubt = inDoubt({ service: { counted: 45_687, remembered: 45_687, readAt: AT, isShared: false, since: null } });
      return { doubt };
    },
  });
  await screen.getByRole('button', { name: 'Ask the service' }).click();
  await expect.element(screen.getByText('45,687 counted by the service')).toBeVisible();
  await expect.element(screen.getByText(/Who created the other/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Ask the service' })).not.toBeInTheDocument();
});
