import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RowState } from '../../../../../../shared/contract/jobs/jobs.ts';
import { nextRowState, type RowStep } from '../../../../../../shared/domain/jobs/job-row.ts';
import { atOnce, createJournal, type JournalUnderTest, phones, remove } from '../job-fixture.ts';
import { JobStore } from '../job-store.ts';
import { RowConflict } from './row-steps.ts';
import { SentByAnother } from '../sent/sent-elsewhere.ts';

/*
 * The life of rows in three jobs that share their leads, against the real store: every step, crashes, and all a person can
 * do. The model knows what was sent, what came back, and of which sendings a person knew.
 */

const JOBS = ['a', 'b', 'c'] as const;
type Job = (typeof JOBS)[number];
const ROWS = 2;
/** A person's answers about an unknown row. */
const ANSWERS: readonly RowStep[] = ['exists', 'sendOnce', 'leave'];

interface ModelRow {
  state: RowState;
  /** Sent, and nothing is known that says it did not arrive. */
  mayHaveArrived: boolean;
  /** Skipped because another job had sent the lead. */
  isHeldBack: boolean;
  /** A person's answer about the unknown row was the last that happened to it: it can be taken back. */
  isAnswered: boolean;
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

/** Steps that are tried; "send" more often, for without it nothing is at stake. */
const STEPS: readonly RowStep[] = [
  ...(['send', 'send', 'send', 'takeBack', 'created', 'rejected', 'unknown'] as const),
  ...(['skip', 'sentElsewhere', 'exists', 'sendOnce', 'leave'] as const),
];

/** Something that may happen. `act` does it and says in the model what is true then. */
function command(
  words: () => string,
  check: (model: Readonly<Model>) => boolean,
  act: (model: Model, real: Real) => void,
): Command {
  return {
    check,
    run(model, real) {
      act(model, real);
      compare(model, real);
    },
    toString: words,
  };
}

const isThere = (job: Job) => (model: Readonly<Model>) => model.jobs.has(job);

/** One of the steps that the row's state allows. A step named in advance would seldom fit the state. */
function step(job: Job, n: number, choice: number): Command {
  let taken = '';
  const nameIn = (model: Readonly<Model>): RowStep | undefined => {
    const state = model.row(job, n)?.state;
    if (state === undefined) return undefined;
    const allowed = STEPS.filter((name) => nextRowState(state, name) !== null);
    return allowed[choice % allowed.length];
  };
  return command(
    () => `${taken} ${job} ${n}`,
    (model) => nameIn(model) !== undefined,
    (model, real) => {
      const row = model.row(job, n);
      const name = nameIn(model);
      if (row === undefined || name === undefined) return;
      taken = name;
      const act = () => real.store.rows.step(job, n, name, by);
      if (name === 'send' && !model.mayBeSent(job, n)) return expectHeldBack(act);
      act();
      row.state = nextRowState(row.state, name) ?? row.state;
      if (name === 'send') row.mayHaveArrived = true;
      if (name === 'takeBack' || name === 'rejected' || name === 'sendOnce') {
        row.mayHaveArrived = false;
        model.cameBack(job, n);
      }
      row.isHeldBack = name === 'sentElsewhere';
      row.isAnswered = ANSWERS.includes(name);
    },
  );
}

/** The row is not in a state that allows it. */
function expectRefused(act: () => void): void {
  expect(act).toThrow(RowConflict);
}

/** A step that the row's state does not allow: an answer that comes twice, a decision after the row was sent. */
function wrongStep(job: Job, n: number, name: RowStep): Command {
  return command(
    () => `wrong ${name} ${job} ${n}`,
    (model) => {
      const row = model.row(job, n);
      return row !== undefined && nextRowState(row.state, name) === null;
    },
    (_model, real) => expectRefused(() => real.store.rows.step(job, n, name, by)),
  );
}

function reopen(job: Job, n: number): Command {
  return command(
    () => `reopen ${job} ${n}`,
    isThere(job),
    (model, real) => {
      const row = model.row(job, n);
      const act = () => real.store.rows.reopen(job, n, by);
      if (row?.isAnswered !== true) return expectRefused(act);
      act();
      Object.assign(row, { state: 'unknown', mayHaveArrived: true, isAnswered: false });
    },
  );
}

function word(job: Job): Command {
  return command(
    () => `word for ${job}`,
    isThere(job),
    (model, real) => {
      atOnce(real.store.rows.sendingAgain(job, by.at, by.run));
      for (const row of model.jobs.get(job) ?? []) {
        if (row.isHeldBack) Object.assign(row, { state: 'ready', isHeldBack: false });
      }
      model.agree(job);
    },
  );
}

function begin(job: Job, isAgreed: boolean): Command {
  return command(
    () => `begin ${job}${isAgreed ? ', agreed' : ''}`,
    (model) => !model.jobs.has(job),
    (model, real) => {
      real.at.add(phones(ROWS), { id: job }, isAgreed);
      const row = () => ({ state: 'ready' as const, mayHaveArrived: false, isHeldBack: false, isAnswered: false });
      model.jobs.set(job, Array.from({ length: ROWS }, row));
      if (isAgreed) model.agree(job);
    },
  );
}

function removal(job: Job): Command {
  return command(
    () => `remove ${job}`,
    isThere(job),
    (model, real) => {
      const gone = model.jobs.get(job) ?? [];
      for (const [other, rows] of model.jobs)
        for (const [index, row] of rows.entries()) {
          const n = index + 1;
          const isTold = other !== job && gone[index]?.mayHaveArrived === true && row.state === 'ready';
          if (isTold && !model.mayBeSent(other, n))
            Object.assign(row, { state: 'skipped', isHeldBack: true, isAnswered: false });
        }
      remove(real.store, job, by);
      model.jobs.delete(job);
      for (let n = 1; n <= ROWS; n += 1) {
        model.cameBack(job, n);
        model.words.delete(`${job} ${n}`);
      }
    },
  );
}

const crash = command(
  () => 'crash',
  () => true,
  (model, real) => {
    real.store = new JobStore(real.at.journal);
    for (const job of model.jobs.keys()) real.store.rows.recover(job, 6, 'next');
    for (const rows of model.jobs.values()) for (const row of rows) if (row.state === 'intent') row.state = 'unknown';
  },
);

function stop(job: Job): Command {
  return command(
    () => `stop ${job}`,
    isThere(job),
    (model, real) => {
      real.store.rows.skipReady(job, 'stopped', 7, by.run);
      for (const row of model.jobs.get(job) ?? []) {
        if (row.state === 'ready') Object.assign(row, { state: 'skipped', isAnswered: false });
      }
    },
  );
}

it('no order of steps, crashes and decisions sends a lead twice without evidence or a word, or loses a row', () => {
  const job = fc.constantFrom(...JOBS);
  const n = fc.integer({ min: 1, max: ROWS });
  const steps = fc.tuple(job, n, fc.nat(60)).map((given) => step(...given));
  const commands = fc.commands<Model, Real>(
    [
      // Several times, for steps are what happens most.
      ...Array.from({ length: 12 }, () => steps),
      // A row that was sent elsewhere says so before it says that it cannot be sent.
      fc.tuple(job, n, fc.constantFrom(...STEPS.filter((name) => name !== 'send'))).map((given) => wrongStep(...given)),
      fc.tuple(job, n).map((given) => reopen(...given)),
      job.map(word),
      fc.tuple(job, fc.boolean()).map((given) => begin(...given)),
      job.map(removal),
      job.map(stop),
      fc.constant(crash),
    ],
    // Without the size about ten commands are tried.
    { maxCommands: 60, size: 'max' },
  );
  fc.assert(
    fc.property(commands, (given) => {
      using at = createJournal();
      const model = new Model();
      const real: Real = { at, store: at.store };
      // Jobs that share their leads from the beginning: "b" and "c" began without a word about what "a" has sent.
      for (const one of JOBS) begin(one, one === 'a').run(model, real);
      fc.modelRun(() => ({ model, real }), given);
    }),
    { numRuns: 40 },
  );
}, 60_000);
