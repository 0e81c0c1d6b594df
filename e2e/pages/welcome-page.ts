import { expect } from '@playwright/test';
import type { PracticeService } from '../practice-service.ts';
import { Frame } from './frame.ts';
import { PagePart } from './page-part.ts';

/** The first screen, for as long as there is no account. */
export class WelcomePage extends PagePart {
  async isShown(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Connect to your service' })).toBeVisible();
  }

  async practise(): Promise<void> {
    await this.page.getByRole('button', { name: 'Start practising' }).click();
    await new Frame(this.page).isAt('Import');
  }

  async fillIn(service: PracticeService, password = service.password): Promise<void> {
    await this.page.getByLabel('Address').fill(service.address);
    await this.page.getByLabel('User name').fill(service.username);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
  }

  async connect(service: PracticeService): Promise<void> {
    await this.fillIn(service);
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await new Frame(this.page).isAt('Import');
  }
}
