import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../electron/core/api/simulation/virtual-clock.ts';
import { TeamKeys } from '../../electron/core/team/keys/team-keys.ts';
import { invitationText, readInvitation } from '../../electron/core/team/link/invitation.ts';
import { TEAM_SCRIPT } from '../../electron/core/team/script/team-script.ts';
import { type PracticeService, startPracticeService } from '../../electron/practice/practice-service.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/time.ts';
import { inFolder, note, sumOf } from '../campaign/frame.ts';
import { openRoughRoad } from '../kill-test/rough-road.ts';
import { buildIfStale } from '../lib/build.ts';
import { Bouncer, bouncerProgram } from './bouncer.ts';
import { type Control, withoutChain } from './controls.ts';
import { DatabaseRoad } from './database-road.ts';
import { Happening } from './happening.ts';
import { type Ending, judge, rowsIn, storyIn } from './laws.ts';
import { count, Office, type OfficeOptions, USER } from './office.ts';
import { drawPlan, type Life, livesOf } from './plan.ts';
import { loginOf, TestServer } from './postgres.ts';
import { phoneIn, TestLeads } from './test-leads.ts';

/*
 * Offices, each the built command line with a data folder of its own, import overlapping lists into one service and share a real
 * PostgreSQL. What happens to them is drawn from a seed. Then the service's ledger, the database and every journal are compared.
 */

/** Requests that the account lets through a minute, by a day of this size. */
const MINUTE_LIMIT = 240;
const DAY_LIMIT = 300_000;
/** Where the service counts leads that come. */
const SERVICE = 'Leads';
/** Leads a minute: a few more than the account lets through, so that nobody runs out of work before the last event. */
const LEADS_A_MINUTE = 260;
/** A list covers so much of its part of the leads and of the next one. */
const OVERLAP = 1.5;
const WATCH_EVERY = 1_000;
const TELL_EVERY = 15_000;
const MOST_STORIES = 6;
const CUT = { cutBefore: 0.06, cutAfter: 0.08 };
const POST = { method: 'POST', path: '/leads' } as const;

export interface TeamTestOptions {
  /** Folder with the programs of PostgreSQL. */
  readonly programs: string;
  readonly offices: number;
  readonly minutes: number;
  /** Null: as many as keep everybody at work. */
  readonly leads: number | null;
  readonly seed: number;
  /** The team sends one lead for each phone number and campaign, and the lists write each lead in their own way. */
  readonly isByPhone: boolean;
  /** A team without what makes it safe. */
  readonly control: Control | null;
  /** Whether the minute's use counts: not on a computer that does other work. */
  readonly judgesPace: boolean;
}

/** Percent of what the account's minutes let through. */
interface Pace {
  readonly pace: number;
  readonly paceOfAll: number;
}

export interface TeamTest {
  readonly lines: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
  readonly judged: ReturnType<typeof judge>;
}

export async function teamTest(options: TeamTestOptions): Promise<TeamTest> {
  if (!(await buildIfStale())) throw new Error('The programs could not be built.');
  return inFolder('team-test', async (folder) => {
    // The server runs as another user.
    chmodSync(folder, 0o711);
    const { programs, control, seed } = options;
    const isOff = control === 'commit-off';
    await using server = await TestServer.start({
      programs,
      folder: join(folder, 'server'),
      script: isOff ? withoutChain(TEAM_SCRIPT) : TEAM_SCRIPT,
      // The longest that a commit may stay in memory.
      settings: isOff ? ['synchronous_commit=off', 'wal_writer_delay=10s'] : [],
    });
    const limits = { [SERVICE]: DAY_LIMIT };
    await using service = await startPracticeService({ leads: 1, ...USER, limits, seed });
    return await new Campaign(options, folder, server, service).run();
  });
}

class Campaign {
  readonly #options: TeamTestOptions;
  readonly #folder: string;
  readonly #server: TestServer;
  readonly #service: PracticeService;
  readonly #offices: Office[] = [];
  readonly #roads: AsyncDisposable[] = [];
  readonly #leads: TestLeads;
  #bouncer: Bouncer | null = null;
  #secret: Uint8Array = new Uint8Array();
  #calmFrom = Number.POSITIVE_INFINITY;

