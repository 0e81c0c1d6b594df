import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import type { ServiceQuotaDetail } from '../../../api/broker/service-quota.ts';
import { createJournal, type JournalUnderTest, phones } from '../journal/job-fixture.ts';
import { QUOTA, service } from '../jobs-fixture.ts';
import { detailOf, jobRowOf, type ReportFacts, summaryOf } from './job-report.ts';

const NOW = Date.UTC(2026, 10, 22, 10, 30, 30);

let at: JournalUnderTest;
beforeEach(() => {
  at = createJournal();
  at.add(phones(240));
});
afterEach(() => at[Symbol.dispose]());

type Runner = NonNullable<ReportFacts['runner']>;

interface Given {
  readonly service?: ServiceQuotaDetail | null;
  readonly offline?: string;
  readonly runner?: Pick<Runner, 'hold' | 'ratePerMinute' | 'watchedFor' | 'unwrittenAnswers'> | null;
  readonly worker?: ReportFacts['worker'];
  readonly demands?: ReportFacts['demands'];
}

function facts(given: Given = {}): ReportFacts {
  const job = at.job();
  const services = given.service === null ? [] : [given.service ?? service()];
  return {
    accountId: 'anna',
    job,
    store: at.store,
    api: { quota: () => ({ ...QUOTA, offline: given.offline ?? '', services }) } as unknown as ReportFacts['api'],
    runner: (given.runner ?? null) as ReportFacts['runner'],
    leftHold: null,
    worker: given.worker ?? (given.runner ? 'here' : 'nobody'),
    demands: given.demands ?? [],
    zone: 'UTC',
    otherUse: 0,
    countNotes: [],
    now: NOW,
    sequence: 7,
  };
}

const running = (ratePerMinute: number, watchedFor: number, hold: Runner['hold'] = null) => ({
  hold,
  ratePerMinute,
  watchedFor,
  unwrittenAnswers: 0,
});

