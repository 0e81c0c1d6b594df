import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { ExportQuery } from '../../../../../shared/contract/exports/queries.ts';
import type { SavedQuery } from '../../../../../shared/contract/exports/saved-queries.ts';
import { EVERYTHING, SEARCH_QUERY } from '../../../../../shared/domain/service/queries/query-fixture.ts';
import { choose, chooseItem } from '../../../testing/choose.ts';
import { exampleExport } from '../../../testing/examples.ts';
import { failing } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { ExportPage } from '../ExportPage.tsx';

const query: ExportQuery = { ...EVERYTHING, projects: ['Energi*'], modifiedFrom: '2026-11-16', statuses: ['New'] };
const monday: SavedQuery = { id: 'query-1', name: 'Energi since Monday', query, savedAt: 0 };
const redials: SavedQuery = {
  id: 'query-2',
  name: 'Redials Vestland',
  query: { ...SEARCH_QUERY, project: null, include: [], answer: 'json' },
  savedAt: 0,
};

beforeEach(async () => {
  await page.viewport(1440, 900);
  window.location.hash = '#/export';
});

/** The page with a host that keeps queries. */
async function showQueries(...first: SavedQuery[]) {
  let kept = first;
  const shown = await showPage(<ExportPage />, {
    'export:list': () => ({ exports: [] }),
    'query:list': () => ({ queries: kept }),
    'query:save': (wanted) => {
      const saved = { ...wanted, id: wanted.queryId ?? `query-${kept.length + 1}`, savedAt: 1 };
      kept = [...kept.filter(({ id }) => id !== saved.id), saved];
      return saved;
    },
    'query:remove': ({ queryId }) => {
      kept = kept.filter(({ id }) => id !== queryId);
      return {};
    },
  });
  return { ...shown, request: shown.screen.getByRole('code') };
}

test('a saved query fills the fields and sends nothing; a new search has no filter left', async () => {
  const { screen, request, host } = await showQueries(monday, redials);
  await screen.getByRole('button', { name: /^Energi since Monday Lead search/ }).click();
  await expect.element(request).toHaveTextContent('/simpleleads?Projects=Energi*&ModifiedFrom=2026-11-16&Statuses=New');
  await screen.getByRole('button', { name: /^Redials Vestland Saved search/ }).click();
  await expect.element(request).toHaveTextContent('/leads?searchName=Redials');
  await screen.getByRole('button', { name: /^New search/ }).click();
  await expect.element(request).toMatchTextContent(/^\/simpleleads\?Projects=\*$/);
  expect(host.calls('export:start')).toEqual([]);
});

