import { expect, type Locator, type Page } from '@playwright/test';
import { readTable } from './job-page.ts';

/** The query builder and the leads. */
export class ExportPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get grid(): Locator {
    return this.page.getByRole('group', { name: 'Leads' });
  }

  get request(): Locator {
    return this.page.locator('code');
  }

  chip(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async projects(...patterns: string[]): Promise<void> {
    const field = this.page.getByRole('combobox', { name: 'Projects' });
    for (const pattern of patterns) {
      await field.fill(pattern);
      await field.press('Enter');
    }
  }

  async fetchLeads(): Promise<void> {
    await this.page.getByRole('button', { name: 'Fetch', exact: true }).click();
  }

  async isComplete(): Promise<void> {
    await expect(this.page.getByText(/^Complete at/)).toBeVisible({ timeout: 40_000 });
  }

  async leads(): Promise<number> {
    return Number((await this.page.locator('[data-count="leads"]').innerText()).replace(/\D/g, ''));
  }

  async search(words: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Search in these leads' }).fill(words);
  }

  /** Saves the shown leads and reads them back. */
  async save(path: string): Promise<Record<string, string>[]> {
    await this.page.getByRole('button', { name: 'Save…' }).click();
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('button', { name: /^Save [\d,]+ leads?$/ }).click(),
    ]);
    await download.saveAs(path);
    await expect(this.page.getByText(/It matches\./).last()).toBeVisible();
    return readTable(path);
  }
}
