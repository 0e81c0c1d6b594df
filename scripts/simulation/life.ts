// Why: decision 0411.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom, VirtualClock } from '../../electron/core/api/simulation/virtual-clock.ts';
import { Failure, storageTrouble } from '../../electron/core/foundation/failure.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/time.ts';
import { forget, imageOf } from './files.ts';
import { as, type Death, disk, isOfDeath, outside, Owner } from './owners.ts';
import { Broken } from './broken.ts';
import { Laws } from './laws.ts';
import { Wires } from './network.ts';
import { ExportPeople } from './export-people.ts';
import { People } from './people.ts';
import { type Deed, type Plan, wordsOf } from './plan.ts';
import { Program } from './program.ts';
import { SegmentPeople } from './segment-people.ts';
import { Service } from './service.ts';
import { settle } from './turns.ts';

export interface LifeResult {
  /** Null when every law held. */
  readonly broken: Broken | null;
  readonly story: readonly string[];
  readonly figures: {
    readonly rows: number;
    readonly leads: number;
    readonly requests: number;
    readonly deaths: number;
    readonly commands: number;
    readonly refusedCommands: number;
    readonly unknown: number;
  };
}

/** Milliseconds after which an import that has not ended never will. */
const LONGEST = HOUR / 2;
/** Milliseconds between two looks of a person at the imports. */
const PAUSE = 5000;
/** Turns in one millisecond, far more than work takes. */
const MOST_TURNS = 10_000;
/** Units that another client uses of a day without using it up. */
const FEW = 300;
const START = Date.UTC(2026, 10, 20, 9);
const NAMES = ['app', 'batch', 'third'];

/** Lives one life. @param only ids of the events that happen; left out: all */
export async function live(
  plan: Plan,
  home: string,
  template: string,
  only?: ReadonlySet<number>,
): Promise<LifeResult> {
  const world = new World(plan, mkdtempSync(join(home, 'life-')), template);
  let broken: Broken | null = null;
  const onRejection = (error: unknown) => world.failed(error);
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onRejection);
  try {
    await world.live(only);
  } catch (error) {
    broken =
      error instanceof Broken
        ? error
        : new Broken('error', error instanceof Error ? (error.stack ?? '') : String(error));
    world.tell(`broken: ${broken.message}`);
  } finally {
    world.end();
    await settle();
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onRejection);
  }
  return { broken, story: world.story, figures: world.figures() };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

class World {
  readonly story: string[] = [];
  readonly #plan: Plan;
  readonly #home: string;
  #folder: string;
  #folders = 0;
  readonly #clock = new VirtualClock(START);
  readonly #wires: Wires;
  readonly #laws: Laws;
  readonly #programs: (Program | null)[] = [];
  readonly #owners: Owner[] = [];
  /** Deaths of programs whose moment has come, and when they are opened again. */
  readonly #dying = new Map<Owner, number>();
  readonly #bugs: string[] = [];
  readonly #errors: unknown[] = [];
  readonly #people: People;
  readonly #changes: SegmentPeople;
  readonly #exports: ExportPeople;
  #deaths = 0;
  #isOver = false;

