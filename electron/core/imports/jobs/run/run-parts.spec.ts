import { describe, expect, it, vi } from 'vitest';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { AnswerRate } from './answer-rate.ts';
import { Failure } from '../../../foundation/failure.ts';
import { HandedRows } from './handed-rows.ts';
import { beginFailure, journalFailure, journalTrouble, queueFailure } from '../journal/records/journal-trouble.ts';
import { OfflineWait } from '../../../foundation/offline-wait.ts';
import { outcomeOfBug, refusalText } from './outcome-words.ts';
import { createProgress } from '../../../foundation/progress.ts';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { closesAt } from '../../../../../shared/domain/schedule/send-hours.ts';
import { HOUR } from '../../../../../shared/domain/time/time.ts';
import { RowRelease } from './row-release.ts';

describe('the rate of answers', () => {
  it('counts those of the last minute, and says for how long it has counted', () => {
    const clock = new VirtualClock();
    clock.run(500);
    const rate = new AnswerRate(clock);
    rate.restart();
    expect([rate.perMinute, rate.watchedFor]).toEqual([0, 0]);
    rate.count();
    clock.run(30_500);
    rate.count();
    expect([rate.perMinute, rate.watchedFor]).toEqual([2, 30_000]);
    clock.run(60_499);
    expect(rate.perMinute).toBe(2);
    clock.run(60_500);
    expect([rate.perMinute, rate.watchedFor]).toEqual([1, 60_000]);
    clock.run(70_500);
    expect(rate.watchedFor).toBe(60_000);
    rate.restart();
    expect([rate.perMinute, rate.watchedFor]).toEqual([0, 0]);
  });
});

