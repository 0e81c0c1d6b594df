import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CheckReason, CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { exampleJob } from '../../../testing/examples.ts';
import { type Answers, failing } from '../../../testing/host.ts';
import { showDraft } from '../wizard/wizard-fixture.tsx';
import { checkedRow, reason, summary, teamFound } from './check-fixture.ts';

const draft = exampleDraft({ step: 'check' });
const facts = { draftId: draft.id, rows: 4, rowsWithProblem: 0, rowsWithWarning: 0 };
const standing = { leftOut: 0, problem: 0, repeated: 0, sentBefore: 0, ready: 4 };
const at = Date.UTC(2026, 10, 23, 13, 2, 5);
const asked = teamFound({
  askedAt: at,
  asked: 4,
  rows: 2,
  leftOut: 2,
  contactRows: 1,
  computers: [{ name: 'Anna', rows: 2, at }],
  contactComputers: [{ name: 'Bent', rows: 1, at }],
});
const known = (kind: 'sentByTeam' | 'teamContact', count: number): CheckReason =>
  reason({ id: kind, kind, severity: 'warning', field: null, columns: [], count, title: 'Sent by colleagues' });
const before = summary([], { ...facts, standing, team: teamFound() });
const after = summary([known('sentByTeam', 2), known('teamContact', 1)], {
  ...facts,
  revision: 2,
  standing: { ...standing, leftOut: 2, ready: 2 },
  leftOut: [{ reasonId: 'sentByTeam', title: 'Sent by colleagues', rows: 2 }],
  team: asked,
});

const open = (answers: Answers = {}, step: 'check' | 'plan' = 'check') =>
  showDraft(exampleDraft({ step }), {
    'check:run': () => before,
    'check:askTeam': () => after,
    'check:rows': () => ({
      revision: 2,
      total: 1,
      rows: [checkedRow({ row: 1, colleague: { shares: 'lead', name: 'Anna', isCreated: true, at } })],
    }),
    ...answers,
  });

beforeEach(() => page.viewport(1440, 900));

test('the team is asked once the rows are checked; who sent them is said, and one choice sends them', async () => {
  const sent: CheckSummary = { ...after, revision: 3, team: { ...asked, leftOut: 0 } };
  const { screen, host } = await open({ 'check:leaveOut': () => sent });
  const lead = screen.getByRole('option', { name: /The same lead.*2.*left out/ });
  await expect.element(lead).toBeVisible();
  await expect.element(screen.getByRole('option', { name: /Same phone or e-mail.*1.*you decide/ })).toBeVisible();
  const team = screen.getByRole('region', { name: 'Question to the team' });
  await expect.element(team.getByText(/4 rows compared/)).toBeVisible();
  await expect.element(team.getByText(/Nov.* \d\d:02$/).last()).toBeVisible();
  await lead.click();
  await expect.element(screen.getByText(/2 by Anna’s computer, the last/)).toBeVisible();
  await screen.getByText('Send anyway 2').click();
  await expect.element(screen.getByText(/2 rows are sent anyway/).first()).toBeVisible();
  expect(host.calls('check:askTeam')).toHaveLength(1);
  expect(host.calls('check:leaveOut')).toEqual([
    { draftId: draft.id, readingId: draft.readingId, choice: { reasonId: 'sentByTeam', keep: null }, isOut: false },
  ]);
});

test('the rows of colleagues say who sent each and what became of it, and those of one computer can be shown', async () => {
  const computers = [
    { name: 'Anna', rows: 1, at },
    { name: 'Bent', rows: 1, at },
  ];
  const colleague = { shares: 'lead', name: 'Anna', isCreated: true, at } as const;
  const rows = [
    checkedRow({ colleague }),
    checkedRow({ row: 2, line: 3, colleague: { ...colleague, name: 'Bent', isCreated: false } }),
  ];
  const two = { ...after, team: { ...asked, computers } };
  const { screen, host } = await open({
    'check:run': () => two,
    'check:askTeam': () => two,
    'check:rows': () => ({ revision: 2, total: 2, rows }),
  });
  await screen.getByRole('option', { name: /The same lead/ }).click();
  const anna = screen.getByRole('row', { name: /Anna’s computer, .*Created/ });
  await expect.element(anna).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Bent’s computer, .*Not known yet/ })).toBeVisible();
  await screen.getByRole('combobox', { name: 'Sent by' }).click();
  await screen.getByRole('option', { name: 'Bent’s computer 1' }).click();
  await expect
    .poll(() => host.calls('check:rows').at(-1))
    .toMatchObject({ reasonId: 'sentByTeam', look: { find: '', sort: null, colleague: { name: 'Bent' } } });
});

