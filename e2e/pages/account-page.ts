import { expect, type Locator } from '@playwright/test';
import { PagePart } from './page-part.ts';

/** A connection: its test, what that settled, users, settings. */
export class AccountPage extends PagePart {
  get points(): Locator {
    return this.page.getByRole('region', { name: 'Points that the specification leaves open' });
  }

  /** What the practice service should do. */
  get practice(): Locator {
    return this.page.getByRole('region', { name: 'Practice service' });
  }

  /** Several computers, no lead twice. */
  get team(): Locator {
    return this.page.getByRole('region', { name: 'Team', exact: true });
  }

  /** What it shares. */
  get shared(): Locator {
    return this.page.getByRole('region', { name: 'What the team shares' });
  }

  async test(): Promise<void> {
    await this.page.getByRole('button', { name: /^Test( again)?$/ }).click();
    await expect(this.page.getByRole('button', { name: 'Test again' })).toBeVisible({ timeout: 30_000 });
    await expect(this.page.getByText(/of 6 requests/)).toBeVisible();
  }

  async show(part: 'Connection' | 'Users and org units' | 'Settings'): Promise<void> {
    await this.page
      .getByRole('radiogroup', { name: 'Part of the connection' })
      .getByText(part, { exact: true })
      .click();
  }

  /** The line of a point. */
  point(name: string): Locator {
    return this.points.getByRole('row').filter({ has: this.page.getByRole('button', { name, exact: true }) });
  }

  /** Has the practice service do this with its next leads. */
  async arrange(leads: 'the next lead' | 'the next 5 leads', trouble: string): Promise<void> {
    await this.practice.getByRole('combobox', { name: 'Leads it happens to' }).click();
    await this.page.getByRole('option', { name: leads, exact: true }).click();
    await this.practice.getByRole('button', { name: trouble, exact: true }).click();
    await expect(this.practice.getByRole('listitem').filter({ hasText: trouble }).getByRole('status')).toHaveText(
      leads === 'the next lead' ? '1 to come' : '5 to come',
    );
  }

  async joinTeam(person: Record<'invitation' | 'login' | 'password' | 'name', string>): Promise<void> {
    await this.team
      .getByRole('button', { name: 'Join by invitation…' })
      .or(this.team.getByRole('button', { name: 'Join again…' }))
      .click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('Invitation', { exact: true }).fill(person.invitation);
    await dialog.getByLabel('Login').fill(person.login);
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    const name = dialog.getByLabel('Your name');
    if (await name.isEnabled()) await name.fill(person.name);
    await dialog.getByRole('button', { name: /^Join/ }).click();
    await expect(this.team.getByText(/^Connected\./)).toBeVisible();
  }
}
