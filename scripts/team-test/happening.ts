import type { ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PracticeService } from '../../electron/practice/practice-service.ts';
import { note } from '../campaign/frame.ts';
import type { Bouncer } from './bouncer.ts';
import { type Claim, rowsIn, selfIn } from './laws.ts';
import { count, type Office } from './office.ts';
import type { EventName, PlannedEvent } from './plan.ts';
import type { TestServer } from './postgres.ts';
import { CAMPAIGN, phoneIn, type TestLeads } from './test-leads.ts';

/** Milliseconds for which a program sleeps, and for which one sleeps while a colleague takes over its leads. */
const SHORT_STOP = [300, 4_300] as const;
const LONG_STOP = [62_000, 72_000] as const;
const BEFORE_WAKING = 4_000;
/** Milliseconds for which the database's disk or connections are used up, and a password is the old one. */
const TROUBLE = [2_000, 5_000] as const;
/** Leads that a colleague takes over at once. */
const MOST_TAKEN = 13;

export interface HappeningOptions {
  readonly server: TestServer;
  readonly service: PracticeService;
  readonly bouncer: Bouncer | null;
  /** May grow. */
  readonly offices: readonly Office[];
  readonly hasTeam: boolean;
  readonly leads: TestLeads;
  /** Phones by what the team's database knows of them. */
  readonly phoneByKey: () => ReadonlyMap<string, string>;
  readonly twin: (office: Office) => Promise<void>;
}

