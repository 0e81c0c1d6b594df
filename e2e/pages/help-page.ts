import { expect, type Locator } from '@playwright/test';
import { PagePart } from './page-part.ts';

/** Help: the life cycle of a lead, and the card that explains a value wherever it stands. */
export class HelpPage extends PagePart {
  async isShown(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: /The life cycle of a lead/ })).toBeVisible();
  }

  /** A status in the drawing. */
  status(label: string): Locator {
    return this.page
      .getByRole('group', { name: /^The life cycle of a lead/ })
      .getByRole('link', { name: new RegExp(`^${label} ?\\d`) });
  }

  get statuses(): Locator {
    return this.page.getByRole('group', { name: /^The life cycle of a lead/ }).getByRole('link');
  }

  /** What the drawing says about the status at hand. */
  get note(): Locator {
    return this.page.getByRole('note');
  }

  table(name: RegExp): Locator {
    return this.page.getByRole('table', { name });
  }

  /** The card beside whatever the pointer or the keyboard rests on. */
  get card(): Locator {
    return this.page.getByRole('complementary', { name: 'Meaning' });
  }
}
