import type { Locator } from '@playwright/test';

/** Presses what saves a file, and keeps the file there. */
export async function saveBy(button: Locator, path: string): Promise<void> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  await download.saveAs(path);
}