test('a changed query says so, and is saved in its place or under another name', async () => {
  const { screen, host } = await showQueries(monday);
  await screen.getByRole('button', { name: /^Energi since Monday Lead search/ }).click();
  await expect.element(screen.getByText('• changed')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Unresolved' }).click();
  await expect.element(screen.getByText('• changed')).toBeVisible();
  await screen.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(screen.getByText('• changed')).not.toBeInTheDocument();
  expect(host.calls('query:save')).toMatchObject([
    { queryId: 'query-1', name: 'Energi since Monday', query: { statuses: ['New', 'Unresolved'] } },
  ]);

  await screen.getByRole('button', { name: 'Success', exact: true }).click();
  await screen.getByRole('button', { name: 'Save as…' }).click();
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill(' Won since Monday ');
  await screen.getByRole('button', { name: 'Save query', exact: true }).click();
  await expect
    .element(screen.getByRole('button', { name: /^Won since Monday Lead search/ }))
    .toHaveAttribute('aria-current');
  expect(host.calls('query:save').at(-1)).toMatchObject({ queryId: null, name: 'Won since Monday' });
});

test('what is changed while the query is saved stays in the fields', async () => {
  const { screen, host, request } = await showQueries(monday);
  await screen.getByRole('button', { name: /^Energi since Monday Lead search/ }).click();
  await screen.getByRole('button', { name: 'Unresolved' }).click();
  const saving = Promise.withResolvers<SavedQuery>();
  host.answer({ 'query:save': () => saving.promise });
  await screen.getByRole('button', { name: 'Save changes' }).click();
  await screen.getByRole('button', { name: 'Success', exact: true }).click();
  await expect.element(request).toMatchTextContent(/Success/);
  saving.resolve({ ...monday, query: { ...query, statuses: ['New', 'Unresolved'] }, savedAt: 1 });
  await expect.element(screen.getByText('“Energi since Monday” is saved.')).toBeVisible();
  await expect.element(request).toMatchTextContent(/Success/);
  await expect.element(screen.getByText('• changed')).toBeVisible();
});

test('a name that is taken stays in the dialog with its reason', async () => {
  const { screen, host } = await showQueries(monday);
  host.answer({
    'query:save': failing({
      code: 'validation',
      message: 'There is a saved query "Energi" already. Choose another name.',
      issues: [],
    }),
  });
  await screen.getByRole('button', { name: 'Save query…' }).click();
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Energi');
  await screen.getByRole('button', { name: 'Save query', exact: true }).click();
  await expect.element(screen.getByText('There is a saved query "Energi" already.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Energi');
});

test('changes that could not be saved are not offered as another query', async () => {
  const { screen, host } = await showQueries(monday);
  await screen.getByRole('button', { name: /^Energi since Monday Lead search/ }).click();
  await screen.getByRole('button', { name: 'Unresolved' }).click();
  host.answer({
    'query:save': failing({ code: 'validation', message: 'The query was not written.', issues: [] }),
  });
  await screen.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(screen.getByText('The query was not written.')).toBeVisible();
  expect(screen.getByRole('dialog').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => host.calls('query:save').map(({ queryId }) => queryId)).toEqual(['query-1', 'query-1']);
});

test('a query that another window saved is in the list when this one is used again', async () => {
  const { screen, host } = await showQueries(monday);
  await expect.element(screen.getByRole('button', { name: /^Energi since Monday/ })).toBeVisible();
  host.answer({ 'query:list': () => ({ queries: [redials] }) });
  window.dispatchEvent(new Event('focus'));
  await expect.element(screen.getByRole('button', { name: /^Redials Vestland/ })).toBeVisible();
});

test('a query is renamed and deleted from its menu', async () => {
  const { screen, host } = await showQueries(monday);
  await chooseItem(screen, 'More about Energi since Monday', 'Rename…');
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Monday');
  await screen.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: /^Monday Lead search/ })).toBeVisible();
  expect(host.calls('query:save')).toEqual([{ queryId: 'query-1', name: 'Monday', query }]);

  await chooseItem(screen, 'More about Monday', 'Delete…');
  await screen.getByRole('button', { name: 'Delete query' }).click();
  await expect.element(screen.getByRole('button', { name: /^Monday Lead search/ })).not.toBeInTheDocument();
});

