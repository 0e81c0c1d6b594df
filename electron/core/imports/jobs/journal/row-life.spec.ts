import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RowState } from '../../../../../shared/contract/jobs/jobs.ts';
import { nextRowState, type RowStep } from '../../../../../shared/domain/jobs/job-row.ts';
import { createJournal, type JournalUnderTest, phones } from './job-fixture.ts';
import { JobStore } from './job-store.ts';
import { SentByAnother } from './sent-elsewhere.ts';

/*
 * The life of rows in three jobs that share their leads, against the real store: every step, crashes, and all a person can
 * do. The model knows what was sent, what came back, and of which sendings a person knew.
 */

const JOBS = ['a', 'b', 'c'] as const;
type Job = (typeof JOBS)[number];
const ROWS = 2;

interface ModelRow {
  state: RowState;
  /** Sent, and nothing is known that says it did not arrive. */
  mayHaveArrived: boolean;
  /** Skipped because another job had sent the lead. */
  isHeldBack: boolean;
}

class Model {
  readonly jobs = new Map<Job, ModelRow[]>();
  /** By job and row: the rows of other jobs, as `job n`, of which a person knew when they said that this one is sent. */
  readonly words = new Map<string, Set<string>>();

  row(job: Job, n: number): ModelRow | undefined {
    return this.jobs.get(job)?.[n - 1];
  }

  /** Rows of other jobs that may have brought this lead to the service. */
  others(job: Job, n: number): string[] {
    return [...this.jobs].flatMap(([other, rows]) =>
      other !== job && rows[n - 1]?.mayHaveArrived === true ? [`${other} ${n}`] : [],
    );
  }

  mayBeSent(job: Job, n: number): boolean {
    const known = this.words.get(`${job} ${n}`);
    return this.others(job, n).every((other) => known?.has(other) === true);
  }

  agree(job: Job): void {
    for (let n = 1; n <= ROWS; n += 1) {
      const known = this.words.get(`${job} ${n}`) ?? new Set();
      for (const other of this.others(job, n)) known.add(other);
      this.words.set(`${job} ${n}`, known);
    }
  }

  cameBack(job: Job, n: number): void {
    for (const known of this.words.values()) known.delete(`${job} ${n}`);
  }
}

interface Real {
  readonly at: JournalUnderTest;
  store: JobStore;
}

type Command = fc.Command<Model, Real>;
const by = { at: 5, run: 'spec' };

/** Every job has each of its rows once, and their counts add up. */
function compare(model: Model, { store }: Real): void {
  for (const job of JOBS) {
    const rows = store.lists.rowsAfter(job, 0, 100);
    expect(rows.map(({ state }) => state)).toEqual((model.jobs.get(job) ?? []).map(({ state }) => state));
    const tally = Object.values(store.rows.tally(job)).reduce((sum, count) => sum + count, 0);
    expect(tally).toBe(rows.length);
  }
}

/** The promise: nobody who could have been asked was not asked. */
function expectHeldBack(send: () => void): void {
  expect(send).toThrow(SentByAnother);
}

class Step implements Command {
  readonly job: Job;
  readonly n: number;
  readonly name: RowStep;

  constructor(job: Job, n: number, name: RowStep) {
    this.job = job;
    this.n = n;
    this.name = name;
  }

  check(model: Readonly<Model>): boolean {
    const row = model.row(this.job, this.n);
    return row !== undefined && nextRowState(row.state, this.name) !== null;
  }

  run(model: Model, real: Real): void {
    const { job, n, name } = this;
    const row = model.row(job, n);
    if (row === undefined) return;
    const act = () => real.store.rows.step(job, n, name, by);
    if (name === 'send' && !model.mayBeSent(job, n)) {
      expectHeldBack(act);
      return compare(model, real);
    }
    act();
    row.state = nextRowState(row.state, name) ?? row.state;
    if (name === 'send') row.mayHaveArrived = true;
    if (name === 'takeBack' || name === 'rejected' || name === 'sendOnce') {
      row.mayHaveArrived = false;
      model.cameBack(job, n);
    }
    row.isHeldBack = name === 'sentElsewhere';
    compare(model, real);
  }

  toString = () => `${this.name} ${this.job} ${this.n}`;
}

