import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountSession } from '../../../sessions/session.ts';
import { createLedgerStore } from '../../../api/broker/ledger-store.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { createJournal, type JournalUnderTest, phones } from '../journal/job-fixture.ts';
import { noMemory } from '../witness/witness.ts';
import { SentCheck } from './sent-check.ts';

const MINUTE = 60_000;
const LEAD = { campaignCode: 'SPRING', data: { Phone: '+4530000001' } };

type Counts = Awaited<ReturnType<AccountSession['api']['readCounts']>>;

let at: JournalUnderTest;
let clock: VirtualClock;
let check: SentCheck | null;
let asked: { answer(counts: Counts): void; readonly signal: AbortSignal }[];
let left: number;
let told: number;
let bugs: string[];

beforeEach(() => {
  at = createJournal();
  clock = new VirtualClock();
  check = null;
  [asked, left, told, bugs] = [[], 0, 0, []];
});
afterEach(() => {
  check?.[Symbol.dispose]();
  at[Symbol.dispose]();
});

function open(setAside?: string): SentCheck {
  const api = {
    createLead: () => {
      left += 1;
      return Promise.resolve({ outcome: 'created', leadId: `${left}`, raw: '' });
    },
    readCounts: ({ signal }: { signal: AbortSignal }) =>
      new Promise<Counts>((resolve) => asked.push({ answer: resolve, signal })),
  } as unknown as AccountSession['api'];
  const session = { journal: at.journal, api, folder: '', ...(setAside !== undefined && { setAside }) };
  check = new SentCheck({
    clock,
    log: { bug: (what) => (bugs.push(what), ''), note: () => undefined },
    session: session as unknown as AccountSession,
    store: at.store,
    run: 'spec',
    isHeldElsewhere: () => false,
    onDoubt: () => (told += 1),
  });
  return check;
}

/** The service counted so many leads. */
const counted = (used: number): Counts =>
  ({
    ok: true,
    value: {
      figures: [
        { name: 'Leads', services: ['POST leads'], limit: 1000, used, remaining: null, secondsLeft: 20 * 3600 },
      ],
      raw: '',
    },
  }) as unknown as Counts;
const failed = (code: string): Counts =>
  ({ ok: false, error: { code, message: 'No connection.' } }) as unknown as Counts;

const send = (jobId: string, signal?: AbortSignal) =>
  check?.guard(jobId).createLead(LEAD, { lane: 'import', beforeSend: () => undefined, ...(signal && { signal }) });
/** So many rows were debited and have left, of which the journal has written the first `written` as sent. */
const remembered = (units: number, written = units) => {
  const attempt = at.journal.prepare(
    `INSERT INTO import_attempt (job, n, at, step, run, detail) SELECT min(id), 1, ?, 'send', 'before', '' FROM import_job`,
  );
  for (let n = 0; n < written; n += 1) attempt.run(clock.wallNow());
  createLedgerStore(at.journal).addMinute({
    minute: Math.floor(clock.wallNow() / MINUTE) * MINUTE,
    service: 'POST leads',
    lane: 'import',
    requests: units,
    units,
    refused: 0,
  });
};
const holdOf = (id: string) => at.store.find(id)?.hold ?? null;

