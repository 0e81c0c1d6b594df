import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import Papa from 'papaparse';
import { saveBy } from '../save-by.ts';
import { PagePart } from './page-part.ts';

export const fates = ['created', 'refused', 'unknown', 'skipped', 'waiting'] as const;
export type Fate = (typeof fates)[number];

/** One import. */
export class JobPage extends PagePart {
  get tray(): Locator {
    return this.page.getByRole('region', { name: /^Did th/ });
  }

  get refusedRows(): Locator {
    return this.page.getByRole('region', { name: 'Refused rows' });
  }

  state(word: string): Locator {
    return this.page.getByRole('banner').getByText(word, { exact: true });
  }

  async isShown(): Promise<void> {
    await expect(this.page.getByRole('region', { name: 'Where the rows are' })).toBeVisible();
  }

  async count(fate: Fate): Promise<number> {
    const text = await this.page.locator(`[data-count="${fate}"]`).innerText();
    return Number(text.replace(/\D/g, ''));
  }

  async reaches(fate: Fate, atLeast: number, timeout = 30_000): Promise<void> {
    await expect.poll(() => this.count(fate), { timeout, message: `${fate} rows` }).toBeGreaterThanOrEqual(atLeast);
  }

  /** The five figures, read at one moment. */
  async counts(): Promise<Record<Fate, number>> {
    const figures = this.page.locator('[data-count]');
    // Right after a link the page may still ask for them.
    await expect(figures).toHaveCount(fates.length);
    const texts = await figures.allInnerTexts();
    const numbers = texts.map((text) => Number(text.replace(/\D/g, '')));
    return Object.fromEntries(fates.map((fate, index) => [fate, numbers[index] ?? Number.NaN])) as Record<Fate, number>;
  }

  async addsUpTo(rows: number): Promise<void> {
    const counts = await this.counts();
    expect(
      fates.reduce((sum, fate) => sum + counts[fate], 0),
      'all rows have their place',
    ).toBe(rows);
  }

  async pause(): Promise<void> {
    await this.page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(this.state('Paused')).toBeVisible();
  }

  async resume(): Promise<void> {
    await this.page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(this.page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  }

  async stop(): Promise<void> {
    await this.page.getByRole('button', { name: 'Stop…' }).click();
    await this.page
      .getByRole('dialog', { name: 'Stop this job?' })
      .getByRole('button', { name: /^Stop, leave/ })
      .click();
    await expect(this.state('Stopped')).toBeVisible();
  }

  /** Corrects every refused row with this value, in one step. */
  async fixByValue(from: string, to: string, rows: number): Promise<void> {
    await this.refusedRows.getByText('Fix by value').click();
    await this.page.getByRole('textbox', { name: `In place of ${from}` }).fill(to);
    await this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('textbox', { name: `In place of ${from}` }) })
      .getByRole('button', { name: `Fix ${rows} row${rows === 1 ? '' : 's'}` })
      .click();
    await expect(this.page.getByRole('textbox', { name: `In place of ${to}` })).toBeVisible();
    await this.refusedRows.getByText('Row by row').click();
  }

  /** Changes the first cell with this value among the refused rows. */
  async editRefused(from: string, to: string): Promise<void> {
    await this.refusedRows.getByRole('gridcell', { name: from, exact: true }).first().click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(to);
    await this.page.keyboard.press('Enter');
    await expect(this.refusedRows.getByRole('gridcell', { name: to, exact: true })).toBeVisible();
  }

  /** Names the right campaign in place of the one that the service refused. */
  async correctCampaign(code: string): Promise<void> {
    const campaign = this.page.getByRole('combobox', { name: 'Campaign' });
    await campaign.fill(code);
    await campaign.press('Escape');
    await this.page.getByRole('button', { name: 'Correct the campaign and go on' }).click();
  }

  async sendFixed(rows: number): Promise<void> {
    await this.page.getByRole('button', { name: `Send ${rows} fixed again` }).click();
  }

  /** Saves the result file and reads its rows. */
  async saveResult(path: string): Promise<Record<string, string>[]> {
    await saveBy(this.page.getByRole('button', { name: 'Result file' }), path);
    await expect(this.page.getByText(/It matches\./).last()).toBeVisible();
    return readTable(path);
  }

  /** The same, after a choice of rows and format. */
  async saveResultAs(
    path: string,
    { rows, format }: { readonly rows: RegExp; readonly format: RegExp },
  ): Promise<void> {
    await this.page.getByRole('button', { name: 'How results are saved' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Result of the import' });
    await dialog.getByRole('radio', { name: rows }).check();
    await dialog.getByRole('radio', { name: format }).check();
    await saveBy(dialog.getByRole('button', { name: /^Save \d/ }), path);
  }
}

/** Rows of a saved file by column name. */
export async function readTable(path: string): Promise<Record<string, string>[]> {
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(errors, 'the file is readable').toEqual([]);
  return data;
}
