import { beforeEach, describe, expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { type ClaimTrouble, type LeadClaims, NO_TEAM, NotClaimed } from '../../../foundation/lead-claims.ts';
import { created, notNow, notSent, RunnerBench, turn } from './runner-fixture.ts';

/* A runner whose team answers what the spec says; team-runner.spec.ts has real teams. */

interface Question {
  readonly rows: readonly number[];
  answer(trouble?: ClaimTrouble | null, taken?: readonly number[]): Promise<void>;
  fail(error: Error): Promise<void>;
}

let questions: Question[];
let letGo: number;
/** A claim is used up as if it were too long ago. */
let isOld: boolean;
const mine = new Set<number>();
const claims: LeadClaims = {
  ...NO_TEAM,
  isTeam: true,
  isMine: (_job, n) => mine.has(n),
  claim: (_job, rows, onTaken) =>
    new Promise((resolve, reject) => {
      questions.push({
        rows: rows.map(({ n }) => n),
        async answer(trouble = null, taken = []) {
          try {
            for (const { n } of trouble === null ? rows : [])
              if (taken.includes(n)) onTaken(n, `Bo has row ${n}.`);
              else mine.add(n);
            resolve(trouble);
          } catch (error) {
            reject(error);
          }
          await turn();
        },
        async fail(error) {
          reject(error);
          await turn();
        },
      });
    }),
  use: (_job, n) => {
    mine.delete(n);
    if (isOld) throw new NotClaimed();
  },
  letGo: () => void (letGo += 1),
};

let bench: RunnerBench;
eachTime(() => (bench = new RunnerBench(() => claims)));
beforeEach(() => {
  [questions, letGo, isOld] = [[], 0, false];
  mine.clear();
});

const rowsFrom = (first: number, count = 13) => Array.from({ length: count }, (_, index) => first + index);
const phones = () => bench.open().length;

describe('rows', () => {
  it('go when they are claimed, and the next ones are claimed while those are on their way', async () => {
    bench.started(30);
    expect([phones(), questions.map(({ rows }) => rows)]).toEqual([0, [rowsFrom(1)]]);
    await questions[0]?.answer();
    expect([phones(), questions.length]).toEqual([13, 1]);
    await bench.client.settleFirst(created());
    expect([phones(), questions[1]?.rows]).toEqual([12, rowsFrom(14)]);
    // Asked once, however many come back meanwhile.
    await bench.client.settleFirst(created());
    expect([phones(), questions.length]).toEqual([11, 2]);
    await questions[1]?.answer();
    expect(phones()).toBe(13);
  });

  it('of a colleague are passed over with the reason, and the job is done with the others', async () => {
    bench.started(3);
    await questions[0]?.answer(null, [2]);
    expect(bench.row(2)).toMatchObject({ state: 'skipped', reason: 'Bo has row 2.' });
    while (phones() > 0) await bench.client.settleFirst(created());
    expect([bench.tally().created, bench.ended, questions.length]).toEqual([2, ['done'], 1]);
  });

  it('of a colleague that were stopped meanwhile stay as they are', async () => {
    const runner = bench.started(1);
    await runner.halt('stop');
    bench.at.store.rows.step('job', 1, 'skip', { at: 1, run: 'spec', reason: 'Stopped.' });
    await questions[0]?.answer(null, [1]);
    expect([bench.row(1)?.reason, bench.bugs]).toEqual(['Stopped.', []]);
  });

  it('of a colleague that a full disk does not let pass over wait for a person', async () => {
    const runner = bench.started(1);
    bench.at.store.rows.step = () => {
      throw Object.assign(new Error('full'), { errcode: 13 });
    };
    await questions[0]?.answer(null, [1]);
    expect([runner.hold?.kind, bench.row(1)?.state, bench.bugs]).toEqual(['journal', 'ready', []]);
  });

  it('whose claim is too old stay here, and are claimed once more', async () => {
    bench.started(1);
    await questions[0]?.answer();
    isOld = true;
    expect(() => bench.call(0).send()).toThrow(NotClaimed);
    await bench.call(0).answer(notSent('journal'));
    expect([bench.row(1)?.state, questions[1]?.rows, bench.bugs]).toEqual(['ready', [1], []]);
  });

  it('by which nobody could know a lead are skipped, and nobody is asked', () => {
    bench.at.journal.exec('PRAGMA foreign_keys = OFF');
    const runner = bench.runner(1);
    bench.at.journal.exec('DELETE FROM import_lead');
    runner.start();
    expect([bench.row(1)?.state, phones(), questions.length]).toEqual(['skipped', 0, 0]);
  });
});

describe('what was claimed and did not leave is given back', () => {
  it('when the job is halted, also when the team answers after that', async () => {
    const runner = bench.started(1);
    await runner.halt();
    expect(letGo).toBe(1);
    await questions[0]?.answer();
    expect([letGo, phones()]).toEqual([2, 0]);
  });

  it('when it is done', async () => {
    bench.started(1);
    await questions[0]?.answer();
    await bench.client.settleFirst(created());
    expect([bench.ended, letGo]).toEqual([['done'], 1]);
  });

  it('when it waits for longer than a minute', async () => {
    bench.started(2);
    await questions[0]?.answer();
    await bench.client.settleFirst(notNow('daily', bench.clock.wallNow() + 60_000));
    expect(letGo).toBe(0);
    await bench.clock.runAsync(bench.clock.monotonicNow() + 60_000, turn);
    await questions[1]?.answer();
    await bench.client.settleFirst(notNow('daily', bench.clock.wallNow() + 60_001));
    expect(letGo).toBe(1);
  });

  it('when it is held', async () => {
    bench.started(1);
    await questions[0]?.answer({ kind: 'teamPerson', reason: 'Bo has left the team.' });
    expect([bench.ended, letGo]).toEqual([['held'], 1]);
  });
});

describe('a team that cannot be asked', () => {
  const away = { kind: 'team', reason: 'The database is away.' } as const;

  it('is asked again by itself after a while, once what is claimed has gone', async () => {
    const runner = bench.started(14);
    await questions[0]?.answer();
    await bench.client.settleFirst(created());
    await questions[1]?.answer(away);
    expect([runner.hold, phones()]).toEqual([null, 12]);
    while (phones() > 0) await bench.client.settleFirst(created());
    expect(runner.hold).toMatchObject({ kind: 'team', reason: away.reason });
    expect(questions).toHaveLength(2);
    await bench.clock.runAsync(bench.clock.monotonicNow() + 2_000, turn);
    expect(questions[2]?.rows).toEqual([14]);
  });

  it('is asked at once by the next start', async () => {
    const runner = bench.started(14);
    await questions[0]?.answer();
    await bench.client.settleFirst(created());
    await questions[1]?.answer(away);
    await runner.halt();
    mine.clear();
    runner.start();
    expect([runner.hold, questions.length]).toEqual([null, 3]);
  });

  it.each([
    ['teamPerson', 'Bo has left the team.'],
    ['journal', 'The disk is full.'],
  ] as const)('for %s waits for a person, whose word has it asked again', async (kind, reason) => {
    const runner = bench.started(1);
    await questions[0]?.answer({ kind, reason });
    expect(runner.hold).toEqual({ kind, reason, resumeAt: null });
    runner.start();
    expect([runner.hold, questions.length]).toEqual([null, 2]);
    await questions[1]?.answer();
    expect(phones()).toBe(1);
  });

  it('for a bug waits for a person, and is logged', async () => {
    const runner = bench.started(1);
    const bug = new Error('a bug of the chain');
    await questions[0]?.fail(bug);
    expect([runner.hold?.kind, bench.bugs]).toEqual(['journal', [bug]]);
  });
});
