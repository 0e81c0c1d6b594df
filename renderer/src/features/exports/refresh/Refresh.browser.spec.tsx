import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { Refresh } from '../../../../../shared/contract/exports/refresh.ts';
import { format } from '../../../lib/format.ts';
import { exampleAccount, exampleBudget, exampleExport, exampleQuota } from '../../../testing/examples.ts';
import { failing } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { eachTimeOnExportPage } from '../export-page-fixture.ts';
import { ExportPage } from '../ExportPage.tsx';

const START = exampleExport().startedAt;
const known = exampleExport({ pointReached: '2026-11-16T09:00:00' });
const refresh: Refresh = {
  state: 'running',
  reason: '',
  isUnstored: false,
  request: 'GET /api/simpleleads?Projects=*&ModifiedFrom=2026-11-16T07%3A55%3A00',
  since: '2026-11-16T07:55:00',
  requests: 1,
  arrived: 0,
  bytes: 0,
  merged: { new: 0, changed: 0, unchanged: 0, removed: 0, others: 0 },
  startedAt: START + 60_000,
  endedAt: null,
};

eachTimeOnExportPage();

/** The page with one result, of which the core says what `say` was given last. */
async function showResult(first: ExportSummary) {
  let summary = first;
  let firm = 'Firm';
  const shown = await showPage(<ExportPage />, {
    'export:list': () => ({ exports: [summary] }),
    'export:get': () => summary,
    'export:rows': () => ({
      total: 3,
      rows: [1, 2, 3].map((number) => ({ number, cells: [`id-${number}`, `${firm} ${number}`] })),
    }),
    'export:refresh': () => summary,
    'export:cancel': () => summary,
    'quota:snapshot': () => exampleQuota(),
  });
  function say(change: Partial<ExportSummary>): void {
    summary = { ...summary, ...change, sequence: summary.sequence + 1 };
    shown.host.emit('export:progress', summary);
  }
  return { ...shown, say, rename: (name: string) => (firm = name) };
}

test('a refresh that the service has asked to pause says so, and until when', async () => {
  const { screen, host, say } = await showResult(known);
  say({ refresh });
  await expect.element(screen.getByText(/^0 leads came so far\. The result stays/)).toBeVisible();
  const blockedUntil = Date.now() + 40_000;
  const endpoints = [{ service: 'GET simpleleads', title: 'Lead search', isLikely: false }];
  const searches = exampleBudget({ service: 'GET simpleleads', endpoints, blockedUntil, blockedPeriod: 'minute' });
  host.emit('quota:pulse', exampleQuota({ services: [searches], sequence: 2 }));
  const until = format.timeWithSeconds(blockedUntil);
  const pause = new RegExp(`^0 leads came so far: the service asked for a pause until ${until}\\. The result`);
  await expect.element(screen.getByText(pause)).toBeVisible();
});

const button = { name: 'Fetch what changed since' } as const;

test('what would be asked is shown first, leads are counted while they come, and the new state is shown at once', async () => {
  const { screen, host, say, rename } = await showResult(known);
  await expect.element(screen.getByText('Firm 2')).toBeVisible();
  await screen.getByRole('button', button).click();
  const question = screen.getByRole('dialog', button);
  // An empty answer to a range within one day is asked for once more.
  await expect.element(question.getByText(/Asks the service for what changed since then\./)).toBeVisible();
  await expect.element(question.getByText(/^GET .*ModifiedFrom=2026-11-16T07%3A55%3A00$/)).toBeVisible();
  expect(host.calls('export:refresh')).toEqual([]);
  await question.getByRole('button', { name: 'Fetch what changed' }).click();
  expect(host.calls('export:refresh')).toEqual([{ exportId: 'export-1' }]);

  say({ refresh: { ...refresh, arrived: 1204 } });
  await expect.element(screen.getByText(/^1,204 leads came so far/)).toBeVisible();
  await expect.element(screen.getByRole('button', button)).toBeDisabled();

  rename('Another firm');
  const merged = { new: 12, changed: 757, unchanged: 20, removed: 3, others: 0 };
  say({
    refresh: { ...refresh, state: 'complete', merged, endedAt: START + 62_000 },
    refreshedAt: refresh.startedAt,
    pointReached: '2026-11-17T08:30:00',
  });
  await expect.element(screen.getByText('Another firm 2')).toBeVisible();
  const title = 'Brought up to date: 12 new, 757 changed and 3 taken out.';
  await expect.element(screen.getByText(title).last()).toBeVisible();
  await expect.element(screen.getByText(/^3 leads no longer fit .*20 leads had not changed\..*08:30\.$/)).toBeVisible();
  await expect.element(screen.getByText(/^Up to date on .+ at \d/)).toBeVisible();
  await screen.getByRole('button', { name: 'Close this note' }).click();
  await expect.element(screen.getByText(/had not changed/)).not.toBeInTheDocument();
});

