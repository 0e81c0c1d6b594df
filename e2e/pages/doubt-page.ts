import { expect, type Locator } from '@playwright/test';
import { Frame } from './frame.ts';
import { PagePart } from './page-part.ts';

/** What is not known of the sends of an account. */
export class DoubtPage extends PagePart {
  get jobs(): Locator {
    return this.page.getByRole('region', { name: 'Table of jobs in doubt' });
  }

  /** By the note above the list of jobs. */
  async open(): Promise<void> {
    await new Frame(this.page).goTo('Jobs');
    await this.page.getByRole('link', { name: 'See what is known' }).click();
    await expect(this.page.getByRole('heading', { name: 'Who remembers what' })).toBeVisible();
  }

  /** By how much this memory has more than the first of its scale. */
  async more(name: string): Promise<number> {
    return figure(
      await this.#lane(name)
        .getByText(/ more$/)
        .innerText(),
    );
  }

  async value(name: string): Promise<number> {
    return figure(await this.#lane(name).locator('strong').last().innerText());
  }

  async askService(): Promise<void> {
    await this.page.getByRole('button', { name: 'Ask the service' }).click();
    await expect(this.#lane('Service').getByText(/its own count, read/)).toBeVisible();
  }

  #lane(name: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByText(name, { exact: true }) });
  }
}

const figure = (text: string): number => Number(text.replace(/\D/g, ''));
