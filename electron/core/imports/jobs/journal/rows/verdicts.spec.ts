import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../../../shared/contract/imports/imports.ts';
import { createJournal, type JournalUnderTest, phones, remove } from '../job-fixture.ts';
import { Verdicts } from './verdicts.ts';

let at: JournalUnderTest;
let verdicts: Verdicts;
beforeEach(() => {
  at = createJournal();
  verdicts = new Verdicts(at.journal);
});
afterEach(() => at[Symbol.dispose]());

const step = (n: number, name: Parameters<typeof at.store.rows.step>[2], time: number, leadId: string | null = null) =>
  at.store.rows.step('job', n, name, { at: time, run: 'spec', leadId });

function job(tagField: string | null = null) {
  at.add(phones(4), { terms: { ...USUAL_TERMS, tagField } });
  return at.job();
}

/** A job of which the first row is unknown. */
function unknownRow() {
  const untagged = job();
  step(1, 'send', 1);
  step(1, 'unknown', 2);
  return untagged;
}

/** As in a job of an earlier version, whose leads are mapped when they are asked for. */
function forgetPayloads(): void {
  at.journal.exec('DROP TRIGGER import_cell_kept; UPDATE import_cell SET payload = NULL WHERE n > 1');
  // A repaired row.
  at.journal.exec(`UPDATE import_cell SET payload = '{"Phone":"+4530112244"}' WHERE n = 1`);
}

it('lists the rows nobody knows of with what they sent and when, the tag apart', () => {
  const tagged = job('Ref');
  for (const n of [1, 2]) {
    step(n, 'send', n);
    step(n, 'unknown', 90);
  }
  forgetPayloads();
  // A row that only the witness knew has no step "send".
  at.journal.exec(`UPDATE import_row SET state = 'unknown', at = 70 WHERE n = 3`);
  expect(verdicts.doubtful(tagged)).toEqual([
    { row: 1, sendId: 1, sentAt: 1, endedAt: 90, data: { Phone: '+4530112244' }, tag: 'imp-job-1' },
    { row: 2, sendId: 3, sentAt: 2, endedAt: 90, data: { Phone: '+4530000002' }, tag: 'imp-job-2' },
    { row: 3, sendId: null, sentAt: 70, endedAt: 70, data: { Phone: '+4530000003' }, tag: 'imp-job-3' },
  ]);
});

it('looks for no row of which a damage has left nothing', () => {
  const untagged = job();
  for (const n of [1, 2, 3]) step(n, 'send', n);
  for (const n of [1, 2]) step(n, 'unknown', 9);
  step(3, 'created', 9, '');
  at.journal.exec(`DROP TRIGGER import_cell_kept; UPDATE import_cell SET payload = '{"Pho' WHERE n IN (1, 3)`);
  expect(verdicts.doubtful(untagged).map(({ row }) => row)).toEqual([2]);
  expect([...verdicts.namelessLeads(untagged)]).toEqual([]);
});

it('has no tag of a job without one', () => {
  const untagged = unknownRow();
  expect(verdicts.doubtful(untagged)).toEqual([
    { row: 1, sendId: 1, sentAt: 1, endedAt: 2, data: { Phone: '+4530000001' }, tag: null },
  ]);
});

it('knows which leads are claimed, and the leads of rows that the service did not name', () => {
  const untagged = job();
  for (const [n, id] of [
    [1, ''],
    [2, null],
    [3, 'L3'],
    [4, 'L4'],
  ] as const) {
    step(n, 'send', n);
    step(n, 'created', n * 10, id);
  }
  forgetPayloads();
  expect([...verdicts.claimed(['L3', 'L9'])]).toEqual(['L3']);
  expect([...verdicts.namelessLeads(untagged)]).toEqual([{ Phone: '+4530112244' }, { Phone: '+4530000002' }]);
});

it('knows the first leads of the first job of a campaign, and the last of the last one', () => {
  for (const [createdAt, id] of ['first', 'between', 'last'].entries()) {
    at.add(phones(21), { id, createdAt });
    at.store.rows.together(() => {
      for (let n = 1; n <= 21; n += 1) at.created(n, { at: n, run: 'spec', leadId: `${id} ${n}` }, id);
    });
  }
  const known = verdicts.knownLeadsIn('spring').map(({ leadId }) => leadId);
  const twenty = Array.from({ length: 20 }, (_, index) => index);
  expect(known).toEqual([...twenty.map((n) => `first ${n + 1}`), ...twenty.map((n) => `last ${21 - n}`)]);
});

