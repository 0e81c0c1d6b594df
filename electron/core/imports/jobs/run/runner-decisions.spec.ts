import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { created, notSent, notNow, rejected, RunnerBench, unknown } from './runner-fixture.ts';
import { phones, remove } from '../journal/job-fixture.ts';
import { RowConflict } from '../journal/rows/row-steps.ts';

let bench: RunnerBench;
beforeEach(() => void (bench = new RunnerBench()));
afterEach(() => bench[Symbol.dispose]());

describe('rows are handed over', () => {
  it('thirteen at a time, in the order of the file, with their campaign and pool', () => {
    bench.runner(20, { poolName: 'Pool' }).start();
    expect(bench.calls.map(({ phone }) => phone)).toEqual(phones(13).flat());
    expect(bench.call(0).lead).toEqual({ campaignCode: 'SPRING', poolName: 'Pool', data: { Phone: '+4530000001' } });
    expect(bench.call(0).options).toMatchObject({ lane: 'import' });
    expect(bench.call(0).options.fairUse).toBeUndefined();
    expect(bench.tally()).toMatchObject({ ready: 20, intent: 0 });
  });

  it('one for each that comes back, until none is left', async () => {
    bench.started(15);
    bench.call(0).send();
    expect(bench.row(1)).toMatchObject({ state: 'intent', attempts: 1 });
    await bench.call(0).answer(created('L1'));
    expect(bench.calls).toHaveLength(14);
    for (const next of bench.calls.slice(1)) await next.settle(created());
    expect(bench.ended).toEqual([]);
    await bench.call(14).settle(created());
    expect(bench.ended).toEqual(['done']);
    expect(bench.tally()).toMatchObject({ created: 15, ready: 0, intent: 0 });
    expect(bench.row(1)).toMatchObject({ leadId: 'L1', reason: '' });
  });

  it('never more than thirteen, when all of them are on their way', async () => {
    bench.runner(40).start();
    for (const call of bench.open()) call.send();
    const { changes } = bench;
    await bench.call(0).answer(created());
    // One change, for the answer: with thirteen rows handed over nothing is looked for.
    expect([bench.open().length, bench.changes]).toEqual([13, changes + 1]);
  });

  it('without those in which no mapped column has a value', () => {
    bench.at.add([['  '], ['30123456'], ['']]);
    bench.again().start();
    expect(bench.calls.map(({ phone }) => phone)).toEqual(['30123456']);
    expect(bench.row(1)).toMatchObject({ state: 'skipped', reason: expect.stringContaining('nothing to send') });
    expect(bench.tally().skipped).toBe(2);
  });

  it.each(['{"Phone":"30', '{"Phone":1}', '["30"]', ''])(
    'without one whose stored lead a damage has made unreadable: %j',
    async (payload) => {
      bench.at.add(phones(3));
      bench.at.journal.prepare('UPDATE import_cell SET payload = ? WHERE n = 2').run(payload);
      bench.again().start();
      expect(bench.calls.map(({ phone }) => phone)).toEqual(['+4530000001', '+4530000003']);
      expect(bench.row(2)).toMatchObject({ state: 'skipped', reason: expect.stringMatching(/^Not sent: .* damaged/) });
      for (const call of bench.open()) await call.settle(created());
      expect([bench.ended, bench.bugs]).toEqual([['done'], []]);
    },
  );

  it('without one of an earlier version whose cells a damage has made unreadable', () => {
    bench.at.add(phones(2));
    bench.at.journal.exec(
      `DROP TRIGGER import_cell_kept; UPDATE import_cell SET payload = NULL; UPDATE import_cell SET cells = '["3' WHERE n = 1`,
    );
    bench.again().start();
    expect(bench.calls).toHaveLength(1);
    expect(bench.row(1)).toMatchObject({ cells: [], reason: expect.stringMatching(/^Not sent: .* damaged/) });
  });

  it('with other work between twenty looks at empty rows', () => {
    bench.at.add(Array.from({ length: 300 }, () => ['']));
    bench.again().start();
    expect(bench.tally()).toMatchObject({ skipped: 260, ready: 40 });
    expect(bench.ended).toEqual([]);
    bench.clock.run(0);
    expect(bench.tally()).toMatchObject({ skipped: 300, ready: 0 });
    expect(bench.ended).toEqual(['done']);
  });

  it('again when rows have become ready', () => {
    const runner = bench.runner(1);
    runner.look();
    expect(bench.calls).toHaveLength(0);
    runner.start();
    runner.look();
    expect(bench.calls).toHaveLength(1);
  });
});

