import { expect, test } from 'vitest';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { EVERYTHING } from '../../../../../shared/domain/service/queries/query-fixture.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { choose, chooseItem } from '../../../testing/choose.ts';
import { exampleExport } from '../../../testing/examples.ts';
import { failing } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { PastResults } from './PastResults.tsx';

const day = 86_400_000;
const START = exampleExport().startedAt;

function results(): ExportSummary[] {
  return [
    exampleExport({ id: 'new', name: 'Energi since Monday', rows: 11_204, storedBytes: 900e6 }),
    exampleExport({ id: 'open', name: 'Open one', startedAt: START - 3 * day, storedBytes: 600e6 }),
    exampleExport({ id: 'old', name: 'عملاء جدد', startedAt: START - 2 * day, rows: 48_977, storedBytes: 700e6 }),
    exampleExport({
      id: 'part',
      name: 'Malmö',
      startedAt: START - day,
      state: 'partial',
      reason: 'Cut.',
      storedBytes: 1e6,
    }),
  ];
}

async function showResults(openId: string | null = 'open') {
  let kept = results();
  const shown = await show(<PastResults openId={openId} onChosen={undefined} />, {
    'export:list': () => ({ exports: kept }),
    'export:rename': ({ exportId, name }) => {
      kept = kept.map((result) => (result.id === exportId ? { ...result, name, sequence: 2 } : result));
      return kept.find(({ id }) => id === exportId) ?? exampleExport();
    },
    'export:delete': ({ exportId }) => {
      kept = kept.filter(({ id }) => id !== exportId);
      return {};
    },
    'preferences:set': ({ resultsLimit }) => ({ colorScheme: 'light', density: 'comfortable', resultsLimit }),
  });
  return { ...shown, names: () => kept.map(({ id }) => id) };
}

test('results are listed with their leads and what they are worth, the latest first', async () => {
  const { screen } = await showResults();
  const links = screen.getByRole('link');
  await expect.element(links.first()).toMatchTextContent(/^Energi since Monday.*11,204$/);
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual([
    '#/export/new',
    '#/export/part',
    '#/export/old',
    '#/export/open',
  ]);
  await expect.element(links.nth(1)).toMatchTextContent(/partial$/);
  await expect.element(links.nth(3)).toHaveAttribute('aria-current', 'page');
});

test('results of the same projects are told apart by what was asked', async () => {
  const plain = exampleExport({ id: 'plain' });
  const asked = { statuses: ['New', 'Redial', 'Failed'], modifiedFrom: '2026-11-20' };
  const raw = exampleExport({ id: 'raw', query: { ...EVERYTHING, source: 'raw', ...asked } });
  const { screen } = await show(<PastResults openId={null} onChosen={undefined} />, {
    'export:list': () => ({ exports: [plain, raw] }),
  });
  await expect.element(screen.getByText(/^Raw leads, New, .*, 1 more, since 2026-11-20$/)).toBeVisible();
  // A lead search is the usual thing.
  expect(screen.getByText('Lead search').query()).toBeNull();
});

test('a result is renamed', async () => {
  const { screen } = await showResults();
  await chooseItem(screen, /^More about the result Malmö/, 'Rename…');
  await screen.getByRole('textbox', { name: 'Name' }).fill('Malmö, all closed');
  await screen.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect.element(screen.getByRole('link', { name: /Malmö, all closed/ })).toBeVisible();
});

test('a delete says what goes and what stays', async () => {
  const { screen, names } = await showResults();
  await chooseItem(screen, /^More about the result Energi/, 'Delete…');
  const dialog = screen.getByRole('dialog', { name: 'Delete this result?' });
  await expect.element(dialog).toMatchTextContent(/goes from this computer: 11,204 leads, 900 MB/);
  await expect.element(dialog).toMatchTextContent(/The service keeps its leads, and files you saved stay\./);
  await dialog.getByRole('button', { name: 'Delete result' }).click();
  await expect.poll(names).toEqual(['open', 'old', 'part']);
});

test.each([
  ['the open result leads to the page', placeHref('export', 'new'), placeHref('export')],
  ['a result leaves a person where they are now', placeHref('quota', 'new'), placeHref('quota', 'new')],
])('deleting %s', async (_title, place, then) => {
  location.hash = place;
  const { screen } = await showResults('new');
  await chooseItem(screen, /^More about the result Energi/, 'Delete…');
  await screen.getByRole('button', { name: 'Delete result' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(location.hash).toBe(then);
});

test('beyond the limit a clean-up suggests the oldest, never the open one, and deletes only what it said', async () => {
  const { screen, names } = await showResults();
  await expect.element(screen.getByText(/2\.2 GB of 2 GB\. Nothing is deleted without you\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Clean up…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Clean up past results' });
  await expect.element(dialog.getByRole('checkbox', { name: 'Open one' })).toBeDisabled();
  await expect.element(dialog.getByRole('checkbox', { name: 'عملاء جدد' })).toBeChecked();
  await expect
    .element(dialog.getByText(/^1 result with 48,977 leads and 700 MB goes from this computer\./))
    .toBeVisible();
  expect(names()).toHaveLength(4);
  await dialog.getByRole('checkbox', { name: 'Malmö' }).click();
  await dialog.getByRole('button', { name: 'Delete 2 results' }).click();
  await expect.poll(names).toEqual(['new', 'open']);
  await expect.element(screen.getByText('2 results deleted.')).toBeVisible();
});

test('a clean-up leaves the results that are compared on the screen', async () => {
  const marks = new Map([['old', 'compared: before']]);
  const { screen } = await show(<PastResults openId={null} onChosen={undefined} marks={marks} />, {
    'export:list': () => ({ exports: results() }),
  });
  await screen.getByRole('button', { name: 'Clean up…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Clean up past results' });
  await expect.element(dialog.getByRole('checkbox', { name: 'عملاء جدد' })).toBeDisabled();
  await expect.element(dialog.getByRole('checkbox', { name: 'Open one' })).toBeChecked();
});

test('one result that stays is one', async () => {
  const { screen } = await show(<PastResults openId={null} onChosen={undefined} />, {
    'export:list': () => ({ exports: results().slice(0, 1) }),
  });
  await screen.getByRole('button', { name: 'Clean up…' }).click();
  await expect.element(screen.getByText('1 result stays, 900 MB.')).toBeVisible();
});

test('a delete that fails keeps the dialog and says why', async () => {
  const { screen, host, names } = await showResults();
  host.answer({
    'export:delete': failing({
      code: 'file',
      reason: 'notWritten',
      message: 'The file is in use. Close what reads it.',
    }),
  });
  await screen.getByRole('button', { name: 'Clean up…' }).click();
  await screen.getByRole('button', { name: 'Delete 1 result' }).click();
  await expect.element(screen.getByText('The file is in use.')).toBeVisible();
  expect(names()).toHaveLength(4);
});

test('the limit is chosen, and the suggestion follows it', async () => {
  const { screen, host } = await showResults();
  await screen.getByRole('button', { name: 'Clean up…' }).click();
  await choose(screen, 'Room for results', 'No limit');
  await expect.element(screen.getByText(/^4 results stay/)).toBeVisible();
  expect(host.calls('preferences:set')).toEqual([{ resultsLimit: null }]);
});
