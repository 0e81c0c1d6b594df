import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { exampleAccount, exampleQuota } from '../../../testing/examples.ts';
import { type Answers, failure } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { summary, teamFound } from '../checking/check-fixture.ts';
import { Queues } from './QueueCard.tsx';

let opened = 0;
const draft = (id: string, place: number) =>
  exampleDraft({ id, fileName: `${id}.csv`, campaignCode: 'SPRING', savedAt: opened, queue: { id: 'queue', place } });
const team = teamFound();

const found = (draftId: string, leftOut: number, ofTeam: CheckSummary['team'], rows = 4): CheckSummary =>
  summary([], {
    draftId,
    rows,
    rowsWithProblem: 0,
    rowsWithWarning: 0,
    standing: { leftOut, problem: 0, repeated: 0, sentBefore: 0, ready: rows - leftOut },
    team: ofTeam,
  });

function open(
  askTeam: (asked: ChannelInput<'check:askTeam'>) => CheckSummary,
  before: CheckSummary['team'] = team,
  files: { readonly first: string; readonly rows: number } = { first: 'nord', rows: 4 },
) {
  // What was found outlasts a page: these are other drafts.
  opened += 1;
  const drafts = [draft(files.first, 0), draft('syd', 1)];
  return showPage(<Queues />, {
    'import:drafts': () => ({ drafts }),
    'import:campaigns': () => ({ campaigns: [] }),
    'template:match': () => ({ matches: [] }),
    'job:list': () => ({ jobs: [] }),
    'quota:snapshot': () => exampleQuota(),
    'check:run': ({ draftId }) => found(draftId, 0, before, files.rows),
    'check:askTeam': askTeam,
    'import:saveDraft': ({ draftId, step = 'file' }) => exampleDraft({ id: draftId, step }),
  } satisfies Answers);
}

/** Without a team. */
const openAlone = (files?: Parameters<typeof open>[2]) => open(({ draftId }) => found(draftId, 0, null), null, files);

test('without a team nobody is asked', async () => {
  const { screen, host } = await openAlone();
  await screen.getByRole('button', { name: 'Check all' }).click();
  await expect.element(screen.getByText('8 rows go on. No row is left out.')).toBeVisible();
  expect(host.calls('check:askTeam')).toEqual([]);
});

test('the team is asked about each file before the queue is started', async () => {
  const { screen, host } = await open(({ draftId }) => {
    const leftOut = draftId === 'syd' ? 3 : 0;
    return found(draftId, leftOut, { ...team, askedAt: 1, asked: 4, rows: leftOut, leftOut });
  });
  await screen.getByRole('button', { name: 'Check all' }).click();
  await expect.element(screen.getByText(/1 row goes on, 3 left out: 3 sent by colleagues/)).toBeVisible();
  await expect
    .element(screen.getByText('5 rows go on. 3 rows are left out because a colleague has the lead.'))
    .toBeVisible();
  expect(host.calls('check:askTeam').map(({ draftId }) => draftId)).toEqual(['nord', 'syd']);
  await expect.element(screen.getByRole('button', { name: 'Ask again' })).not.toBeInTheDocument();
});

