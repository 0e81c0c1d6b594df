import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../accessible.ts';
import { openPalette, walkExport, walkImport, walkPages } from '../every-place.ts';
import type { JobPage } from '../pages/job-page.ts';

test.use({ hostArguments: [] });

test('every page of the import and of its job', async ({ page, folder }) => {
  test.slow();
  const isAtJob = (job: JobPage) => expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  await walkImport(page, { folder, rows: 12, isAtJob }, (place) => expectAccessible(page, place));
});

test('export, segments, quota, account and the palette', async ({ page }) => {
  test.slow();
  const look = (place: string) => expectAccessible(page, place);
  await walkExport(page, look);
  await walkPages(page, ['Segments', 'Quota', 'Account'], look);
  await openPalette(page, look);
});