  constructor(plan: Plan, home: string, template: string) {
    this.#plan = plan;
    this.#home = home;
    this.#folder = join(home, 'account-0');
    cpSync(template, this.#folder, { recursive: true });
    const random = seededRandom(plan.seed + 0x51ed);
    const clock = this.#clock;
    const service = new Service({
      refuses: plan.refused,
      shown: plan.shown,
      phase: random() * MINUTE,
      dayEnds: START + plan.dayEndsIn,
      wallNow: () => Math.round(clock.wallNow()),
      monotonicNow: () => clock.monotonicNow(),
    });
    this.#wires = new Wires({ clock, service, random, answers: plan.answers, tell: (line) => this.tell(line) });
    this.#laws = new Laws(this.#wires, plan);
    this.#laws.read(this.#folder);
    const world = {
      clock,
      programs: this.#programs,
      tell: (line: string) => this.tell(line),
      run: (milliseconds: number) => this.#run(milliseconds),
    };
    this.#people = new People({ ...world, laws: this.#laws });
    this.#changes = new SegmentPeople({ ...world, laws: this.#laws.segments, counts: this.#people.counts });
    this.#exports = new ExportPeople({ ...world, laws: this.#laws.exports });
  }

  tell(line: string): void {
    this.story.push(`${(this.#clock.monotonicNow() / 1000).toFixed(3).padStart(9)} s  ${line}`);
  }

  figures(): LifeResult['figures'] {
    const { sent, service } = this.#wires;
    const rows = this.#plan.jobs.reduce((sum, { phones }) => sum + phones.length, 0);
    return { rows, leads: service.leads.length, requests: sent.length, deaths: this.#deaths, ...this.#people.counts };
  }

  /** Something failed that nobody waited for. */
  failed(error: unknown): void {
    if (!isOfDeath(error)) this.#errors.push(error);
  }

  async live(only?: ReadonlySet<number>): Promise<void> {
    for (let index = 0; index < this.#plan.programs; index += 1) this.#open(index);
    for (const event of this.#plan.events) {
      if (only !== undefined && !only.has(event.id)) continue;
      this.#clock.after(event.at, () => {
        this.tell(`[${event.id}] ${wordsOf(event)}`);
        this.#do(event.deed);
      });
    }
    const last = this.#plan.events.at(-1)?.at ?? 0;
    await this.#run(last + 1000);
    await this.#settleAll();
    await this.#closeAll();
    if (this.#laws.hasUnfinished()) await this.#openOnceMore();
    this.#laws.checkEnd();
  }

  async #closeAll(): Promise<void> {
    for (const index of this.#programs.keys()) await this.#close(index);
  }

  /** What a program left of a job that it did not make, or remove, to the end goes at the next opening that can write. */
  async #openOnceMore(): Promise<void> {
    this.tell('nobody sees what is left of something, and the next opening removes it');
    this.#open(0);
    await this.#run(1000);
    await this.#closeAll();
  }

  /** Nothing of the life stays. */
  end(): void {
    this.#isOver = true;
    disk.isFull = false;
    for (const owner of this.#owners) {
      owner.die();
      owner.onDeath = () => undefined;
    }
    this.#clock.forgetTimers();
    this.#laws.close();
    forget();
    rmSync(this.#home, { recursive: true, force: true });
  }

  /** Lets time pass; the laws are looked at after each timer. */
  async #run(milliseconds: number): Promise<void> {
    let last = -1;
    let turns = 0;
    await this.#clock.runAsync(this.#clock.monotonicNow() + milliseconds, async () => {
      await settle();
      this.#look();
      const now = this.#clock.monotonicNow();
      turns = now === last ? turns + 1 : 0;
      last = now;
      if (turns > MOST_TURNS) throw new Broken('settles', 'a program is busy, and no time passes');
    });
  }

  #look(): void {
    if (this.#errors.length > 0) throw asError(this.#errors[0]);
    const [bug] = this.#bugs;
    if (bug !== undefined) throw new Broken('bug', bug);
    this.#laws.check();
  }

  #do(deed: Deed): void {
    switch (deed.kind) {
      case 'begin': {
        const job = this.#plan.jobs[deed.job];
        if (job !== undefined) this.#later(this.#people.begin(deed.by, job, deed.isPaused));
        return;
      }
      case 'ask':
        this.#later(this.#people.ask(deed.by, deed.what, `job${deed.job}`, deed.draw));
        return;
      case 'faults':
        this.#wires.faults[deed.of].push(...deed.faults);
        return;
      case 'change': {
        const change = this.#plan.changes[deed.change];
        if (change !== undefined) this.#later(this.#changes.ask(deed.by, deed.what, change, deed.draw));
        return;
      }
      case 'export':
        this.#later(this.#exports.ask(deed));
        return;
      case 'outage':
        this.#wires.outUntil = this.#clock.monotonicNow() + deed.milliseconds;
        this.#wires.breakAll();
        return;
      case 'restartService':
        this.#wires.breakAll();
        return;
      case 'others': {
        // Whoever uses up the day after the short one lets everything wait until tomorrow, and nothing settles.
        const isNextDay = this.#clock.wallNow() >= START + this.#plan.dayEndsIn;
        this.#wires.service.useByOthers(isNextDay ? Math.min(deed.units, FEW) : deed.units);
        return;
      }
      case 'die': {
        const owner = this.#programs[deed.by]?.owner;
        if (owner === undefined) return;
        owner.dieAfter(deed.death);
        this.#dying.set(owner, deed.back);
        return;
      }
      case 'close':
        this.#later(this.#close(deed.by).then(() => this.#openLater(deed.by, deed.back)));
        return;
      case 'full':
        this.#fillDisk(deed.milliseconds);
        return;
      case 'sleep':
        this.#wires.sleep(deed.milliseconds);
        this.#clock.sleep(deed.milliseconds);
    }
  }

  #fillDisk(milliseconds: number): void {
    disk.isFull = true;
    this.#clock.after(milliseconds, () => {
      if (disk.isFull) this.tell('there is room on the disk again');
      disk.isFull = false;
    });
  }

  /** Owns work that nobody waits for: what it throws breaks the life. */
  #later(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!this.#isOver) this.#errors.push(error);
    });
  }

  #open(index: number): void {
    if (this.#programs[index] != null) return;
    const name = NAMES[index] ?? String(index);
    const owner = new Owner(name);
    owner.onDeath = (kind) => this.#died(kind, owner, index);
    this.#owners.push(owner);
    const { seed } = this.#plan;
    const options = {
      name,
      folder: this.#folder,
      clock: this.#clock,
      random: seededRandom(seed + this.#owners.length),
      wires: this.#wires,
      hasExports: this.#plan.hasExports,
      onBug: (words: string) => void this.#bugs.push(`${name}: ${words}`),
    };
    try {
      const program = as(owner, () => new Program(options, owner));
      this.#programs[index] = program;
      this.tell(`${name} is open`);
      this.#later(this.#people.askDoubt(program));
    } catch (error) {
      if (owner.isDead) return;
      owner.die();
      // The session that opens an account says it in a sentence.
      if (!disk.isFull || (storageTrouble(error) === null && !(error instanceof Failure))) throw error;
      this.tell(`${name} cannot be opened: ${asError(error).message}`);
      this.#openLater(index, 2000);
    }
  }

  #openLater(index: number, milliseconds: number): void {
    this.#clock.after(milliseconds, () => {
      if (!this.#isOver) this.#open(index);
    });
  }

  async #close(index: number): Promise<void> {
    const program = this.#programs[index];
    if (program == null) return;
    this.#programs[index] = null;
    let isClosed = false;
    const closing = program.close().then(() => {
      isClosed = true;
      this.tell(`${program.name} is closed`);
    });
    this.#later(closing);
    if (!this.#isSettling) return closing;
    for (let passed = 0; !isClosed && passed < 10 * MINUTE; passed += 1000) await this.#run(1000);
    if (!isClosed) throw new Broken('settles', `${program.name} does not close`);
  }

  #isSettling = false;

  /** A program dies alone, or all with their computer; they are opened again later. */
  #died(kind: Death['kind'], who: Owner, index: number): void {
    this.#deaths += 1;
    this.tell(`${who.name} dies (${kind})`);
    const back = this.#dying.get(who) ?? 3000;
    if (kind === 'power') this.#takeImage();
    who.die();
    for (const [other, program] of this.#programs.entries()) {
      if (program === null ? other !== index : !program.owner.isDead) continue;
      this.#programs[other] = null;
      this.#openLater(other, back);
    }
  }

  #takeImage(): void {
    this.#folders += 1;
    const image = join(this.#home, `account-${this.#folders}`);
    // The image is nobody's writing: no disk is full for it.
    outside(() => imageOf(this.#folder, image, this.#wires.random()));
    this.#folder = image;
    for (const owner of this.#owners) owner.die();
    this.#laws.read(image);
  }

  /** Faults stop, and people look after what waits for them. */
  async #settleAll(): Promise<void> {
    this.#isSettling = true;
    this.tell('faults stop');
    disk.isFull = false;
    for (const faults of Object.values(this.#wires.faults)) faults.length = 0;
    this.#wires.outUntil = 0;
    // Those that still close, too.
    for (const owner of this.#owners) owner.death = null;
    this.#dying.clear();
    await this.#run(20_000);
    for (const index of this.#programs.keys()) this.#open(index);
    for (let passed = 0; ; passed += PAUSE) {
      await this.#run(PAUSE);
      // A hold for a full disk is known to the program alone that could not write it: the others are looked at, too.
      const [app] = this.#programs;
      const turn = passed > MINUTE && passed % MINUTE === 0 ? (passed / MINUTE) % this.#programs.length : 0;
      const program = this.#programs[turn] ?? app;
      if (program == null) throw new Broken('settles', 'the app is not open');
      let isSettled = true;
      for (const told of [...this.#laws.told.values()])
        if (!(await this.#people.lookAfter(program, told.id))) isSettled = false;
      if (!(await this.#changes.lookAfter(program))) isSettled = false;
      if (!(await this.#exports.lookAfter(program))) isSettled = false;
      if (isSettled) return;
      if (passed > LONGEST) throw new Broken('settles', 'an import, a change of a segment or an export does not end');
    }
  }
}