describe('the rows of a job that had rows left when the account was opened', () => {
  it('leave after the service counted no more than is remembered, and it is asked once', async () => {
    at.add(phones(2), { id: 'one' });
    at.add(phones(2), { id: 'two' });
    remembered(5);
    open();
    const rows = [send('one'), send('two')];
    expect(left).toBe(0);
    asked[0]?.answer(counted(5));
    for (const row of rows) expect(await row).toMatchObject({ outcome: 'created' });
    expect(await send('two')).toMatchObject({ outcome: 'created' });
    expect([asked.length, left, told]).toEqual([1, 3, 0]);
    expect(check?.doubts.current()).toBeNull();
  });

  it('are held back when it counted one more', async () => {
    at.add(phones(2), { id: 'one' });
    remembered(5);
    open();
    const row = send('one');
    asked[0]?.answer(counted(6));
    expect(await row).toEqual({ outcome: 'heldBack', reason: expect.stringContaining('1 more lead') });
    expect(holdOf('one')).toMatchObject({ kind: 'older' });
    expect([left, told]).toEqual([0, 1]);
    // Once told it is for a person to say; nothing is asked again.
    expect(await send('one')).toMatchObject({ outcome: 'created' });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['leave when the service did not count a request', 4, 'created'],
    ['are held back when the service counted a request', 5, 'heldBack'],
  ])('%s that was debited and never written as sent', async (_, count, outcome) => {
    at.add(phones(2), { id: 'one' });
    remembered(5, 4);
    open();
    const row = send('one');
    asked[0]?.answer(counted(count));
    expect(await row).toMatchObject({ outcome });
  });

  it('leave when the service offers no counts', async () => {
    at.add(phones(1));
    open();
    const row = send('job');
    asked[0]?.answer(failed('rejected'));
    expect(await row).toMatchObject({ outcome: 'created' });
    expect(await send('job')).toMatchObject({ outcome: 'created' });
    expect([asked.length, told]).toEqual([1, 0]);
  });

  it('wait while there is no connection, and ask again', async () => {
    at.add(phones(1));
    open();
    const row = send('job');
    asked[0]?.answer(failed('network'));
    expect(await row).toEqual({ outcome: 'notSent', reason: 'offline', message: 'No connection.' });
    const again = send('job');
    asked[1]?.answer(counted(0));
    expect(await again).toMatchObject({ outcome: 'created' });
    expect([asked.length, left]).toEqual([2, 1]);
  });

  it('can be cancelled before and while the service is asked', async () => {
    at.add(phones(1));
    open();
    const cancel = new AbortController();
    const waits = send('job', cancel.signal);
    cancel.abort();
    const cancelled = { outcome: 'notSent', reason: 'cancelled' };
    expect(await waits).toMatchObject(cancelled);
    expect(await send('job', AbortSignal.abort())).toMatchObject(cancelled);
    expect([asked.length, left]).toEqual([1, 0]);
  });

  it('are no longer asked about once a person lets the job go on', async () => {
    at.add(phones(1), { id: 'one' });
    at.add(phones(1), { id: 'two' });
    open().doubts.counted({ counted: 2, remembered: 1, isShared: false, readAt: 0 });
    const resume = (id: string) => () => Promise.resolve(at.store.setHold(id, null));
    await check?.goOn('one', resume('one'));
    expect(await send('one')).toMatchObject({ outcome: 'created' });
    expect(asked).toHaveLength(0);
    expect(check?.doubts.current()?.held.map(({ jobId }) => jobId)).toEqual(['two']);
    await check?.goOn('two', resume('two'));
    expect(check?.doubts.current()).toBeNull();
    expect(told).toBe(2);
  });

  it('are asked about no longer than the account is open', async () => {
    at.add(phones(1));
    open();
    const cancel = new AbortController();
    const row = send('job', cancel.signal);
    expect(asked[0]?.signal.aborted).toBe(false);
    check?.[Symbol.dispose]();
    expect(asked[0]?.signal.aborted).toBe(true);
    cancel.abort();
    await row;
  });
});

it('rows of a job that began later leave at once', async () => {
  open();
  at.add(phones(1));
  expect(await send('job')).toMatchObject({ outcome: 'created' });
  expect(asked).toHaveLength(0);
});

it('rows of a job that had none left leave at once when a person sends one again', async () => {
  at.add(phones(1));
  at.store.rows.step('job', 1, 'send', { at: 5, run: 'spec' });
  at.store.rows.step('job', 1, 'created', { at: 5, run: 'spec', leadId: 'x' });
  open();
  expect(await send('job')).toMatchObject({ outcome: 'created' });
  expect(asked).toHaveLength(0);
});

