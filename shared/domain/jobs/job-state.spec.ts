import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JobCounts, PERSON_HOLDS, TIME_HOLDS } from '../../contract/jobs/jobs.ts';
import { type Hold, type JobFacts, mayHealByItself, standingOf } from './job-state.ts';

const counts = (part: Partial<JobCounts>): JobCounts => {
  const all = { created: 0, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 0, ...part };
  return { ...all, rows: Object.values(all).reduce((sum, value) => sum + value, 0) };
};
const facts = (part: Partial<JobFacts>): JobFacts => ({
  counts: counts({ waiting: 5 }),
  wish: 'run',
  hold: null,
  worker: 'here',
  ...part,
});
const hold = (kind: Hold['kind'], resumeAt: number | null = null): Hold => ({
  kind,
  reason: `because of ${kind}`,
  resumeAt,
});

describe('what a job is called', () => {
  it('says complete only when nothing waits and nothing is unknown', () => {
    const figure = fc.nat({ max: 3 });
    const any = fc.record({
      counts: fc.record({
        created: figure,
        refused: figure,
        unknown: figure,
        skipped: figure,
        excluded: figure,
        waiting: figure,
      }),
      wish: fc.constantFrom('run' as const, 'pause' as const, 'stop' as const),
      hold: fc.constantFrom(null, ...[...PERSON_HOLDS, ...TIME_HOLDS].map((kind) => hold(kind))),
      worker: fc.constantFrom('here' as const, 'elsewhere' as const, 'nobody' as const),
    });
    fc.assert(
      fc.property(any, (given) => {
        const { state } = standingOf({ ...given, counts: counts(given.counts) });
        if (state === 'complete') expect([given.counts.waiting, given.counts.unknown]).toEqual([0, 0]);
        if (given.counts.waiting === 0 && given.counts.unknown > 0) expect(state).toBe('needsYou');
      }),
    );
  });

  it('asks for a person when only unknown rows are left', () => {
    const standing = standingOf(facts({ counts: counts({ created: 3, unknown: 2 }), worker: 'nobody' }));
    expect(standing).toMatchObject({ state: 'needsYou' });
    expect(standing.reason).toBe(
      '2 rows were sent, but no readable answers came. Say for each whether it exists in the service.',
    );
    const many = standingOf(facts({ counts: counts({ unknown: 2100 }), worker: 'nobody' }));
    expect(many.reason).toMatch(/^2,100 rows were sent/);
  });

  it('tells what needs a person from what time cures', () => {
    for (const kind of PERSON_HOLDS) expect(standingOf(facts({ hold: hold(kind) })).state).toBe('needsYou');
    for (const kind of TIME_HOLDS)
      expect(standingOf(facts({ hold: hold(kind, 99) }))).toMatchObject({
        state: 'waiting',
        resumeAt: 99,
        holdKind: kind,
      });
  });

  it('stays paused by a person whatever else is in the way', () => {
    expect(standingOf(facts({ wish: 'pause', hold: hold('daily') })).state).toBe('paused');
  });

  it('tells of a paused job what resuming alone would not do', () => {
    const paused = (kind: Hold['kind']) => standingOf(facts({ wish: 'pause', hold: hold(kind) }));
    expect(paused('older')).toMatchObject({ state: 'paused', holdKind: 'older' });
    for (const kind of TIME_HOLDS) expect(paused(kind)).not.toHaveProperty('holdKind');
  });

  it('says that another program works on it, or that none does', () => {
    expect(standingOf(facts({ worker: 'elsewhere' }))).toMatchObject({
      state: 'running',
      reason: expect.stringContaining('Another'),
    });
    expect(standingOf(facts({ worker: 'nobody' }))).toMatchObject({
      state: 'paused',
      reason: expect.stringContaining('Resume'),
    });
  });

  it('says complete and running without a reason', () => {
    const nothing = { reason: '', resumeAt: null };
    expect(standingOf(facts({}))).toEqual({ state: 'running', ...nothing });
    expect(standingOf(facts({ counts: counts({ created: 2 }) }))).toEqual({ state: 'complete', ...nothing });
  });

  it('says why it is paused', () => {
    expect(standingOf(facts({ wish: 'pause' })).reason).toBe('Paused. Resume to go on.');
    expect(standingOf(facts({ wish: 'pause', hold: hold('daily') })).reason).toBe('because of daily');
    const { reason } = standingOf(facts({ wish: 'pause', onTheirWay: 4 }));
    expect(reason).toBe('Paused. 4 rows are on their way and are answered first.');
  });

  it('speaks of one unknown row as of one', () => {
    const { reason } = standingOf(facts({ counts: counts({ unknown: 1 }) }));
    expect(reason).toBe('1 row was sent, but no readable answer came. Say whether it exists in the service.');
  });

  it('lets a restart try what another session may have mended', () => {
    const healing = [...PERSON_HOLDS, ...TIME_HOLDS].filter((kind) => mayHealByItself(kind));
    const time = ['daily', 'minute', 'offline', 'planned', 'count', 'team'];
    expect(healing).toEqual(['auth', 'forbidden', 'encryption', 'journal', 'teamPerson', ...time]);
  });

  it('calls a stopped job stopped, also while its last rows are answered', () => {
    expect(standingOf(facts({ wish: 'stop' })).state).toBe('stopped');
    expect(standingOf(facts({ wish: 'stop', counts: counts({ skipped: 4, created: 1 }) })).state).toBe('stopped');
  });
});