describe('an answer is written', () => {
  it('as refused with its words, or as unknown with what happened', async () => {
    bench.runner(2).start();
    await bench.call(0).settle({ ...rejected, fieldErrors: [{ field: 'Phone', message: 'Too short' }] });
    await bench.call(1).settle(unknown);
    expect(bench.row(1)).toMatchObject({ state: 'rejected', reason: 'No. Phone: Too short' });
    expect(bench.row(2)).toMatchObject({ state: 'unknown', reason: 'No answer came.' });
    expect(bench.ended).toEqual(['done']);
  });

  it('later, when the disk takes it again: until then nothing is said to be over', async () => {
    const runner = bench.started(1);
    bench.call(0).send();
    bench.at.journal.exec('PRAGMA query_only=ON');
    await bench.call(0).answer(created());
    expect(runner.hold).toMatchObject({ kind: 'journal', reason: expect.stringContaining('data folder') });
    expect([runner.isRunning, bench.ended, bench.kept()]).toEqual([false, [], null]);
    // Trouble with the disk is not logged as a bug; that the reason of the wait could not be kept is.
    expect(bench.bugs).toHaveLength(1);
    runner.start();
    expect(runner.hold?.kind).toBe('journal');
    expect(bench.ended).toEqual([]);
    bench.at.journal.exec('PRAGMA query_only=OFF');
    expect(bench.tally()).toMatchObject({ intent: 1 });
    runner.start();
    expect(bench.tally()).toMatchObject({ created: 1, intent: 0 });
    expect([bench.ended, runner.hold]).toEqual([['done'], null]);
  });

  it('when a halt finds the disk well again', async () => {
    const runner = bench.started(1);
    bench.call(0).send();
    bench.at.journal.exec('PRAGMA query_only=ON');
    await bench.call(0).answer(created());
    await runner.halt();
    expect(bench.tally()).toMatchObject({ intent: 1 });
    expect(bench.bugs.length).toBeGreaterThan(0);
    bench.at.journal.exec('PRAGMA query_only=OFF');
    await runner.halt();
    expect(bench.tally()).toMatchObject({ created: 1 });
  });

  it('not at all when the row is in a state that never allows it, and the others go on', async () => {
    const runner = bench.started(3);
    bench.send(0, 1);
    // Another program recovered the row while its answer was on the way.
    const other = new DatabaseSync(bench.at.path);
    other.exec(`UPDATE import_row SET state = 'unknown' WHERE n = 1`);
    other.close();
    await bench.call(0).answer(created());
    await bench.call(1).answer(created());
    expect(bench.row(1)).toMatchObject({ state: 'unknown', leadId: null });
    expect(runner.hold?.kind).toBe('journal');
    expect(bench.bugs).toHaveLength(1);
    // The answer is dropped: kept, it would block every end and every start.
    expect(bench.ended).toEqual(['held']);
    runner.start();
    expect(runner.hold).toBeNull();
    await bench.call(3).settle(created());
    expect(bench.ended).toEqual(['held', 'done']);
    expect(bench.tally()).toMatchObject({ unknown: 1, created: 2 });
  });
});

describe('an answer', () => {
  it('writes nothing of a hold when there is none', async () => {
    bench.runner(1).start();
    bench.at.journal.exec(
      "CREATE TRIGGER refusal BEFORE UPDATE OF hold ON import_job BEGIN SELECT RAISE(ABORT, 'refused'); END",
    );
    await bench.call(0).settle(created());
    expect([bench.ended, bench.bugs]).toEqual([['done'], []]);
  });
});

describe('a row that was not looked at', () => {
  it('waits again, uncounted, and the minute is shown until an answer comes', async () => {
    const runner = bench.started(20);
    bench.call(0).send();
    const before = bench.changes;
    await bench.call(0).answer(notNow('rateLimited', 77));
    expect(bench.row(1)).toMatchObject({ state: 'ready', attempts: 0 });
    expect(runner.hold).toEqual({ kind: 'minute', reason: 'Because of rateLimited.', resumeAt: 77 });
    expect(bench.changes).toBeGreaterThan(before);
    // The client holds the others back by itself.
    expect(bench.open()).toHaveLength(12);
    expect(runner.ratePerMinute).toBe(0);
    await bench.call(1).settle(created());
    expect(runner.hold).toBeNull();
    expect(bench.open()).toHaveLength(13);
  });

  it('is no reason to hold after a pause', async () => {
    const runner = bench.started(2);
    bench.send(0, 1);
    const halted = runner.halt();
    await bench.call(0).answer(notNow('rateLimited', 77));
    await bench.call(1).answer(notNow('daily', 77));
    await halted;
    expect(runner.hold).toBeNull();
    expect(bench.tally()).toMatchObject({ ready: 2 });
  });

  it('is skipped when the client cannot send it, and the job goes on', async () => {
    bench.runner(2).start();
    await bench.call(0).answer(notSent('badRequest'));
    expect(bench.row(1)).toMatchObject({ state: 'skipped', reason: 'Because of badRequest.' });
    await bench.call(1).settle(created());
    expect(bench.ended).toEqual(['done']);
  });

  it('waits again when the client failed before it was sent, and is unknown when it failed after', async () => {
    bench.runner(2).start();
    bench.call(1).send();
    await bench.call(0).fail();
    await bench.call(1).fail();
    expect(bench.row(1)).toMatchObject({ state: 'skipped', reason: expect.stringContaining('bug-1') });
    expect(bench.row(2)).toMatchObject({ state: 'unknown', reason: expect.stringContaining('bug-2') });
    expect(bench.bugs).toHaveLength(2);
  });

  it('waits for a person whose word the job needs first', async () => {
    const runner = bench.started(2);
    await bench.call(0).answer({ outcome: 'heldBack', reason: 'The journal is older.' } as never);
    expect(runner.hold).toEqual({ kind: 'older', reason: 'The journal is older.', resumeAt: null });
    expect([bench.tally().ready, bench.bugs]).toEqual([2, []]);
  });

  it('stays ready when the client closes; the job is neither done nor held', async () => {
    const runner = bench.started(3);
    for (const next of [...bench.calls]) await next.answer(notSent('closed'));
    expect([runner.isRunning, runner.hold, bench.ended]).toEqual([false, null, []]);
    expect(bench.tally()).toMatchObject({ ready: 3 });
    expect(bench.calls).toHaveLength(3);
  });
});

