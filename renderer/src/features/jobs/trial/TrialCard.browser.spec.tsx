import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { TrialField, TrialReading } from '../../../../../shared/contract/jobs/trial.ts';
import { trialLead } from '../../../../../shared/domain/jobs/trial-fixture.ts';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { exampleBudget, exampleJob, exampleJobDetail, exampleQuota } from '../../../testing/examples.ts';
import { type Answers, failure } from '../../../testing/host.ts';
import { leaveRoom } from '../../../testing/show.tsx';
import { showJob } from '../job/job-page-fixture.tsx';

beforeEach(() => page.viewport(1366, 768));

const counts = { rows: 1036, created: 3, refused: 0, unknown: 0, skipped: 233, excluded: 0, waiting: 800 };
const trialDone = exampleJob({ state: 'needsYou', holdKind: 'trial', reason: 'The 3 trial rows are sent.', counts });

const showTrial = (answers: Answers) =>
  showJob({
    'quota:snapshot': () => exampleQuota({ services: [exampleBudget()] }),
    'job:list': () => ({ jobs: [] }),
    'job:get': () => exampleJobDetail(trialDone),
    ...answers,
  });

/** Texts of the compared cells and their heads that have no room. */
const cutCells = () =>
  Array.from(document.querySelectorAll('table :is(th, td)'))
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent);

const field = (name: string, sent: string, stored: string | null, match: TrialField['match']): TrialField => ({
  field: name,
  isPool: false,
  sent,
  stored,
  match,
});

function reading(): TrialReading {
  const finding = { isPool: false, kept: null, waiting: null };
  return {
    at: Date.UTC(2026, 10, 17, 12, 47, 9),
    leads: [
      trialLead(1, [
        field('Firma', 'Berlin-Kolleg', 'Berlin-Kolleg', 'same'),
        field('Telefon1', '+49 30 901838210', '+4930901838210', 'form'),
        field('Kilde', 'Schulen', null, 'unseen'),
      ]),
      trialLead(2, [
        field('Firma', 'OSZ TIEM (Technische Informatik)', 'OSZ TIEM (Techni', 'cut'),
        field('Telefon1', '+49 30 901838222', '+4930901838222', 'form'),
        field('Kilde', 'Schulen', null, 'unseen'),
      ]),
      trialLead(3, [field('Firma', 'Games Academy', null, 'unseen')], null),
    ],
    created: 3,
    findings: [
      {
        ...finding,
        match: 'cut',
        field: 'Firma',
        leads: 1,
        kept: { least: 16, most: 16 },
        waiting: 61,
        row: 2,
        line: 3,
      },
      { ...finding, match: 'unseen', field: 'Kilde', leads: 2, row: 1, line: 2 },
      { ...finding, match: 'form', field: 'Telefon1', leads: 2, row: 1, line: 2 },
    ],
    looked: 40,
  };
}

test('the leads of a trial are read back once by themselves, and differences are named before the rest goes', async () => {
  const later = Promise.withResolvers<TrialReading>();
  let done: TrialReading | null = null;
  const { screen, host } = await showTrial({
    'job:trial': () => ({ reading: done, isTried: done !== null }),
    'job:readTrial': () => later.promise,
    'job:resume': () => exampleJob({ counts, sequence: 2 }),
  });
  await expect.element(screen.getByRole('status', { name: 'The leads are being read back' })).toBeInTheDocument();
  done = reading();
  later.resolve(done);
  await expect.element(screen.getByText('Firma is cut after 16 characters')).toBeVisible();
  await expect.element(screen.getByText('1 of 2 leads, and 61 of the 800 rows that wait are longer.')).toBeVisible();
  await expect.element(screen.getByText('1 of 3 was not found')).toBeVisible();
  await expect.element(screen.getByText('Telefon1 is stored in another form')).toBeVisible();
  await expect.element(screen.getByText(/^All 2 leads, line 2 first\./)).toBeVisible();
  await expect.element(screen.getByText('The service does not show Kilde')).toBeVisible();
  // It is of another day than today.
  await expect.element(screen.getByText(/^read back .*Nov.* with 1 request$/)).toBeVisible();
  // The lead with the worst finding is open.
  const pair = screen.getByRole('table', { name: 'Line 3, sent and stored' });
  await expect.element(screen.getByText('Changing the mapping keeps these 3 leads as they are.')).toBeVisible();
  await expect.element(pair.getByRole('row', { name: /Firma.*16 cut/ })).toBeVisible();
  const rest = screen.getByRole('list', { name: 'Time line' });
  await expect.element(rest.getByText('2 of 3 found, 1 of them differs')).toBeVisible();
  await expect.element(screen.getByText('If you send the rest')).toBeVisible();
  await expect.element(screen.getByText('The remaining 800 rows')).toBeVisible();
  await screen.getByRole('button', { name: /Games Academy not found/ }).click();
  await expect.element(screen.getByRole('row', { name: /Firma Games Academy lead not found/ })).toBeVisible();
  expect(host.calls('job:readTrial')).toHaveLength(1);
  expect(host.calls('job:resume')).toHaveLength(0);
  await screen.getByRole('button', { name: 'Send the other 800 rows' }).click();
  await expect.poll(() => host.calls('job:resume')).toEqual([{ jobId: 'job-1' }]);
});