test('why a query was not deleted is said once', async () => {
  const { screen, host } = await showQueries(monday);
  host.answer({ 'query:remove': failing({ code: 'file', reason: 'notWritten', message: 'The disk is full.' }) });
  const ask = async () => {
    await chooseItem(screen, 'More about Energi since Monday', 'Delete…');
  };
  await ask();
  await screen.getByRole('button', { name: 'Delete query' }).click();
  await expect.element(screen.getByText('The disk is full.')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await ask();
  await expect.element(screen.getByText('Delete this query?')).toBeVisible();
  await expect.element(screen.getByText('The disk is full.')).not.toBeInTheDocument();
});

test('a query comes from a file, and a file that is none says why', async () => {
  const { screen, host, request } = await showQueries();
  host.answer({
    'host:chooseFile': () => ({ file: { token: 'file-0123456789abcdef', name: 'monday.json', size: 9 } }),
    'query:import': () => monday,
  });
  await chooseItem(screen, 'More about saved queries', 'Open a query from a file…');
  await expect.element(request).toMatchTextContent('Projects=Energi*');
  expect(host.calls('host:chooseFile')).toEqual([{ wanted: 'query' }]);

  host.answer({
    'query:import': failing({
      code: 'file',
      reason: 'unreadable',
      message: '"leads.csv" is not JSON, so it holds no query. Choose another.',
    }),
  });
  await chooseItem(screen, 'More about saved queries', 'Open a query from a file…');
  await expect.element(screen.getByText('"leads.csv" is not JSON, so it holds no query.')).toBeVisible();
});

test('Ctrl+Enter fetches from anywhere, under the name of the query; a changed one is named by what it asks', async () => {
  const { screen, host } = await showQueries(monday);
  host.answer({
    'export:start': failing({
      code: 'network',
      message: 'The service is out of reach. Check the network.',
      sent: 'no',
    }),
  });
  await screen.getByRole('button', { name: /^Energi since Monday Lead search/ }).click();
  const press = () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
  press();
  await expect.element(screen.getByText('The service is out of reach.')).toBeVisible();
  await screen.getByRole('button', { name: 'Unresolved' }).click();
  press();
  await expect.poll(() => host.calls('export:start')).toMatchObject([{ name: 'Energi since Monday' }, { query: {} }]);
  expect(host.calls('export:start')[1]?.name).toBeUndefined();
});

test('RawLeads are asked for in one request, also when another source was asked for day by day', async () => {
  const { screen, host } = await showQueries(monday);
  host.answer({
    'export:start': failing({ code: 'network', message: 'The service is out of reach.', sent: 'no' }),
  });
  await screen.getByRole('button', { name: /^Energi since Monday Lead search/ }).click();
  await chooseItem(screen, '1 request', /^Day by day/);
  await choose(screen, 'Source', 'Raw leads');
  await expect.element(screen.getByText('1 request')).toBeVisible();
  await screen.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expect
    .poll(() => host.calls('export:start'))
    .toMatchObject([{ query: { source: 'raw', modifiedFrom: '2026-11-16' }, windowDays: null }]);
});

test('a damaged query is never taken for the one of a result', async () => {
  const everything: ExportQuery = { ...query, projects: [], modifiedFrom: null, statuses: [] };
  const result = exampleExport({ name: 'All projects', query: everything });
  window.location.hash = '#/export/export-1';
  const { screen } = await showPage(<ExportPage />, {
    'export:list': () => ({ exports: [result] }),
    'export:get': () => result,
    'export:rows': () => ({ total: 0, rows: [] }),
    'query:list': () => ({ queries: [{ ...monday, query: everything, isDamaged: true }] }),
  });
  await expect.element(screen.getByText('Damaged: delete it')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save query…' })).toBeVisible();
});

/** The page with the query of Monday and these results. */
const showResults = (...exports: ExportSummary[]) =>
  showPage(<ExportPage />, { 'export:list': () => ({ exports }), 'query:list': () => ({ queries: [monday] }) });

test('a saved query that is being fetched leads to the leads that arrive', async () => {
  const running = exampleExport({ query, rows: 40, state: 'running', endedAt: null });
  const { screen } = await showResults(running);
  await screen.getByRole('button', { name: /^Energi since Monday Lead search/ }).click();
  await expect.element(screen.getByText('These leads are still arriving')).toBeVisible();
  await expect.element(screen.getByText(/^Leads are missing/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Open these 40 leads' })).toBeVisible();
});

test('a saved query that was fetched before leads to its latest result', async () => {
  const older = exampleExport({ id: 'older', query, startedAt: 1, rows: 7 });
  const latest = exampleExport({ id: 'latest', query, startedAt: 2, rows: 11_204 });
  const failed = exampleExport({ id: 'failed', query, startedAt: 3, rows: 0, state: 'partial' });
  const { screen } = await showResults(older, latest, failed);
  await screen.getByRole('button', { name: /^Energi since Monday Lead search/ }).click();
  await expect.element(screen.getByRole('button', { name: 'Open these 11,204 leads' })).toBeVisible();
  await expect.element(screen.getByText(/^Fetched last on/)).toBeVisible();
});

test('a saved query whose latest result is partial says so before that result is opened', async () => {
  const partial = exampleExport({ query, rows: 5162, state: 'partial', reason: 'The connection was cut.' });
  const { screen } = await showResults(partial);
  await screen.getByRole('button', { name: /^Energi since Monday Lead search/ }).click();
  await expect.element(screen.getByText(/^Fetched in part on/)).toBeVisible();
  await expect.element(screen.getByText(/^Leads are missing in that result\./)).toBeVisible();
});

test('in a team one is shared after its words were shown, and those of colleagues say whose they are', async () => {
  let kept: SavedQuery[] = [monday, { ...redials, isShared: true, from: { name: 'Anna', at: 0 } }];
  const { screen, host } = await showPage(<ExportPage />, {
    'export:list': () => ({ exports: [] }),
    'query:list': () => ({ queries: kept, isInTeam: true as const }),
    'query:share': ({ queryId, isShared }) => {
      kept = kept.map((one) => (one.id === queryId ? { ...monday, ...(isShared ? { isShared } : {}) } : one));
      return {};
    },
  });
  await expect.element(screen.getByRole('button', { name: /^Redials Vestland.*from Anna, / })).toBeVisible();
  await chooseItem(screen, 'More about Energi since Monday', 'Share with the team…');
  await expect.element(screen.getByText(/Energi\*, New, since 2026-11-16/)).toBeVisible();
  expect(host.calls('query:share')).toEqual([]);
  await screen.getByRole('button', { name: 'Share query' }).click();
  await expect.element(screen.getByRole('button', { name: /^Energi since Monday.*· shared$/ })).toBeVisible();
  await chooseItem(screen, 'More about Energi since Monday', 'Stop sharing');
  await expect.poll(() => host.calls('query:share').map(({ isShared }) => isShared)).toEqual([true, false]);
});
