import type { VirtualClock } from '../../electron/core/api/simulation/virtual-clock.ts';
import { Failure } from '../../electron/core/foundation/failure.ts';
import type { NewJob } from '../../electron/core/imports/jobs/journal/records/job-records.ts';
import { USUAL_TERMS } from '../../shared/contract/imports/imports.ts';
import { disk } from './owners.ts';
import { Broken } from './broken.ts';
import { type Laws, phonesOf, type Row, type Told } from './laws.ts';
import { type Asked, otherCampaign, type PlannedJob } from './plan.ts';
import type { Program } from './program.ts';
import { answered, awaited } from './waiting.ts';

export interface PeoplesWorld {
  readonly clock: VirtualClock;
  readonly laws: Laws;
  /** Null: it is closed or dead. */
  readonly programs: readonly (Program | null)[];
  readonly tell: (line: string) => void;
  /** Lets this number of milliseconds pass. */
  readonly run: (milliseconds: number) => Promise<void>;
}

/** The hour in which lives begin, on the wall clock of the account. */
const BEGUN_AT = '2026-11-20T10:';

/** What people ask of the programs, and what they are told. */
export class People {
  readonly counts = { commands: 0, refusedCommands: 0, unknown: 0 };
  readonly #world: PeoplesWorld;
  #corrections = 0;
  #repairs = 0;

  constructor(world: PeoplesWorld) {
    this.#world = world;
  }

  /** Looks whether something is in doubt, as a page does that is opened. */
  async askDoubt(program: Program): Promise<void> {
    const answer = await program.ask('job:doubt', {});
    const doubt = answer.kind === 'done' ? answer.value.doubt : null;
    if (doubt !== null) this.#world.laws.doubted(`${program.name} says: ${JSON.stringify(doubt)}`);
  }

