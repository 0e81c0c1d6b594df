import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { AccountPage } from '../pages/account-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';

const ROWS = 30;

test(
  'trouble on demand and a faster clock: refused rows, a lost answer that is looked up, outcomes in a minute',
  { tag: '@long' },
  async ({ page, folder }) => {
    test.slow();
    const frame = new Frame(page);
    await frame.goTo('Account');
    const account = new AccountPage(page);
    await account.arrange('the next 5 leads', 'Refused');
    await account.arrange('the next lead', 'Answer lost');
    await expectAccessible(page, 'practice service with trouble to come');

    const file = join(folder, 'leads.csv');
    const rows = Array.from({ length: ROWS }, (_, row) => `Anna ${row};Lund;2031${1000 + row}`);
    await writeFile(file, ['Fornavn;Efternavn;Telefon1', ...rows].join('\n'));
    await frame.goTo('Import');
    const wizard = await ImportPage.atColumns(page, file);
    const job = await wizard.send({ campaign: 'DK-ENERGI-26', pool: 'Practised' });
    await expect.poll(() => job.count('waiting'), { timeout: 60_000 }).toBe(0);
    await job.addsUpTo(ROWS);
    expect(await job.count('refused')).toBe(5);

    await frame.goTo('Account');
    await expect(account.practice.getByText('to come')).toHaveCount(0);
    const hour = async () => Number(/, (\d\d):\d\d\./.exec(await account.practice.innerText())?.[1]);
    const before = await hour();
    await account.practice.getByText('A day a minute').click();
    await expect.poll(async () => (24 + (await hour()) - before) % 24, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
    await account.practice.getByText('Like this computer').click();

    await frame.goTo('Jobs');
    await page.getByRole('link', { name: 'leads.csv' }).first().click();
    await page.getByRole('button', { name: 'Read outcomes' }).click();
    const ends = page.getByRole('region', { name: 'How they ended' });
    await expect(ends.getByRole('row', { name: /^Created by this import 24 100 %/ })).toBeVisible();
    expect(await ends.getByRole('row').count(), 'calls had ends of several kinds').toBeGreaterThan(3);
  },
);