it('knows the leads beside a row of whose sending only the time is kept', () => {
  const found = job();
  for (const n of [1, 2]) {
    step(n, 'send', n * 10);
    step(n, 'created', n * 10 + 1, `L${n}`);
  }
  const around = (sentAt: number) => {
    const { before, after } = verdicts.knownLeads(found).around({ sendId: null, sentAt });
    return [before, after].map((side) => side.map(({ leadId }) => leadId));
  };
  expect([around(5), around(15)]).toEqual([
    [[], ['L1', 'L2']],
    [['L1'], ['L2']],
  ]);
});

it.each([
  ['Ref', 'imp-other-1'],
  ['Mark', null],
  [null, null],
])('knows the lead of another import that tags %s by the tag %s, beside an import that tags Ref', (tagField, tag) => {
  at.add(phones(1), { id: 'other', terms: { ...USUAL_TERMS, tagField } });
  at.created(1, { at: 1, run: 'spec', leadId: 'L1' }, 'other');
  const { before } = verdicts.knownLeads(job('Ref')).around({ sendId: null, sentAt: 9 });
  expect(before.map((found) => [found.leadId, found.tag])).toEqual([['L1', tag]]);
});

it('keeps what was found out about rows that are still unknown, a page at a time', () => {
  const untagged = job();
  for (const n of [1, 2, 3]) {
    step(n, 'send', 1);
    step(n, 'unknown', 2);
  }
  const found = (row: number, leadId: string | null) =>
    ({ row, verdict: leadId === null ? 'absent' : 'exists', leadId, evidence: `Looked for ${row}.` }) as const;
  const looked = verdicts.doubtful(untagged);
  verdicts.save('job', 5, [found(1, 'L1'), found(2, null), found(3, 'L3')], looked);
  verdicts.save('job', 6, [found(3, null)], looked);
  expect(verdicts.page('job', 1, 1)).toEqual({
    total: 3,
    sums: { exists: 1, absent: 2, several: 0, unclear: 0 },
    verdicts: [{ ...found(2, null), at: 5 }],
  });
  expect(verdicts.page('job', 0, 1).verdicts).toEqual([{ ...found(1, 'L1'), at: 5 }]);
  step(1, 'exists', 9);
  expect(verdicts.page('job', 0, 9)).toEqual({
    total: 2,
    sums: { exists: 0, absent: 2, several: 0, unclear: 0 },
    verdicts: [
      { ...found(2, null), at: 5 },
      { ...found(3, null), at: 6 },
    ],
  });
});

describe('what was found out about a row ends when the row is sent again', () => {
  const absent = { row: 1, verdict: 'absent', leadId: null, evidence: 'Not there.' } as const;
  const sendAgain = () => {
    step(1, 'sendOnce', 3);
    step(1, 'send', 4);
    step(1, 'unknown', 5);
  };

  it('also when its answer is lost once more', () => {
    const untagged = unknownRow();
    verdicts.save('job', 3, [absent], verdicts.doubtful(untagged));
    expect(verdicts.page('job', 0, 9).total).toBe(1);
    sendAgain();
    expect(verdicts.page('job', 0, 9)).toMatchObject({ total: 0, verdicts: [] });
  });

  it('and a look that began before does not bring it back', () => {
    const untagged = unknownRow();
    const looked = verdicts.doubtful(untagged);
    sendAgain();
    verdicts.save('job', 6, [absent], looked);
    expect(verdicts.page('job', 0, 9).total).toBe(0);
    verdicts.save('job', 7, [absent], verdicts.doubtful(untagged));
    expect(verdicts.page('job', 0, 9).total).toBe(1);
  });
});

it('keeps nothing of a job that was deleted while its rows were looked for', () => {
  const untagged = unknownRow();
  const looked = verdicts.doubtful(untagged);
  remove(at.store, untagged.id, { at: 5, run: 'another program' });
  verdicts.save(untagged.id, 6, [{ row: 1, verdict: 'absent', leadId: null, evidence: 'Not there.' }], looked);
  expect(at.journal.prepare('SELECT count(*) AS kept FROM import_verdict').get()).toEqual({ kept: 0 });
});