  constructor(options: TeamTestOptions, folder: string, server: TestServer, service: PracticeService) {
    this.#options = options;
    this.#folder = folder;
    this.#server = server;
    this.#service = service;
    const leads = options.leads ?? Math.ceil(options.minutes * LEADS_A_MINUTE);
    const differ = options.isByPhone || options.control === 'by-lead';
    this.#leads = new TestLeads({ leads, lists: options.offices, differ, isByPhone: options.isByPhone });
  }

  get #isWild(): boolean {
    return Date.now() < this.#calmFrom;
  }

  async run(): Promise<TeamTest> {
    const { offices: number, minutes, seed, control } = this.#options;
    let tellsAt: NodeJS.Timeout | undefined;
    try {
      await this.#open(number);
      for (const when of ['before', 'after'] as const)
        this.#service.faults.add({ kind: 'reset', when, match: POST, times: 'always', probability: 0.005 });
      const message = 'The phone is not known.';
      this.#service.faults.add({ kind: 'refuse', message, match: POST, times: 'always', probability: 0.02 });
      this.#calmFrom = Date.now() + minutes * MINUTE;
      const runs = this.#offices.map((office, index) => this.#work(office, index));
      const happening = new Happening({
        server: this.#server,
        service: this.#service,
        bouncer: this.#bouncer,
        offices: this.#offices,
        hasTeam: control !== 'claims-off',
        leads: this.#leads,
        phoneByKey: () => this.#leads.byKey(new TeamKeys(this.#secret)),
        twin: (office) => this.#twin(office, runs),
      });
      const watched = this.#watch(happening);
      const began = performance.now();
      let looking = Promise.resolve();
      tellsAt = setInterval(() => {
        note(this.#standing(began));
        if (control === null)
          looking = looking.then(() => happening.lookForMissing()).catch((error: unknown) => note(String(error)));
      }, TELL_EVERY);
      await happening.live(drawPlan(number, minutes, seed));
      for (let left = this.#calmFrom - Date.now(); left > 0; left = this.#calmFrom - Date.now()) await sleep(left);
      const pace = watched();
      this.#service.faults.clear();
      await happening.settle();
      // A control asks only for what came twice.
      if (control !== null) for (const office of this.#offices) office.abandon();
      for (let done = 0; done < runs.length; done += 1) await runs[done];
      return await this.#end(happening, pace);
    } finally {
      clearInterval(tellsAt);
      for (const office of this.#offices) office.abandon();
      for (const road of this.#roads) await road[Symbol.asyncDispose]();
      this.#bouncer?.[Symbol.dispose]();
    }
  }

  #standing(began: number): string {
    const seconds = Math.round((performance.now() - began) / 1_000);
    const left = this.#offices.filter(({ hasEnded, isLost }) => !hasEnded && !isLost);
    const kills = sumOf(this.#offices, (office) => totalOf(office.kills));
    return `${seconds} s: ${this.#service.ledger.accepted} created, ${kills} kills, at work: ${left.map(({ options }) => options.name).join(' ')}`;
  }

  /** Lists in pairs: two colleagues go through the same part of the leads, and meet those of the next pair. */
  #listOf(index: number): string[] {
    const { phones } = this.#leads;
    const parts = Math.ceil(this.#options.offices / 2);
    const size = phones.length / parts;
    const first = Math.floor(Math.floor(index / 2) * size);
    const length = Math.min(phones.length, Math.ceil(size * OVERLAP));
    return Array.from({ length }, (_, row) => phones[(first + row) % phones.length] ?? '');
  }

  async #open(number: number): Promise<void> {
    const { control } = this.#options;
    const passwords: Record<string, string> = {};
    for (let index = 0; index < number; index += 1) {
      passwords[loginOf(index)] = `word of ${index}`;
      await this.#server.sql(
        `CREATE ROLE ${loginOf(index)} LOGIN PASSWORD 'word of ${index}' IN ROLE lead_team_member`,
      );
    }
    const program = bouncerProgram();
    if (program === null) note('PgBouncer is not installed: no office goes through it.');
    else this.#bouncer = await Bouncer.start(program, join(this.#folder, 'bouncer'), this.#server, passwords);
    for (let index = 0; index < number; index += 1) {
      const office = await this.#newOffice(
        `office${index}`,
        loginOf(index),
        { phones: this.#listOf(index), list: index },
        index,
      );
      if (control !== 'claims-off') office.password = passwords[loginOf(index)] ?? '';
      this.#offices.push(office);
    }
    if (control !== 'claims-off') await this.#join();
    for (const road of this.#roads) if (road instanceof DatabaseRoad) road.isCalm = false;
  }

  async #newOffice(
    name: string,
    login: string,
    { phones, list }: Pick<OfficeOptions, 'phones' | 'list'>,
    index: number,
  ): Promise<Office> {
    const { control, seed } = this.#options;
    const service = await openRoughRoad(this.#service.url);
    const port = this.#bouncer !== null && index % 2 === 1 ? this.#bouncer.port : this.#server.port;
    const database = await DatabaseRoad.open(port, { random: seededRandom(seed * 77 + index), ...CUT });
    database.isCalm = true;
    this.#roads.push(service, database);
    return new Office({
      name,
      folder: this.#folder,
      login,
      phones,
      list,
      leads: this.#leads,
      url: this.#service.url,
      service,
      database,
      givesFirst: control === 'give-first',
    });
  }

  /** Everybody comes in, each by a road of their own. */
  async #join(): Promise<void> {
    for (const [index, office] of this.#offices.entries()) {
      const place = `127.0.0.1:${office.options.database.port}/leads`;
      const form = this.#options.isByPhone ? ['--one-lead-per', 'phone'] : [];
      const first = ['team', 'begin', '--database', place, ...form];
      const { code, lines } = await office.command(index === 0 ? first : ['team', 'join']);
      const invitation = readInvitation(String(lines.find((line) => 'invitation' in line)?.['invitation'] ?? ''));
      if (code !== 0 || (index === 0 && invitation === null))
        throw new Error(`an office did not join: ${JSON.stringify(lines)}`);
      if (invitation !== null) this.#secret = invitation.secret;
      office.invitation = this.#invitationFor(office);
      const next = this.#offices[index + 1];
      if (next !== undefined) next.invitation = this.#invitationFor(next);
    }
  }

  #invitationFor({ options }: Office): string {
    const place = { host: '127.0.0.1', port: options.database.port, database: 'leads' };
    return invitationText({ place, secret: this.#secret });
  }

  #work(office: Office, index: number): Promise<void> {
    const lives = livesOf(index, this.#options.seed);
    return office.importAll(() => {
      if (this.#isWild) return office.options.givesFirst ? tidiedUp(lives()) : lives();
      office.options.database.isCalm = true;
      return null;
    });
  }

  /** A second computer with a copy of an office's folder: both go on. */
  async #twin(office: Office, runs: Promise<void>[]): Promise<void> {
    const { options, job, password } = office;
    const index = this.#offices.length;
    const twin = await this.#newOffice(`${options.name}-twin${index}`, options.login, options, index);
    twin.options.database.isCalm = !this.#isWild;
    twin.job = job;
    twin.password = password;
    twin.invitation = this.#invitationFor(twin);
    office.copyTo(twin.data);
    this.#offices.push(twin);
    runs.push(this.#work(twin, index));
  }

  /**
   * Looks at how much of what the minute lets through is used. @returns ends it: percent while the database was there and waited for
   * nobody, and percent of all the time since the first lead
   */
  #watch(happening: Happening): () => Pace {
    const admitted = () => this.#service.counts()[SERVICE]?.admitted ?? 0;
    const open = { time: 0, used: 0 };
    const whole = { time: 0, used: 0 };
    let [at, before] = [performance.now(), admitted()];
    const look = async () => {
      const isOpen = await happening.isOpen();
      const [now, all] = [performance.now(), admitted()];
      for (const one of before === 0 ? [] : isOpen ? [open, whole] : [whole]) {
        one.time += now - at;
        one.used += all - before;
      }
      [at, before] = [now, all];
    };
    let last = Promise.resolve();
    const timer = setInterval(() => void (last = last.then(look)), WATCH_EVERY);
    const percent = ({ time, used }: typeof open) => Math.round((used / ((time / MINUTE) * MINUTE_LIMIT)) * 1_000) / 10;
    return () => {
      clearInterval(timer);
      return { pace: percent(open), paceOfAll: percent(whole) };
    };
  }

  async #end(happening: Happening, { pace, paceOfAll }: Pace): Promise<TeamTest> {
    const { control, minutes, judgesPace } = this.#options;
    const posts = new Map<string, number>();
    for (const { data } of this.#service.ledger.entries()) count(posts, phoneIn(data));
    const team = control === 'claims-off' ? null : await happening.claims();
    const offices = this.#offices;
    const ending: Ending = {
      posts,
      claims: team?.claims ?? null,
      handedOver: team?.handedOver ?? new Set(),
      rows: offices.flatMap((office) => rowsIn(office.journal, this.#leads.phoneByDigest, office.isLost)),
      gone: team?.gone ?? new Set(),
      holes: happening.holes,
      throttled: Math.max(...offices.map(({ options }) => options.service.throttled)),
      hours: (minutes * MINUTE) / HOUR,
      hanging: offices.filter(({ hasEnded, isLost }) => !hasEnded && !isLost).length,
      pace: judgesPace ? pace : null,
    };
    const judged = judge(ending);
    const kills = new Map<string, number>();
    const said = new Map<string, number>();
    for (const office of offices) {
      for (const [place, times] of office.kills) count(kills, place, times);
      for (const [words, times] of office.said) count(said, words, times);
    }
    const cutBefore = sumOf(offices, ({ options }) => options.database.before);
    const cutAfter = sumOf(offices, ({ options }) => options.database.after);
    for (const [place, times] of kills) if (place.includes('clock wrong')) count(happening.done, 'clockWrong', times);
    const killed = totalOf(kills);
    const figures = {
      leads: new Set(offices.flatMap(({ options }) => options.phones)).size,
      rows: ending.rows.length,
      created: posts.size,
      posts: totalOf(posts),
      events: totalOf(happening.done) - (happening.done.get('clockWrong') ?? 0) + killed + cutBefore + cutAfter,
      kills: killed,
      stops: happening.done.get('stop') ?? 0,
      crashes: happening.done.get('crash') ?? 0,
      cutBefore,
      cutAfter,
      ...Object.fromEntries([...happening.done].filter(([name]) => !['stop', 'crash'].includes(name))),
      handedOver: ending.handedOver.size,
      ...Object.fromEntries(Object.entries(judged).filter(([, value]) => typeof value === 'number')),
      pace,
      paceOfAll,
    };
    const stories = judged.suspects
      .slice(0, MOST_STORIES)
      .flatMap((phone) => [
        `story of ${phone}, created ${posts.get(phone) ?? 0} times`,
        ...(ending.claims ?? [])
          .filter((claim) => claim.phone === phone)
          .map((claim) => `  claim ${JSON.stringify(claim)}`),
        ...offices.flatMap(({ options, journal }) =>
          storyIn(journal, this.#leads.digestsOf(phone)).map((line) => `  ${options.name}: ${line}`),
        ),
      ]);
    const lines = [...table('kill', kills), ...table('said', said), ...happening.said, ...stories];
    return { lines, figures, judged };
  }
}

/** A life whose program is ended as a person does it. It runs from its sources, which takes longer to begin. */
function tidiedUp(life: Life): Life {
  return { after: life.after + MINUTE / 4, point: { step: 'letGo', when: 'after', skip: 1e9 }, wire: null, skew: 0 };
}

function totalOf(counts: ReadonlyMap<string, number>): number {
  return sumOf([...counts.values()], (times) => times);
}

function table(what: string, counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, times]) => `${what} ${String(times).padStart(5)}  ${name}`);
}