test('a database that is away is said, with what is not known; asking again is one button', async () => {
  const { screen, host } = await open({
    'check:run': () => ({ ...after, team: { ...asked, isStale: true } }),
    'check:askTeam': failing({ code: 'network', sent: 'no', message: 'The team’s database cannot be reached.' }),
  });
  await expect.element(screen.getByText('Leads that colleagues have: the team cannot be asked now')).toBeVisible();
  await screen.getByRole('option', { name: /All rows/ }).click();
  const box = screen.getByRole('region', { name: 'Question to the team' });
  await expect.element(box.getByText(/Not checked against the team since/)).toBeVisible();
  await expect.element(box.getByText(/cannot be reached. What colleagues have sent since is not known/)).toBeVisible();
  host.answer({ 'check:askTeam': () => after });
  await screen.getByRole('button', { name: 'Ask again' }).click();
  await expect.element(box.getByText(/Team asked/)).toBeVisible();
});

test('Plan says what belongs to colleagues, and sends it when a person wants that', async () => {
  const { screen, host } = await open({ 'check:leaveOut': () => after }, 'plan');
  await expect
    .element(screen.getByText(`2 of these rows belong to colleagues in ${draft.campaignCode}.`))
    .toBeVisible();
  await expect.element(screen.getByText(/1 row shares a phone or an e-mail address/)).toBeVisible();
  await screen.getByRole('button', { name: 'Send 2 anyway' }).click();
  await expect.poll(() => host.calls('check:leaveOut')).toHaveLength(1);
});

/** One of the colleagues' rows was sent before, which is the stronger reason: sending those of colleagues leaves it out. */
const oneStronger: CheckSummary = {
  ...after,
  leftOut: [
    { reasonId: 'sentBefore', title: 'Sent before', rows: 1 },
    { reasonId: 'sentByTeam', title: 'Sent by colleagues', rows: 1 },
  ],
};
const oneSent: CheckSummary = {
  ...oneStronger,
  revision: 3,
  standing: { ...standing, leftOut: 1, ready: 3 },
  leftOut: oneStronger.leftOut.slice(0, 1),
  team: { ...asked, leftOut: 1 },
};

test('Plan offers to send only those rows of colleagues that nothing else leaves out', async () => {
  const answers: Answers = { 'check:askTeam': () => oneStronger, 'check:leaveOut': () => oneSent };
  const { screen } = await open(answers, 'plan');
  await screen.getByRole('button', { name: 'Send 1 anyway' }).click();
  await expect.element(screen.getByText('1 row will be sent anyway')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Leave out 1', exact: true })).toBeVisible();
});

test('Plan offers no sending where other reasons leave all rows of colleagues out', async () => {
  const leftOut = [{ reasonId: 'sentBefore', title: 'Sent before', rows: 2 }];
  const { screen } = await open({ 'check:askTeam': () => ({ ...after, leftOut }) }, 'plan');
  await expect.element(screen.getByText(/They are left out, so no second lead is made/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Send \d+ anyway/ }).query()).toBeNull();
});

test('Check offers to send only those rows of colleagues that nothing else leaves out', async () => {
  const { screen } = await open({ 'check:askTeam': () => oneStronger, 'check:leaveOut': () => oneSent });
  await screen.getByRole('option', { name: /The same lead/ }).click();
  await screen.getByText('Send anyway 1').click();
  await expect.element(screen.getByText('1 row will be sent anyway')).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: 'Send anyway 1' })).toBeChecked();
});

test('Start asks where colleagues have more than half of the rows', async () => {
  const most = { ...after, team: { ...asked, rows: 3, leftOut: 3, computers: [{ name: 'Anna', rows: 3, at }] } };
  const { screen, host } = await open(
    { 'check:run': () => most, 'check:askTeam': () => most, 'import:start': () => exampleJob() },
    'plan',
  );
  const start = screen.getByRole('button', { name: /^(Send|Start)/ }).last();
  await start.click();
  const dialog = screen.getByRole('dialog', { name: /More than half of this file is at colleagues/ });
  await expect.element(dialog.getByText(/have sent the leads of 3 of 4 rows: 3 by Anna’s computer/)).toBeVisible();
  expect(host.calls('import:start')).toEqual([]);
  await dialog.getByRole('button', { name: /^(Send|Start)/ }).click();
  await expect.poll(() => host.calls('import:start')).toHaveLength(1);
});

test('without a team nobody is asked', async () => {
  const { screen, host } = await open({ 'check:run': () => summary([], { ...facts, standing }) });
  await expect.element(screen.getByText('Not compared with the campaign')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Question to the team' }).query()).toBeNull();
  expect(host.calls('check:askTeam')).toEqual([]);
});

test('in a team with one lead per phone the rows are a colleague’s by their phone', async () => {
  const byPhone: CheckSummary = { ...after, team: { ...asked, isByPhone: true } };
  const { screen } = await open({ 'check:askTeam': () => byPhone });
  await screen.getByRole('option', { name: /One lead per phone.*2.*left out/ }).click();
  await expect.element(screen.getByRole('heading', { name: /the same phone/ })).toBeVisible();
});
