import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RowStep } from '../../../../../../shared/domain/jobs/job-row.ts';
import { NO_TEAM } from '../../../../foundation/lead-claims.ts';
import { atOnce, createJournal, type JournalUnderTest, phones } from '../job-fixture.ts';
import { RowConflict } from './row-steps.ts';

let at: JournalUnderTest;
beforeEach(() => {
  at = createJournal();
  at.add(phones(2));
});
afterEach(() => at[Symbol.dispose]());

const step = (n: number, name: RowStep, detail: { at?: number; reason?: string; leadId?: string } = {}) =>
  at.store.rows.step('job', n, name, { at: 1, run: 'spec', ...detail });
const row = (n: number) => at.store.lists.rowsAfter('job', n - 1, 1)[0];
const witness = () => at.store.sentRecord.witness;
const kinds = () =>
  readFileSync(witness().path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ')[1]);
const sent = () => [...(witness().read().jobs.get('job')?.sent ?? [])];

describe('the steps of a row', () => {
  it('are in the witness when the row leaves and when it waits again, and only then', () => {
    step(1, 'send');
    step(1, 'takeBack');
    step(1, 'skip');
    step(1, 'sendAgain');
    step(1, 'send');
    step(1, 'rejected');
    expect([kinds(), sent()]).toEqual([['witness', 'began', 'sent', 'free', 'sent'], [1]]);
    step(1, 'tryAgain');
    expect([kinds().at(-1), sent()]).toEqual(['free', []]);
  });

  it('that were undone are taken out of the witness while the row waits or is left, and never once it left since', () => {
    const undone = (n: number) => {
      at.store.sentRecord.sent('job', n, 1);
      at.store.rows.undoneSend('job', n, 1);
      return sent();
    };
    expect(undone(1)).toEqual([]);
    step(1, 'send');
    at.store.rows.undoneSend('job', 1, 1);
    expect(sent()).toEqual([1]);
    step(2, 'skip');
    expect(undone(2)).toEqual([1]);
  });

  it('count the attempts of which the service may have a lead', () => {
    const attempts = (name: RowStep) => {
      step(1, name);
      return row(1)?.attempts;
    };
    expect([attempts('send'), attempts('takeBack'), attempts('send'), attempts('rejected')]).toEqual([1, 0, 1, 1]);
    expect([attempts('tryAgain'), attempts('send'), attempts('rejected')]).toEqual([1, 2, 2]);
    expect([attempts('leaveOut'), attempts('takeIn')]).toEqual([0, 1]);
  });

  it('keep their words while the row neither waits nor is on its way', () => {
    const reason = (name: RowStep) => {
      step(1, name, { reason: name });
      return row(1)?.reason;
    };
    expect([reason('send'), reason('unknown'), reason('sendOnce'), reason('skip')]).toEqual([
      '',
      'unknown',
      '',
      'skip',
    ]);
  });
});

describe('a stopped job', () => {
  const waiting = () => at.store.rows.tally('long').ready;
  beforeEach(() => {
    at.add(phones(60), { id: 'long' });
    at.store.setWish('long', 'stop');
  });

  it('skips its rows in slices, the first ones at once', () => {
    const seen: number[] = [];
    const skipping = at.store.rows.skipping('long', 'Stopped.', 1, 'spec', () => void seen.push(waiting()));
    expect([skipping.next(1).done, waiting()]).toEqual([false, 35]);
    expect([skipping.next(30).done, waiting()]).toEqual([false, 5]);
    expect([skipping.next(30).done, seen]).toEqual([true, [35, 5, 0]]);
    const rows = at.store.lists.rowsAfter('long', 0, 100);
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['Stopped.']));
    expect(rows.filter(({ state }) => state === 'skipped')).toHaveLength(60);
  });

  it('keeps the rest of its rows when a person resumes it meanwhile', () => {
    const skipping = at.store.rows.skipping('long', 'Stopped.', 1, 'spec', () => undefined);
    skipping.next(1);
    at.store.setWish('long', 'run');
    expect([skipping.next(1).done, waiting()]).toEqual([true, 35]);
  });
});

describe('an unknown row', () => {
  it('has the moment in which it left, not that in which no answer had come', () => {
    step(1, 'send', { at: 5 });
    step(1, 'unknown', { at: 30_005 });
    expect(row(1)).toMatchObject({ state: 'unknown', at: 5 });
  });

  it('has it also after a program was killed, and says in words why nothing more is known', () => {
    step(1, 'send', { at: 5 });
    expect(at.store.rows.recover('job', 90_000, 'next')).toBe(1);
    expect(row(1)).toMatchObject({
      state: 'unknown',
      at: 5,
      reason: 'Lead Console ended before it kept an answer. The lead may exist.',
    });
  });
});