describe('the rate of a running job', () => {
  it('is shown after three seconds, as rows a minute', () => {
    expect(summaryOf(facts({ runner: running(200, 2999) })).ratePerMinute).toBe(0);
    expect(summaryOf(facts({ runner: running(199.6, 3000) })).ratePerMinute).toBe(200);
    expect(summaryOf(facts({ runner: running(230, MINUTE) })).ratePerMinute).toBe(230);
  });

  it('is never more than the pace before there is a whole minute', () => {
    const allowed = service({ ratePerMinute: 236 });
    expect(summaryOf(facts({ runner: running(252, 4_000), service: allowed })).ratePerMinute).toBe(236);
    expect(summaryOf(facts({ runner: running(252, MINUTE), service: allowed })).ratePerMinute).toBe(252);
  });

  it('is used for the end after fifteen seconds; before, the pace that the service allows', () => {
    const end = (given: Given) => (summaryOf(facts(given)).finishAt ?? 0) - NOW;
    expect(end({ runner: running(120, 15_000) })).toBe(2 * MINUTE);
    expect(end({ runner: running(120, 14_999), service: service({ ratePerMinute: 240 }) })).toBe(MINUTE);
    expect(end({ runner: running(0, 15_000), service: service({ ratePerMinute: 240 }) })).toBe(MINUTE);
    expect(summaryOf(facts({ runner: running(0, 15_000), service: null })).finishAt).toBeNull();
    expect(end({ runner: running(120, 15_000), service: null })).toBe(2 * MINUTE);
  });

  it('takes the end from the day of the service when that is used up', () => {
    const daily = { remaining: 0, limit: 1000, resetsAt: NOW + 60 * MINUTE, used: 0 };
    const summary = summaryOf(
      facts({
        runner: running(240, MINUTE),
        service: service({ ratePerMinute: 240, daily: daily as unknown as ServiceQuotaDetail['daily'] }),
      }),
    );
    expect(summary.finishAt).toBe(NOW + 61 * MINUTE);
  });

  it('counts what a row costs of the day, and takes the figures of the service that creates leads', () => {
    const daily = {
      remaining: 960,
      limit: 20_000,
      used: 0,
      resetsAt: NOW + 60 * MINUTE,
    } as ServiceQuotaDetail['daily'];
    const finish = (fairUse: boolean) => {
      const given = facts({ runner: running(240, MINUTE), service: service({ ratePerMinute: 240, daily }) });
      const quota = given.api.quota();
      const other = { ...service({ ratePerMinute: 1 }), service: 'GET leads' } as unknown as ServiceQuotaDetail;
      const api = { quota: () => ({ ...quota, services: [other, ...quota.services] }) };
      const job = { ...given.job, terms: { ...given.job.terms, fairUse } };
      return summaryOf({ ...given, job, api: api as unknown as ReportFacts['api'] }).finishAt;
    };
    expect(finish(true)).toBe(NOW + MINUTE);
    // 8 units a row by day: 120 rows today, the others at the same rate after the reset.
    expect(finish(false)).toBe(NOW + 60.5 * MINUTE);
  });

  it('takes what other jobs still send', () => {
    const other = { id: 'other', name: 'Other', rows: 240, isRunning: true, ratePerMinute: 120 };
    const { job } = facts();
    const known = service({ ratePerMinute: 240 });
    const finish = (demands: ReportFacts['demands']) =>
      summaryOf(facts({ runner: running(120, MINUTE), service: known, demands })).finishAt;
    expect(finish([{ ...other, terms: job.terms }])).toBe(NOW + 2 * MINUTE);
    // The job's own units of a moment ago do not count twice.
    expect(finish([{ ...other, id: job.id, isRunning: false, ratePerMinute: null, terms: job.terms }])).toBe(
      NOW + 2 * MINUTE,
    );
    expect(finish([{ ...other, rows: 120, terms: job.terms }])).toBe(NOW + 1.5 * MINUTE);
  });

  it('comes with its reason', () => {
    const reason = (change: Partial<ServiceQuotaDetail> | null, rate = 230) =>
      summaryOf(facts({ runner: running(rate, MINUTE), service: change === null ? null : service(change) })).rateReason;
    expect(reason(null)).toBe('');
    expect(reason({ blockedReason: 'Asked to wait.', foreignLastMinute: 3 })).toBe('Asked to wait.');
    expect(reason({ rowsRestUntil: NOW + MINUTE }, 0)).toBe(
      'The service failed (503) and asked for a pause until 10:31.',
    );
    expect(reason({ foreignLastMinute: 3 })).toContain(
      'counts 3 more requests in this minute than Lead Console knows of',
    );
    expect(reason({ foreignLastMinute: 1 })).toContain('counts 1 more request in this minute than');
    const daily = { ...service().daily, others: 1 };
    expect(reason({ foreignLastMinute: 3, daily })).toContain('Other clients of this account use 3 requests a minute');
    expect(reason({ foreignLastMinute: 1, daily })).toContain('Other clients of this account use 1 request a minute');
    expect(reason({ ratePerMinute: null })).toContain('no minute limit');
    expect(reason({ ratePerMinute: 200 }, 159)).toContain('allow 200 rows');
    expect(reason({ ratePerMinute: 200 }, 160)).toContain('240 requests');
    expect(reason({ ratePerMinute: 200 }, 0)).toContain('240 requests');
    expect(reason({})).toContain('240 requests');
    expect(reason({ minute: null })).toContain('236 rows a minute');
    expect(reason({ minute: null, ratePerMinute: 1 })).toContain('is 1 row a minute.');
    expect(reason({ ratePerMinute: 1.9 }, 1)).toContain('allow 1 row a minute,');
  });

  it('comes with figures that are written as everywhere else', () => {
    const reason = (change: Partial<ServiceQuotaDetail>, rate: number) =>
      summaryOf(facts({ runner: running(rate, MINUTE), service: service({ ratePerMinute: 9850, ...change }) }))
        .rateReason;
    expect(reason({}, 100)).toContain('allow 9,850 rows');
    expect(reason({ minute: null }, 9850)).toContain('9,850 rows');
    expect(reason({ minute: { limit: 10_000, remaining: 1, resetsAt: 1 } }, 9850)).toContain('10,000 requests');
  });

  it('names the share that a person gave it', () => {
    const reason = (ratePerMinute: number | null, share: number) => {
      const given = facts({ runner: running(10, MINUTE), service: service({ ratePerMinute }) });
      return summaryOf({ ...given, job: { ...given.job, terms: { ...given.job.terms, share } } }).rateReason;
    };
    expect(reason(201, 50)).toBe('You gave it 50 % of the pace: 100 rows a minute.');
    expect(reason(null, 50)).toBe('You gave it 50 % of the pace: 300 rows a minute.');
    expect(reason(201, 100)).not.toContain('You gave it');
  });

  it('is neither explained nor counted on while the job waits', () => {
    const hold = { kind: 'daily' as const, reason: 'Used up.', resumeAt: 5 };
    const daily = { ...service().daily, remaining: 0, limit: 1000, resetsAt: NOW + 60 * MINUTE };
    const known = service({ ratePerMinute: 240, daily });
    expect(summaryOf(facts({ runner: running(3, 20_000, hold), service: known }))).toMatchObject({
      state: 'waiting',
      reason: 'Used up.',
      resumeAt: 5,
      rateReason: '',
      finishAt: NOW + 61 * MINUTE,
      ratePerMinute: 3,
    });
  });
});