/** Carries out what the plan says, and remembers what came of it. */
export class Happening {
  /** By name: how often it was done. An event whose office has nothing to lose any more is not. */
  readonly done = new Map<string, number>();
  /** When what was done, with whom. */
  readonly said: string[] = [];
  readonly holes: { from: number; to: number }[] = [];
  readonly #options: HappeningOptions;
  readonly #copies: number[] = [];
  readonly #folders = new Map<Office, { path: string; self: NonNullable<ReturnType<typeof selfIn>> }[]>();
  readonly #under = new Set<Promise<void>>();
  #isAway = false;
  /** One thing at a time is done to the database. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: HappeningOptions) {
    this.#options = options;
  }

  /** Resolves when the last event has begun. */
  async live(plan: readonly PlannedEvent[]): Promise<void> {
    const began = performance.now();
    for (const event of plan) {
      const left = event.at - (performance.now() - began);
      if (left > 0) await sleep(left);
      const from = Date.now();
      const happens = this.#happen(event)
        .then((isDone) => {
          if (isDone) count(this.done, event.name);
          if (isDone && event.name !== 'stop')
            this.said.push(`${new Date(from).toISOString()} ${event.name} office${event.office}`);
        })
        .catch((error: unknown) => note(`${event.name}: ${String(error)}`))
        .finally(() => this.#under.delete(happens));
      this.#under.add(happens);
    }
  }

  /** All that was begun is over, and the database is well. @throws Error when it is not */
  async settle(): Promise<void> {
    while (this.#under.size > 0) await Promise.all(this.#under);
    await this.#turn;
    await this.#options.server.sql('SELECT 1');
  }

  async #happen({ name, office: index, draw }: PlannedEvent): Promise<boolean> {
    const { hasTeam, offices } = this.#options;
    const office = offices[index];
    if (office === undefined || office.isLost) return false;
    if (name === 'stop') return office.freeze(between(SHORT_STOP, draw));
    if (name === 'end') return office.end();
    if (!hasTeam) return false;
    const events: Readonly<Record<Exclude<EventName, 'stop' | 'end'>, () => Promise<boolean>>> = {
      crash: () => this.#toDatabase(() => this.#options.server.crash()),
      connections: () => this.#toDatabase(() => this.#useUpConnections(draw)),
      diskFull: () => this.#fillDisk(draw),
      password: () => this.#changePassword(office, draw),
      longStop: () => this.#takeOver(office, index, draw),
      copyDatabase: () => this.#toDatabase(async () => void this.#copies.push(await this.#options.server.copy())),
      putBackDatabase: () => this.#putBackDatabase(office, draw),
      copyFolder: () => this.#copyFolder(office),
      putBackFolder: () => this.#putBackFolder(office, draw),
      twinFolder: () => this.#twinFolder(office),
      loss: () => this.#lose(office),
    };
    return events[name]();
  }

  /** Whether an office may send: the database is there, and waits for nobody. */
  async isOpen(): Promise<boolean> {
    if (!this.#options.hasTeam) return true;
    const asked =
      'SELECT count(*) FROM lead_team.office o CROSS JOIN lead_team.team t WHERE o.left_at IS NULL AND o.declared <> t.incarnation';
    const missing = await this.#options.server.sql(asked).catch(() => '1');
    return !this.#isAway && missing.trim() === '0';
  }

  #toDatabase(work: () => Promise<void>): Promise<boolean> {
    const turn = this.#turn.then(async () => {
      this.#isAway = true;
      try {
        await work();
      } finally {
        this.#isAway = false;
      }
    });
    this.#turn = turn.catch(() => undefined);
    return turn.then(() => true);
  }

  async #useUpConnections(draw: number): Promise<void> {
    const { server } = this.#options;
    await server.sql(
      `ALTER DATABASE leads CONNECTION LIMIT 0; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'office%'`,
    );
    await sleep(between(TROUBLE, draw));
    await server.sql('ALTER DATABASE leads CONNECTION LIMIT -1');
  }

  async #fillDisk(draw: number): Promise<boolean> {
    const { server } = this.#options;
    if (!server.hasDisk) return false;
    return this.#toDatabase(async () => {
      server.fillDisk();
      await sleep(between(TROUBLE, draw));
      await server.healDisk();
    });
  }

  /** Its person learns the new one some seconds later. */
  async #changePassword(office: Office, draw: number): Promise<boolean> {
    const { server, bouncer, offices } = this.#options;
    const { login } = office.options;
    const word = `word ${Math.floor(draw * 1e9)}`;
    await this.#turn;
    await server.sql(
      `ALTER ROLE ${login} PASSWORD '${word}'; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${login}'`,
    );
    bouncer?.setPasswords({
      ...Object.fromEntries(offices.map(({ options, password }) => [options.login, password])),
      [login]: word,
    });
    await sleep(between(TROUBLE, draw));
    // A copy of the folder that was made meanwhile is at work as well.
    for (const one of offices) if (one.options.login === login) one.password = word;
    return true;
  }

  /**
   * A program sleeps for more than a minute. Meanwhile a colleague, to whom the team says that the computer was not heard for long,
   * looks which of its leads the campaign does not have, and has them sent. Not those that are on their way in its journal: a
   * program that sleeps between its last look at the claim and the first byte sends them when it wakes, and the team does not
   * promise it. Nor where a copy of its folder is at work, whose questions would say that this computer is there.
   */
  async #takeOver(office: Office, index: number, draw: number): Promise<boolean> {
    const { server, service, offices, leads, phoneByKey } = this.#options;
    const self = selfIn(office.journal);
    const colleague = offices[index ^ 1] ?? offices[0];
    if (self === null || colleague === undefined || colleague === office || colleague.isLost) return false;
    if (offices.some((other) => other !== office && selfIn(other.journal)?.code === self.code)) return false;
    const asleep = between(LONG_STOP, draw);
    const wakes = performance.now() + asleep;
    if (!office.freeze(asleep)) return false;
    await sleep(2_000);
    await this.#turn;
    const taken = await server.sql(
      `UPDATE lead_team.office SET heard_at = now() - interval '11 minutes' WHERE code = '${self.code}';
       SELECT encode(c.key, 'hex') FROM lead_team.claim c JOIN lead_team.office o ON o.id = c.office WHERE o.code = '${self.code}' AND c.state = 't'`,
    );
    const byKey = phoneByKey();
    const created = new Set(service.ledger.entries().map(({ data }) => phoneIn(data)));
    const left = new Set(
      rowsIn(office.journal, leads.phoneByDigest, false).flatMap(({ phone, state }) =>
        state === 'intent' ? phone : [],
      ),
    );
    count(this.done, 'frozenOnTheirWay', left.size);
    const theirs = taken
      .trim()
      .split('\n')
      .flatMap((key) => byKey.get(key) ?? [])
      .filter((phone) => !created.has(phone) && !left.has(phone))
      .slice(0, MOST_TAKEN);
    if (theirs.length === 0) return true;
    const times = this.done.get('takeOver') ?? 0;
    count(this.done, 'takeOver');
    const file = join(colleague.options.folder, `taken-${times}.csv`);
    writeFileSync(file, leads.fileOf(theirs, colleague.options.list));
    const result = ['--result', join(colleague.options.folder, `taken-${times}-result.csv`)];
    // Its word is of now: what it has not brought about when the other computer wakes, it takes back.
    const inTime = (child: ChildProcess) =>
      void setTimeout(() => child.kill('SIGKILL'), Math.max(0, wakes - BEFORE_WAKING - performance.now()));
    const words = ['--campaign', CAMPAIGN, '--send-again', ...result];
    const { lines } = await colleague.command(['import', file, ...words], null, inTime);
    const job = lines.find((line) => 'job' in line)?.['job'];
    if (typeof job === 'string')
      await colleague.command(['resume', job, '--send-again', '--force', ...result], null, inTime);
    await colleague.stopOthers();
    return true;
  }

  async #putBackDatabase(office: Office, draw: number): Promise<boolean> {
    const copy = this.#copies[Math.floor(draw * this.#copies.length)];
    if (copy === undefined) return false;
    const { server } = this.#options;
    // By turns: a new timeline; a copy of files of which the administrator tells the team; one that only the counters show.
    const way = Math.floor(draw * 997) % 3;
    const hole = { from: 0, to: Number.POSITIVE_INFINITY };
    await this.#toDatabase(async () => {
      hole.from = Date.now();
      await server.putBack(copy, way === 0);
    });
    this.#setNewestPasswords().catch((error: unknown) => note(`passwords: ${String(error)}`));
    count(this.done, ['putBackByTimeline', 'putBackByFilesAndSaid', 'putBackByFiles'][way] ?? '');
    if (way === 1) await office.command(['team', 'restored']);
    if (way === 2) {
      this.holes.push(hole);
      const before = await this.#incarnation();
      while ((await this.#incarnation()) === before) await sleep(100);
      hole.to = Date.now();
    }
    return true;
  }

  /** The copy has the passwords of its time. */
  async #setNewestPasswords(): Promise<void> {
    for (const { options, password } of this.#options.offices)
      await this.#options.server.sql(`ALTER ROLE ${options.login} PASSWORD '${password}'`);
  }

  #incarnation(): Promise<string> {
    return this.#options.server.sql('SELECT incarnation FROM lead_team.team').catch(() => '');
  }

  async #copyFolder(office: Office): Promise<boolean> {
    if (office.job === '' || office.hasEnded) return false;
    return office.between(() => {
      const self = selfIn(office.journal);
      if (self === null) return false;
      const copies = this.#folders.get(office) ?? [];
      const path = join(office.options.folder, 'copies', `${office.options.name}-${copies.length}`);
      mkdirSync(join(office.options.folder, 'copies'), { recursive: true });
      office.copyTo(path);
      this.#folders.set(office, [...copies, { path, self }]);
      return true;
    });
  }

  /** Of a copy that is as new as the last move nobody could tell: the team says so, and does not promise it. */
  async #putBackFolder(drawn: Office, draw: number): Promise<boolean> {
    // Where the office that was drawn has no copy, another one's folder is put back.
    const office = [drawn, ...this.#folders.keys()].find(
      (one) => this.#folders.has(one) && !one.hasEnded && !one.isLost,
    );
    const copies = office === undefined ? [] : (this.#folders.get(office) ?? []);
    const copy = copies[Math.floor(draw * copies.length)];
    if (copy === undefined || office === undefined) return false;
    return office.between(async () => {
      await this.#turn;
      const { code, no } = copy.self;
      const moves = await this.#options.server.sql(`SELECT move_no FROM lead_team.office WHERE code = '${code}'`);
      if (Number(moves) <= no + 1) return false;
      office.putBack(copy.path);
      return true;
    });
  }

  async #twinFolder(office: Office): Promise<boolean> {
    if (office.job === '' || office.hasEnded) return false;
    return office.between(async () => {
      await this.#options.twin(office);
      return true;
    });
  }

  /** A computer is lost for good. The others tell again what they sent, and a person goes on without it. */
  async #lose(office: Office): Promise<boolean> {
    const { offices, server } = this.#options;
    const left = offices.find((other) => other !== office && !other.isLost);
    if (left === undefined || offices.filter(({ isLost }) => !isLost).length <= 2) return false;
    await office.between(() => {
      office.isLost = true;
    });
    const code = selfIn(office.journal)?.code ?? '';
    await this.#turn;
    const id = (await server.sql(`SELECT id FROM lead_team.office WHERE code = '${code}'`)).trim();
    await left.command(['team', 'restored']);
    for (let tries = 0; tries < 5; tries += 1)
      if ((await left.command(['team', 'without', id])).code === 0) return true;
    return false;
  }

  /**
   * After the database was put back everybody waits for whoever has not told again what they sent: a person opens a computer whose
   * import has ended, and goes on without one that is nowhere any more, as after a folder was put back twice.
   */
  async lookForMissing(): Promise<void> {
    const { hasTeam, server, offices } = this.#options;
    if (!hasTeam || this.#isAway) return;
    const asked =
      "SELECT o.id || ' ' || o.code FROM lead_team.office o CROSS JOIN lead_team.team t WHERE o.left_at IS NULL AND o.declared <> t.incarnation";
    const missing = (await server.sql(asked).catch(() => '')).trim().split('\n');
    const here = offices.filter(({ isLost }) => !isLost);
    for (const [id = '', code = ''] of missing.map((line) => line.split(' '))) {
      const [one, ...more] = here.filter(({ journal }) => selfIn(journal)?.code === code);
      if (id === '' || more.length > 0) continue;
      if (one === undefined) await here[0]?.command(['team', 'without', id]);
      else if (one.hasEnded) await one.command(['team', 'join']);
    }
  }

  async claims(): Promise<{ claims: Claim[]; handedOver: Set<string>; gone: Set<number> }> {
    const { server, phoneByKey, offices } = this.#options;
    const phoneOf = phoneByKey();
    const lines = async (sql: string) => (await server.sql(sql)).split('\n').filter((line) => line !== '');
    const claims = await lines(
      `SELECT encode(key, 'hex') || ' ' || office || ' ' || lead_team.millis(at) FROM lead_team.claim`,
    );
    const here = offices.filter(({ isLost }) => !isLost).map(({ journal }) => `'${selfIn(journal)?.code ?? ''}'`);
    const gone = await lines(`SELECT id FROM lead_team.office WHERE code::text NOT IN (${here.join(', ')})`);
    return {
      claims: claims.map((line) => {
        const [key = '', office = '', at = ''] = line.split(' ');
        return { phone: phoneOf.get(key) ?? key, office: Number(office), at: Number(at) };
      }),
      handedOver: new Set(
        (await lines(`SELECT encode(key, 'hex') FROM lead_team.handed_over`)).map((key) => phoneOf.get(key) ?? key),
      ),
      gone: new Set(gone.map(Number)),
    };
  }
}

function between([least, most]: readonly [number, number], draw: number): number {
  return least + draw * (most - least);
}
