import { describe, expect, it } from 'vitest';
import { type WrittenQuery, writtenQuerySchema } from '../../../contract/exports/queries.ts';
import { datedQuery, noRunWords, type QueryRun, sinceWords, writtenOf } from './relative-since.ts';

const EVERYTHING = { source: 'simple', projects: [], statuses: [], closures: [], extra: [] } as const;

const asked = (since: string, now: string, runs: readonly QueryRun[] = [], rest: object = {}) =>
  datedQuery(writtenQuerySchema.parse({ ...EVERYTHING, ...rest, modifiedFrom: { since } }), now, runs)?.modifiedFrom ??
  null;

const run = (askedAt: string, changed: Partial<QueryRun> = {}): QueryRun => ({
  query: { ...EVERYTHING, projects: [], statuses: [], closures: [], extra: [], modifiedFrom: '2026-11-01' },
  relativeSince: { since: 'last-run' },
  state: 'complete',
  askedAt,
  ...changed,
});

describe('a beginning that moves with the day', () => {
  it.each([
    ['today', '2026-11-26T00:00:00', '2026-11-26'],
    ['yesterday', '2026-03-01T12:00:00', '2026-02-28'],
    ['-7d', '2026-11-26T23:59:59', '2026-11-19'],
    ['-30d', '2026-01-10T08:00:00', '2025-12-11'],
    // A Thursday, a Monday and a Sunday.
    ['this-week', '2026-11-26T12:00:00', '2026-11-23'],
    ['this-week', '2026-11-23T00:00:00', '2026-11-23'],
    ['this-week', '2026-11-29T23:59:59', '2026-11-23'],
    ['this-month', '2026-11-26T12:00:00', '2026-11-01'],
  ])('%s at %s is %s', (since, now, day) => expect(asked(since, now)).toBe(day));

  it('leaves a date as it stands, and no beginning without one', () => {
    for (const modifiedFrom of [null, '2026-11-16', '2026-11-16T08:00:00'])
      expect(datedQuery(writtenQuerySchema.parse({ ...EVERYTHING, modifiedFrom }), '2026-11-26T00:00:00', [])).toEqual({
        ...EVERYTHING,
        modifiedFrom,
      });
  });

  it('is refused in any other form', () => {
    for (const since of ['-0d', '-1000d', '7d', 'tomorrow', ''])
      expect(writtenQuerySchema.safeParse({ ...EVERYTHING, modifiedFrom: { since } }).success).toBe(false);
  });

  it('comes back out of a result as it was written', () => {
    const written: WrittenQuery = { ...run('').query, modifiedFrom: { since: '-7d' } };
    expect(writtenOf(run('', { relativeSince: { since: '-7d' } }))).toEqual(written);
    expect(writtenOf(run('', { relativeSince: null })).modifiedFrom).toBe('2026-11-01');
  });

  it('is said behind the word "since"', () =>
    expect(['yesterday', '-1d', '-7d', 'this-week', 'last-run'].map((since) => sinceWords({ since }))).toEqual([
      'yesterday',
      '1 day ago',
      '7 days ago',
      'Monday of this week',
      'the last run',
    ]));
});

describe('since the last run', () => {
  const now = '2026-11-26T12:00:00';

  it('goes by the latest complete run, never by one that failed, was cut or runs', () => {
    const runs = [
      run('2026-11-24T08:00:00'),
      run('2026-11-25T08:00:00'),
      ...(['partial', 'cancelled', 'running'] as const).map((state) => run('2026-11-26T08:00:00', { state })),
    ];
    expect(asked('last-run', now, runs)).toBe('2026-11-25T08:00:00');
    expect(asked('last-run', now, runs.slice(2))).toBeNull();
    expect(asked('last-run', now)).toBeNull();
  });

  it('knows only runs with the same filters', () => {
    const runs = [run('2026-11-24T08:00:00')];
    expect(asked('last-run', now, runs, { statuses: ['New'] })).toBeNull();
    expect(asked('last-run', now, runs, { source: 'raw' })).toBeNull();
  });

  it('goes by no run of a query that limits the number of leads: what the limit cut off changed before it', () => {
    const extra = [{ name: 'Take', value: '100' }];
    const query = { ...run('').query, extra };
    expect(asked('last-run', now, [run('2026-11-25T08:00:00', { query })], { extra })).toBeNull();
    expect(noRunWords(query)).toBe(
      'The query limits the number of leads (Take), so its last run may have left some out. Choose a date.',
    );
  });

  it('begins at a run with any beginning, and lets none in between break its chain', () => {
    const first = run('2026-11-20T08:00:00', { relativeSince: null });
    const look = run('2026-11-25T08:00:00', { relativeSince: { since: 'today' } });
    expect(asked('last-run', now, [first])).toBe('2026-11-20T08:00:00');
    // What changed from the 21st to the 24th came with none of them.
    expect(asked('last-run', now, [first, run('2026-11-21T08:00:00'), look])).toBe('2026-11-21T08:00:00');
  });
});
