import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { mountSmallDisk } from '../../electron/core/storage/small-disk-fixture.ts';
import { Host } from '../../scripts/lib/host.ts';
import { CheckPage } from '../pages/check-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

async function openCheck(page: Page, file: string) {
  const wizard = await ImportPage.atColumns(page, file);
  await wizard.map('Firma', 'Firmanavn');
  await wizard.toCheck();
  return { wizard, check: new CheckPage(page) };
}

/** A draft's file whose name begins so: `rows-` as it was read, `edits-` what a person changed. */
async function draftFile(host: Host, beginning: string): Promise<string> {
  const found = await readdir(join(host.dataFolder, 'drafts'), { recursive: true });
  const name = found.find((path) => basename(path).startsWith(beginning) && path.endsWith('.sqlite'));
  if (name === undefined) throw new Error(`No draft has a file ${beginning}…: ${found.join(', ')}`);
  return join(host.dataFolder, 'drafts', name);
}

/** Ends the host without a word and comes back to the same place of the page. */
async function restart(page: Page, host: Host, meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
  const place = new URL(page.url()).hash;
  await host.kill();
  await meanwhile();
  await host.start();
  await page.goto(host.addressOf(place));
}

/** Overwrites pages in the middle of a database, as a failing disk does. */
async function damage(path: string): Promise<void> {
  const { size } = await stat(path);
  const file = openSync(path, 'r+');
  try {
    for (let at = 8192; at + 4096 < size - 8192; at += 4096) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at);
  } finally {
    closeSync(file);
  }
}

test('a host that is killed at the check comes back there, with every change and the way back', async ({
  page,
  host,
  folder,
  troubles,
}) => {
  test.slow();
  const file = await writeCompanies(join(folder, 'companies.csv'), 9, (row) =>
    row <= 3 ? { phone: `2030${10 + row}40 / 4030${10 + row}40` } : row === 5 ? { phone: 'x' } : {},
  );
  const { wizard, check } = await openCheck(page, file);
  await check.reason(/Several numbers/).click();
  await page.getByRole('button', { name: 'Repair 3 rows' }).click();
  await wizard.goesOn({ goOn: 9, leftOut: 0, withProblem: 1 });
  await check.reason(/All rows/).click();
  await check.cell('Ærø Energi 7').click();
  await check.type('Samsø Energi');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await check.parts())['Repaired']).toBe(4);
  await check.rows.getByRole('checkbox', { name: 'Leave out line 6' }).click();
  await wizard.goesOn({ goOn: 8, leftOut: 1, withProblem: 0 });

  troubles.expect(/net::ERR_|Failed to load resource/);
  await restart(page, host);
  await wizard.goesOn({ goOn: 8, leftOut: 1, withProblem: 0 });
  expect(await check.parts()).toMatchObject({ 'Any problem': 0, Repaired: 4, 'Left out': 1, 'All rows': 9 });
  await check.show('Repaired');
  await expect(check.cell('Samsø Energi')).toBeVisible();
  for (const state of [
    { goOn: 9, leftOut: 0, withProblem: 1, repaired: 4 },
    { goOn: 9, leftOut: 0, withProblem: 1, repaired: 3 },
    { goOn: 9, leftOut: 0, withProblem: 4, repaired: 0 },
  ]) {
    await page.getByRole('button', { name: /^Undo \(Ctrl\+Z\)/ }).click();
    await wizard.goesOn(state);
    await expect.poll(async () => (await check.parts())['Repaired']).toBe(state.repaired);
  }
  await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeVisible();
});

test('a press that ends an edit ticks its box, though the rows come again before the button is up', async ({
  page,
  folder,
}) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 9);
  const { wizard, check } = await openCheck(page, file);
  await check.reason(/All rows/).click();
  await check.cell('Ærø Energi 7').click();
  await check.type('Samsø Energi');
  await check.rows.getByRole('checkbox', { name: 'Leave out line 6' }).hover();
  const again = page.waitForResponse(/\/call\/check(?::|%3A)rows$/);
  await page.mouse.down();
  await (await again).finished();
  // In two frames they would be drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.mouse.up();
  await wizard.goesOn({ goOn: 8, leftOut: 1, withProblem: 0 });
  await expect(check.cell('Samsø Energi')).toBeVisible();
});

test('a person stops a slow check and starts it again', { tag: '@long' }, async ({ page, folder }) => {
  test.slow();
  const file = join(folder, 'many.csv');
  await writeManyPhones(file, 100_000);
  const wizard = new ImportPage(page);
  await wizard.choose(file);
  await expect(page.getByRole('heading', { name: 'What we noticed' })).toBeVisible({ timeout: 60_000 });
  await wizard.toColumns();
  await pressAsSoonAsShown(page, 'Cancel');
  await page.getByLabel('Next steps').getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('The check was stopped.')).toBeVisible();
  // Nothing is locked meanwhile.
  await expect(page.getByLabel('Next steps').getByRole('button', { name: 'Plan' })).toBeEnabled();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('listbox', { name: 'What was found' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('The check was stopped.')).toBeHidden();
});