it('a job says how many answers the journal has not taken, if any', () => {
  const unwritten = (unwrittenAnswers: number) =>
    summaryOf(facts({ runner: { ...running(0, 0), unwrittenAnswers } })).unwritten;
  expect([unwritten(0), unwritten(11)]).toEqual([undefined, 11]);
});

describe('the end of a job', () => {
  const planned = { kind: 'planned' as const, reason: 'Planned.', resumeAt: NOW + 90 * MINUTE };
  const endOf = (given: Given, terms: Partial<ReportFacts['job']['terms']>) => {
    const made = facts({ service: service({ ratePerMinute: 240 }), ...given });
    return summaryOf({ ...made, job: { ...made.job, terms: { ...made.job.terms, ...terms } } }).finishAt;
  };

  it('that waits for its hour comes after it', () => {
    expect(endOf({ runner: running(0, 0, planned) }, { startAt: '2026-11-22T12:00' })).toBe(NOW + 90.5 * MINUTE);
  });

  it('comes after the wait for which a 503 asked', () => {
    const rests = service({ ratePerMinute: 240, rowsRestUntil: NOW + 60 * MINUTE });
    const hold = { kind: 'minute' as const, reason: 'It asked for a pause.', resumeAt: NOW + 60 * MINUTE };
    for (const runner of [running(0, 0), running(0, 0, hold)])
      expect(endOf({ runner, service: rests }, {})).toBe(NOW + 61 * MINUTE);
  });

  it('is not known while the service is out of reach, of a job that waits for a person, and of a paused one', () => {
    expect(endOf({ runner: running(0, 0), offline: 'No network.' }, {})).toBeNull();
    const hold = { kind: 'auth' as const, reason: 'Sign in.', resumeAt: null };
    expect(endOf({ runner: running(0, 0, hold) }, {})).toBeNull();
    expect(endOf({}, {})).toBeNull();
  });

  it('is not known when a trial ends before its last row', () => {
    const runner = running(0, 0);
    expect(endOf({ runner }, { trial: 239 })).toBeNull();
    expect(endOf({ runner }, { trial: 240 })).toBe(NOW + MINUTE);
    for (const n of [1, 2]) at.store.rows.step('job', n, 'send', { at: NOW, run: 'r' });
    at.store.rows.step('job', 1, 'rejected', { at: NOW, run: 'r', reason: 'No.' });
    at.store.rows.step('job', 2, 'unknown', { at: NOW, run: 'r', reason: '?' });
    expect(endOf({ runner }, { trial: 239 })).toBeNull();
    expect(endOf({ runner }, { trial: 240 })).not.toBeNull();
  });
});

