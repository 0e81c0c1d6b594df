import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { constants, inflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, MENU_RULES } from '../accessible.ts';
import { expect, testWithService as test } from '../fixtures.ts';
import { ImportPage } from '../pages/import-page.ts';
import { readTable } from '../pages/job-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import type { PracticeService } from '../practice-service.ts';
import { accountFolder, signIn } from '../restarted.ts';
import { saveBy } from '../save-by.ts';

const ROWS = 40;
const SUPPLIERS = ['Energi Nord', 'Syd Data'];

async function imported(page: Page, service: PracticeService, folder: string): Promise<void> {
  const file = join(folder, 'leads.csv');
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `Anna ${row};Lund;2031${1000 + row};${SUPPLIERS[row % 2] ?? ''}`,
  );
  await writeFile(file, ['Fornavn;Efternavn;Telefon1;Leverandør', ...rows].join('\n'));
  await new WelcomePage(page).connect(service);
  const wizard = await ImportPage.atColumns(page, file);
  const job = await wizard.send({ campaign: 'DK-ENERGI-26', pool: 'Suppliers' });
  await expect.poll(() => job.count('created'), { timeout: 60_000 }).toBe(ROWS);
  await service.advance(6 * 3600);
}

test('from a finished import to what became of its leads, by supplier, in four clicks', async ({
  page,
  service,
  folder,
}) => {
  test.slow();
  await imported(page, service, folder);

  await page.getByRole('button', { name: 'Read outcomes' }).click();
  await expect(ends(page).getByRole('row', { name: `Created by this import ${ROWS} 100 %` })).toBeVisible();
  const counts = await ends(page).locator('tbody tr td:nth-of-type(1)').allTextContents();
  const parts = counts.slice(0, -1).map(Number);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(ROWS);
  expect(parts.length, 'calls had ends of several kinds').toBeGreaterThan(2);
  await page.getByRole('combobox', { name: 'By column' }).click();
  await page.getByRole('option', { name: 'Leverandør' }).click();
  for (const supplier of SUPPLIERS)
    await expect(page.getByRole('row', { name: new RegExp(`^${supplier} ${ROWS / 2} `) })).toBeVisible();
  await expectAccessible(page, 'outcomes');

  const target = join(folder, 'outcomes.csv');
  await saveBy(page.getByRole('button', { name: 'Save…' }), target);
  const table = await readTable(target);
  expect(table).toHaveLength(ROWS);
  const successes = table.filter((row) => row['Outcome'] === 'Success').length;
  await expect(ends(page).getByRole('row', { name: /^Success / })).toHaveCount(successes === 0 ? 0 : 1);
});

const ends = (page: Page): Locator => page.getByRole('region', { name: 'How they ended' });
const course = (page: Page): Locator => page.getByRole('region', { name: 'By age' });

test(
  'readings last over a restart, the course says what was not read, and it is printed and read for all imports',
  { tag: '@long' },
  async ({ page, host, service, folder, troubles }) => {
    test.slow();
    await imported(page, service, folder);
    await page.getByRole('button', { name: 'Read outcomes' }).click();
    await expect(ends(page).getByRole('row', { name: `Created by this import ${ROWS} 100 %` })).toBeVisible();
    await expect(course(page).getByText(/^No lead is a day old yet/)).toBeVisible();
    const first = await ends(page).locator('tbody').innerText();

    // The page's stream and calls break off with the host.
    troubles.expect(/net::ERR_|Failed to load resource/);
    await host.stop();
    createdEarlier(accountFolder(host));
    await service.advance(24 * 3600);
    await signIn(page, host, service.password, page.getByRole('region', { name: 'Where the rows are' }));
    await expect.poll(() => ends(page).locator('tbody').innerText()).toBe(first);
    await page.getByRole('button', { name: 'Read again', exact: true }).click();
    await expect(course(page).getByRole('row', { name: new RegExp(`^7 to 14 days ${ROWS} `) })).toBeVisible();
    await expect(course(page).getByRole('row', { name: new RegExp(`^1 to 3 days ${ROWS} `) })).toBeVisible();
    await expect(course(page).getByRole('row', { name: `3 to 7 days ${ROWS} not read then no reading` })).toBeVisible();
    await expect(course(page).getByText(/When, between the two, is not known/)).toBeVisible();
    await expectAccessible(page, 'the course of outcomes');
    await page.getByRole('button', { name: 'Other ways to read again' }).click();
    await expectAccessible(page, 'ways to read again', MENU_RULES);
    await page.getByRole('menuitem', { name: /^Only what changed since/ }).click();
    await expect(ends(page).getByText(/since then only what changed/)).toBeVisible();

    await page.getByRole('link', { name: 'Print…' }).click();
    const paper = page.getByRole('article');
    await expect(paper.getByRole('row', { name: `Created ${ROWS} 100 %` })).toBeVisible();
    await expectAccessible(page, 'outcomes to print');
    // The desktop app prints backgrounds, too.
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(grounds(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('Escape');
    await expect(ends(page)).toBeVisible();

    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
    await page.getByRole('link', { name: 'Outcomes' }).click();
    await expect(ends(page).getByRole('row', { name: `Created by these imports ${ROWS} 100 %` })).toBeVisible();
    await page.getByRole('combobox', { name: 'By column' }).click();
    await page.getByRole('option', { name: 'Leverandør' }).click();
    await expect(page.getByRole('row', { name: new RegExp(`^${SUPPLIERS[0] ?? ''} ${ROWS / 2} `) })).toBeVisible();
    await expectAccessible(page, 'outcomes of all imports');
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel('Imported from').fill(today);
    await expect(page.getByText('No imports match')).toBeVisible();
    await page.reload();
    await expect(page.getByText('No imports match')).toBeVisible();
  },
);

/** Colours other than white that fill a whole page of A4, as PDF has them. */
function grounds(pdf: Buffer): string[] {
  const texts = pdf
    .toString('latin1')
    .split(/stream\r?\n/)
    .flatMap((part) => {
      const packed = Buffer.from(part.split('endstream', 1)[0] ?? '', 'latin1');
      return packed[0] === 0x78
        ? [inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')]
        : [];
    });
  const filled = texts.flatMap((text) => [...text.matchAll(/(\S+ \S+ \S+) rg\s[^]{0,40}?\b0 0 79[3-5] 112[2-4] re/g)]);
  return filled.map(([, colour]) => colour ?? '').filter((colour) => colour !== '1 1 1');
}

/** As if the import had been made eight days ago, and its leads read a day and a half later. */
function createdEarlier(folder: string): void {
  const DAY = 24 * 60 * 60_000;
  const journal = new DatabaseSync(join(folder, 'journal.sqlite'));
  const [created, read] = [8 * DAY, 6.5 * DAY];
  journal.exec(`UPDATE import_job SET created_at = created_at - ${created}; UPDATE import_row SET at = at - ${created};
    UPDATE import_reading SET at = at - ${read}, whole_at = whole_at - ${read}, day = date((at - ${read}) / 1000, 'unixepoch');
    UPDATE import_outcome SET at = at - ${read};`);
  journal.close();
}