class Word implements Command {
  readonly job: Job;
  constructor(job: Job) {
    this.job = job;
  }
  check = (model: Readonly<Model>) => model.jobs.has(this.job);
  run(model: Model, real: Real): void {
    real.store.rows.sendAgain(this.job, by.at, by.run);
    for (const row of model.jobs.get(this.job) ?? []) {
      if (row.isHeldBack) Object.assign(row, { state: 'ready', isHeldBack: false });
    }
    model.agree(this.job);
    compare(model, real);
  }
  toString = () => `word for ${this.job}`;
}

class Begin implements Command {
  readonly job: Job;
  readonly isAgreed: boolean;
  constructor(job: Job, isAgreed: boolean) {
    this.job = job;
    this.isAgreed = isAgreed;
  }
  check = (model: Readonly<Model>) => !model.jobs.has(this.job);
  run(model: Model, real: Real): void {
    real.at.add(phones(ROWS), { id: this.job }, this.isAgreed);
    const row = () => ({ state: 'ready' as const, mayHaveArrived: false, isHeldBack: false });
    model.jobs.set(this.job, Array.from({ length: ROWS }, row));
    if (this.isAgreed) model.agree(this.job);
    compare(model, real);
  }
  toString = () => `begin ${this.job}${this.isAgreed ? ', agreed' : ''}`;
}

class Remove implements Command {
  readonly job: Job;
  constructor(job: Job) {
    this.job = job;
  }
  check = (model: Readonly<Model>) => model.jobs.has(this.job);
  run(model: Model, real: Real): void {
    const gone = model.jobs.get(this.job) ?? [];
    for (const [other, rows] of model.jobs)
      for (const [index, row] of rows.entries()) {
        const n = index + 1;
        const isTold = other !== this.job && gone[index]?.mayHaveArrived === true && row.state === 'ready';
        if (isTold && !model.mayBeSent(other, n)) Object.assign(row, { state: 'skipped', isHeldBack: true });
      }
    real.store.remove(this.job, by);
    model.jobs.delete(this.job);
    for (let n = 1; n <= ROWS; n += 1) {
      model.cameBack(this.job, n);
      model.words.delete(`${this.job} ${n}`);
    }
    compare(model, real);
  }
  toString = () => `remove ${this.job}`;
}

class Crash implements Command {
  check = () => true;
  run(model: Model, real: Real): void {
    real.store = new JobStore(real.at.journal);
    for (const job of model.jobs.keys()) real.store.rows.recover(job, 6, 'next');
    for (const rows of model.jobs.values()) for (const row of rows) if (row.state === 'intent') row.state = 'unknown';
    compare(model, real);
  }
  toString = () => 'crash';
}

class Stop implements Command {
  readonly job: Job;
  constructor(job: Job) {
    this.job = job;
  }
  check = (model: Readonly<Model>) => model.jobs.has(this.job);
  run(model: Model, real: Real): void {
    real.store.rows.skipReady(this.job, 'stopped', 7, by.run);
    for (const row of model.jobs.get(this.job) ?? []) if (row.state === 'ready') row.state = 'skipped';
    compare(model, real);
  }
  toString = () => `stop ${this.job}`;
}

it('no order of steps, crashes and decisions sends a lead twice without evidence or a word, or loses a row', () => {
  const job = fc.constantFrom(...JOBS);
  const names: RowStep[] = ['takeBack', 'created', 'rejected', 'unknown', 'skip', 'exists', 'sendOnce', 'leave'];
  const step = (name: fc.Arbitrary<RowStep>) =>
    fc.tuple(job, fc.integer({ min: 1, max: ROWS }), name).map((given) => new Step(...given));
  const commands = fc.commands<Model, Real>(
    [
      // Twice each, for steps are what happens most.
      step(fc.constant('send')),
      step(fc.constant('send')),
      step(fc.constantFrom(...names)),
      step(fc.constantFrom(...names)),
      step(fc.constant('sentElsewhere')),
      job.map((one) => new Word(one)),
      fc.tuple(job, fc.boolean()).map((given) => new Begin(...given)),
      job.map((one) => new Remove(one)),
      job.map((one) => new Stop(one)),
      fc.constant(new Crash()),
    ],
    { maxCommands: 60 },
  );
  fc.assert(
    fc.property(commands, (given) => {
      using at = createJournal();
      fc.modelRun(() => ({ model: new Model(), real: { at, store: at.store } }), given);
    }),
    { numRuns: 60 },
  );
}, 60_000);
