import { expect, type Locator } from '@playwright/test';
import { PagePart } from './page-part.ts';

/** The check of the wizard: reasons, rows, rules. */
export class CheckPage extends PagePart {
  get rows(): Locator {
    return this.page.getByRole('group', { name: 'Rows of the file' });
  }

  reason(name: RegExp): Locator {
    return this.page.getByRole('option', { name });
  }

  cell(text: string): Locator {
    return this.rows.getByRole('gridcell', { name: text, exact: true });
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }

  /** Lines of the rows in the order they are shown; those on the screen. */
  async lines(): Promise<number[]> {
    // Read at once: rows come and go while they are corrected.
    const found = await this.rows.locator('[role="row"][row-index] [col-id="line"]').evaluateAll((cells) =>
      cells.map((cell) => ({
        index: Number(cell.closest('[row-index]')?.getAttribute('row-index')),
        line: Number(cell.textContent),
      })),
    );
    return found.toSorted((one, other) => one.index - other.index).map(({ line }) => line);
  }

  /** Numbers of the filter's parts by their words. */
  async parts(): Promise<Record<string, number>> {
    const texts = await this.page.getByRole('radiogroup', { name: 'Which rows' }).locator('label').allTextContents();
    return Object.fromEntries(
      texts.map((text) => {
        const [, words = '', count = ''] = /^(.*?) ([\d,]+)$/.exec(text.trim()) ?? [];
        return [words, Number(count.replaceAll(',', ''))];
      }),
    );
  }

  async show(part: string): Promise<void> {
    await this.page
      .getByRole('radiogroup', { name: 'Which rows' })
      .getByText(new RegExp(`^${part} [\\d,]+$`))
      .click();
  }

  async toRules(): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Details of' }).getByText('Rules', { exact: true }).click();
    await expect(this.page.getByText('A change checks all rows again')).toBeVisible();
  }

  /** Chooses from a list of the page; a choice that is a rule checks all rows again. */
  async choose(list: string, choice: string | RegExp): Promise<void> {
    await this.page.getByRole('combobox', { name: list }).click();
    await this.page.getByRole('listbox').getByRole('option', { name: choice }).click();
  }
}
