import { expect, type Locator } from '@playwright/test';
import { PagePart } from './page-part.ts';

/** What the Columns step has above and below its lines; the lines themselves are in `ImportPage`. */
export class ColumnsPage extends PagePart {
  get head(): Locator {
    return this.page.getByRole('region', { name: 'Campaign and country' });
  }

  get campaign(): Locator {
    return this.head.getByRole('combobox', { name: 'Campaign' });
  }

  get country(): Locator {
    return this.head.getByRole('combobox', { name: 'Phone country' });
  }

  /** How many fields are known and from where. */
  get known(): Locator {
    return this.head.getByRole('status').first();
  }

  get lookUp(): Locator {
    return this.head.getByRole('button', { name: /^Look up/ });
  }

  /** Types a code, remembered or not, and waits until it is the draft's. */
  async nameCampaign(code: string): Promise<void> {
    await this.campaign.fill(code);
    await this.campaign.press('Enter');
    await this.campaign.press('Escape');
    await expect(this.known).not.toHaveText(/^Choose it first/);
  }

  async chooseCountry(name: string): Promise<void> {
    await this.country.click();
    await this.page.getByRole('option', { name }).click();
  }
}
