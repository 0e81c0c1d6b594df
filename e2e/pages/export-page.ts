import { expect, type Locator, type Page } from '@playwright/test';
import { format } from '../../shared/domain/words/format.ts';
import { saveBy } from '../save-by.ts';
import { Frame } from './frame.ts';
import { readTable } from './job-page.ts';
import { PagePart } from './page-part.ts';

/** The query builder and the leads. */
export class ExportPage extends PagePart {
  static async goTo(page: Page): Promise<ExportPage> {
    await new Frame(page).goTo('Export');
    return new ExportPage(page);
  }

  get grid(): Locator {
    return this.page.getByRole('group', { name: 'Leads' });
  }

  get request(): Locator {
    return this.page.locator('code');
  }

  get source(): Locator {
    return this.page.getByRole('combobox', { name: 'Source' });
  }

  /** All fields of the query above a result. */
  async showQuery(): Promise<void> {
    await this.page.getByRole('button', { name: 'Show the whole query' }).click();
    await expect(this.source).toBeVisible();
  }

  /** The query shows only its request. */
  async foldQuery(): Promise<void> {
    await this.page.getByRole('button', { name: 'Show only the request' }).click();
    await expect(this.source).toBeHidden();
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

  /** Saves what stands in the fields under a name. */
  async saveQuery(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Save query…' }).click();
    await this.page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await this.page.getByRole('button', { name: 'Save query', exact: true }).click();
    await expect(this.savedQuery(name)).toHaveAttribute('aria-current', 'true');
  }

  savedQuery(name: string): Locator {
    return this.page.getByRole('region', { name: 'Saved queries', exact: true }).getByRole('button', { name }).first();
  }

  pastResult(name: string): Locator {
    return this.page.getByRole('region', { name: 'Past results', exact: true }).getByRole('link', { name });
  }

  async fetchLeads(): Promise<void> {
    await this.page.getByRole('button', { name: 'Fetch', exact: true }).click();
  }

  async isComplete(): Promise<void> {
    await expect(this.page.getByText(/^Complete at/)).toBeVisible({ timeout: 40_000 });
  }

  async fetchAll(): Promise<void> {
    await this.fetchLeads();
    await this.isComplete();
  }

  async leads(): Promise<number> {
    return Number((await this.page.locator('[data-count="leads"]').innerText()).replace(/\D/g, ''));
  }

  get search(): Locator {
    return this.page.getByRole('textbox', { name: 'Search in these leads' });
  }

  /** Shows only the leads in which the words stand. */
  async showOnly(words: string): Promise<void> {
    await this.search.fill(words);
    await this.page.getByRole('button', { name: 'Only rows with hits' }).click();
  }

  /** How many leads are shown. */
  async isShown(leads: number): Promise<void> {
    await expect(this.page.getByText(new RegExp(`^${format.number(leads)} of [\\d,]+ shown$`))).toBeVisible();
  }

  /** The panel of a column. */
  async openColumn(name: string): Promise<Locator> {
    const panel = this.page.getByRole('complementary', { name: /^Column / });
    if (!(await panel.isVisible())) await this.page.getByRole('button', { name: 'Values of a column' }).click();
    const column = panel.getByRole('combobox', { name: 'Column' });
    await column.click();
    await this.page.getByRole('option', { name, exact: true }).click();
    return this.page.getByRole('complementary', { name: `Column ${name}`, exact: true });
  }

  /** Filters by a value of the open column; says how many leads have it. */
  async tick(panel: Locator, value: string): Promise<number> {
    const box = panel
      .getByRole('region', { name: 'Values' })
      .getByRole('checkbox', { name: new RegExp(`^${value}, `) });
    const words = (await box.getAttribute('aria-label')) ?? '';
    await box.check();
    return Number(words.slice(value.length).replace(/\D/g, ''));
  }

  header(name: string): Locator {
    return this.grid.getByRole('columnheader', { name });
  }

  /** Pins a column by its panel. */
  async pin(name: string): Promise<void> {
    const panel = await this.openColumn(name);
    await panel.getByRole('button', { name: 'Sort, pin or hide the column' }).click();
    await this.page.getByRole('menuitem', { name: 'Pin at the left' }).click();
  }

  /** The first texts of a column, in the order of the screen. */
  async columnTexts(name: string, count: number): Promise<string[]> {
    const id = (await this.header(name).getAttribute('col-id')) ?? '';
    const cell = (row: number) => this.grid.locator(`[row-index="${row}"] [col-id="${id}"]`);
    await expect(cell(count - 1)).not.toBeEmpty();
    return Promise.all(Array.from({ length: count }, (_, row) => cell(row).innerText()));
  }

  /** The box of a row of the grid, counted from 1. */
  box(row: number): Locator {
    return this.grid.getByRole('checkbox', { name: `Choose lead ${row}`, exact: true });
  }

  /** Chooses rows by the box of the first and, with Shift, of the last, which is scrolled to. Counted from 1. */
  async chooseRange(first: number, last: number): Promise<void> {
    await this.box(first).click();
    const viewport = this.grid.locator('.ag-grid-viewport');
    await expect
      .poll(async () => {
        await viewport.evaluate((element, row) => {
          const height = document.querySelector('[row-index]')?.getBoundingClientRect().height ?? 30;
          element.scrollTop = Math.max(0, (row - 5) * height);
        }, last);
        return this.box(last).isVisible();
      })
      .toBe(true);
    await this.box(last).click({ modifiers: ['Shift'] });
    await expect(this.page.getByText(new RegExp(`^${format.number(last - first + 1)} chosen`))).toBeVisible();
  }

  /** Compares the open result with the one before it, and waits until both are accounted for. */
  async compare(): Promise<void> {
    await this.page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(this.page.getByText(/^Both complete, compared in/)).toBeVisible({ timeout: 60_000 });
  }

  /** Leads in a part of a comparison. */
  async partCount(part: 'new' | 'changed' | 'gone' | 'same'): Promise<number> {
    return Number((await this.page.locator(`[data-part=${part}] strong`).innerText()).replace(/\D/g, ''));
  }

  /** Prepares a change of the first segment with leads. `rows`: as the menu calls them. */
  async toSegment(rows: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Save', exact: true }).click();
    await this.page.getByText(rows, { exact: true }).click();
    await this.page.getByRole('menuitem', { name: 'Add to a segment…' }).click();
    await this.page.getByRole('combobox', { name: 'Segment', exact: true }).click();
    await this.page.getByRole('option').first().click();
    await this.page.getByRole('button', { name: 'Show what would be sent' }).click();
  }

  /** Saves the shown leads as a file and says that it was counted. */
  async saveAs(path: string, format = 'CSV, safe for Excel'): Promise<void> {
    await this.page.getByRole('button', { name: 'Save', exact: true }).click();
    await this.page.getByRole('menuitem', { name: /^More options/ }).click();
    await this.page.getByRole('radio', { name: format }).click();
    await saveBy(this.page.getByRole('button', { name: /^Save [\d,]+ leads?$/ }), path);
    await expect(this.page.getByText(/It matches\./).last()).toBeVisible();
  }

  /** Saves the shown leads and reads them back. */
  async save(path: string): Promise<Record<string, string>[]> {
    await this.saveAs(path);
    return readTable(path);
  }
}
