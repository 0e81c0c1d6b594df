import type { Page } from '@playwright/test';
import type { QuotaSnapshot } from '../../shared/contract/quota/quota.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { HelpPage } from '../pages/help-page.ts';
import { QuotaPage } from '../pages/quota-page.ts';
import { story, STORY_NOW, tell } from '../quota-story.ts';
import { pictureOf } from '../picture.ts';

test.setTimeout(240_000);

const picture = (page: Page, name: string) => pictureOf(page, 'quota', name);

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
        ? {
            ...service,
            daily: { ...service.daily, limit: null, remaining: null, resetsAt: null, used: 1_234_567 },
            outlook: {
              ...service.outlook,
              state: 'unknown' as const,
              basis: 'The limit or the reset is not known yet.',
            },
          }
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
        text: 'They were sent and no readable answer came. Open the job and say for each whether it arrived.',
      },
    ],
  });
  await expect(quota.budgets).toHaveCount(4);
  await picture(page, 'long');
});

test('quota: after a 429, with a figure that is old, a budget that is used up', async ({ page }) => {
  const { snapshot } = story(STORY_NOW, 'practice');
  const old = STORY_NOW - 47 * 60_000;
  const services = snapshot.services.map((service, index) => {
    if (index === 0)
      return {
        ...service,
        blockedUntil: STORY_NOW + 48_000,
        blockedReason: 'The service asked for a pause until the minute is over.',
      };
    if (index === 1)
      return {
        ...service,
        daily: { ...service.daily, used: 20_000, remaining: 0 },
        blockedUntil: service.daily.resetsAt,
        blockedReason: "The service says that today's quota is used up.",
        outlook: { ...service.outlook, state: 'usedUp' as const, basis: 'Nothing is left until the reset.' },
      };
    if (index === 2)
      return {
        ...service,
        daily: { ...service.daily, confirmedAt: old, source: 'counted' as const },
        outlook: {
          ...service.outlook,
          state: 'unsure' as const,
          basis: 'No figure came for ten minutes, so nothing is forecast.',
        },
      };
    return {
      ...service,
      outlook: { ...service.outlook, state: 'tooEarly' as const, basis: 'A forecast needs half an hour of figures.' },
    };
  });
  const quota = await told(page, { services, readAt: old, offline: 'The connection to 10.0.0.8 broke.' });
  await expect(quota.budgets).toHaveCount(4);
  await picture(page, 'stopped');
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