describe('the wait for a service out of reach', () => {
  const waits = (random: number, count: number) => {
    const wait = new OfflineWait(() => random);
    return Array.from({ length: count }, () => wait.take());
  };

  it('doubles up to a minute', () => {
    expect(waits(1, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('is at least half as long, by chance', () => {
    expect(waits(0, 3)).toEqual([500, 1000, 2000]);
    expect(waits(0.5, 2)).toEqual([750, 1500]);
  });

  it('begins anew after an answer', () => {
    const wait = new OfflineWait(() => 1);
    wait.take();
    wait.take();
    wait.reset();
    expect(wait.take()).toBe(1000);
  });
});

describe('rows handed to the client', () => {
  const row = (n: number) => ({ n, line: n + 1, cells: [], payload: null });

  it('are called back unless they are sent', () => {
    const rows = new HandedRows();
    const [sent, queued] = [rows.add(row(1)), rows.add(row(2))];
    sent.isSent = true;
    rows.callBack();
    expect([sent.signal.aborted, queued.signal.aborted]).toEqual([false, true]);
  });

  it('are counted until they come back', async () => {
    const rows = new HandedRows();
    await rows.empty();
    const first = rows.add(row(1));
    const second = rows.add(row(2));
    expect([rows.size, rows.has(1), rows.has(3)]).toEqual([2, true, false]);
    let isEmpty = false;
    const empty = rows.empty().then(() => (isEmpty = true));
    rows.remove(first);
    rows.reportEmpty();
    await Promise.resolve();
    expect([rows.has(1), isEmpty]).toEqual([false, false]);
    rows.remove(second);
    rows.reportEmpty();
    await empty;
    expect(isEmpty).toBe(true);
  });
});

describe('words about an outcome', () => {
  const rejected = (message: string, ...fieldErrors: { field: string; message: string }[]) =>
    refusalText({ outcome: 'rejected', status: 400, message, fieldErrors, raw: '' });

  it('add the field errors that the message does not have', () => {
    expect(rejected('No.')).toBe('No.');
    expect(rejected('Bad phone.', { field: 'Phone', message: 'Bad phone' })).toBe('Bad phone.');
    expect(rejected('No.', { field: 'Phone', message: 'Too short' }, { field: '', message: 'Twice' })).toBe(
      'No. Phone: Too short Twice',
    );
    expect(rejected('No.', { field: 'Phone', message: '' })).toBe('No.');
  });

  it('end after 4,000 characters, and say so', () => {
    const rest = (text: string) => rejected('No campaign X.', { field: '', message: text });
    const whole = 'x'.repeat(3985);
    expect(rest(whole)).toBe(`No campaign X. ${whole}`);
    expect(rest(`${whole}y`)).toBe(`No campaign X. ${whole}… The service said more, which is not kept.`);
    expect(rest(`${whole.slice(1)}👍`)).toBe(
      `No campaign X. ${whole.slice(1)}… The service said more, which is not kept.`,
    );
    expect(rest('x'.repeat(1_000_000)).length).toBeLessThan(4100);
  });

  it('leave open whether a row arrived when a bug came after it was sent', () => {
    expect(outcomeOfBug(true, 'L1')).toMatchObject({
      outcome: 'unknown',
      reason: 'noAnswer',
      detail: expect.stringContaining('L1'),
    });
    expect(outcomeOfBug(false, 'L2')).toMatchObject({
      outcome: 'notSent',
      reason: 'badRequest',
      message: expect.stringContaining('L2'),
    });
  });
});

describe('trouble with the journal', () => {
  const said = (errcode: number) => journalTrouble(Object.assign(new Error('x'), { errcode }));

  it('is named by its cause, with extended codes too', () => {
    expect(said(13)).toMatchObject({ isExpected: true, sentence: expect.stringContaining('disk is full') });
    expect(said(8)).toMatchObject({ isExpected: true, sentence: expect.stringContaining('is read-only') });
    expect(said(10)).toMatchObject({ isExpected: true, sentence: expect.stringContaining('disk could not store') });
    expect(said(10 + 256 * 3)).toMatchObject({
      isExpected: true,
      sentence: expect.stringContaining('disk could not store'),
    });
    // Windows says EACCES of a file that another program holds: witness.spec.ts.
    using _elsewhere = vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
    const ofWitness = (code: string) => journalTrouble(Object.assign(new Error('x'), { code })).sentence;
    expect(ofWitness('EACCES')).toContain('is read-only');
    expect(ofWitness('EMFILE')).toContain('too many files are open');
    expect(said(5)).toMatchObject({ isExpected: true, sentence: expect.stringContaining('Another program') });
    expect(said(14)).toMatchObject({ isExpected: true, sentence: expect.stringContaining('could not be opened') });
  });

  it('that a command meets reaches the person, and any other error stays as it is', () => {
    const full = Object.assign(new Error('x'), { errcode: 13 });
    expect(journalFailure(full)).toMatchObject({
      cause: full,
      error: { code: 'file', reason: 'journal', message: expect.stringContaining('Nothing was changed') },
    });
    const other = new Error('x');
    expect(journalFailure(other)).toBe(other);
  });

  it('that a start or a queue meets says what stands, and any other error stays as it is', () => {
    const full = Object.assign(new Error('x'), { errcode: 13 });
    const failure = (message: string) => ({
      cause: full,
      error: { code: 'file', reason: 'journal', message: expect.stringContaining(message) },
    });
    expect(beginFailure(full)).toMatchObject(failure('none of its rows was sent'));
    expect(queueFailure(full)).toMatchObject(failure('The rows are in the queue'));
    const other = new Error('x');
    expect([beginFailure(other), queueFailure(other)]).toEqual([other, other]);
    // Its own sentence says more.
    const said = new Failure({ code: 'notFound', message: 'This import was deleted.' }, { cause: full });
    expect([journalFailure(said), queueFailure(said)]).toEqual([said, said]);
  });

  it('is a bug when it is anything else', () => {
    expect(journalTrouble(Object.assign(new Error('x'), { code: 'ENOENT' })).isExpected).toBe(false);
    expect(journalTrouble({ code: 'EACCES' }).isExpected).toBe(false);
    expect(said(1)).toMatchObject({ isExpected: false });
    expect(journalTrouble(new Error('x')).isExpected).toBe(false);
    expect(journalTrouble({ errcode: 13 }).isExpected).toBe(false);
    expect(journalTrouble(null).isExpected).toBe(false);
  });
});

describe('progress', () => {
  function progressWith() {
    const clock = new VirtualClock();
    const sent: string[] = [];
    const progress = createProgress(clock, 250, (key) => sent.push(`${key}@${clock.monotonicNow()}`));
    return { clock, sent, progress };
  }

  it('is sent at once, then four times a second, the last one always', () => {
    const { clock, sent, progress } = progressWith();
    progress.changed('a');
    clock.run(100);
    progress.changed('a');
    progress.changed('a');
    progress.changed('b');
    clock.run(1000);
    progress.changed('a');
    clock.run(1249);
    progress.changed('a');
    clock.run(2000);
    expect(sent).toEqual(['a@0', 'b@100', 'a@250', 'a@1000', 'a@1250']);
  });

  it('is sent at once again exactly 250 ms later', () => {
    const { clock, sent, progress } = progressWith();
    progress.changed('a');
    clock.run(250);
    progress.changed('a');
    expect(sent).toEqual(['a@0', 'a@250']);
  });

  it('is sent now on demand, in place of what was due', () => {
    const { clock, sent, progress } = progressWith();
    progress.changed('a');
    clock.run(10);
    progress.changed('a');
    progress.flush('a');
    clock.run(1000);
    expect(sent).toEqual(['a@0', 'a@10']);
  });

  it('ends when it is forgotten', () => {
    const { clock, sent, progress } = progressWith();
    progress.changed('a');
    progress.changed('a');
    progress.forgetAll();
    clock.run(100);
    expect(sent).toEqual(['a@0']);
    clock.run(1000);
    expect(sent).toEqual(['a@0']);
    progress.changed('a');
    progress.forgetAll();
    progress.changed('a');
    expect(sent).toEqual(['a@0', 'a@1000', 'a@1000']);
  });
});

it('rows are called back by their number, unless they are sent', () => {
  const rows = new HandedRows();
  const handed = [1, 2, 3].map((n) => rows.add({ n, line: n, cells: [], payload: null }));
  for (const row of handed.slice(1, 2)) row.isSent = true;
  rows.callBack(new Set([1, 2]));
  expect(handed.map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
});

describe('a share of the pace', () => {
  function release(share: number) {
    const clock = new VirtualClock();
    const due: number[] = [];
    const terms = { ...USUAL_TERMS, share };
    // A row a second at half of the pace.
    const options = { clock, terms, zone: 'Europe/Copenhagen', pacePerMinute: () => 120 };
    return { clock, due, rows: new RowRelease({ ...options, onDue: () => void due.push(clock.monotonicNow()) }) };
  }

  it('that becomes larger lets a row go that waits', () => {
    const { clock, due, rows } = release(50);
    expect([rows.take(), rows.take(), rows.isWaiting]).toEqual([true, false, true]);
    clock.run(100);
    rows.setShare(100);
    expect([due, rows.isWaiting, rows.take(), rows.take()]).toEqual([[100], false, true, true]);
    clock.run(5_000);
    expect(due).toEqual([100]);
  });

  it('lets the next row go when its time has come, to the millisecond', () => {
    const { clock, due, rows } = release(50);
    rows.take();
    // A row that comes twenty milliseconds late keeps the pace.
    clock.run(979);
    expect(rows.take()).toBe(false);
    clock.run(980);
    expect([due, rows.take(), rows.take()]).toEqual([[980], true, false]);
  });

  it('that is set again as it was changes nothing, nor does one for which no row waits', () => {
    const { clock, due, rows } = release(50);
    rows.take();
    rows.take();
    rows.setShare(50);
    expect([due, rows.isWaiting]).toEqual([[], true]);
    clock.run(1_000);
    expect([due.length, rows.isWaiting, rows.take()]).toEqual([1, false, true]);
    rows.setShare(60);
    expect([due.length, rows.take()]).toEqual([1, false]);
  });
});

describe('planned hours', () => {
  /** The clock begins at ten in the morning in Copenhagen. */
  function release(between: (typeof USUAL_TERMS)['between']) {
    const clock = new VirtualClock();
    const due: number[] = [];
    const options = { clock, terms: { ...USUAL_TERMS, between }, zone: 'Europe/Copenhagen', pacePerMinute: () => 240 };
    const rows = new RowRelease({ ...options, onDue: () => void due.push(clock.wallNow()) });
    return { clock, due, rows };
  }

  it('report their end once, however often they are asked for', () => {
    const { clock, due, rows } = release({ from: 0, to: 23 });
    const hours = [rows.plannedHold(), rows.plannedHold(), rows.plannedHold()];
    expect([hours, due]).toEqual([[null, null, null], []]);
    const end = closesAt({ from: 0, to: 23 }, clock.wallNow(), 'Europe/Copenhagen') ?? 0;
    clock.run(clock.monotonicNow() + (end - clock.wallNow()) - 1);
    expect(due).toEqual([]);
    clock.run(clock.monotonicNow() + 1);
    expect(due).toEqual([end]);
    expect(rows.plannedHold()).toMatchObject({ kind: 'planned', resumeAt: end + HOUR });
  });

  it('have no end when there are none', () => {
    const { clock, due, rows } = release(null);
    expect(rows.plannedHold()).toBeNull();
    clock.run(48 * HOUR);
    expect(due).toEqual([]);
  });

  it('report the end of the next day, too', () => {
    const { clock, due, rows } = release({ from: 0, to: 23 });
    for (const day of [1, 2]) {
      rows.plannedHold();
      clock.run(day * 24 * HOUR);
      expect(due).toHaveLength(day);
    }
  });
});
