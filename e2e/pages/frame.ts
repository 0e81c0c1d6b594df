import { expect } from '@playwright/test';
import { PagePart } from './page-part.ts';

export type PageName = 'Import' | 'Jobs' | 'Export' | 'Segments' | 'Quota' | 'Account';

/** What stands around every page: the rail, messages, the colour scheme. */
export class Frame extends PagePart {
  async goTo(name: PageName): Promise<void> {
    await this.page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}\\b`) })
      .first()
      .click();
    await this.isAt(name);
  }

  async isAt(name: PageName): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) })).toBeVisible();
  }

  /** The short note at the bottom right that says what was done. */
  async isTold(words: RegExp): Promise<void> {
    await expect(this.page.getByText(words).last()).toBeVisible();
  }
}