describe('a person’s answer about an unknown row', () => {
  const reopen = (n: number) => at.store.rows.reopen('job', n, { at: 90, run: 'spec' });
  beforeEach(() => {
    step(1, 'send', { at: 5 });
    step(1, 'unknown', { at: 6, reason: 'No answer came.' });
  });

  it('is taken back: nobody knows of the row again', () => {
    step(1, 'exists', { at: 7, leadId: 'L1', reason: 'Seen.' });
    const before = kinds();
    reopen(1);
    expect(row(1)).toMatchObject({ state: 'unknown', at: 5, reason: 'No answer came.', leadId: null });
    const last = at.journal.prepare('SELECT at, step, detail FROM import_attempt ORDER BY id DESC LIMIT 1').get();
    expect({ ...last }).toEqual({ at: 90, step: 'reopen', detail: '' });
    expect([kinds(), sent()]).toEqual([before, [1]]);
  });

  it('that it is to be sent once more is taken back in the witness, too', () => {
    step(1, 'sendOnce');
    expect(sent()).toEqual([]);
    reopen(1);
    expect([sent(), row(1)?.state]).toEqual([[1], 'unknown']);
  });

  it('is not taken back when there is none, or when the row was sent since', () => {
    expect(() => reopen(1)).toThrow(RowConflict);
    expect(() => reopen(2)).toThrow(RowConflict);
    step(1, 'sendOnce');
    step(1, 'send');
    expect(() => reopen(1)).toThrow(RowConflict);
    expect(row(1)?.state).toBe('intent');
  });

  it('is not taken back when nothing says what was known before, or another program changed the row', () => {
    at.journal.exec(`UPDATE import_row SET state = 'unknown' WHERE n = 2`);
    step(2, 'exists');
    expect(() => reopen(2)).toThrow(RowConflict);
    step(1, 'leave');
    at.journal.exec(`UPDATE import_row SET state = 'skipped' WHERE n = 1`);
    expect(() => reopen(1)).toThrow(RowConflict);
    expect(row(1)?.state).toBe('skipped');
  });
});

it('rows that go on in another import are skipped or left out, and their attempts say why', () => {
  step(1, 'send');
  step(1, 'rejected', { reason: 'No such number.' });
  atOnce(at.store.rows.passingOn('job', [1, 2], 'It goes on in "rest.csv".', 5, 'spec'));
  expect([row(1)?.state, row(2)?.state]).toEqual(['excluded', 'skipped']);
  const attempts = at.journal.prepare(`SELECT n, step, detail FROM import_attempt WHERE at = 5 ORDER BY n`).all();
  expect(attempts).toMatchObject([
    { n: 1, step: 'leaveOut', detail: 'It goes on in "rest.csv".' },
    { n: 2, step: 'skip', detail: 'It goes on in "rest.csv".' },
  ]);
});

it('tells the team that a person wants a row sent again which another import held back', () => {
  const insisted: unknown[] = [];
  using team = createJournal(() => ({
    ...NO_TEAM,
    isTeam: true,
    use: () => undefined,
    insist: (...row) => void insisted.push(row),
  }));
  team.add(phones(2));
  const { rows } = team.store;
  for (const n of [1, 2]) rows.step('job', n, 'send', { at: 1, run: 'spec' });
  team.add(phones(2), { id: 'second', createdAt: 2 }, false);
  for (const n of [1, 2]) rows.step('second', n, 'sentElsewhere', { at: 2, run: 'spec' });
  expect(atOnce(rows.sendingAgain('second', 3, 'spec'))).toBe(2);
  expect(insisted).toEqual([
    ['second', 1],
    ['second', 2],
  ]);
});

it('remembers of each row that a stop skipped when and why, as far as it was to skip', () => {
  using own = createJournal();
  own.add(phones(3));
  expect(own.store.rows.skipReady('job', 'Stopped.', 7, 'spec', 2)).toBe(2);
  expect(own.store.rows.skipReady('job', 'Stopped.', 8, 'spec')).toBe(1);
  const attempts = own.journal.prepare('SELECT n, at, step, run, detail FROM import_attempt ORDER BY n').all();
  expect(attempts).toMatchObject(
    [7, 7, 8].map((at, index) => ({ n: index + 1, at, step: 'skip', run: 'spec', detail: 'Stopped.' })),
  );
});