test('a team that is away is said, asked once, and asked again by a person', async () => {
  let isAway = true;
  const { screen, host } = await open(({ draftId }) => {
    if (isAway) throw failure({ code: 'network', sent: 'no', message: 'The team’s database cannot be reached.' });
    return found(draftId, 1, { ...team, askedAt: 1, asked: 4, rows: 1, leftOut: 1 });
  });
  await screen.getByRole('button', { name: 'Check all' }).click();
  await expect.element(screen.getByText(/What colleagues have sent is not known for all files/)).toBeVisible();
  await expect.element(screen.getByText(/^The team’s database cannot be reached\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start all…' })).toBeEnabled();
  expect(host.calls('check:askTeam')).toHaveLength(1);
  isAway = false;
  await screen.getByRole('button', { name: 'Ask again' }).click();
  await expect
    .element(screen.getByText('6 rows go on. 2 rows are left out because a colleague has the lead.'))
    .toBeVisible();
});

test('a start that is refused because other rows go on now shows their sums', async () => {
  const { screen, host } = await openAlone();
  await screen.getByRole('button', { name: 'Check all' }).click();
  await screen.getByRole('button', { name: 'Start all…' }).click();
  host.answer({
    'check:run': ({ draftId }) => found(draftId, draftId === 'syd' ? 3 : 0, null),
    'import:startQueue': () => {
      throw failure({ code: 'validation', message: 'Other rows go on now. Look at the sums again.', issues: [] });
    },
  });
  await screen.getByRole('button', { name: 'Send 8 rows' }).click();
  await expect.element(screen.getByRole('alert').getByText(/Other rows go on now/)).toBeVisible();
  const { id, address } = exampleAccount();
  expect(host.calls('import:startQueue')).toMatchObject([{ account: { id, address } }]);
  await expect.element(screen.getByRole('button', { name: 'Send 5 rows' })).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Start all…' }).click();
  await expect.element(screen.getByRole('button', { name: 'Send 5 rows' })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('the trial of the first file begins at its plan, which that draft has not reached before', async () => {
  const { screen, host } = await openAlone();
  await screen.getByRole('button', { name: 'Check all' }).click();
  await screen.getByRole('button', { name: 'Start all…' }).click();
  await screen.getByRole('button', { name: 'Try the first file' }).click();
  await expect.poll(() => window.location.hash).toBe('#/import/nord/plan');
  expect(host.calls('import:saveDraft')).toEqual([{ draftId: 'nord', step: 'plan' }]);
});

test('rows that the trial of a file holds back are not said to be sent', async () => {
  const { screen, host } = await openAlone();
  host.answer({
    'import:drafts': () => ({
      drafts: [draft('nord', 0), { ...draft('syd', 1), terms: { ...USUAL_TERMS, trial: 3 } }],
    }),
  });
  host.emit('import:draftChanged', { draftId: 'syd', revision: 2, savedAt: opened });
  await screen.getByRole('button', { name: 'Check all' }).click();
  await screen.getByRole('button', { name: 'Start all…' }).click();
  await expect.element(screen.getByText('Send 7 of 8 rows of 2 files to SPRING?')).toBeVisible();
  await expect.element(screen.getByRole('listitem').getByText('3 of 4')).toBeVisible();
  await expect.element(screen.getByText(/^1 row waits for the end of the trial/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Send 7 of 8 rows' })).toBeVisible();
});

test('a file that is taken out is named, so that one that joined meanwhile stays', async () => {
  const { screen, host } = await openAlone();
  host.answer({ 'import:arrangeQueue': () => ({}) });
  await screen.getByRole('button', { name: 'Take nord.csv out of the queue' }).click();
  await expect.poll(() => host.calls('import:arrangeQueue')).toEqual([{ queueId: 'queue', draftIds: [], out: 'nord' }]);
});

test('the number of a file stays in one piece beside a long name', async () => {
  const { screen } = await openAlone({
    first: 'leverandør østjylland – energi & rådgivning – aftale 2026 – uge 48 – opdateret efter mødet',
    rows: 12_000,
  });
  await screen.getByRole('button', { name: 'Check all' }).click();
  await screen.getByRole('button', { name: 'Start all…' }).click();
  const files = screen.getByRole('list', { name: 'Rows of each file' }).getByRole('listitem');
  await expect.element(files.first()).toBeVisible();
  const number = document.createRange();
  number.selectNodeContents(files.first().element().lastElementChild ?? document.body);
  expect(number.toString()).toBe('12,000');
  expect(number.getClientRects()).toHaveLength(1);
});

test('why the campaign of a file could not be changed stays, although the files before have another one by then', async () => {
  const { screen, host } = await openAlone();
  host.answer({
    'import:queueCampaign': () => {
      host.answer({
        'import:drafts': () => ({ drafts: [{ ...draft('nord', 0), campaignCode: 'AUTUMN' }, draft('syd', 1)] }),
      });
      host.emit('import:draftChanged', { draftId: 'nord', revision: 2, savedAt: opened });
      throw failure({ code: 'validation', message: 'This draft is being started at this moment.', issues: [] });
    },
  });
  const campaign = screen.getByPlaceholder('Campaign code');
  await campaign.fill('AUTUMN');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Choose the campaign of these files first.')).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText(/being started at this moment/)).toBeVisible();
});
