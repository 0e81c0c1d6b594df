import { expect, test } from 'vitest';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import type { Refresh } from '../../../../shared/contract/exports/refresh.ts';
import { exampleAccount, exampleExport } from '../../testing/examples.ts';
import { failing } from '../../testing/host.ts';
import { show } from '../../testing/show.tsx';
import { AccountMenu } from './AccountMenu.tsx';

const account = exampleAccount({ id: 'anna', kind: 'service', name: 'Energi' });
const leave = { name: `Sign out of ${account.name}` } as const;

async function openMenu(exports: readonly ExportSummary[] | null, own = account, entry: { name: string } = leave) {
  const shown = await show(<AccountMenu account={own} />, {
    'account:list': () => ({ accounts: [own], activeId: own.id }),
    'account:remove': () => ({ accounts: [], activeId: null }),
    'account:signOut': () => ({ accounts: [{ ...account, signedIn: false }], activeId: account.id }),
    'export:list':
      exports === null
        ? failing({ code: 'internal', message: 'The list could not be read.', logId: 'x' })
        : () => ({ exports: [...exports] }),
  });
  await shown.screen.getByRole('button', { name: new RegExp(own.name) }).click();
  await shown.screen.getByRole('menuitem', entry).click();
  return shown;
}

test.each([
  ['no export runs', [exampleExport({ state: 'complete' })]],
  ['nobody knows whether one runs', null],
])('signs out without a question while %s', async (_when, exports) => {
  const { host } = await openMenu(exports);
  await expect.poll(() => host.calls('account:signOut')).toEqual([{ accountId: account.id }]);
});

test('asks before it ends an export, and leaves it alone on Cancel', async () => {
  const running = exampleExport({ id: 'export-2', name: 'All of Energi', state: 'running', rows: 1240, endedAt: null });
  const { screen, host } = await openMenu([exampleExport({ state: 'complete' }), running]);
  const question = screen.getByRole('dialog', { name: `${leave.name} while leads arrive?` });
  await expect
    .element(question.getByText('“All of Energi” is arriving, 1,240 leads so far. What has arrived is kept.'))
    .toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(host.calls('account:signOut')).toEqual([]);

  await screen.getByRole('button', { name: /Energi/ }).click();
  await screen.getByRole('menuitem', leave).click();
  await question.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect.poll(() => host.calls('account:signOut')).toEqual([{ accountId: account.id }]);
});

test('asks before it ends practice while a result is brought up to date', async () => {
  const { refresh: _, ...result } = exampleExport({ name: 'All of Energi' });
  const refresh: Refresh = {
    ...{
      state: 'running' as const,
      reason: '',
      isUnstored: false,
      request: 'GET /simpleleads',
      since: '2026-11-16T07:55:00',
    },
    ...{ requests: 1, arrived: 0, bytes: 0, startedAt: 1, endedAt: null },
    merged: { new: 0, changed: 0, unchanged: 0, removed: 0, others: 0 },
  };
  const { screen, host } = await openMenu([{ ...result, refresh }], exampleAccount(), { name: 'Leave practice' });
  const question = screen.getByRole('dialog', { name: 'Leave practice while leads arrive?' });
  await expect
    .element(question.getByText('“All of Energi” is being brought up to date. It stays as it was.'))
    .toBeVisible();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => host.calls('account:remove')).toEqual([{ accountId: 'practice', keepsData: true }]);
});