it('what a damaged journal lost of its rows has its place again, and only then', () => {
  at.add(phones(3));
  at.journal.exec('DELETE FROM import_row WHERE n = 2; DELETE FROM import_lead');
  const places = () => [
    at.store.rows.tally('job').skipped,
    at.journal.prepare('SELECT count(*) AS known FROM import_lead').get()?.['known'],
  ];
  open()[Symbol.dispose]();
  expect(places()).toEqual([0, 0]);
  open('damaged.sqlite');
  expect(places()).toEqual([1, 3]);
});

it('rows of which only the witness knows are counted as remembered', async () => {
  at.add(phones(3));
  // The journal of an hour ago, with the witness of now.
  const { sentRecord } = at.store;
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
  at.journal.exec(`UPDATE sent_witness SET last = ${last}`);
  open();
  expect(check?.doubts.current()).toMatchObject({ forgotten: [{ rows: '1-2' }] });
  const row = send('job');
  asked[0]?.answer(counted(2));
  expect(await row).toMatchObject({ outcome: 'created' });
});

it('a journal that was built anew is in doubt', () => {
  at.add(phones(1));
  open('damaged.sqlite');
  expect(check?.doubts.current()).toMatchObject({ setAside: 'damaged.sqlite', held: [{ jobId: 'job' }] });
  check?.settle();
  expect(check?.doubts.current()).toBeNull();
  expect(told).toBe(1);
});

it('a disk that takes no more writes lets a job go on, and is noted', async () => {
  at.add(phones(1));
  open().doubts.counted({ counted: 2, remembered: 1, isShared: false, readAt: 0 });
  const resume = () => {
    at.store.setHold('job', null);
    at.journal.exec('PRAGMA query_only = ON');
    return Promise.resolve('resumed');
  };
  expect(await check?.goOn('job', resume)).toBe('resumed');
  at.journal.exec('PRAGMA query_only = OFF');
  expect([bugs.length, told]).toEqual([1, 1]);
  expect(check?.doubts.current()).not.toBeNull();
});

it('any other trouble with the end of a doubt is told', async () => {
  at.add(phones(1));
  open().doubts.counted({ counted: 2, remembered: 1, isShared: false, readAt: 0 });
  at.journal.exec(`CREATE TRIGGER broken BEFORE UPDATE ON import_doubt BEGIN SELECT raise(ABORT, 'broken'); END`);
  const resume = () => Promise.resolve(at.store.setHold('job', null));
  await expect(check?.goOn('job', resume)).rejects.toThrow('broken');
  expect(bugs).toEqual([]);
});

describe('a person who asks for the count', () => {
  const nobody = new AbortController().signal;

  it('reads it beside what is remembered, and is told when the service counted more', async () => {
    const desk = open('journal.damaged');
    const answer = desk.askCount(nobody);
    asked[0]?.answer(counted(3));
    const { doubt } = await answer;
    expect(doubt?.service).toMatchObject({ counted: 3, remembered: 0 });
    expect(doubt?.sentences.join(' ')).toMatch(/The service counted 3 more leads/);
  });

  it('reads an equal count without a word of doubt', async () => {
    const desk = open('journal.damaged');
    const before = desk.doubts.current()?.sentences;
    const answer = desk.askCount(nobody);
    asked[0]?.answer(counted(0));
    expect((await answer).doubt).toMatchObject({ service: { counted: 0, remembered: 0 }, sentences: before });
  });

  it.each([
    ['network', 'network'],
    ['rejected', 'notFound'],
  ])('is told why there is none (%s)', async (code, expected) => {
    const desk = open('journal.damaged');
    const answer = desk.askCount(nobody);
    asked[0]?.answer(failed(code));
    await expect(answer).rejects.toMatchObject({ error: { code: expected } });
    expect(desk.doubts.current()?.service).toBeNull();
  });

  it('is not answered when nothing is in doubt', async () => {
    await expect(open().askCount(nobody)).rejects.toMatchObject({ error: { code: 'notFound' } });
    expect(asked).toEqual([]);
  });
});
