import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../electron/batch/batch-fixture.ts';
import { passwordOf, TeamServer } from '../../electron/core/team/team-server-fixture.ts';
import { type BrowserHost, startBrowserHost } from '../../electron/loopback/browser-host.ts';
import { SPEC_HOST, visit } from '../../electron/loopback/visitor-fixture.ts';
import { type PracticeService, startPracticeService } from '../../electron/practice/practice-service.ts';
import { root } from '../lib/project.ts';

const PEOPLE = ['Anna', 'Bent', 'Carla'] as const;
/** User and password of the simulated service. */
const USER = { username: 'demo', password: 'demo' };

/** A database that is there already: `place` as HOST[:PORT]/NAME; the logins anna, bent and carla have one password. */
export interface GivenDatabase {
  readonly place: string;
  readonly password: string;
}

/** What goes once across the team. */
export type OneLeadPer = 'lead' | 'phone';

export interface DemoPerson {
  readonly name: string;
  readonly host: BrowserHost;
}

/** Three computers of one team on this one, each a browser host with a data folder of its own, with one simulated service. */
export class TeamDemo implements AsyncDisposable {
  readonly people: readonly DemoPerson[];
  readonly service: PracticeService;
  readonly folder: string;
  readonly #held: AsyncDisposableStack;

  private constructor(
    { people, service, folder }: Pick<TeamDemo, 'people' | 'service' | 'folder'>,
    held: AsyncDisposableStack,
  ) {
    this.people = people;
    this.service = service;
    this.folder = folder;
    this.#held = held;
  }

  /**
   * @param given null: a PostgreSQL in WebAssembly that lasts as long as the demo
   * @param oneLeadPer as the first person chooses it
   * @param pageFolder the built page
   * @throws Error when the team cannot be begun
   */
  static async open(
    given: GivenDatabase | null,
    oneLeadPer: OneLeadPer,
    pageFolder = join(root, 'out/renderer'),
  ): Promise<TeamDemo> {
    await using held = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'lead-console-team-demo-'));
    held.defer(() => rmSync(folder, { recursive: true, force: true }));
    const service = await startPracticeService({ ...USER, leads: 40, limits: { Leads: 10_000 } });
    held.defer(() => service.close());
    const place = given?.place ?? held.use(await TeamServer.open()).place;
    const passwordFor = (login: string) => given?.password ?? passwordOf(login);
    const people: DemoPerson[] = [];
    let invitation = '';
    for (const name of PEOPLE) {
      const login = name.toLowerCase();
      const dataFolder = join(folder, login);
      // A browser begins no team: the command line on the folder of the first one does.
      if (invitation === '')
        invitation = await begun(dataFolder, { place, oneLeadPer, name, login, password: passwordFor(login) }, service);
      const host = await startBrowserHost({ ...SPEC_HOST, dataFolder, pageFolder });
      held.defer(() => host.close());
      const page = await visit(host);
      await page.value('account:connect', { address: service.url, name: 'Team demo', ...USER });
      await page.value('team:join', { invitation, login, password: passwordFor(login), name });
      await page.leave();
      people.push({ name, host });
    }
    return new TeamDemo({ people, service, folder }, held.move());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#held.disposeAsync();
  }
}

interface FirstPerson {
  readonly place: string;
  readonly oneLeadPer: OneLeadPer;
  readonly name: string;
  readonly login: string;
  readonly password: string;
}

/** The invitation of the team that the first person begins. */
async function begun(
  dataFolder: string,
  { place, oneLeadPer, name, login, password }: FirstPerson,
  service: PracticeService,
): Promise<string> {
  const team = ['team', 'begin', '--database', place, '--one-lead-per', oneLeadPer, '--as', name, '--json'];
  const { stdout, stderr } = await runProgram([...team, '--url', service.url, '--data-dir', dataFolder], {
    environment: {
      LEAD_CONSOLE_USERNAME: USER.username,
      LEAD_CONSOLE_PASSWORD: USER.password,
      LEAD_CONSOLE_TEAM_LOGIN: login,
      LEAD_CONSOLE_TEAM_PASSWORD: password,
    },
  });
  const invitation = /"invitation":"([^"]+)"/.exec(stdout)?.[1];
  if (invitation !== undefined) return invitation;
  const message = /"message":"((?:[^"\\]|\\.)*)"/.exec(stdout)?.[1] ?? stderr;
  throw new Error(`The team was not begun. ${message}`);
}
