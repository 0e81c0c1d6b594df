import { expect, test } from 'vitest';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import { exampleAccount, exampleExport } from '../../testing/examples.ts';
import { failing } from '../../testing/host.ts';
import { show } from '../../testing/show.tsx';
import { AccountMenu } from './AccountMenu.tsx';

const account = exampleAccount({ id: 'anna', kind: 'service', name: 'Energi' });
const leave = { name: `Sign out of ${account.name}` } as const;

async function openMenu(exports: readonly ExportSummary[] | null) {
  const shown = await show(<AccountMenu account={account} />, {
    'account:list': () => ({ accounts: [account], activeId: account.id }),
    'account:signOut': () => ({ accounts: [{ ...account, signedIn: false }], activeId: account.id }),
    'export:list':
      exports === null
        ? failing({ code: 'internal', message: 'The list could not be read.', logId: 'x' })
        : () => ({ exports: [...exports] }),
  });
  await shown.screen.getByRole('button', { name: /Energi/ }).click();
  await shown.screen.getByRole('menuitem', leave).click();
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
    .element(question.getByText('“All of Energi” is arriving, 1,240 leads so far. They are kept.'))
    .toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(host.calls('account:signOut')).toEqual([]);

  await screen.getByRole('button', { name: /Energi/ }).click();
  await screen.getByRole('menuitem', leave).click();
  await question.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect.poll(() => host.calls('account:signOut')).toEqual([{ accountId: account.id }]);
});