describe('a job', () => {
  it('waits while the service is out of reach, when it runs here', () => {
    expect(summaryOf(facts({ runner: running(0, 0), offline: 'No network.' }))).toMatchObject({
      state: 'waiting',
      reason: 'No network.',
      holdKind: 'offline',
    });
    expect(summaryOf(facts({ offline: 'No network.' })).state).toBe('paused');
  });

  it('shows why it is held from the journal when it does not run', () => {
    at.store.setHold('job', { kind: 'auth', reason: 'Sign in.', resumeAt: null });
    expect(summaryOf(facts())).toMatchObject({ state: 'needsYou', reason: 'Sign in.', ratePerMinute: 0 });
  });

  it('that runs elsewhere has the rate of the last whole minute in the journal', () => {
    const count = (n: number, time: number) => at.created(n, { at: time, run: 'r', leadId: String(n) });
    count(1, NOW - MINUTE);
    count(2, NOW - MINUTE);
    count(3, NOW);
    count(4, NOW - 2 * MINUTE);
    const elsewhere = summaryOf(facts({ worker: 'elsewhere', service: service({ ratePerMinute: 118 }) }));
    expect(elsewhere).toMatchObject({ state: 'running', ratePerMinute: 2, counts: { created: 4, waiting: 236 } });
    expect(elsewhere.finishAt).toBe(NOW + 118 * MINUTE);
    expect(elsewhere.isElsewhere).toBe(true);
    expect(summaryOf(facts({ worker: 'here' }))).not.toHaveProperty('isElsewhere');
    expect(summaryOf(facts({ worker: 'nobody' })).ratePerMinute).toBe(0);
    expect(detailOf(facts()).perMinute.map(({ rows }) => rows)).toEqual([1, 2, 1]);
  });

  it('shows its last four hours with an answer, minute by minute', () => {
    const put = at.journal.prepare('INSERT INTO import_minute (job, minute, rows) VALUES (?, ?, 1)');
    for (let minute = 0; minute <= 240; minute += 1) put.run('job', minute * MINUTE);
    const { perMinute } = detailOf(facts());
    expect([perMinute.length, perMinute[0]?.minute, perMinute.at(-1)?.minute]).toEqual([240, MINUTE, 240 * MINUTE]);
  });

  it('that runs elsewhere and has answered nothing yet ends at the pace of the service', () => {
    const elsewhere = summaryOf(facts({ worker: 'elsewhere', service: service({ ratePerMinute: 240 }) }));
    expect(elsewhere).toMatchObject({ ratePerMinute: 0, finishAt: NOW + MINUTE });
  });

  it('names its columns and fields, and shows each row as it is sent', () => {
    const detail = detailOf(facts());
    expect([detail.columns, detail.fields]).toEqual([['Phone'], ['Phone']]);
    expect(detail.summary).toMatchObject({ id: 'job', accountId: 'anna', sequence: 7, campaignCode: 'SPRING' });
    const job = { ...facts().job, columns: ['Phone', 'Name'] };
    const [row] = at.store.lists.rowsAfter('job', 0, 1);
    if (!row) throw new Error('there is no row');
    expect(jobRowOf(job, row)).toMatchObject({ cells: ['+4530000001', ''], data: { Phone: '+4530000001' } });
  });

  it('says of each reason how many of its rows are fixed, and what was changed last', () => {
    for (const n of [1, 2, 3]) {
      at.store.rows.step('job', n, 'send', { at: NOW, run: 'r' });
      at.store.rows.step('job', n, 'rejected', { at: NOW, run: 'r', reason: n === 3 ? 'Busy.' : 'Bad phone.' });
    }
    expect(detailOf(facts()).lastChange).toBeNull();
    at.store.repairs.put('job', 2, { edits: { 0: '+4531' }, problem: '', lead: '{"Phone":"+4531"}' }, NOW);
    at.store.repairs.changes.add('job', { kind: 'repair', words: 'Phone', rows: [[2, null]] }, NOW, 'r');
    const { refusals, lastChange } = detailOf(facts());
    expect(refusals).toEqual([
      { reason: 'Bad phone.', count: 2, fixed: 1 },
      { reason: 'Busy.', count: 1, fixed: 0 },
    ]);
    expect(lastChange).toMatchObject({ words: 'Phone', rows: 1, open: 1 });
    const [, row] = at.store.lists.rowsAfter('job', 0, 2);
    if (!row) throw new Error('there is no second row');
    const repair = at.store.repairs.of('job', [2]).get(2);
    expect(jobRowOf(facts().job, row, repair)).toMatchObject({
      cells: ['+4530000002'],
      data: { Phone: '+4531' },
      repair: { cells: [{ column: 0, value: '+4531' }], problem: '', isSent: false },
    });
    expect(jobRowOf(facts().job, row)).not.toHaveProperty('repair');
  });

  it('names for each column the fields that it fills, in the order of the file', () => {
    const columns = (field: string, ...from: readonly number[]) => ({
      field,
      source: { kind: 'columns' as const, columns: [...from], join: ' ' },
      cleaning: [],
    });
    const constant = { field: 'Source', source: { kind: 'constant' as const, value: 'Fair' }, cleaning: [] };
    const given = facts();
    const mapping = [columns('Name', 2, 1), constant, columns('Phone', 0), columns('Label', 2)];
    expect(detailOf({ ...given, job: { ...given.job, mapping } }).filled).toEqual([
      { column: 0, fields: ['Phone'] },
      { column: 1, fields: ['Name'] },
      { column: 2, fields: ['Name', 'Label'] },
    ]);
  });
});
