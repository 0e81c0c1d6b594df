import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { WelcomePage } from '../../e2e/pages/welcome-page.ts';
import { buildIfStale } from '../../scripts/lib/build.ts';
import { findChromium } from '../../scripts/lib/chromium.ts';
import { Host } from '../../scripts/lib/host.ts';

export interface ClientPage {
  readonly host: Host;
  readonly browser: Browser;
  readonly page: Page;
}

/** The built client in Chromium, connected to its practice service; closed after `act`. @param folder holds its data */
export async function withClientPage<Result>(
  folder: string,
  act: (client: ClientPage) => Promise<Result>,
): Promise<Result> {
  if (!(await buildIfStale())) throw new Error('The client could not be built.');
  const host = new Host(join(folder, 'data'), []);
  const executablePath = findChromium();
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    page.setDefaultTimeout(60_000);
    await host.start();
    await page.goto(host.address);
    await new WelcomePage(page).practise();
    return await act({ host, browser, page });
  } finally {
    await browser.close();
    await host.stop();
  }
}
