import { expect, type Locator } from '@playwright/test';
import { PagePart } from './page-part.ts';

/** The segments, and the page of one change. */
export class SegmentsPage extends PagePart {
  get before(): Locator {
    return this.page.getByRole('region', { name: 'Before anything is sent' });
  }

  get history(): Locator {
    return this.page.getByRole('region', { name: 'Changes made here' });
  }

  /** The panel of a segment in a small window. */
  get drawer(): Locator {
    return this.page.getByRole('dialog', { name: 'Add or remove leads' });
  }

  segment(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async choose(segment: string): Promise<void> {
    await this.segment(segment).click();
  }

  async paste(ids: readonly string[]): Promise<void> {
    await this.page.getByLabel('Lead ids').fill(ids.join('\n'));
    await expect(this.before).toBeVisible();
  }

  /** As from the clipboard: a long list that is typed in takes the browser minutes. */
  async pasteLong(ids: readonly string[]): Promise<void> {
    await this.page.getByLabel('Lead ids').evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, ids.join('\n'));
    await expect(this.before).toBeVisible();
  }

  async start(name: RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).click();
    await expect(this.page.getByText(/^adds up to/)).toBeVisible();
  }

  /** The figure of added, missing, refused or unknown leads. */
  count(part: 'created' | 'skipped' | 'refused' | 'unknown'): Locator {
    return this.page.locator(`[data-count=${part}]`);
  }
}
