import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom, VirtualClock } from '../../electron/core/api/simulation/virtual-clock.ts';
import { Failure } from '../../electron/core/foundation/failure.ts';
import type { NewJob } from '../../electron/core/imports/jobs/journal/records/job-records.ts';
import { USUAL_TERMS } from '../../shared/contract/imports/imports.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/time.ts';
import { as, type Death, forget, imageOf, isOfDeath, Owner } from './files.ts';
import { Broken, Laws } from './laws.ts';
import { Wires } from './network.ts';
import { type Asked, type Deed, otherCampaign, type Plan, type PlannedJob, wordsOf } from './plan.ts';
import { Program } from './program.ts';
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
const LONGEST = 4 * HOUR;
/** Milliseconds between two looks of a person at the imports. */
const PAUSE = 5000;
const START = Date.UTC(2026, 10, 20, 9);
const NAMES = ['app', 'batch'];

/** Lives one life. @param only ids of the events that happen; left out: all */
export async function live(plan: Plan, home: string, template: string, only?: ReadonlySet<number>): Promise<LifeResult> {
  const world = new World(plan, mkdtempSync(join(home, 'life-')), template);
  let broken: Broken | null = null;
  const onRejection = (error: unknown) => world.failed(error);
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onRejection);
  try {
    await world.live(only);
  } catch (error) {
    broken = error instanceof Broken ? error : new Broken('error', error instanceof Error ? (error.stack ?? '') : String(error));
    world.tell(`broken: ${broken.message}`);
  } finally {
    world.end();
    await settle();
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onRejection);
  }
  return { broken, story: world.story, figures: world.figures() };
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
  readonly #counts = { deaths: 0, commands: 0, refusedCommands: 0, unknown: 0 };
  #corrections = 0;
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
      phase: random() * MINUTE,
      dayEnds: START + plan.dayEndsIn,
      wallNow: () => Math.round(clock.wallNow()),
      monotonicNow: () => clock.monotonicNow(),
    });
    this.#wires = new Wires({ clock, service, random, tell: (line) => this.tell(line) });
    this.#laws = new Laws(this.#wires, plan);
    this.#laws.read(this.#folder);
  }

  tell(line: string): void {
    this.story.push(`${(this.#clock.monotonicNow() / 1000).toFixed(3).padStart(9)} s  ${line}`);
  }

  figures(): LifeResult['figures'] {
    const { sent, service } = this.#wires;
    const rows = this.#plan.jobs.reduce((sum, { phones }) => sum + phones.length, 0);
    return { rows, leads: service.leads.length, requests: sent.length, ...this.#counts };
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
    for (const index of this.#programs.keys()) await this.#close(index);
    this.#laws.checkEnd();
  }

  /** Nothing of the life stays. */
  end(): void {
    this.#isOver = true;
    for (const owner of this.#owners) owner.die();
    this.#laws.close();
    forget();
    rmSync(this.#home, { recursive: true, force: true });
  }

  /** Lets time pass; the laws are looked at after each timer. */
  async #run(milliseconds: number): Promise<void> {
    await this.#clock.runAsync(this.#clock.monotonicNow() + milliseconds, async () => {
      await settle();
      this.#look();
    });
  }

  #look(): void {
    const [error] = this.#errors;
    if (error !== undefined) throw error;
    const [bug] = this.#bugs;
    if (bug !== undefined) throw new Broken('bug', bug);
    this.#laws.check();
  }

  #do(deed: Deed): void {
    switch (deed.kind) {
      case 'begin': {
        const job = this.#plan.jobs[deed.job];
        if (job !== undefined) this.#later(this.#begin(deed.by, job, deed.isPaused));
        return;
      }
      case 'ask':
        this.#later(this.#ask(deed.by, deed.what, `job${deed.job}`, deed.draw));
        return;
      case 'faults':
        this.#wires[deed.of === 'leads' ? 'faults' : 'readFaults'].push(...deed.faults);
        return;
      case 'outage':
        this.#wires.outUntil = this.#clock.monotonicNow() + deed.milliseconds;
        this.#wires.breakAll();
        return;
      case 'restartService':
        this.#wires.breakAll();
        return;
      case 'others':
        this.#wires.service.useByOthers(deed.units);
        return;
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
      case 'sleep':
        this.#clock.sleep(deed.milliseconds);
    }
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
      resumeOnOpen: true,
      onBug: (words: string) => void this.#bugs.push(`${name}: ${words}`),
    };
    try {
      const program = as(owner, () => new Program(options, owner));
      this.#programs[index] = program;
      this.tell(`${name} is open`);
      this.#later(this.#askDoubt(program));
    } catch (error) {
      if (!owner.isDead) throw error;
    }
  }

  async #askDoubt(program: Program): Promise<void> {
    const answer = await program.ask('job:doubt', {});
    const doubt = answer.kind === 'done' ? answer.value.doubt : null;
    if (doubt !== null) this.#laws.doubted(`${program.name} says: ${JSON.stringify(doubt)}`);
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
    this.#counts.deaths += 1;
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
    imageOf(this.#folder, image, this.#wires.random());
    this.#folder = image;
    for (const owner of this.#owners) owner.die();
    this.#laws.read(image);
  }

  #jobOf({ id, campaign, phones }: PlannedJob): NewJob {
    return {
      id,
      name: id,
      fileName: `${id}.csv`,
      fileSize: phones.length,
      fileHash: id,
      columns: ['Phone'],
      mapping: [{ field: 'Phone', source: { kind: 'columns', columns: [0], join: null }, cleaning: [] }],
      campaignCode: campaign,
      poolName: null,
      stopAfterSameRefusal: 0,
      terms: USUAL_TERMS,
      createdAt: this.#clock.wallNow(),
    };
  }

  async #begin(index: number, job: PlannedJob, isPaused: boolean): Promise<void> {
    const program = this.#programs[index] ?? this.#programs.find((one) => one !== null);
    if (program == null) {
      this.#clock.after(1000, () => this.#later(this.#begin(index, job, isPaused)));
      return;
    }
    this.#laws.asks(job.id, job.campaign, job.phones);
    this.#counts.commands += 1;
    await program.begin(this.#jobOf(job), job.phones.map((phone) => [phone]));
    const told = this.#laws.told.get(job.id);
    if (told !== undefined) told.is = 'made';
    this.tell(`${program.name} says: ${job.id} runs`);
    if (isPaused) await this.#ask(index, 'pause', job.id, 0);
  }

  async #ask(index: number, what: Asked, jobId: string, draw: number): Promise<void> {
    const program = this.#programs[index];
    const told = this.#laws.told.get(jobId);
    if (program == null || told === undefined || told.is !== 'made') return;
    this.#counts.commands += 1;
    const answer = await this.#asked(program, what, told, draw);
    if (answer === 'refused') this.#counts.refusedCommands += 1;
    this.tell(`${program.name} says to ${what} ${jobId}: ${answer}`);
  }

  async #asked(program: Program, what: Asked, told: NonNullable<ReturnType<Laws['told']['get']>>, draw: number): Promise<string> {
    const jobId = told.id;
    if (what !== 'look' && what !== 'share') told.rests = null;
    switch (what) {
      case 'pause':
      case 'stop': {
        const { kind } = await program.ask(`job:${what}`, { jobId });
        if (kind === 'done' && told.rests === null && !told.isLeaving) this.#rests(jobId, what);
        return kind;
      }
      case 'resume': {
        const sendAgain = draw < 0.1;
        if (sendAgain)
          for (const phone of told.phones)
            if (this.#laws.isShared(told.campaign, phone)) this.#laws.allow(told.campaign, phone);
        return (await program.ask('job:resume', { jobId, goOn: draw > 0.5, sendAgain })).kind;
      }
      case 'remove': {
        const mayBeGone = told.isLeaving;
        told.isLeaving = true;
        this.#laws.forgets(jobId);
        const { kind } = await program.ask('job:delete', { jobId });
        if (kind === 'done') told.is = 'gone';
        else told.isLeaving = mayBeGone;
        return kind;
      }
      case 'look':
        return (await program.ask('job:look', { jobId })).kind;
      case 'apply':
        return (await program.ask('job:applyVerdicts', { jobId })).kind;
      case 'again':
        return (await program.ask('job:sendAgain', { jobId, onlyFixed: false })).kind;
      case 'share':
        return (await program.ask('job:share', { jobId, share: draw < 0.5 ? 100 : 25 })).kind;
      case 'decide':
        return this.#decide(program, jobId, draw);
      case 'correct':
        return this.#correct(program, jobId);
    }
  }

  #rests(jobId: string, how: 'pause' | 'stop'): void {
    const told = this.#laws.told.get(jobId);
    const hasRows = this.#laws.rows().some(({ job, state }) => job === jobId && (state === 'ready' || state === 'intent'));
    if (told !== undefined && hasRows) told.rests = how;
  }

  /** A person decides about one unknown row. */
  async #decide(program: Program, jobId: string, draw: number): Promise<string> {
    const told = this.#laws.told.get(jobId);
    const unknown = this.#laws.rows().filter(({ job, state }) => job === jobId && state === 'unknown');
    const row = unknown[Math.floor(draw * unknown.length)];
    const phone = told?.phones[(row?.n ?? 0) - 1];
    if (row === undefined || told === undefined || phone === undefined) return 'nothing to decide';
    const exists = this.#laws.leadsOf(told.campaign, phone) > 0;
    const decision = exists && draw < 0.7 ? 'exists' : draw < 0.4 ? 'leave' : 'sendOnce';
    if (decision === 'sendOnce') this.#laws.allow(told.campaign, phone);
    const { kind } = await program.ask('job:decide', { jobId, rows: [row.n], decision });
    if (kind === 'done' && decision !== 'sendOnce') told.decided.set(row.n, [decision === 'leave' ? 'excluded' : 'created']);
    return `${kind} (${decision} row ${row.n})`;
  }

  async #correct(program: Program, jobId: string): Promise<string> {
    const told = this.#laws.told.get(jobId);
    if (told === undefined) return 'nothing to correct';
    this.#corrections += 1;
    const id = `${jobId}c${this.#corrections}`;
    const campaign = otherCampaign(told.campaign);
    try {
      await program.correct(jobId, (phones) => {
        this.#laws.asks(id, campaign, phones);
        return this.#jobOf({ id, campaign, phones });
      });
      const made = this.#laws.told.get(id);
      if (made === undefined) return 'nothing to correct';
      made.is = 'made';
      // They go on there, and never from here.
      for (const [index, phone] of told.phones.entries())
        if (made.phones.includes(phone)) told.decided.set(index + 1, ['skipped', 'excluded']);
      return 'done';
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return 'refused';
    }
  }

  /** Faults stop, and people look after what waits for them. */
  async #settleAll(): Promise<void> {
    this.#isSettling = true;
    this.tell('faults stop');
    this.#wires.faults.length = 0;
    this.#wires.readFaults.length = 0;
    this.#wires.outUntil = 0;
    for (const program of this.#programs) if (program !== null) program.owner.death = null;
    this.#dying.clear();
    await this.#run(20_000);
    for (const index of this.#programs.keys()) this.#open(index);
    for (let passed = 0; ; passed += PAUSE) {
      await this.#run(PAUSE);
      const [program] = this.#programs;
      if (program == null) throw new Broken('settles', 'the app is not open');
      let isSettled = true;
      for (const told of [...this.#laws.told.values()]) if (!(await this.#lookAfter(program, told.id))) isSettled = false;
      if (isSettled) return;
      if (passed > LONGEST) throw new Broken('settles', 'an import does not end');
    }
  }

  /** What a person does with an import that stands still. Answers whether it is settled. */
  async #lookAfter(program: Program, jobId: string): Promise<boolean> {
    const told = this.#laws.told.get(jobId);
    if (told === undefined || told.is === 'gone') return true;
    const { jobs } = await this.#await(program.ask('job:list', {}));
    const job = jobs.find((one) => one.id === jobId);
    if (job === undefined) {
      if (told.is === 'made' && !told.isLeaving) throw new Broken('kept', `${jobId} is not in the list`);
      if (told.isLeaving) told.is = 'gone';
      return true;
    }
    told.isLeaving = false;
    switch (job.state) {
      case 'complete':
      case 'stopped':
        return job.counts.waiting === 0;
      case 'running':
      case 'waiting':
        return false;
      case 'paused':
      case 'needsYou':
        told.rests = null;
        if (job.counts.waiting > 0) {
          this.tell(`a person resumes ${jobId}: ${job.reason}`);
          await this.#await(program.ask('job:resume', { jobId, goOn: true }));
        } else await this.#settleUnknown(program, jobId);
        return false;
    }
  }

  /** First evidence, then a person's word: what a look leaves open is given up. */
  async #settleUnknown(program: Program, jobId: string): Promise<void> {
    this.tell(`a person looks for the unknown rows of ${jobId}`);
    await this.#await(program.ask('job:look', { jobId }));
    await this.#await(program.ask('job:applyVerdicts', { jobId }));
    const rows = this.#laws.rows().filter(({ job, state }) => job === jobId && state === 'unknown').map(({ n }) => n);
    this.#counts.unknown += rows.length;
    if (rows.length > 0) await this.#await(program.ask('job:decide', { jobId, rows, decision: 'leave' }));
  }

  /** Waits for an answer; time passes meanwhile. */
  async #await<Value>(asked: Promise<{ kind: 'done'; value: Value } | { kind: 'refused'; words: string }>): Promise<Value> {
    const box: { answer: Awaited<typeof asked> | null; error: unknown } = { answer: null, error: null };
    asked.then(
      (answer) => (box.answer = answer),
      (error: unknown) => (box.error = error),
    );
    for (let passed = 0; box.answer === null && box.error === null; passed += 1000) {
      if (passed > 10 * MINUTE) throw new Broken('settles', 'a command has no answer');
      await this.#run(1000);
    }
    if (box.error !== null) throw box.error;
    if (box.answer?.kind === 'done') return box.answer.value;
    throw new Broken('settles', `a command was refused: ${box.answer?.words ?? ''}`);
  }
}
