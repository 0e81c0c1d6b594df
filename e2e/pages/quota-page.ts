import { expect, type Locator } from '@playwright/test';
import { PagePart } from './page-part.ts';

/** What is left, what becomes of it, and the settings. */
export class QuotaPage extends PagePart {
  get budgets(): Locator {
    return this.page.getByRole('list', { name: 'Budgets' }).locator('> li');
  }

  budget(title: string): Locator {
    return this.budgets.filter({ has: this.page.getByRole('button', { name: title, exact: true }) });
  }

  async choose(title: string): Promise<void> {
    await this.budget(title).getByRole('button', { name: title, exact: true }).click();
    await expect(this.budget(title).getByRole('button', { name: title, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  }

  /** A chart, read as a slider over its points. */
  chart(name: RegExp): Locator {
    return this.page.getByRole('slider', { name });
  }

  async asTable(title: string): Promise<Locator> {
    await this.page.getByRole('button', { name: `Show ${title} as a table` }).click();
    return this.page.getByRole('group', { name: `${title}, as a table` }).getByRole('table');
  }

  get hours(): Locator {
    return this.page.getByRole('group', { name: 'Units by hour of the week' });
  }

  /** Jobs that will use the chosen budget. */
  get jobs(): Locator {
    return this.page.getByRole('region', { name: 'Jobs that will use it' });
  }

  async openRequests(): Promise<void> {
    await this.page.getByRole('button', { name: 'Request log' }).click();
  }

  async openSettings(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Reserve, shares and alerts' }).click();
    const drawer = this.page.getByRole('dialog', { name: 'Reserve, shares and alerts' });
    await expect(drawer).toBeVisible();
    return drawer;
  }
}
