import { expect, type Locator } from '@playwright/test';
import { PagePart } from './page-part.ts';

/** The first step of the wizard: how a file was read, and what it looks like. */
export class FileStep extends PagePart {
  get guesses(): Locator {
    return this.page.getByRole('region', { name: 'How the file is read' });
  }

  guess(name: string): Locator {
    return this.guesses.getByLabel(name, { exact: true });
  }

  useGuess(name: string): Locator {
    return this.guesses.getByRole('button', { name: `Use the guess for ${name}` });
  }

  async chooseGuess(name: string, option: string): Promise<void> {
    await this.guess(name).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  async typeLine(name: string, line: number): Promise<void> {
    await this.guess(name).fill(String(line));
    await this.guess(name).press('Enter');
  }

  get table(): Locator {
    return this.page.getByRole('group', { name: 'Rows as they were read' });
  }

  get text(): Locator {
    return this.page.getByRole('group', { name: 'Lines of the file' });
  }

  line(number: number): Locator {
    return this.text.locator(`[data-line="${number}"]`);
  }

  async show(form: 'As table' | 'As text'): Promise<void> {
    await this.page.getByText(form, { exact: true }).click();
    await expect(form === 'As table' ? this.table : this.text).toBeVisible();
  }

  noticed(title: RegExp): Locator {
    return this.page
      .getByRole('list', { name: 'Noticed in the file' })
      .getByRole('listitem')
      .filter({ hasText: title });
  }

  /** Presses a button of what was noticed. */
  async press(title: RegExp, button: string): Promise<void> {
    await this.noticed(title).getByRole('button', { name: button }).click();
  }

  get rowCount(): Locator {
    return this.page.getByRole('region', { name: 'Preview' }).locator('h2 + span');
  }
}