test('a refresh without news says what the service named: leads that it deleted are not among its changes', async () => {
  const { screen, say } = await showResult({ ...known, refresh });
  say({ refresh: { ...refresh, state: 'complete', endedAt: START + 62_000 } });
  await expect.element(screen.getByText(/^The service named no change since .*07:55\.$/).last()).toBeVisible();
});

test('it can be cancelled while it runs, and says that the result is as it was', async () => {
  const { screen, host, say } = await showResult({ ...known, refresh });
  await screen.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect(host.calls('export:cancel')).toEqual([{ exportId: 'export-1' }]);
  say({ refresh: { ...refresh, state: 'cancelled', endedAt: START + 61_000 } });
  await expect.element(screen.getByText('Cancelled. The result is as it was.')).toBeVisible();
});

test('one that failed says why, keeps the leads on the screen and is tried again', async () => {
  const failed = { ...refresh, state: 'failed' as const, reason: 'The connection was cut.', endedAt: START + 61_000 };
  const { screen, host } = await showResult({ ...known, refresh: failed });
  await expect.element(screen.getByText('The refresh failed.').last()).toBeVisible();
  await expect.element(screen.getByText(/^The connection was cut\./)).toBeVisible();
  await expect.element(screen.getByText('Firm 2')).toBeVisible();
  host.answer({
    'export:refresh': failing({
      code: 'network',
      message: 'The service is out of reach. Check the network.',
      sent: 'no',
    }),
  });
  await screen.getByRole('button', { name: 'Fetch what changed', exact: true }).click();
  await expect.element(screen.getByText('The service is out of reach.')).toBeVisible();
});

test.each([
  [
    'a result that cannot be refreshed',
    { cannotRefresh: 'The query ends at a moment.' },
    true,
    'The query ends at a moment.',
  ],
  ['an account without its password', {}, false, 'This asks the service: sign in first.'],
])('%s says so in the place of the button, by keyboard too', async (_name, change, signedIn, words) => {
  const { screen, host } = await showResult({ ...known, ...change });
  await expect.element(screen.getByRole('button', button)).toBeVisible();
  const accounts = { accounts: [exampleAccount({ signedIn })], activeId: exampleAccount().id };
  host.answer({ 'account:list': () => accounts });
  host.emit('account:changed', accounts);
  screen.getByRole('button', button).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Fetch what changed', exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText(words)).not.toBeInTheDocument();
});

test('is not offered for a result that failed before its first lead', async () => {
  const failed = exampleExport({ rows: 0, columns: [], state: 'partial', reason: 'The service is out of reach.' });
  const { screen, say } = await showResult(failed);
  await expect.element(screen.getByText('The export stopped before the first lead.')).toBeVisible();
  await expect.element(screen.getByRole('button', button)).not.toBeInTheDocument();
  say({ state: 'complete' });
  await expect.element(screen.getByRole('button', button)).toBeVisible();
});
