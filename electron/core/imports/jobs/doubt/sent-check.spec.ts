import { describe, expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { phones } from '../journal/job-fixture.ts';
import { turn } from '../run/runner-fixture.ts';
import { noMemory } from '../witness/witness.ts';
import { counted, failed, SentCheckBench } from './sent-check-fixture.ts';

let bench: SentCheckBench;

eachTime(() => (bench = new SentCheckBench()));

describe('the rows of a job that had rows left when the account was opened', () => {
  it('leave after the service counted no more than is remembered, before the first and behind it', async () => {
    bench.at.add(phones(2), { id: 'one' });
    bench.opened(2, 'two', 5);
    const rows = [bench.send('one'), bench.send('two')];
    expect(bench.left).toBe(0);
    await bench.answer(0, counted(5));
    expect(bench.left).toBe(1);
    bench.remembered(1);
    await bench.answer(1, counted(6));
    for (const row of rows) expect(await row).toMatchObject({ outcome: 'created' });
    expect(await bench.send('two')).toMatchObject({ outcome: 'created' });
    expect([bench.asked.length, bench.left]).toEqual([2, 3]);
    expect(bench.check.doubts.current()).toBeNull();
    expect(bench.check.noCount).toBe('');
  });

  it('go alone one by one until one arrives, and only then is the count read again', async () => {
    bench.opened(3, 'one', 5);
    const { onCreate } = bench;
    bench.onCreate = () => ({ outcome: 'notSent', reason: 'offline', message: 'No connection.' });
    expect(await bench.asking('one', counted(5))).toMatchObject({ outcome: 'notSent' });
    bench.onCreate = onCreate;
    expect(await bench.send('one')).toMatchObject({ outcome: 'created' });
    expect(bench.asked).toHaveLength(2);
    expect(bench.left).toBe(2);
  });

  it('are held back when it counted one more', async () => {
    bench.opened(2, 'one', 5);
    expect(await bench.asking('one', counted(6))).toEqual({
      outcome: 'heldBack',
      reason: expect.stringContaining('1 more lead'),
    });
    expect(bench.holdOf('one')).toMatchObject({ kind: 'older' });
    expect([bench.left, bench.told]).toEqual([0, 1]);
    // Nothing is asked again: it is for a person to say.
    expect(await bench.send('one')).toMatchObject({ outcome: 'heldBack' });
    expect([bench.asked.length, bench.left]).toEqual([1, 0]);
  });

  it('are held back behind the first one when a copy of the folder has sent it, too', async () => {
    bench.opened(2, 'one', 5);
    const rows = [bench.send('one'), bench.send('one')];
    await bench.answer(0, counted(5));
    bench.remembered(1);
    await bench.answer(1, counted(7));
    expect(await rows[0]).toMatchObject({ outcome: 'created' });
    expect(await rows[1]).toMatchObject({
      outcome: 'heldBack',
      reason: expect.stringMatching(/1 more lead than this computer sent since .*a copy of this data folder/),
    });
    expect(bench.left).toBe(1);
    expect(bench.check.doubts.current()).toMatchObject({
      service: { counted: 7, remembered: 6 },
      held: [{ jobId: 'one' }],
    });
  });

  it.each([
    ['leave when the service did not count a request', 4, 'created'],
    ['are held back when the service counted a request', 5, 'heldBack'],
  ])('%s that was debited and never written as sent', async (_, count, expected) => {
    bench.at.add(phones(2), { id: 'one' });
    bench.remembered(5, 4);
    bench.open();
    expect(await bench.asking('one', counted(count))).toMatchObject({ outcome: expected });
  });

  it('leave when another program had debited a request for a row that it writes in a moment', async () => {
    bench.at.add(phones(2), { id: 'one' });
    bench.at.add(phones(2), { id: 'two' });
    bench.elsewhere = ['two'];
    bench.remembered(5, 4);
    bench.open();
    expect(await bench.asking('one', counted(5))).toMatchObject({ outcome: 'created' });
  });

  it.each(['forbidden', 'notFound', 'rejected'])(
    'leave when the service offers no counts (%s), and it is said',
    async (code) => {
      bench.at.add(phones(1));
      bench.open();
      expect(await bench.asking('job', failed(code))).toMatchObject({ outcome: 'created' });
      expect(await bench.send('job')).toMatchObject({ outcome: 'created' });
      expect(bench.asked).toHaveLength(1);
      const words = expect.stringContaining('does not say how many leads it counted');
      expect(bench.check.notes.of('job')).toEqual([words]);
      expect(bench.check.noCount).toEqual(words);
      expect([bench.noted, bench.told]).toEqual([['job'], 1]);
    },
  );

  it('are no longer said to go unseen when a later start finds a count', async () => {
    bench.opened(1);
    await bench.asking('job', failed('notFound'));
    const again = bench.open();
    const next = bench.send('job');
    await bench.answer(1, counted(0));
    await next;
    expect(again.noCount).toBe('');
    // What went unseen did so.
    expect(again.notes.of('job')).toHaveLength(1);
  });

  it('leave behind a count that began anew, and it is said with both figures', async () => {
    bench.at.add(phones(2));
    bench.remembered(5);
    bench.toldBefore(5);
    bench.open();
    expect(await bench.asking('job', counted(0))).toMatchObject({ outcome: 'created' });
    expect(bench.check.notes.of('job')).toEqual([
      expect.stringMatching(/^The service counted 0 in its day, and this computer remembers 5: /),
    ]);
  });

  it('leave behind a count that lacks leads which this computer created within the hour, and it is said', async () => {
    bench.at.add(phones(3));
    for (const n of [1, 2]) bench.at.created(n, { at: bench.clock.wallNow(), run: 'earlier' });
    bench.remembered(2);
    bench.open();
    expect(await bench.asking('job', counted(1))).toMatchObject({ outcome: 'created' });
    expect(bench.check.notes.of('job')).toEqual([
      expect.stringMatching(/^The service counted 1 in its day, and this computer remembers 2: /),
    ]);
  });

  it('are not held when the service has again what its count lacked, as after a restart', async () => {
    bench.at.add(phones(3));
    for (const n of [1, 2]) bench.at.created(n, { at: bench.clock.wallNow(), run: 'earlier' });
    bench.remembered(2);
    bench.open();
    await bench.asking('job', counted(0));
    bench.remembered(1);
    await bench.answer(1, counted(3));
    expect(await bench.send('job')).toMatchObject({ outcome: 'created' });
    expect([bench.holdOf('job'), bench.check.doubts.current()]).toEqual([null, null]);
  });

  it('wait while there is no connection, and ask again', async () => {
    bench.opened(1);
    expect(await bench.asking('job', failed('network'))).toEqual({
      outcome: 'notSent',
      reason: 'offline',
      message: 'No connection.',
    });
    const again = bench.send('job');
    await bench.answer(1, counted(0));
    expect(await again).toMatchObject({ outcome: 'created' });
    expect([bench.asked.length, bench.left]).toEqual([3, 1]);
  });

  it('wait while the service cannot say it, and ask again', async () => {
    bench.opened(1);
    expect(await bench.asking('job', failed('rejected', { status: 500 }))).toEqual({
      outcome: 'uncounted',
      reason: expect.stringContaining('It failed (500).'),
      retryAt: null,
    });
    const later = bench.send('job');
    await bench.answer(1, failed('rateLimited', { retryAt: 99, message: 'Not this minute.' }));
    expect(await later).toEqual({
      outcome: 'uncounted',
      reason: expect.stringContaining('Not this minute.'),
      retryAt: 99,
    });
    const again = bench.send('job');
    await bench.answer(2, counted(0));
    expect(await again).toMatchObject({ outcome: 'created' });
    expect([bench.asked.length, bench.left, bench.noted]).toEqual([4, 1, []]);
  });

  it.each([
    ['auth', { outcome: 'notNow', kind: 'auth' }],
    ['file', { outcome: 'notSent', reason: 'journal' }],
    ['cancelled', { outcome: 'notSent', reason: 'cancelled' }],
  ])('meet what they would meet themselves (%s)', async (code, expected) => {
    bench.opened(1);
    expect(await bench.asking('job', failed(code))).toMatchObject(expected);
    expect(bench.left).toBe(0);
  });

  it('wait for the journal that cannot take the doubt, and are held when it can', async () => {
    bench.opened(1);
    const row = bench.send('job');
    bench.at.journal.exec('PRAGMA query_only = ON');
    await bench.answer(0, counted(1));
    expect(await row).toMatchObject({ outcome: 'notSent', reason: 'journal' });
    bench.at.journal.exec('PRAGMA query_only = OFF');
    expect(await bench.send('job')).toMatchObject({ outcome: 'heldBack' });
    expect([bench.left, bench.holdOf('job')?.kind]).toEqual([0, 'older']);
  });

  it('can be cancelled before and while the service is asked', async () => {
    bench.opened(1);
    const cancel = new AbortController();
    const waits = bench.send('job', cancel.signal);
    cancel.abort();
    const cancelled = { outcome: 'notSent', reason: 'cancelled' };
    expect(await waits).toMatchObject(cancelled);
    expect(await bench.send('job', AbortSignal.abort())).toMatchObject(cancelled);
    expect([bench.asked.length, bench.left]).toEqual([1, 0]);
  });

  it('leave the place of the one that goes alone to others when it is called back in the turn of its pass', async () => {
    bench.opened(2);
    bench.onCreate = () => ({ outcome: 'notSent', reason: 'cancelled', message: 'Cancelled.' });
    await bench.asking('job', counted(0));
    const cancel = new AbortController();
    const calledBack = bench.send('job', cancel.signal);
    cancel.abort();
    expect(await calledBack).toMatchObject({ outcome: 'notSent', reason: 'cancelled' });
    bench.onCreate = () => ({ outcome: 'created', leadId: 'L', raw: '' });
    const next = bench.send('job');
    await turn();
    expect(bench.asked).toHaveLength(2);
    expect(await next).toMatchObject({ outcome: 'created' });
  });

  it('are asked about no longer than the account is open', async () => {
    bench.opened(1);
    const cancel = new AbortController();
    const row = bench.send('job', cancel.signal);
    expect(bench.asked[0]?.signal.aborted).toBe(false);
    bench.check[Symbol.dispose]();
    expect(bench.asked[0]?.signal.aborted).toBe(true);
    cancel.abort();
    await row;
  });
});

it('rows of a job that began later leave at once', async () => {
  bench.open();
  bench.at.add(phones(1));
  expect(await bench.send('job')).toMatchObject({ outcome: 'created' });
  expect(bench.asked).toHaveLength(0);
});

it('rows of a job that had none left leave at once when a person sends one again', async () => {
  bench.at.add(phones(1));
  bench.at.created(1, { at: 5, run: 'spec', leadId: 'x' });
  bench.open();
  expect(await bench.send('job')).toMatchObject({ outcome: 'created' });
  expect(bench.asked).toHaveLength(0);
});

it('what a damaged journal lost of its rows has its place again, and only then', () => {
  bench.at.add(phones(3));
  bench.at.journal.exec('DELETE FROM import_row WHERE n = 2; DELETE FROM import_lead');
  const places = () => [
    bench.at.store.rows.tally('job').skipped,
    bench.at.journal.prepare('SELECT count(*) AS known FROM import_lead').get()?.['known'],
  ];
  bench.open()[Symbol.dispose]();
  expect(places()).toEqual([0, 0]);
  bench.open('damaged.sqlite');
  expect(places()).toEqual([1, 3]);
});

it('rows of which only the witness knows are counted as remembered', async () => {
  bench.at.add(phones(3));
  // The journal of an hour ago, with the witness of now.
  const { sentRecord } = bench.at.store;
  const memory = noMemory({
    job: 'job',
    file: 'people.csv',
    hash: 'ab',
    bytes: 10,
    campaign: 'SPRING',
    pool: null,
    rows: 3,
    at: 1,
  });
  memory.sent.add(1);
  memory.sent.add(2);
  const { id, last } = sentRecord.position;
  sentRecord.adopt(id, last + 2, [memory]);
  bench.at.journal.exec(`UPDATE sent_witness SET last = ${last}`);
  bench.open();
  expect(bench.check.doubts.current()).toMatchObject({ forgotten: [{ rows: '1-2' }] });
  const row = bench.send('job');
  bench.asked[0]?.answer(counted(2));
  expect(await row).toMatchObject({ outcome: 'created' });
});

it('a journal that was built anew is in doubt', () => {
  bench.at.add(phones(1));
  bench.open('damaged.sqlite');
  expect(bench.check.doubts.current()).toMatchObject({ setAside: 'damaged.sqlite', held: [{ jobId: 'job' }] });
  bench.check.settle();
  expect(bench.check.doubts.current()).toBeNull();
  expect(bench.told).toBe(1);
});