  #jobOf({ id, campaign, phones, terms, stopAfterSameRefusal }: PlannedJob): NewJob {
    const { startMinute, ...others } = terms;
    const startAt = startMinute === undefined ? null : `${BEGUN_AT}${String(startMinute).padStart(2, '0')}`;
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
      stopAfterSameRefusal,
      terms: { ...USUAL_TERMS, ...others, startAt },
      createdAt: Math.round(this.#world.clock.wallNow()),
    };
  }

  /** Begins an import, as soon as a program is there. */
  async begin(index: number, job: PlannedJob, isPaused: boolean): Promise<void> {
    const program = this.#world.programs[index] ?? this.#world.programs.find((one) => one !== null);
    if (program == null) {
      await new Promise<void>((resolve) => this.#world.clock.after(1000, resolve));
      return this.begin(index, job, isPaused);
    }
    this.#world.laws.asks(job);
    this.counts.commands += 1;
    try {
      await program.begin(
        this.#jobOf(job),
        job.phones.map((phone) => [phone]),
      );
    } catch (error) {
      if (!disk.isFull || !(error instanceof Failure)) throw error;
      // The import may be there or not: the person has an error, and was told nothing else.
      this.counts.refusedCommands += 1;
      return this.#world.tell(`${program.name} says: ${error.message}`);
    }
    const told = this.#world.laws.told.get(job.id);
    if (told !== undefined) told.is = 'made';
    this.#world.tell(`${program.name} says: ${job.id} runs`);
    if (isPaused) await this.ask(index, 'pause', job.id, 0);
  }

  /** Nothing happens when the program or the import is not there. @param draw of what is asked in particular, from 0 to 1 */
  async ask(index: number, what: Asked, jobId: string, draw: number): Promise<void> {
    const program = this.#world.programs[index];
    const told = this.#world.laws.told.get(jobId);
    if (program == null || told === undefined || told.is !== 'made') return;
    this.counts.commands += 1;
    const mayRun = !['look', 'share', 'pause', 'stop'].includes(what);
    if (mayRun) told.beingAsked.add(program.owner);
    const answer = await this.#asked(program, what, told, draw);
    if (mayRun) told.beingAsked.delete(program.owner);
    if (answer === 'refused') this.counts.refusedCommands += 1;
    this.#world.tell(`${program.name} says to ${what} ${jobId}: ${answer}`);
  }

  async #asked(program: Program, what: Asked, told: Told, draw: number): Promise<string> {
    const jobId = told.id;
    if (what !== 'look' && what !== 'share') told.rests = null;
    if (what !== 'look' && what !== 'share' && what !== 'pause') told.terms = {};
    switch (what) {
      case 'pause':
      case 'stop': {
        const { kind } = await program.ask(`job:${what}`, { jobId });
        const mayGoOn = [...told.beingAsked].some(({ isDead }) => !isDead);
        if (kind === 'done' && told.rests === null && !mayGoOn && !told.isLeaving) this.#rests(jobId, what);
        return kind;
      }
      case 'resume': {
        const sendAgain = draw < 0.1;
        if (sendAgain)
          for (const phone of told.phones)
            if (this.#world.laws.isShared(told.campaign, phone)) this.#world.laws.allow(told.campaign, phone);
        return (await program.ask('job:resume', { jobId, goOn: draw > 0.5, sendAgain })).kind;
      }
      case 'remove': {
        const mayBeGone = told.isLeaving;
        told.isLeaving = true;
        this.#world.laws.forgets(jobId);
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
      case 'repair':
        return this.#repair(program, told, draw);
      case 'leaveOut':
        return this.#leaveOut(program, told, draw);
      case 'undo':
      case 'redo':
        return this.#takeBack(program, told, what);
      case 'decide':
        return this.#decide(program, jobId, draw);
      case 'correct':
        return this.#correct(program, jobId);
    }
  }

  #rests(jobId: string, how: 'pause' | 'stop'): void {
    const told = this.#world.laws.told.get(jobId);
    const hasRows = this.#world.laws
      .rows()
      .some(({ job, state }) => job === jobId && (state === 'ready' || state === 'intent'));
    if (told !== undefined && hasRows) told.rests = how;
  }

  /** @param draw chooses one of the rows in this state */
  #rowOf(jobId: string, wanted: Row['state'], draw: number): Row | undefined {
    const rows = this.#world.laws.rows().filter(({ job, state }) => job === jobId && state === wanted);
    return rows[Math.floor(draw * rows.length)];
  }

  /** A refused row gets another phone, and is mostly sent again at once. */
  async #repair(program: Program, told: Told, draw: number): Promise<string> {
    const row = this.#rowOf(told.id, 'rejected', draw);
    if (row === undefined) return 'nothing to repair';
    this.#repairs += 1;
    const phone = `+4549${String(this.#repairs).padStart(6, '0')}`;
    told.repaired.set(row.n, [...(told.repaired.get(row.n) ?? []), phone]);
    told.shown.clear();
    const edits = [{ row: row.n, column: 0, value: phone }];
    const answer = await program.ask('job:repair', { jobId: told.id, edits });
    if (answer.kind === 'refused') return answer.kind;
    if (answer.value.changed === 1) told.shown.set(row.n, phone);
    if (draw > 0.8) return answer.kind;
    return (await program.ask('job:sendAgain', { jobId: told.id, rows: [row.n], onlyFixed: true })).kind;
  }

  async #leaveOut(program: Program, told: Told, draw: number): Promise<string> {
    const row = this.#rowOf(told.id, 'rejected', draw);
    if (row === undefined) return 'nothing to leave out';
    const answer = await program.ask('job:leaveOut', { jobId: told.id, rows: [row.n] });
    if (answer.kind === 'done' && answer.value.changed === 1) told.decided.set(row.n, ['excluded']);
    return answer.kind;
  }

  /** The last change of refused rows is taken back, or made again: rows of which something was said may be otherwise now. */
  async #takeBack(program: Program, told: Told, what: 'undo' | 'redo'): Promise<string> {
    const detail = await program.ask('job:get', { jobId: told.id });
    if (detail.kind === 'refused') return detail.kind;
    const change = what === 'undo' ? detail.value.lastChange : detail.value.nextChange;
    if (change === null) return `nothing to ${what}`;
    told.decided.clear();
    told.shown.clear();
    return (await program.ask(`job:${what}Change`, { jobId: told.id, change: change.id })).kind;
  }

  /** A person decides about one unknown row. */
  async #decide(program: Program, jobId: string, draw: number): Promise<string> {
    const told = this.#world.laws.told.get(jobId);
    const row = this.#rowOf(jobId, 'unknown', draw);
    if (row === undefined || told === undefined) return 'nothing to decide';
    const phones = phonesOf(told, row.n);
    const exists = phones.some((phone) => this.#world.laws.leadsOf(told.campaign, phone) > 0);
    const decision = exists && draw < 0.7 ? 'exists' : draw < 0.4 ? 'leave' : 'sendOnce';
    if (decision === 'sendOnce') for (const phone of phones) this.#world.laws.allow(told.campaign, phone);
    const { kind } = await program.ask('job:decide', { jobId, rows: [row.n], decision });
    if (kind === 'done' && decision !== 'sendOnce')
      told.decided.set(row.n, [decision === 'leave' ? 'excluded' : 'created']);
    return `${kind} (${decision} row ${row.n})`;
  }

  async #correct(program: Program, jobId: string): Promise<string> {
    const told = this.#world.laws.told.get(jobId);
    if (told === undefined) return 'nothing to correct';
    this.#corrections += 1;
    const id = `${jobId}c${this.#corrections}`;
    const campaign = otherCampaign(told.campaign);
    try {
      await program.correct(jobId, (phones) => {
        const job = { id, campaign, phones, terms: {}, stopAfterSameRefusal: 0 };
        this.#world.laws.asks(job);
        return this.#jobOf(job);
      });
      const made = this.#world.laws.told.get(id);
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

  /** What a person does with an import that stands still. Answers whether it is settled. */
  async lookAfter(program: Program, jobId: string): Promise<boolean> {
    const told = this.#world.laws.told.get(jobId);
    if (told === undefined || told.is === 'gone') return true;
    const { jobs } = await awaited(this.#world.run, program.ask('job:list', {}));
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
        told.terms = {};
        if (job.counts.waiting > 0) {
          this.#world.tell(`a person resumes ${jobId}: ${job.reason}`);
          // Another program may wait for the answers to its last rows: whoever is refused asks again.
          await answered(this.#world.run, program.ask('job:resume', { jobId, goOn: true }));
        } else await this.#settleUnknown(program, jobId);
        return false;
    }
  }

  /** First evidence, then a person's word: what a look leaves open is given up. */
  async #settleUnknown(program: Program, jobId: string): Promise<void> {
    this.#world.tell(`a person looks for the unknown rows of ${jobId}`);
    await awaited(this.#world.run, program.ask('job:look', { jobId }));
    await awaited(this.#world.run, program.ask('job:applyVerdicts', { jobId }));
    const rows = this.#world.laws
      .rows()
      .filter(({ job, state }) => job === jobId && state === 'unknown')
      .map(({ n }) => n);
    this.counts.unknown += rows.length;
    if (rows.length > 0) await awaited(this.#world.run, program.ask('job:decide', { jobId, rows, decision: 'leave' }));
  }
}
