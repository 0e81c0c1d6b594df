import { expect, type Locator, type Page } from '@playwright/test';
import { JobPage } from './job-page.ts';
import { PagePart } from './page-part.ts';

/** The drop zone and the wizard. */
export class ImportPage extends PagePart {
  /** Opens a file and goes on to its columns. */
  static async atColumns(page: Page, path: string): Promise<ImportPage> {
    const wizard = new ImportPage(page);
    await wizard.open(path);
    await wizard.toColumns();
    return wizard;
  }

  get preview(): Locator {
    return this.page.getByRole('group', { name: 'Rows as they were read' });
  }

  get sentRow(): Locator {
    return this.page.getByRole('region', { name: 'As it will be sent' });
  }

  /** The step that is shown, in the head of the wizard. */
  get currentStep(): Locator {
    return this.page.locator('button[aria-current="step"]');
  }

  /** Starts choosing; the wizard, or the reason why not, follows. */
  async choose(path: string | string[]): Promise<void> {
    const [chooser] = await Promise.all([
      this.page.waitForEvent('filechooser'),
      this.page.getByRole('button', { name: /^Choose a file/ }).click(),
    ]);
    await chooser.setFiles(path);
  }

  /** The same with Ctrl+O, from anywhere. */
  async chooseByKeys(path: string): Promise<void> {
    const choosing = this.page.waitForEvent('filechooser');
    // A key reaches the page before the page knows that its dialogs are taken, unless it has answered in between.
    await this.page.evaluate(() => undefined);
    await this.page.keyboard.press('Control+o');
    await (await choosing).setFiles(path);
  }

  /** Drags a file over the window and lets it fall. */
  async drop(name: string, bytes: Uint8Array): Promise<void> {
    const data = await this.page.evaluateHandle(
      ([fileName, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(content)], fileName));
        return transfer;
      },
      [name, [...bytes]] as const,
    );
    await this.page.locator('body').dispatchEvent('dragenter', { dataTransfer: data });
    const zone = this.page.getByText('Drop to import');
    await expect(zone).toBeVisible();
    for (const kind of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(kind, { dataTransfer: data });
  }

  async open(path: string): Promise<void> {
    await this.choose(path);
    await this.isAtFile();
  }

  async isAtFile(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'What we noticed' })).toBeVisible();
  }

  async toColumns(): Promise<void> {
    await this.page.getByLabel('Next steps').getByRole('button', { name: 'Columns' }).click();
    await expect(this.page.getByRole('list', { name: 'Columns of the file' })).toBeVisible();
    await expect(this.page.getByRole('heading', { name: 'As it will be sent' })).toBeVisible();
  }

  field(column: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Field for column ${column}:`) });
  }

  /** Chooses a field for a column; a name that is not in the list is taken as it is typed. */
  async map(column: string, field: string): Promise<void> {
    await this.field(column).click();
    await this.page.getByRole('combobox', { name: 'Search fields or type a new one' }).fill(field);
    await this.page
      .getByRole('option', { name: new RegExp(`^(Create a field called “)?${field}\\b`) })
      .first()
      .click();
    await expect(this.field(column)).toHaveAccessibleName(`Field for column ${column}: ${field}`);
  }

  async toCheck(): Promise<void> {
    await this.page.getByLabel('Next steps').getByRole('button', { name: 'Check' }).click();
    await expect(this.page.getByRole('listbox', { name: 'What was found' })).toBeVisible();
  }

  get rows(): Locator {
    return this.page.getByRole('group', { name: 'Rows of the file' });
  }

  reason(name: RegExp): Locator {
    return this.page.getByRole('option', { name });
  }

  /** What the foot says will become of the rows. */
  async goesOn(words: {
    readonly goOn: number;
    readonly leftOut: number;
    readonly withProblem: number;
  }): Promise<void> {
    const foot = this.page.getByLabel('Next steps');
    await expect(foot).toContainText(
      new RegExp(`${words.goOn} rows? goe?s? on.*${words.leftOut} left out.*${words.withProblem} with problems`),
    );
  }

  /** On through the check, which is left as it is. */
  async toPlan(): Promise<void> {
    const check = this.page.getByLabel('Next steps').getByRole('button', { name: 'Check' });
    if (await check.isVisible()) await this.toCheck();
    await this.page.getByLabel('Next steps').getByRole('button', { name: 'Plan' }).click();
    await expect(this.page.getByText('Finishes about')).toBeVisible();
  }

  async plan({ campaign, pool }: Plan): Promise<void> {
    const code = this.page.getByPlaceholder('Campaign code');
    await code.fill(campaign);
    await code.press('Escape');
    if (pool === undefined) return;
    await this.page.getByText('Named', { exact: true }).click();
    await this.page.getByRole('textbox', { name: 'Name of the lead pool' }).fill(pool);
  }

  /** Sends all rows: the trial, with which a new campaign begins, is switched off. */
  async start(): Promise<JobPage> {
    const start = this.page.getByRole('button', { name: /^(?:Start|Send \d+ rows?)/ });
    await expect(start).toBeEnabled();
    if (/then wait/.test(await start.innerText()))
      await this.page.getByRole('switch', { name: 'Trial: send the first' }).uncheck();
    await this.page.getByRole('button', { name: /^Start/ }).click();
    // An import of 100,000 rows is made for some seconds before it is there.
    await this.page.getByRole('region', { name: 'Where the rows are' }).waitFor();
    return new JobPage(this.page);
  }

  /** On to the plan, and sends all rows. */
  async send(plan: Plan): Promise<JobPage> {
    await this.toPlan();
    await this.plan(plan);
    return this.start();
  }

  /** Brings a file of companies to its plan. */
  async planCompanies(path: string, { campaign = 'DK-ENERGI-26', ...plan }: Partial<Plan> = {}): Promise<void> {
    await this.open(path);
    await this.toColumns();
    await this.map('Firma', 'Firmanavn');
    await this.toPlan();
    await this.plan({ campaign, ...plan });
  }

  /** Imports a file of companies. */
  async importCompanies(path: string, plan: Partial<Plan> = {}): Promise<JobPage> {
    await this.planCompanies(path, plan);
    return this.start();
  }
}

interface Plan {
  readonly campaign: string;
  readonly pool?: string;
}
