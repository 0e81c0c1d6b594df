import { expect, test } from 'vitest';
import { exampleExport } from '../../../testing/examples.ts';
import { failure } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { LeadGrid } from './LeadGrid.tsx';
import type { GridView } from './lead-rows.ts';

const view: GridView = { search: '', sort: [] };
const nothing = () => undefined;
const lead = (number: number) => ({ number, cells: [`id-${number}`, `Firm ${number}`] });
const outOfDisk = failure({ code: 'file', message: 'The result cannot be read. Check the disk.', reason: 'EIO' });

const grid = (summary = exampleExport()) => (
  <LeadGrid summary={summary} view={view} isShown={() => true} onSort={nothing} onFound={nothing} onSelect={nothing} />
);

test('leads that cannot be loaded say so with their reason, and come with Retry', async () => {
  const { screen, host } = await show(grid(), {
    'export:rows': () => {
      throw outOfDisk;
    },
  });
  const trouble = screen
    .getByRole('alert')
    .getByText(/Rows 1–3 could not be loaded: The result cannot be read\. Check the disk\./);
  await expect.element(trouble).toBeVisible();
  host.answer({ 'export:rows': () => ({ total: 3, asOf: 3, rows: [1, 2, 3].map(lead) }) });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('Firm 3')).toBeVisible();
  await expect.element(trouble).not.toBeInTheDocument();
});
