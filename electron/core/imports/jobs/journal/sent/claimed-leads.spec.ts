import { beforeEach, describe, expect, it } from 'vitest';
import { type LeadClaims, NO_TEAM, type SentLeads } from '../../../../foundation/lead-claims.ts';
import { eachTime } from '../../../../foundation/world-fixture.ts';
import { column } from '../../../fields/column-fixture.ts';
import { createJournal, type JournalUnderTest, remove } from '../job-fixture.ts';

/* The leads of an account as its team claims and lists them, with a team that only writes down what it is told. */

let at: JournalUnderTest;
let leads: SentLeads;
let isTeam: boolean;
let isByPhone: boolean;
/** What the team was told, with the digests as hex. */
let told: unknown[];

eachTime(() => {
  [isTeam, isByPhone, told] = [true, false, []];
  const claims: LeadClaims = {
    ...NO_TEAM,
    get isTeam() {
      return isTeam;
    },
    get isByPhone() {
      return isByPhone;
    },
    connect: (sent) => (leads = sent),
    use: (job, n, digest) => void told.push(['use', job, n, hex(digest)]),
    created: (digest) => void told.push(['created', hex(digest)]),
    notCreated: (digest) => void told.push(['not created', hex(digest)]),
  };
  return (at = createJournal(() => claims));
});

const hex = (digest: Uint8Array | null | undefined) => (digest == null ? null : Buffer.from(digest).toString('hex'));
const COLUMNS = { columns: ['Name', 'Phone'], mapping: [column(0, 'Name'), column(1, 'Phone')] };
/** Anna and Bo share a phone; Cara has none; of the last row nothing is sent. */
const PEOPLE = [
  ['Anna', '+4530000001'],
  ['Bo', '+4530000001'],
  ['Cara', ''],
  ['', ''],
];
const add = (id = 'job', rows = PEOPLE) => at.add(rows, { ...COLUMNS, id });
const by = { at: 5, run: 'spec' };
const step = (n: number, name: Parameters<typeof at.store.rows.step>[2], job = 'job') =>
  at.store.rows.step(job, n, name, { ...by, ...(name === 'created' && { leadId: `L${n}` }) });
const listed = (job = '', n = 0, limit = 10) => leads.sentAfter(job, n, limit).map((one) => [one.job, one.n]);
const digestOf = (n: number, job = 'job') => at.store.claimed.of(job, n)?.digest ?? null;

describe('in a team that sends each lead once', () => {
  beforeEach(() => add());

  it('a row is claimed for its lead alone, one without a lead for none', () => {
    expect([1, 2, 3].map((n) => at.store.claimed.of('job', n)?.isPhone)).toEqual([false, false, false]);
    expect(new Set([1, 2, 3].map((n) => hex(digestOf(n)))).size).toBe(3);
    expect([at.store.claimed.of('job', 4), at.store.claimed.of('gone', 1)]).toEqual([null, null]);
  });

  it('the team is told of the lead that leaves, is created, refused or not looked at, in this order, and of nothing else', () => {
    const [one, two, three] = [1, 2, 3].map((n) => hex(digestOf(n)));
    for (const n of [1, 2, 3]) step(n, 'send');
    expect(told.splice(0)).toEqual([one, two, three].map((digest, index) => ['use', 'job', index + 1, digest]));
    step(1, 'created');
    step(2, 'rejected');
    step(3, 'unknown');
    expect(told.splice(0)).toEqual([
      ['created', one],
      ['not created', two],
    ]);
    step(3, 'exists');
    step(2, 'tryAgain');
    expect(told.splice(0)).toEqual([['created', three]]);
    step(2, 'send');
    step(2, 'takeBack');
    expect(told.splice(0)).toEqual([
      ['use', 'job', 2, two],
      ['not created', two],
    ]);
    isTeam = false;
    step(2, 'send');
    step(2, 'rejected');
    expect(told).toEqual([]);
  });

  it('lists the rows that may have arrived, page by page, with what is known of each', () => {
    add('later', [
      ['Dan', '1'],
      ['Eva', '2'],
      ['Fie', '3'],
    ]);
    for (const n of [1, 2, 3]) step(n, 'send');
    step(1, 'created');
    step(2, 'rejected');
    for (const n of [1, 3]) step(n, 'send', 'later');
    expect(listed()).toEqual([
      ['job', 1],
      ['job', 3],
      ['later', 1],
      ['later', 3],
    ]);
    expect([listed('', 0, 2), listed('job', 3, 1), listed('later', 3)]).toEqual([
      [
        ['job', 1],
        ['job', 3],
      ],
      [['later', 1]],
      [],
    ]);
    expect(leads.sentAfter('', 0, 2)).toEqual([
      { job: 'job', n: 1, digest: digestOf(1), isCreated: true },
      { job: 'job', n: 3, digest: digestOf(3), isCreated: false },
    ]);
    const arrived = [1, 2, 3].map((n) => leads.mayHaveArrived(digestOf(n) ?? new Uint8Array()));
    expect(arrived).toEqual([true, false, true]);
  });

  it('lists what left in its order, with the contacts by which a colleague finds it, from the place that was reached', () => {
    step(3, 'send');
    step(3, 'unknown');
    step(1, 'send');
    const first = leads.leftAfter(0, 1);
    expect(first.leads).toEqual([{ digest: digestOf(3), campaignCode: 'SPRING', contacts: [] }]);
    const next = leads.leftAfter(first.place, 5);
    expect(next.leads).toEqual([{ digest: digestOf(1), campaignCode: 'SPRING', contacts: ['phone 30000001'] }]);
    expect(leads.leftAfter(next.place, 5)).toEqual({ place: next.place, leads: [] });
  });
});