describe('the witness', () => {
  const lines = () => readFileSync(bench.at.store.sentRecord.witness.path, 'utf8').trimEnd().split('\n');
  const kinds = () => lines().map((line) => line.split(' ')[1]);
  const sent = () => [...(bench.at.store.sentRecord.witness.read().jobs.get('job')?.sent ?? [])];

  it('has one line of a row that left, and none of a row that never left', async () => {
    bench.runner(3).start();
    await bench.call(0).settle(created());
    await bench.call(1).answer(notSent('badRequest'));
    expect([kinds(), sent()]).toEqual([['witness', 'began', 'sent'], [1]]);
  });

  it('is told that a row never left whose intent was undone after it', async () => {
    bench.runner(2).start();
    bench.at.journal.exec('PRAGMA query_only=ON');
    expect(() => bench.call(0).send()).toThrow(/readonly/);
    bench.at.journal.exec('PRAGMA query_only=OFF');
    await bench.call(0).answer(notSent('journal'));
    expect([kinds(), sent()]).toEqual([['witness', 'began', 'free'], []]);
    expect(bench.tally()).toMatchObject({ ready: 2 });
  });
});

describe('the pace', () => {
  it('is counted from the last start', async () => {
    const runner = bench.runner(3);
    bench.clock.run(1000);
    runner.start();
    await bench.call(0).settle(created());
    bench.clock.run(3000);
    await bench.call(1).settle(created());
    expect([runner.watchedFor, runner.ratePerMinute]).toEqual([2000, 30]);
    await runner.halt();
    runner.start();
    expect([runner.watchedFor, runner.ratePerMinute]).toEqual([0, 0]);
  });
});

describe('a row whose lead another job has sent', () => {
  /** Another job of the account sends the leads of the first rows. */
  function sendElsewhere(rows: number): void {
    bench.at.add(phones(rows), { id: 'other', name: 'result.csv' });
    for (let n = 1; n <= rows; n += 1) bench.at.store.rows.step('other', n, 'send', { at: 1, run: 'other' });
  }

  it('is skipped before it is handed to the client, and the others go', async () => {
    const runner = bench.runner(3);
    sendElsewhere(2);
    runner.start();
    expect(bench.calls.map(({ phone }) => phone)).toEqual(['+4530000003']);
    expect(bench.tally()).toMatchObject({ skipped: 2, ready: 1 });
    expect(bench.row(1)?.reason).toMatch(/same lead was sent .* and may exist, as row 1 of "result.csv"/);
  });

  it('is skipped at the last moment, and its job goes on', async () => {
    const runner = bench.started(2);
    sendElsewhere(1);
    expect(() => bench.call(0).send()).toThrow(/same lead/);
    await bench.call(0).answer(notSent('journal'));
    expect(bench.row(1)).toMatchObject({ state: 'skipped', attempts: 0 });
    expect(runner.hold).toBeNull();
    await bench.call(1).settle(created());
    expect(bench.ended).toEqual(['done']);
  });

  it('and that another program skipped at the last moment stays as it is', async () => {
    const runner = bench.started(1);
    sendElsewhere(1);
    remove(bench.at.store, 'other', { at: 2, run: 'other' });
    expect(() => bench.call(0).send()).toThrow(RowConflict);
    await bench.call(0).answer(notSent('journal'));
    expect(bench.row(1)).toMatchObject({ state: 'skipped', reason: expect.stringMatching(/deleted since/) });
    expect([runner.hold, bench.ended]).toEqual([null, ['done']]);
  });
});
