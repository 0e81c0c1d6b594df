import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, testWithService as test } from '../fixtures.ts';
import { ExportPage } from '../pages/export-page.ts';
import { Frame } from '../pages/frame.ts';
import { SegmentsPage } from '../pages/segments-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { pictureOf } from '../picture.ts';

test.setTimeout(240_000);

const picture = (page: Page, name: string) => pictureOf(page, 'segments', name);

const LONG = 'Nordvestlandske kraftselskapers gjenvinningskampanje for tidligere bedriftskunder høsten 2026';
const lists = { method: 'GET', path: '/leadsegments' } as const;

test('segments: empty, refused, with long names, listed', async ({ page, service, troubles }) => {
  troubles.expect(/Failed to load resource/);
  const segments = new SegmentsPage(page);
  await service.addFault({ kind: 'body', match: lists, body: '[]', contentType: 'application/json' });
  await new WelcomePage(page).connect(service);
  await new Frame(page).goTo('Segments');
  await expect(page.getByText('No segments yet')).toBeVisible();
  await picture(page, 'empty');
  await service.addFault({ kind: 'status', status: 500, times: 9, match: lists });
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await picture(page, 'error');
  await service.removeFaults();
  const long = [
    {
      uniqueId: 'SEG-LONG-0001-0002-0003-0004',
      name: LONG,
      isActive: true,
      goalTargetValue: 1_000_000,
      goalCurrentValue: 999_999,
    },
    { uniqueId: 'S2', name: 'B', isActive: false, goalCurrentValue: 0 },
  ];
  await service.addFault({ kind: 'body', match: lists, body: JSON.stringify(long), contentType: 'application/json' });
  await page.getByRole('button', { name: 'Read again (1 request)' }).click();
  await expect(page.getByText(LONG).first()).toBeVisible();
  await picture(page, 'long-names');
  await page.getByRole('button', { name: 'Read again (1 request)' }).click();
  await segments.choose('Energi Q1 pilot');
  await picture(page, 'list');
});

test('segments: pasted, busy, in doubt', async ({ page, service, troubles }) => {
  troubles.expect(/Failed to load resource/);
  const segments = new SegmentsPage(page);
  await new WelcomePage(page).connect(service);
  await new Frame(page).goTo('Segments');
  await segments.choose('Energi Q1 pilot');
  await segments.pasteLong(Array.from({ length: 4_318 }, (_, index) => `L-${String(index + 1).padStart(6, '0')}`));
  await picture(page, 'pasted');
  const changes = { method: 'POST', path: '/leadsegments/*/leads' };
  await service.addFault({ kind: 'hang', match: changes, skip: 1, times: 1 });
  await page.getByRole('button', { name: /^Add 4,318 leads$/ }).click();
  await expect(page.getByText(/^adds up to/)).toBeVisible();
  await picture(page, 'busy');
  await service.removeFaults();
  await service.addFault({ kind: 'reset', match: changes, when: 'after', times: 1 });
  await new Frame(page).goTo('Segments');
  await segments.choose('Forsikring VIP');
  await segments.paste(['L-000001', 'L-000002']);
  await page.getByRole('button', { name: /^Add 2 leads$/ }).click();
  await expect(segments.count('unknown')).toHaveText(/^2/);
  await picture(page, 'in-doubt');
});

test('segments: every source of a list', async ({ page, service, folder }) => {
  const segments = new SegmentsPage(page);
  const frame = new Frame(page);
  const from = async (name: string) => {
    await page.getByRole('combobox', { name: 'Leads from' }).click();
    await page.getByRole('option', { name }).click();
  };
  await new WelcomePage(page).connect(service);
  await frame.goTo('Segments');
  await segments.choose('Energi Q1 pilot');
  await from('An import');
  await picture(page, 'source-no-import');
  await from('An export');
  await picture(page, 'source-no-export');
  const path = join(folder, 'leads of the autumn campaign.csv');
  await writeFile(path, ['Lead ID;Name', 'L-1;Åsa', 'L-2;Jörg', 'L-2;Jörg', ';', 'L-3;Nils'].join('\n'));
  await from('A column of a file');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  await (await chooser).setFiles(path);
  await expect(segments.before).toContainText('Listed twice');
  await picture(page, 'source-file');
  const exports = await ExportPage.goTo(page);
  await exports.fetchAll();
  await frame.goTo('Segments');
  await segments.choose('Energi Q1 pilot');
  await from('An export');
  await page.getByRole('combobox', { name: 'Result' }).click();
  await page.getByRole('option').first().click();
  await expect(segments.before).toBeVisible();
  await picture(page, 'source-export');
});
