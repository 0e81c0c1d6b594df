import { expect, test } from 'vitest';
import { exampleAccount } from '../../testing/examples.ts';
import { show } from '../../testing/show.tsx';
import { AlertNotifier } from './AlertNotifier.tsx';

const alert = {
  id: 'exhausted POST leads 1',
  kind: 'exhausted',
  service: 'POST leads',
  title: 'Leads runs out about 14:30.',
  text: 'Its reset is at 08:01. Pause a job.',
  raisedAt: 0,
  isSeen: false,
} as const;

test('an alert is shown on any page and goes with its cause; one of another account is named', async () => {
  const { screen, host } = await show(<AlertNotifier accountId="practice" />);
  host.emit('quota:alert', { accountId: 'practice', accountName: 'Practice', change: 'raised', alert });
  await expect.element(screen.getByText('Leads runs out about 14:30.')).toBeVisible();
  await screen.getByRole('button', { name: 'Show the quota' }).click();
  await expect.poll(() => window.location.hash).toBe('#/quota');

  const other = { ...alert, id: 'exhausted POST leads 2' };
  host.emit('quota:alert', { accountId: 'other', accountName: 'Nordlys', change: 'raised', alert: other });
  await expect.element(screen.getByText('Nordlys: Leads runs out about 14:30.')).toBeVisible();
  host.emit('quota:alert', { accountId: 'other', accountName: 'Nordlys', change: 'takenBack', alert: other });
  await expect.element(screen.getByText('Nordlys: Leads runs out about 14:30.')).not.toBeInTheDocument();
});

test('the quota that is shown is that of the account of the alert, whichever is in use by then', async () => {
  const accounts = ['practice', 'other'].map((id) => exampleAccount({ id }));
  const inUse = { activeId: 'practice' };
  const { screen, host } = await show(<AlertNotifier accountId="practice" />, {
    'account:list': () => ({ accounts, ...inUse }),
    'account:activate': ({ accountId }) => ({ accounts, activeId: (inUse.activeId = accountId) }),
  });
  host.emit('quota:alert', { accountId: 'practice', accountName: 'Practice', change: 'raised', alert });
  inUse.activeId = 'other';
  await screen.getByRole('button', { name: 'Show the quota' }).click();
  await expect.poll(() => window.location.hash).toBe('#/quota');
  expect(inUse.activeId).toBe('practice');

  window.location.hash = '';
  host.emit('quota:alert', { accountId: 'other', accountName: 'Nordlys', change: 'raised', alert });
  await screen.getByRole('button', { name: 'Show the quota' }).last().click();
  await expect.poll(() => window.location.hash).toBe('#/quota');
  expect(inUse.activeId).toBe('other');
});

test('the same alert of two accounts is shown for each, and goes for each alone', async () => {
  const { screen, host } = await show(<AlertNotifier accountId="practice" />);
  const same = { ...alert, id: 'changed nightPrice 1', title: 'The price at night changed' };
  const here = screen.getByText('The price at night changed', { exact: true });
  const other = screen.getByText('Nordlys: The price at night changed');
  host.emit('quota:alert', { accountId: 'practice', accountName: 'Practice', change: 'raised', alert: same });
  host.emit('quota:alert', { accountId: 'other', accountName: 'Nordlys', change: 'raised', alert: same });
  await expect.element(other).toBeVisible();
  host.emit('quota:alert', { accountId: 'other', accountName: 'Nordlys', change: 'takenBack', alert: same });
  await expect.element(other).not.toBeInTheDocument();
  await expect.element(here).toBeVisible();
});