describe('in a team that sends one lead for each phone', () => {
  const kept = () => Number(at.journal.prepare('SELECT count(*) AS n FROM import_claimed_as').get()?.['n']);

  it('rows with one phone are claimed as one, in whatever import; without a phone each for itself', () => {
    isByPhone = true;
    add();
    add('later', [['Bodil', '+45 30 00 00 01']]);
    expect(digestOf(1)).toEqual(digestOf(2));
    expect([1, 2, 3].map((n) => at.store.claimed.of('job', n)?.isPhone)).toEqual([true, true, false]);
    expect([at.store.claimed.of('job', 4), kept()]).toEqual([null, 4]);
    step(2, 'send');
    expect(told).toEqual([['use', 'job', 2, hex(digestOf(1))]]);
    expect(leads.mayHaveArrived(digestOf(1) ?? new Uint8Array())).toBe(true);
    expect(leads.leftAfter(0, 5).leads).toMatchObject([{ digest: digestOf(2) }]);
    // It goes with its row.
    remove(at.store, 'job', by);
    expect(kept()).toBe(1);
  });

  it('a row that leaves keeps what it is claimed as, though it was there before the team', () => {
    add();
    isByPhone = true;
    step(1, 'send');
    expect(kept()).toBe(1);
    const digest = digestOf(1);
    expect(told).toEqual([['use', 'job', 1, hex(digest)]]);
    expect([leads.mayHaveArrived(digest ?? new Uint8Array()), leads.leftAfter(0, 5).leads[0]?.digest]).toEqual([
      true,
      digest,
    ]);
  });

  it.each([10, 2, 1])('rows of before are kept as they are claimed when the team takes them, %i at a time', (limit) => {
    add('earlier', [['Dan', '+4530000002']]);
    add();
    step(1, 'send');
    step(3, 'send');
    step(1, 'send', 'earlier');
    isByPhone = true;
    const seen: unknown[] = [];
    for (let page = leads.sentAfter('', 0, limit); page.length > 0;) {
      seen.push(...page.map(({ job, n, digest }) => [job, n, hex(digest)]));
      const last = page.at(-1);
      page = leads.sentAfter(last?.job ?? '', last?.n ?? 0, limit);
    }
    expect(seen).toEqual([
      ['earlier', 1, hex(digestOf(1, 'earlier'))],
      ['job', 1, hex(digestOf(1))],
      ['job', 3, hex(digestOf(3))],
    ]);
    // Also of the one that waits, which shares a phone with one that left.
    expect([kept(), at.store.claimed.of('job', 2)?.isPhone]).toEqual([4, true]);
    for (const n of [1, 2, 3]) expect(leads.mayHaveArrived(digestOf(n) ?? new Uint8Array())).toBe(true);
    expect(leads.leftAfter(0, 5).leads).toHaveLength(3);
  });

  it('a row of an import from before leads were kept is claimed by what its cells say', () => {
    add();
    isByPhone = true;
    const [byPayload] = [digestOf(1)];
    at.journal.exec('UPDATE import_cell SET payload = NULL');
    expect(digestOf(1)).toEqual(byPayload);
    at.journal.exec(`UPDATE import_cell SET payload = '{'`);
    // A damaged one by its own digest alone.
    expect(at.store.claimed.of('job', 1)?.isPhone).toBe(false);
  });
});
