import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Host } from '../scripts/lib/host.ts';

/** The folder of the one account of the host. */
export function accountFolder(host: Host): string {
  const accounts = join(host.dataFolder, 'account');
  return join(accounts, readdirSync(accounts)[0] ?? '');
}

/** Starts the host again and opens the same place, which shows the content, and signs in: it keeps no password on disk. */
export async function signIn(page: Page, host: Host, password: string, content: Locator): Promise<void> {
  const place = new URL(page.url()).hash;
  await host.start();
  await page.goto(host.addressOf(place));
  await expect(content).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Password of' });
  await field.fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // Until then the service cannot be asked.
  await expect(field).toBeHidden();
}
