import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import { openDurable } from '../storage/database.ts';
import { changeWith } from './change-fixture.ts';
import { ChangeLeads, type LeadPage } from './change-leads.ts';
import { SegmentChangeStore } from './change-store.ts';

let folder: string;
let journal: DatabaseSync;
let store: SegmentChangeStore;
let leads: ChangeLeads;

beforeEach(() => {
  folder = specFolder('change-leads');
  journal = openDurable(join(folder, 'journal.sqlite'));
  store = new SegmentChangeStore(journal);
  leads = new ChangeLeads(journal, async () => undefined);
});
afterEach(() => {
  journal.close();
});

/** A disk that is full after this number of turns. */
const until = (turns: number) => {
  let left = turns;
  return async () => {
    left -= 1;
    if (left < 0) throw new Error('the program was killed');
  };
};
const rows = (table: string) => Number(journal.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']);
const many = Array.from({ length: 60_000 }, (_, index) => `L${index}`);

describe('a list that is kept', () => {
  it('counts as none before it is begun, wherever it is cut short', async () => {
    await expect(new ChangeLeads(journal, until(1)).keep(changeWith('x', { batchSize: 1 }), many)).rejects.toThrow(
      'killed',
    );
    expect(rows('segment_ids')).toBeGreaterThan(0);
    expect(rows('segment_ids')).toBeLessThan(many.length);
    expect([store.find('x'), store.started()]).toEqual([undefined, []]);
    await leads.keep(changeWith('x', { batchSize: 1000 }), many);
    expect(store.begin('x', 2)).toBe(true);
    expect(store.figures('x')).toMatchObject({ leads: 60_000, batchCount: 60, counts: { waiting: 60_000 } });
    expect(store.leadsOf('x', 60)?.at(-1)).toBe('L59999');
  });

  it('is gone for everybody as soon as its removal has begun', async () => {
    await leads.keep(changeWith('x', { batchSize: 1 }), many);
    store.begin('x', 2);
    await expect(new ChangeLeads(journal, until(0)).remove('x')).rejects.toThrow('killed');
    expect(store.find('x')).toBeUndefined();
    expect(leads.putInEarlier('S').size).toBe(0);
    // Batches go with their ids, a part at a time, and not all of them with the change.
    expect(rows('segment_batch')).toBe(rows('segment_ids'));
    await leads.remove('x');
    expect(['segment_change', 'segment_batch', 'segment_ids'].map(rows)).toEqual([0, 0, 0]);
    expect(statSync(join(folder, 'journal.sqlite-wal')).size).toBe(0);
  });
});

it('takes the leads of an earlier version over, with what became of each', () => {
  const path = join(folder, 'old.sqlite');
  using old = openDurable(path);
  old.exec(`CREATE TABLE segment_change (
     id TEXT PRIMARY KEY, segment_id TEXT NOT NULL, segment_name TEXT NOT NULL, kind TEXT NOT NULL,
     source TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, created_at INTEGER NOT NULL,
     started_at INTEGER, ended_at INTEGER, listed INTEGER NOT NULL, repeated INTEGER NOT NULL,
     unusable INTEGER NOT NULL, earlier INTEGER NOT NULL, batch_size INTEGER NOT NULL,
     requests INTEGER NOT NULL, before TEXT, after TEXT, undoes TEXT
   ) STRICT;
   CREATE TABLE segment_batch (
     change TEXT NOT NULL REFERENCES segment_change (id) ON DELETE CASCADE, number INTEGER NOT NULL,
     state TEXT NOT NULL, leads INTEGER NOT NULL, missing INTEGER NOT NULL, refused INTEGER NOT NULL,
     sent_at INTEGER, answered_at INTEGER, reason TEXT NOT NULL, says_missing INTEGER NOT NULL,
     repaired INTEGER NOT NULL, PRIMARY KEY (change, number)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE segment_lead (
     change TEXT NOT NULL REFERENCES segment_change (id) ON DELETE CASCADE, n INTEGER NOT NULL,
     batch INTEGER NOT NULL, lead TEXT NOT NULL, mark TEXT, PRIMARY KEY (change, n)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE schema_version (module TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
   INSERT INTO schema_version VALUES ('segments', 1);
   INSERT INTO segment_change VALUES ('x', 'S', 'Spring', 'add', 'list', 'ended', '', 1, 1, 2, 5, 0, 0, 0, 3, 2, NULL, NULL, NULL),
     ('w', 'S', 'Spring', 'remove', 'list', 'ended', '', 5, 0, 0, 1, 0, 0, 0, 3, 1, NULL, NULL, NULL);
   INSERT INTO segment_batch VALUES ('x', 1, 'done', 3, 1, 1, 1, 2, 'No.', 1, 0), ('x', 2, 'unknown', 2, 0, 0, 1, 2, 'Lost.', 0, 0);
   INSERT INTO segment_batch VALUES ('w', 1, 'done', 1, 0, 0, 0, 0, '', 1, 0);
   INSERT INTO segment_lead VALUES ('w', 0, 1, 'A', NULL), ('x', 0, 1, 'A', NULL), ('x', 1, 1, 'B', 'missing'), ('x', 2, 1, 'C', 'refused'),
     ('x', 3, 2, 'D', NULL), ('x', 4, 2, 'E', NULL);`);
  new SegmentChangeStore(old);
  const taken = new ChangeLeads(old, async () => undefined);
  const { leads: all } = taken.page('x', { state: null, search: '', offset: 0, limit: 9 });
  expect(all.map(({ leadId, state, reason }) => [leadId, state, reason])).toEqual([
    ['A', 'moved', ''],
    ['B', 'missing', ''],
    ['C', 'refused', 'No.'],
    ['D', 'unknown', 'Lost.'],
    ['E', 'unknown', 'Lost.'],
  ]);
  expect([...taken.putInEarlier('S')]).toEqual(['A']);
});

it('knows what is inside by the order in which batches left, also when the clock was set back between them', async () => {
  const moved = async (id: string, kind: 'add' | 'remove', at: number) => {
    await leads.keep(changeWith(id, { kind, createdAt: at }), ['A']);
    store.begin(id, at);
    store.markSent(id, 1, at);
    store.answer(id, 1, { state: 'done', at, reason: '', missing: [] });
    return [...leads.putInEarlier('S')];
  };
  expect(await moved('x', 'add', 300)).toEqual(['A']);
  expect(await moved('y', 'remove', 200)).toEqual([]);
  expect(await moved('z', 'add', 100)).toEqual(['A']);
});

it('counts a lead as inside no more when a removal may have reached the service', async () => {
  for (const kind of ['add', 'remove'] as const) {
    await leads.keep(changeWith(kind, { kind }), ['A', 'B']);
    store.begin(kind, 1);
    store.markSent(kind, 1, 1);
    if (kind === 'add') store.answer(kind, 1, { state: 'done', at: 1, reason: '', missing: [] });
  }
  expect([...leads.putInEarlier('S')]).toEqual([]);
  store.loseSent('remove', 'Lost.');
  expect([...leads.putInEarlier('S')]).toEqual([]);
  store.resolve('remove', 1, 'left');
  expect([...leads.putInEarlier('S')]).toEqual([]);
  store.resolve('remove', 1, 'waiting');
  store.refuseLeads('remove', 1, ['B'], 'No.');
  store.markSent('remove', 1, 2);
  expect([...leads.putInEarlier('S')]).toEqual(['B']);
});

it('knows the order also of a batch that a program of an earlier version sends meanwhile', async () => {
  for (const [id, kind] of [
    ['x', 'add'],
    ['y', 'remove'],
  ] as const) {
    await leads.keep(changeWith(id, { kind }), ['A']);
    store.begin(id, 1);
  }
  store.markSent('x', 1, 1);
  store.answer('x', 1, { state: 'done', at: 1, reason: '', missing: [] });
  journal.exec("UPDATE segment_batch SET state = 'sent', sent_at = 2, reason = '' WHERE change = 'y' AND number = 1");
  store.answer('y', 1, { state: 'done', at: 2, reason: '', missing: [] });
  expect([...leads.putInEarlier('S')]).toEqual([]);
});

it('does not send a batch whose ids are damaged, and lists none of them', async () => {
  await leads.keep(changeWith('x'), ['A', 'B', 'C', 'D']);
  store.begin('x', 2);
  journal.exec(`UPDATE segment_ids SET ids = '["A","B' WHERE number = 1`);
  expect([store.leadsOf('x', 1), store.leadsOf('x', 2)]).toEqual([null, ['D']]);
  expect([...leads.all('x')].map((batch) => batch.length)).toEqual([0, 1]);
});

describe('a page of the leads', () => {
  const states = ['waiting', 'done', 'refused', 'unknown', 'left'] as const;
  const shown = { waiting: 'waiting', done: 'moved', refused: 'refused', unknown: 'unknown', left: 'unknown' } as const;

  it('is a part of all leads that fit, in their order, however they are asked for', async () => {
    let n = 0;
    const batch = fc.record({
      state: fc.constantFrom(...states),
      marks: fc.array(fc.constantFrom(null, 'missing', 'refused'), { minLength: 3, maxLength: 3 }),
    });
    const asked = fc.record({
      state: fc.constantFrom(null, 'waiting', 'moved', 'missing', 'refused', 'unknown'),
      search: fc.constantFrom('', '1', 'l', 'L2', 'x'),
      offset: fc.nat(12),
      limit: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), asked, async (batches, filter) => {
        const id = `change ${(n += 1)}`;
        const ids = batches.flatMap((_, at) => [0, 1, 2].map((place) => `L${at * 3 + place}`));
        await leads.keep(changeWith(id), ids);
        const expected: LeadPage['leads'] = [];
        for (const [at, { state, marks }] of batches.entries()) {
          const own = ids.slice(at * 3, at * 3 + 3);
          const marked = (mark: string) => own.filter((_, place) => marks[place] === mark);
          store.refuseLeads(id, at + 1, marked('refused'), 'No.');
          const missing = marked('missing');
          if (state !== 'waiting' && state !== 'left')
            store.answer(id, at + 1, { state, at: 1, reason: 'No.', missing });
          if (state === 'left') {
            store.answer(id, at + 1, { state: 'unknown', at: 1, reason: 'No.', missing });
            store.resolve(id, at + 1, 'left');
          }
          for (const [place, leadId] of own.entries()) {
            const mark = state === 'waiting' && marks[place] === 'missing' ? null : marks[place];
            const is = mark ?? shown[state];
            expected.push({
              leadId,
              batch: at + 1,
              state: is,
              reason: is === 'refused' || is === 'unknown' ? 'No.' : '',
            });
          }
        }
        const fit = expected.filter(
          ({ leadId, state }) =>
            (filter.state === null || state === filter.state) &&
            leadId.toLowerCase().includes(filter.search.toLowerCase()),
        );
        const { offset, limit } = filter;
        expect(leads.page(id, filter)).toEqual({ total: fit.length, leads: fit.slice(offset, offset + limit) });
        expect([...leads.all(id)].flat()).toEqual(expected);
        await leads.remove(id);
      }),
      { numRuns: 60 },
    );
  });
});
