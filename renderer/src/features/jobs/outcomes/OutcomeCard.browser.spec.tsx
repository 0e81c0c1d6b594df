import { expect, test } from 'vitest';
import type { Outcomes } from '../../../../../shared/contract/jobs/outcomes.ts';
import { exampleJob, exampleJobDetail } from '../../../testing/examples.ts';
import { failure } from '../../../testing/host.ts';
import { counts, showJob } from '../job/job-page-fixture.tsx';

const ended = exampleJob({ state: 'complete', counts: { ...counts, rows: 60, created: 60, waiting: 0 } });
const found: Outcomes = {
  at: Date.now(),
  oldest: Date.now(),
  wholeAt: null,
  imports: 1,
  created: 60,
  notRead: 0,
  looked: 900,
  elsewhere: 0,
  byTag: 0,
  byValues: 2,
  counts: { success: 6, notInterested: 30, new: 21, unseen: 3 },
  columns: ['Firma', 'Supplier'],
  groups: [],
  joined: 0,
  course: [],
  readings: [],
  moves: [],
};
const groups: Outcomes['groups'] = [
  { kind: 'value', value: 'Nord', rows: 40, counts: { success: 6, notInterested: 20, new: 14 } },
  { kind: 'value', value: '', rows: 15, counts: { notInterested: 10, new: 5 } },
  { kind: 'rare', value: '', rows: 5, counts: { new: 2, unseen: 3 } },
];

test('how the calls ended is read on request, by a column too, and saved', async () => {
  let known: Outcomes | null = null;
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(ended),
    'job:outcomes': ({ by }) => ({ outcomes: known && { ...known, ...(by === null ? {} : { groups, joined: 4 }) } }),
    'job:readOutcomes': () => (known = found),
    'host:chooseTarget': () => ({ target: { token: 'file-0123456789abcdef', name: 'o.csv' } }),
    'job:saveOutcomes': () => ({ name: 'o.csv', rows: 60, countedRows: 60, bytes: 5000 }),
    deliverFile: () => undefined,
  });
  await expect
    .element(screen.getByText(/tells how the calls of these 60 leads ended\. Nothing is changed/))
    .toBeVisible();
  expect(host.calls('job:readOutcomes')).toEqual([]);
  await screen.getByRole('button', { name: 'Read outcomes' }).click();
  await expect.element(screen.getByRole('row', { name: 'Not interested 30 50.0 %' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: 'Not seen any more 3 5.0 %' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: 'Created by this import 60 100 %' })).toBeVisible();
  await expect
    .element(screen.getByText(/found 2 by their values alone, which is likely but not certain/))
    .toBeVisible();
  await screen.getByRole('combobox', { name: 'By column' }).click();
  await screen.getByRole('option').first().click();
  await expect.element(screen.getByRole('row', { name: 'Nord 40 65.0 % 15.0 % 0 % 35.0 % 0 %' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: 'empty 15 66.7 % 0 % 0 % 33.3 % 0 %' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: '4 rarer values 5 0 % 0 % 0 % 40.0 % 60.0 %' })).toBeVisible();
  await screen.getByRole('button', { name: 'Save…' }).click();
  await expect.element(screen.getByText('Saved 60 rows as o.csv')).toBeVisible();
  expect(host.calls('job:saveOutcomes')).toEqual([{ jobs: ['job-1'], token: 'file-0123456789abcdef' }]);
});

test('a reading that fails says so; while rows wait there is nothing to read', async () => {
  const { screen } = await showJob({
    'job:get': () => exampleJobDetail(ended),
    'job:readOutcomes': () => Promise.reject(failure('The service is out of reach.')),
  });
  await screen.getByRole('button', { name: 'Read outcomes' }).click();
  await expect.element(screen.getByText('The service is out of reach.')).toBeVisible();
});

test('the course is by age; what nobody read, or what changed between two readings, is said and never guessed', async () => {
  const course: Outcomes['course'] = [
    { day: 1, until: 3, rows: 60, counts: { new: 50, notInterested: 10 }, younger: 0, notRead: 0 },
    { day: 3, until: 7, rows: 0, counts: {}, younger: 0, notRead: 60 },
    { day: 7, until: 14, rows: 40, counts: { success: 10, notInterested: 30 }, younger: 15, notRead: 5 },
  ];
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(ended),
    'job:outcomes': () => ({
      outcomes: {
        ...found,
        notRead: 5,
        created: 65,
        elsewhere: 700,
        wholeAt: Date.now() - 3_600_000,
        course,
        moves: [{ from: 'new', to: 'success', rows: 12 }],
      },
    }),
    'job:readOutcomes': () => found,
  });
  await expect.element(screen.getByRole('row', { name: '1 to 3 days 60 16.7 % 0 % 0 % 83.3 % 0 %' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: '3 to 7 days 60 not read then no reading' })).toBeVisible();
  await expect
    .element(screen.getByRole('row', { name: '7 to 14 days 15 younger, 5 not read then 40 100 % 25.0 % 0 % 0 % 0 %' }))
    .toBeVisible();
  await expect
    .element(screen.getByText(/12 from New to Success\. When, between the two, is not known\./))
    .toBeVisible();
  await expect.element(screen.getByRole('row', { name: 'In no reading yet 5 7.7 %' })).toBeVisible();
  await expect.element(screen.getByText(/700 leads of other campaigns came too/)).toBeVisible();
  await expect.element(screen.getByText(/since then only what changed/)).toBeVisible();
  await screen.getByRole('button', { name: 'Other ways to read again' }).click();
  await screen.getByRole('menuitem', { name: /Only what changed since/ }).click();
  await expect.poll(() => host.calls('job:readOutcomes')).toMatchObject([{ jobs: ['job-1'], changed: true }]);
});
