import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FilterCheck } from '../../../../../shared/contract/exports/answered.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { exampleExport } from '../../../testing/examples.ts';
import { show } from '../../../testing/show.tsx';
import { EndTag } from './EndTag.tsx';
import { ResultNotes } from './ResultNotes.tsx';

const projects: FilterCheck = {
  filter: 'Projects',
  bit: 0,
  verdict: 'ignored',
  matching: 880,
  others: 3120,
  unchecked: 0,
  column: 'campaign.code',
};

function more(keeps: 'all' | 'asked' | null, changed: Partial<ExportSummary> = {}): ExportSummary {
  const { query } = exampleExport();
  return exampleExport({
    rows: 4000,
    query: { ...query, source: 'simple', projects: ['Energi*'], statuses: [], closures: [] },
    answered: { filters: [projects], asked: 880, keeps },
    ...changed,
  });
}

beforeEach(() => page.viewport(1366, 768));

async function showNotes(summary: ExportSummary, cutColumns: readonly string[] = []) {
  const fetched: (number | null)[] = [];
  const shown = await show(
    <div data-testid="notes">
      <ResultNotes summary={summary} cutColumns={cutColumns} onFetch={(days) => fetched.push(days)} />
      <EndTag summary={summary} />
    </div>,
    { 'export:keep': ({ keeps }) => more(keeps) },
  );
  return { ...shown, fetched };
}

test('an ignored filter is named with its numbers, and a person chooses what the result holds', async () => {
  const { screen, host } = await showNotes(more(null));
  await expect
    .element(screen.getByText('The service ignored Projects: 3,120 of 4,000 leads belong to other projects.'))
    .toBeVisible();
  await expect.element(screen.getByText('Projects: 880 of 4,000')).toBeVisible();
  await expect.element(screen.getByText('Closure: not asked')).toBeVisible();
  await expect.element(screen.getByText('More than asked')).toBeVisible();
  await screen.getByRole('button', { name: 'Keep only what you asked (880)' }).click();
  await screen.getByRole('button', { name: 'Keep all 4,000' }).click();
  await expect.poll(() => host.calls('export:keep').map(({ keeps }) => keeps)).toEqual(['asked', 'all']);
});

test('after the choice the note is a line or the tag, and each leads back', async () => {
  const asked = await showNotes(more('asked'));
  await expect.element(asked.screen.getByText('Only the 880 leads you asked for are shown and saved.')).toBeVisible();
  await expect.element(asked.screen.getByText('Filtered here')).toBeVisible();
  await asked.screen.getByRole('button', { name: 'Show all 4,000' }).click();
  await expect.poll(() => asked.host.calls('export:keep')).toMatchObject([{ keeps: 'all' }]);
  await asked.screen.unmount();

  const all = await showNotes(more('all'));
  await expect.element(all.screen.getByText(/The service ignored/)).not.toBeInTheDocument();
  await all.screen.getByRole('button', { name: /More than asked/ }).click();
  await expect.poll(() => all.host.calls('export:keep')).toMatchObject([{ keeps: null }]);
});

test('while leads arrive it is said and counted, without a choice', async () => {
  const { screen } = await showNotes(more(null, { state: 'running', endedAt: null, rows: 60 }));
  await expect.element(screen.getByText(/^The service ignored Projects/)).toBeVisible();
  await expect.element(screen.getByText(/Leads are still arriving\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /Keep/ })).not.toBeInTheDocument();
});

test('none of the leads fits: there is nothing to keep but all', async () => {
  const { screen } = await showNotes(more(null, { answered: { filters: [projects], asked: 0, keeps: null } }));
  await expect.element(screen.getByRole('button', { name: 'Keep all 4,000' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /Keep only/ })).not.toBeInTheDocument();
});

test('an export that broke off is fetched again, or day by day where its range can be split', async () => {
  const stopped = exampleExport({
    state: 'partial',
    rows: 31_402,
    reason: 'The service closed the connection. The rest is missing.',
    mayBeSplit: true,
    query: { source: 'simple', projects: [], modifiedFrom: '2026-11-16', statuses: [], closures: [], extra: [] },
  });
  const { screen, fetched } = await showNotes(stopped);
  await expect.element(screen.getByText('The export stopped after 31,402 leads.')).toBeVisible();
  await expect.element(screen.getByText(/a request of its own, 7 requests in all/)).toBeVisible();
  await screen.getByRole('button', { name: 'Split by day and fetch' }).click();
  await screen.getByRole('button', { name: 'Fetch again' }).click();
  expect(fetched).toEqual([1, null]);
  await screen.getByRole('button', { name: 'Details', exact: true }).click();
  await expect.element(screen.getByText(/Requests sent: 1/)).toBeVisible();
  await screen.getByRole('button', { name: 'Keep as partial' }).click();
  await expect.element(screen.getByText('The export stopped after 31,402 leads.')).not.toBeInTheDocument();
});

test('an export that stopped before the first lead has nothing to keep', async () => {
  const { screen } = await showNotes(exampleExport({ state: 'partial', rows: 0, reason: 'The service failed (500).' }));
  await expect.element(screen.getByText('Failed', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Fetch again' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Keep as partial' })).not.toBeInTheDocument();
});

test('what a person should do about it is said', async () => {
  const reason = 'The service did not accept the user name or the password. Check both and sign in again.';
  const { screen } = await showNotes(exampleExport({ state: 'partial', rows: 0, reason }));
  await expect.element(screen.getByText(/Check both and sign in again\. Fetching again starts/)).toBeVisible();
});

test('values that were cut are named with their columns', async () => {
  const { screen } = await showNotes(exampleExport(), ['Firma']);
  await expect.element(screen.getByText(/levels deep were cut .* They are in Firma\./)).toBeVisible();
});

test('bytes that are no text are named', async () => {
  const { screen } = await showNotes(exampleExport({ hasBrokenText: true }));
  await expect.element(screen.getByText(/bytes that are no UTF-8 text/)).toBeVisible();
});

test('a complete result needs no note', async () => {
  const { screen } = await showNotes(exampleExport());
  await expect.element(screen.getByTestId('notes')).toHaveTextContent('');
});