/** On a busy machine a click from outside of the page comes when a check of a second is over. */
function pressAsSoonAsShown(page: Page, name: string): Promise<void> {
  return page.evaluate((words) => {
    const observer = new MutationObserver(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words);
      if (button === undefined) return;
      observer.disconnect();
      button.click();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }, name);
}

/** 30 columns; every number is another one, so that each has to be judged. */
async function writeManyPhones(path: string, rows: number): Promise<void> {
  const headers = ['Phone', 'MobilePhone', 'Email', 'PostalCode', 'DateOfBirth', 'Website'];
  const notes = Array.from({ length: 30 - headers.length }, (_, index) => `Note${index + 1}`);
  const rest = notes.map((_, index) => `note ${index}`).join(';');
  const lines = Array.from(
    { length: rows },
    (_, row) =>
      `${30_000_000 + row};+45${40_000_000 + row};p${row}@a.dk;${1000 + (row % 9000)};0${1 + (row % 9)}/0${1 + (row % 8)}/1980;www.a${row}.dk;${rest}`,
  );
  await writeFile(path, [[...headers, ...notes].join(';'), ...lines, ''].join('\n'), 'utf8');
}

async function leaveOneOut(page: Page, check: CheckPage): Promise<void> {
  await check.reason(/All rows/).click();
  await check.rows.getByRole('checkbox', { name: 'Leave out line 2', exact: true }).click();
  await expect.poll(async () => (await check.parts())['Left out']).toBe(1);
  await expect(page.getByRole('button', { name: 'Undo (Ctrl+Z): Leaving out 1 row' })).toBeEnabled();
}

/** What the page says by itself about trouble. */
const told = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

for (const [what, change, words] of [
  ['gone', (path: string) => rm(path), 'The prepared copy of the file is missing.'],
  ['damaged', damage, 'The prepared copy of the file is damaged'],
] as const)
  test(`a copy of the file that is ${what} is explained, with a way to go on`, async ({
    page,
    host,
    folder,
    troubles,
  }) => {
    const file = await writeCompanies(join(folder, 'companies.csv'), 900);
    const { check } = await openCheck(page, file);
    await leaveOneOut(page, check);
    troubles.expect(/net::ERR_|Failed to load resource/);
    await restart(page, host, async () => change(await draftFile(host, 'rows-')));
    await expect(told(page)).toContainText(words);
    await page.getByRole('link', { name: 'Choose a file' }).click();
    await expect(page.getByRole('button', { name: /^Choose a file/ })).toBeVisible();
  });

test('damaged changes are explained, and the check goes on without them', async ({ page, host, folder, troubles }) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 9);
  const { wizard, check } = await openCheck(page, file);
  await leaveOneOut(page, check);
  troubles.expect(/net::ERR_|Failed to load resource/);
  await restart(page, host, async () => {
    const path = await draftFile(host, 'edits-');
    await writeFile(path, 'no table at all '.repeat(600));
    for (const ending of ['-wal', '-shm']) await rm(path + ending, { force: true });
  });
  await expect(told(page)).toContainText('The edits, repairs and left out rows of this draft cannot be read');
  await expect(page.getByRole('link', { name: 'Choose a file' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on without the changes' }).click();
  await wizard.goesOn({ goOn: 9, leftOut: 0, withProblem: 0 });
  await leaveOneOut(page, check);
});

test('on a full disk a change is not kept and not shown as if; with some space it is', async ({ page, folder }) => {
  test.slow();
  const disk = join(folder, 'disk');
  using mounted = mountSmallDisk(disk, '12m');
  test.skip(mounted === null, 'no small disk can be mounted here');
  const host = new Host(join(disk, 'data'), ['--practice']);
  try {
    await host.start();
    await page.goto(host.address);
    const file = await writeCompanies(join(folder, 'companies.csv'), 9, (row) =>
      row <= 3 ? { phone: `2030${10 + row}40 / 4030${10 + row}40` } : {},
    );
    const { wizard, check } = await openCheck(page, file);
    await wizard.goesOn({ goOn: 9, leftOut: 0, withProblem: 3 });
    await check.reason(/All rows/).click();
    execFileSync('sh', ['-c', `dd if=/dev/zero of=${disk}/filler bs=4k 2>/dev/null || true`]);

    await check.cell('Ærø Energi 7').click();
    await check.type('Samsø Energi');
    await page.keyboard.press('Enter');
    await expect(told(page)).toContainText('The change was not saved. Everything else is as before.');
    await expect(told(page)).toContainText('The disk is full');
    await expect(check.cell('Ærø Energi 7')).toBeVisible();
    await expect(check.cell('Samsø Energi')).toBeHidden();
    expect(await check.parts()).toMatchObject({ Repaired: 0, 'Any problem': 3 });

    await rm(join(disk, 'filler'));
    await check.reason(/Several numbers/).click();
    await page.getByRole('button', { name: 'Repair 3 rows' }).click();
    await wizard.goesOn({ goOn: 9, leftOut: 0, withProblem: 0 });
    await expect(told(page)).toBeHidden();
  } finally {
    // Without signals, as on Windows, a host ends in the middle of what it says to a page.
    await page.close();
    await host.stop();
  }
});