test('rows whose end would be lost go on as a draft with the length that the leads show', async () => {
  const draft = exampleDraft({ id: 'draft-2', step: 'columns' });
  const { screen, host } = await showTrial({
    'job:trial': () => ({ reading: reading(), isTried: true }),
    'job:correctCampaign': () => draft,
  });
  await screen.getByRole('button', { name: 'Shorten Firma in 61 rows…' }).click();
  await expect.poll(() => window.location.hash).toBe('#/import/draft-2/check');
  expect(host.calls('job:correctCampaign')).toEqual([
    { jobId: 'job-1', campaignCode: 'DK-NORDLYS', longest: { field: 'Firma', characters: 16 } },
  ]);
});

test('a read that fails says why and what another one costs, and is not repeated by itself', async () => {
  let isTried = false;
  const { screen, host } = await showTrial({
    'job:trial': () => ({ reading: null, isTried }),
    'job:readTrial': () => {
      isTried = true;
      throw failure({ code: 'forbidden', message: 'This account may not read leads. Ask for the right SimpleLeads.' });
    },
  });
  await expect.element(screen.getByText('This account may not read leads.')).toBeVisible();
  await expect.element(screen.getByText(/Whether all values arrived is not known\./)).toBeVisible();
  expect(host.calls('job:readTrial')).toHaveLength(1);
  await screen.getByRole('button', { name: 'Try again (1 request)' }).click();
  await expect.poll(() => host.calls('job:readTrial').length).toBe(2);
});

test('the comparison stands above refused rows, and the rows that wait can go on with another mapping', async () => {
  const refused = { ...counts, created: 2, refused: 1 };
  const detail = exampleJobDetail(
    exampleJob({ state: 'needsYou', holdKind: 'trial', reason: 'Done.', counts: refused }),
  );
  const draft = exampleDraft({ id: 'draft-2', step: 'columns' });
  const { screen, host } = await showTrial({
    'job:get': () => ({ ...detail, refusals: [{ reason: 'No phone.', count: 1, fixed: 0 }] }),
    'job:trial': () => ({ reading: reading(), isTried: true }),
    'job:refusedValues': () => ({ total: 0, values: [] }),
    'job:correctCampaign': () => draft,
  });
  const [comparison, rows] = [screen.getByText('Firma is cut after 16 characters'), screen.getByText('Refused rows')];
  await expect.element(comparison).toBeVisible();
  const [above, below] = [comparison, rows].map((one) => one.element().getBoundingClientRect().top);
  expect(above).toBeLessThan(below ?? 0);
  // Every field of the lead, however many: nothing of the table is cut off or scrolled away.
  const table = screen.getByRole('table', { name: /sent and stored/ }).element();
  const box = table.parentElement;
  expect(box?.scrollHeight).toBe(box?.clientHeight);
  await screen.getByRole('button', { name: 'Change the mapping' }).click();
  await expect.poll(() => window.location.hash).toBe('#/import/draft-2/columns');
  expect(host.calls('job:correctCampaign')).toEqual([{ jobId: 'job-1', campaignCode: 'DK-NORDLYS' }]);
});

test.each([
  { width: 1024, rail: 72 },
  { width: 1366, rail: 208 },
])('no figure and no compared phone is cut: $width pixels', async ({ width, rail }) => {
  await page.viewport(width, 768);
  const { screen } = await showTrial({ 'job:trial': () => ({ reading: reading(), isTried: true }) });
  await expect.element(screen.getByRole('cell', { name: '+49 30 901838222' })).toBeVisible();
  leaveRoom(width - rail);
  await expect.poll(cutCells).toEqual([]);
  const answered = screen.getByText('none so far').element();
  expect(answered.scrollWidth).toBeLessThanOrEqual(answered.clientWidth);
  expect(answered.scrollHeight).toBeLessThanOrEqual(answered.clientHeight);
});

test('names of fields, e-mail addresses and the id of a lead are whole beside a wide rail', async () => {
  await page.viewport(1440, 900);
  const { leads, ...rest } = reading();
  const [first] = leads;
  if (first === undefined) throw new Error('The example has no lead.');
  const mail = 'anne.soerensen@example.dk';
  const fields = [
    field('cusTELEFONNR_MOBIL', '+4530104729', '+4530104729', 'same'),
    field('Email', mail, mail, 'same'),
  ];
  const lead = { ...first, leadId: 'N36D38828C6BE', fields };
  const { screen } = await showTrial({ 'job:trial': () => ({ reading: { ...rest, leads: [lead] }, isTried: true }) });
  await expect.element(screen.getByRole('rowheader', { name: 'cusTELEFONNR_MOBIL' })).toBeVisible();
  leaveRoom(1440 - 208);
  await expect.poll(cutCells).toEqual([]);
});

test('beside a long name the head of a trial shows the whole state and no part of another word', async () => {
  await page.viewport(1024, 768);
  const name = 'Oberstufenzentrum für Technische Informatik und Industrieelektronik';
  const { screen } = await showTrial({
    'job:get': () => exampleJobDetail({ ...trialDone, name }),
    'job:trial': () => ({ reading: reading(), isTried: true }),
  });
  const head = () => document.querySelector('[data-page-state]')?.getBoundingClientRect() ?? new DOMRect();
  await expect.element(screen.getByText('Trial done').first()).toBeVisible();
  const waits = screen.getByText('waits for you', { exact: true }).first().element();
  const { top, right, bottom } = waits.getBoundingClientRect();
  const isOut = top >= head().bottom;
  expect(isOut || (right <= head().right && bottom <= head().bottom)).toBe(true);
  expect(waits.scrollWidth).toBeLessThanOrEqual(waits.clientWidth);
});
