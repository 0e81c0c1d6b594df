import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { exampleExport } from '../../../testing/examples.ts';
import { showPage } from '../../../testing/show.tsx';
import { eachTimeOnExportPage, lead, leads, leftWith, shown } from '../export-page-fixture.ts';
import { ExportPage } from '../ExportPage.tsx';

eachTimeOnExportPage();

test('the focus follows the menu of a cell once, also when its value was asked for already', async () => {
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(exampleExport({ rows: 3 })),
    'export:rows': ({ filters, sort }) =>
      filters?.length === 0 ? leads(3) : { total: 1, rows: [sort?.length === 0 ? lead(2) : lead(3)] },
  });
  const only = async (): Promise<void> => {
    await screen.getByRole('gridcell', { name: 'Firm 2' }).click();
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    await expect.element(screen.getByRole('menuitem', { name: 'Only this value' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
  };
  await only();
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('gridcell');
  await only();
  await expect.poll(() => document.activeElement?.textContent).toBe('Firm 2');
  const asked = host.calls('export:rows').length;
  const header = screen.getByRole('columnheader', { name: /^Firma/ });
  (header.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Firm 3')).toBeVisible();
  expect(host.calls('export:rows').length).toBeGreaterThan(asked);
  await expect.element(header).toHaveFocus();
});

test('“Without this value” that leaves no lead says so, and the button that takes it back has the focus', async () => {
  const hasId = { kind: 'empty', column: 0, not: true } as const;
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(exampleExport({ rows: 3 })),
    ...leftWith({ path: 'uniqueId', filter: hasId }),
    'export:rows': ({ filters }) => (filters?.length === 1 ? leads(3) : { total: 0, rows: [] }),
  });
  await screen.getByRole('gridcell', { name: 'Firm 2' }).click();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await screen.getByRole('menuitem', { name: 'Without this value' }).click();
  await expect.element(screen.getByRole('heading', { name: 'No lead matches' })).toBeVisible();
  const back = screen.getByRole('button', { name: 'Take back the last filter' });
  await expect.element(back).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Firm 2')).toBeVisible();
  expect(host.calls('export:rows').at(-1)?.filters).toEqual([hasId]);
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('gridcell');
});

test('the button has the focus also where the title of the page got it while the leads were read', async () => {
  const none = Promise.withResolvers<{ total: number; rows: [] }>();
  const { screen } = await showPage(<ExportPage />, {
    ...shown(exampleExport({ rows: 3 })),
    'export:rows': ({ filters }) => (filters?.length === 0 ? leads(3) : none.promise),
  });
  await screen.getByRole('gridcell', { name: 'Firm 2' }).click();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await screen.getByRole('menuitem', { name: 'Without this value' }).click();
  await expect.element(screen.getByText('Firm 2')).not.toBeInTheDocument();
  // As the frame does when a cell is gone.
  const title = document.querySelector('h1');
  title?.focus();
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  none.resolve({ total: 0, rows: [] });
  await expect.element(screen.getByRole('button', { name: 'Clear', exact: true })).toHaveFocus();
});

const NO_HITS = { hits: 0, rows: 0, searched: 0, rowsTotal: 0 };

test('words that nobody has, where only hits are shown, are taken back with one press', async () => {
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(exampleExport({ rows: 3 })),
    'leadView:left': () => ({
      view: { columns: [], sort: [], filters: [], find: 'Firm', onlyHits: true, question: null },
    }),
    'export:rows': ({ search }) => (search === 'Firm x' ? { total: 0, rows: [] } : leads(3)),
    'export:hit': () => ({ hit: null, counted: NO_HITS, isWhole: true }),
    'export:countHits': () => NO_HITS,
  });
  await expect.element(screen.getByText('Firm 2')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Search in these leads' }).fill('Firm x');
  await expect.element(screen.getByRole('heading', { name: 'No lead matches' })).toBeVisible();
  await screen.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.element(screen.getByText('Firm 2')).toBeVisible();
  expect(host.calls('export:rows').at(-1)?.search ?? '').toBe('');
});
