import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { runProgram } from '../electron/batch/batch-fixture.ts';
import { passwordOf, TeamServer } from '../electron/core/team/team-server-fixture.ts';
import { Host, programOf } from '../scripts/lib/host.ts';
import { testWithService } from './fixtures.ts';
import { AccountPage } from './pages/account-page.ts';
import { Frame } from './pages/frame.ts';
import { ImportPage } from './pages/import-page.ts';
import { JobPage } from './pages/job-page.ts';
import { WelcomePage } from './pages/welcome-page.ts';
import type { PracticeService } from './practice-service.ts';

/* Anna and Bent at two computers, a database that they can share, and one service. */

/** A person at a computer of the team. */
export class Person {
  readonly job: JobPage;
  readonly frame: Frame;
  readonly account: AccountPage;
  readonly page: Page;
  readonly name: string;

  constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
    this.job = new JobPage(page);
    this.frame = new Frame(page);
    this.account = new AccountPage(page);
  }

  async joins(invitation: string): Promise<void> {
    await this.frame.goTo('Account');
    const login = this.name.toLowerCase();
    await this.account.joinTeam({ invitation, login, password: passwordOf(login), name: this.name });
  }

  async drops(file: string): Promise<void> {
    await this.plans(file);
    await this.starts();
  }

  async plans(file: string): Promise<void> {
    await this.frame.goTo('Import');
    await new ImportPage(this.page).planCompanies(file);
  }

  async starts(): Promise<void> {
    await new ImportPage(this.page).start();
  }
}

export const test = testWithService.extend<{ server: TeamServer; anna: Person; bent: Person }>({
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    await using server = await TeamServer.open();
    await use(server);
  },
  anna: async ({ page, service }, use) => {
    await new WelcomePage(page).connect(service);
    await use(new Person(page, 'Anna'));
  },
  bent: async ({ browser, service, folder, troubles }, use) => {
    const host = new Host(join(folder, 'bent'), []);
    await host.start();
    const context = await browser.newContext();
    const page = await context.newPage();
    await troubles.watch(page);
    await page.goto(host.address);
    await new WelcomePage(page).connect(service);
    await use(new Person(page, 'Bent'));
    await context.close();
    await host.stop();
  },
});

/** The command line on Anna's data folder begins the team, and prints the invitation. */
export async function invitationBy(server: TeamServer, service: PracticeService, host: Host): Promise<string> {
  const [program, ...named] = programOf('batch');
  const { stdout } = await runProgram(
    [
      ...named,
      'team',
      'begin',
      '--database',
      server.place,
      '--as',
      'Anna',
      '--json',
      '--url',
      service.address,
      '--data-dir',
      host.dataFolder,
    ],
    {
      program,
      environment: {
        LEAD_CONSOLE_USERNAME: service.username,
        LEAD_CONSOLE_PASSWORD: service.password,
        LEAD_CONSOLE_TEAM_LOGIN: 'anna',
        LEAD_CONSOLE_TEAM_PASSWORD: passwordOf('anna'),
      },
    },
  );
  return /"invitation":"([^"]+)"/.exec(stdout)?.[1] ?? '';
}
