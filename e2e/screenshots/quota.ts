import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { QuotaSnapshot } from '../../shared/contract/quota/quota.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { HelpPage } from '../pages/help-page.ts';
import { QuotaPage } from '../pages/quota-page.ts';
import { story, STORY_NOW, tell } from '../quota-story.ts';

const folderOfPictures = join(import.meta.dirname, '../../screenshots');

test.setTimeout(240_000);

/** One picture for each scheme and size, of the page as it stands, of which axe finds nothing. */
async function picture(page: Page, name: string): Promise<void> {
  await mkdir(folderOfPictures, { recursive: true });
  // A tooltip stands outside of every region.
  await page.mouse.move(640, 1);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  for (const [colorScheme, width, height] of [
    ['light', 1366, 768],
    ['light', 1440, 900],
    ['dark', 1440, 900],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.screenshot({ path: join(folderOfPictures, `quota-${name}-${width}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, name);
}

async function told(page: Page, changed: Partial<QuotaSnapshot> = {}): Promise<QuotaPage> {
  await page.clock.setFixedTime(new Date(STORY_NOW));
  await tell(page, story(STORY_NOW, 'practice', changed));
  await page.reload();
  await new Frame(page).goTo('Quota');
  return new QuotaPage(page);
}

test('quota: nothing known, a usual day, a budget that runs out, tables, settings', async ({ page }) => {
  await new Frame(page).goTo('Quota');
  await expect(page.getByRole('heading', { name: 'Nothing is known yet' })).toBeVisible();
  await picture(page, 'empty');
  const quota = await told(page);
  await expect(quota.budgets).toHaveCount(4);
  await picture(page, 'day');
  await quota.choose('SimpleLeads');
  await picture(page, 'runs-out');
  await quota.choose('Leads');
  await quota.asTable('Leads, until the reset');
  await picture(page, 'table');
  await quota.openSettings();
  await picture(page, 'settings');
});

test('quota: long names, no limit, alerts', async ({ page }) => {
  const { snapshot } = story(STORY_NOW, 'practice');
  const long = 'LeadManagementWebApiLeadsWithALongNameThatSomebodyGaveToItsCounter';
  const services = snapshot.services.map((service, index) =>
    index === 2
      ? { ...service, title: long, name: long }
      : index === 3
        ? { ...service, daily: { ...service.daily, limit: null, remaining: null, resetsAt: null, used: 1_234_567 } }
        : service,
  );
  const alert = { service: 'POST leads', raisedAt: STORY_NOW - 600_000, isSeen: false } as const;
  const quota = await told(page, {
    services,
    alerts: [
      {
        ...alert,
        id: 'a',
        kind: 'exhausted',
        title: 'SimpleLeads runs out at about 14:30',
        text: 'The reset is at 08:01. Pause a job, or plan it for after the reset.',
      },
      {
        ...alert,
        id: 'b',
        kind: 'unknownRows',
        title: '12 rows of Nordvestlandske kraftselskapers gjenvinningskampanje høsten 2026.xlsx are unknown',
        text: 'They were sent and no answer came. Open the job and say for each whether it arrived.',
      },
    ],
  });
  await expect(quota.budgets).toHaveCount(4);
  await picture(page, 'long');
});

test('help: the life cycle of a lead, drawn, with a status, as tables', async ({ page }) => {
  const help = new HelpPage(page);
  await expect(page.getByRole('link', { name: 'Import' }).first()).toBeVisible();
  await page.keyboard.press('F1');
  await help.isShown();
  await picture(page, 'help-drawn');
  await help.status('Unresolved').focus();
  await picture(page, 'help-status');
  await page.keyboard.press('t');
  await expect(help.table(/^Moves/)).toBeVisible();
  await picture(page, 'help-tables');
});
