import { expect, test } from 'vitest';
import { exampleAccount } from '../../../testing/examples.ts';
import { failing } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { PlannedReadings } from './PlannedReadings.tsx';
import { UnreadNote } from './UnreadNote.tsx';

const account = exampleAccount();

test('nothing is planned until a person says so; the time and the days are saved', async () => {
  const { screen, host } = await show(<PlannedReadings />, {
    'job:outcomePlan': () => ({ plan: { minute: null, days: 30 }, last: null }),
    'job:planOutcomes': (plan) => ({ plan, last: null }),
  });
  const save = screen.getByRole('button', { name: 'Save' });
  await expect.element(save).toBeDisabled();
  await screen.getByRole('switch', { name: 'Read the outcomes every day' }).click();
  await screen.getByLabelText('From').fill('06:30');
  await screen.getByRole('textbox', { name: 'Imports of the last days' }).fill('14');
  await save.click();
  await expect.poll(() => host.calls('job:planOutcomes')).toEqual([{ minute: 390, days: 14 }]);
  await expect.element(save).toBeDisabled();
});

test('an emptied field keeps no one from switching it off, and the number of days stays', async () => {
  const { screen, host } = await show(<PlannedReadings />, {
    'job:outcomePlan': () => ({ plan: { minute: 420, days: 14 }, last: null }),
    'job:planOutcomes': (plan) => ({ plan, last: null }),
  });
  const save = screen.getByRole('button', { name: 'Save' });
  await screen.getByLabelText('From').fill('');
  await screen.getByRole('textbox', { name: 'Imports of the last days' }).fill('');
  await expect.element(save).toBeDisabled();
  await screen.getByRole('switch', { name: 'Read the outcomes every day' }).click();
  await expect.element(screen.getByText('Type a time such as 07:00.')).not.toBeInTheDocument();
  await save.click();
  await expect.poll(() => host.calls('job:planOutcomes')).toEqual([{ minute: null, days: 14 }]);
});

test('it says what was read last, or why nothing was, and keeps what was typed when saving fails', async () => {
  const at = Date.now();
  const planned = { plan: { minute: 420, days: 30 }, last: { at, imports: 12, trouble: '' } };
  const { screen, host } = await show(<PlannedReadings />, {
    'job:outcomePlan': () => planned,
    'job:planOutcomes': failing('The disk is full.'),
  });
  await expect.element(screen.getByText(/^read .*: 12 imports$/)).toBeVisible();
  await screen.getByLabelText('From').fill('08:00');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('The disk is full.')).toBeVisible();
  await expect.element(screen.getByLabelText('From')).toHaveValue('08:00');
  const last = { at, imports: 12, trouble: 'The connection broke.' };
  host.answer({ 'job:outcomePlan': () => ({ ...planned, last }) });
  host.emit('job:plannedRead', { accountId: account.id });
  await expect.element(screen.getByText(/^not read .*: The connection broke\.$/)).toBeVisible();
});

test('the list of jobs says that a planned reading failed, until one is read or the plan ends', async () => {
  const plan = { minute: 420, days: 30 };
  const failed = { at: Date.now(), imports: 12, trouble: 'The connection broke.' };
  const { screen, host } = await show(<UnreadNote />, { 'job:outcomePlan': () => ({ plan, last: failed }) });
  const note = screen.getByText(/^The outcomes were not read as planned, \d\d:\d\d$/);
  await expect.element(note).toBeVisible();
  await expect.element(screen.getByText('The connection broke.')).toBeVisible();
  await expect.element(screen.getByRole('link')).toHaveAttribute('href', '#/jobs/outcomes');
  host.answer({ 'job:outcomePlan': () => ({ plan, last: { ...failed, trouble: '' } }) });
  host.emit('job:plannedRead', { accountId: account.id });
  await expect.element(note).not.toBeInTheDocument();
  host.answer({ 'job:outcomePlan': () => ({ plan: { minute: null, days: 30 }, last: failed }) });
  host.emit('job:plannedRead', { accountId: account.id });
  await expect.poll(() => host.calls('job:outcomePlan')).toHaveLength(3);
  await expect.element(note).not.toBeInTheDocument();
});
