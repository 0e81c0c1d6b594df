import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { SegmentsPage } from '../pages/segments-page.ts';

test('ids are pasted, added, and found in the history after a restart', async ({ page, host, troubles }) => {
  const segments = new SegmentsPage(page);
  await new Frame(page).goTo('Segments');
  await segments.choose('Energi Q1 pilot');
  await segments.paste(['nobody-1', 'nobody-2', 'nobody-2']);
  await expect(segments.before).toContainText('Listed twice');
  await segments.start(/^Add 2 leads$/);
  await expect(segments.count('skipped')).toHaveText(/^2/);
  await expect(segments.count('created')).toHaveText(/^0/);
  await expect(page.getByText('the service does not know')).toBeVisible();

  troubles.expect(/net::ERR_|Failed to load resource/);
  await host.stop();
  await host.start();
  await page.goto(host.address);
  await new Frame(page).goTo('Segments');
  await segments.choose('Energi Q1 pilot');
  await expect(segments.history.getByRole('link', { name: 'Added 0 of 2' })).toBeVisible();
});
