import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import { openDurable } from '../storage/database.ts';
import { changeWith } from './change-fixture.ts';
import { ChangeLeads } from './change-leads.ts';
import { SegmentChangeStore } from './change-store.ts';
import { batchShown, type StoredChange } from './stored-change.ts';

/* Changes of segments in a journal, without the service and the thread that has their leads. */

let journal: DatabaseSync;
let store: SegmentChangeStore;
let leads: ChangeLeads;

beforeEach(() => {
  journal = openDurable(join(specFolder('change-store'), 'journal.sqlite'));
  store = new SegmentChangeStore(journal);
  leads = new ChangeLeads(journal, async () => undefined);
});
afterEach(() => {
  journal.close();
});

const change = (id: string, given: Partial<StoredChange> = {}) =>
  changeWith(id, {
    ...{ listed: 7, repeated: 2, unusable: 1, earlier: 3, batchSize: 2, before: { count: 5, readAt: 6 } },
    ...given,
  });

/** Keeps a change of these leads, and begins it. */
async function begun(id: string, ids: string, given: Partial<StoredChange> = {}): Promise<void> {
  await leads.keep(change(id, given), [...ids]);
  expect(store.begin(id, 10)).toBe(true);
}

const states = (id: string) => store.batchesShown(id).map(({ state }) => state);
const batch = (id: string, number: number) => store.batchesShown(id).find((one) => one.number === number);
const answer = (id: string, number: number, state: 'done' | 'refused' | 'unknown', missing: string[] | null = null) =>
  store.answer(id, number, { state, at: 20, reason: state === 'done' ? '' : 'Why.', missing });

describe('a change', () => {
  it('is found as it was kept, once it is begun, the newest first', async () => {
    await leads.keep(change('a'), ['1']);
    expect([store.find('a'), store.started(), store.ids()]).toEqual([undefined, [], [{ id: 'a', isStarted: false }]]);
    expect(store.begin('a', 10)).toBe(true);
    expect(store.find('a')).toEqual(change('a', { state: 'running', startedAt: 10 }));
    await begun('b', '12', { createdAt: 2, undoes: 'x', before: null, kind: 'remove' });
    expect(store.started().map(({ id }) => id)).toEqual(['b', 'a']);
    expect(store.find('b')).toMatchObject({ undoes: 'x', before: null, kind: 'remove' });
    expect(store.ids()).toContainEqual({ id: 'b', isStarted: true });
  });

  it('is paused with a reason, goes on with the time it began, ends once, and is not stopped then', async () => {
    await begun('a', '1');
    store.pause('a', 'No sign-in.', 11);
    expect(store.find('a')).toMatchObject({ state: 'paused', reason: 'No sign-in.', endedAt: null });
    store.begin('a', 99);
    expect(store.find('a')).toMatchObject({ state: 'running', reason: '', startedAt: 10 });
    // A batch waits.
    expect(store.end('a', 30, null)).toBe(false);
    answer('a', 1, 'done');
    expect(store.end('a', 30, { count: 6, readAt: 29 })).toBe(true);
    expect(store.find('a')).toMatchObject({ state: 'ended', endedAt: 30, after: { count: 6, readAt: 29 } });
    store.stop('a', 40);
    expect(store.find('a')).toMatchObject({ state: 'ended', endedAt: 30 });
    // Another end keeps the count that was read; begun again it has none.
    expect(store.end('a', 50, null)).toBe(true);
    expect(store.find('a')).toMatchObject({ endedAt: 50, after: { count: 6 } });
    store.begin('a', 60);
    expect(store.find('a')?.endedAt).toBeNull();
    // Nothing is left of it with which a person could go on.
    store.pause('a', 'x', 65);
    expect(store.find('a')).toMatchObject({ state: 'ended', reason: '', endedAt: 65 });
    await begun('b', '12');
    store.markSent('b', 1, 12);
    store.pause('b', 'x', 66);
    expect(store.find('b')).toMatchObject({ state: 'paused', reason: 'x' });
    store.stop('b', 70);
    expect(store.find('b')).toMatchObject({ state: 'stopped', reason: '', endedAt: 70 });
    expect(store.end('gone', 1, null)).toBe(true);
  });

  it('is taken back by one other change, and names it', async () => {
    await begun('a', '1');
    for (const id of ['u', 'v']) await leads.keep(change(id, { undoes: 'a', createdAt: 3 }), ['1']);
    expect(store.find('a')?.undoneBy).toBeNull();
    expect([store.begin('u', 1), store.begin('v', 1), store.begin('u', 2)]).toEqual([true, false, true]);
    expect(store.find('a')?.undoneBy).toBe('u');
    expect(store.find('v')).toBeUndefined();
  });

  it('whose count is damaged has none', async () => {
    await begun('a', '1');
    journal.exec(`UPDATE segment_change SET before = '{"count":', after = '{}'`);
    expect(store.find('a')).toMatchObject({ before: null, after: null });
  });
});

describe('a batch', () => {
  it('is sent, comes back or is answered, and each lead is counted once', async () => {
    await begun('a', 'ABCDEFGHI');
    expect(store.nextWaiting('a')).toMatchObject({ number: 1, state: 'waiting', leads: 2, sentAt: null });
    store.markSent('a', 1, 11);
    expect(batch('a', 1)).toMatchObject({ state: 'sent', sentAt: 11 });
    expect([store.nextWaiting('a')?.number, store.find('a')?.requests]).toEqual([2, 1]);
    store.markWaiting('a', 1);
    expect(batch('a', 1)).toMatchObject({ state: 'waiting', sentAt: null });
    answer('a', 1, 'done', ['B']);
    answer('a', 2, 'refused');
    answer('a', 3, 'unknown');
    expect(batch('a', 1)).toMatchObject({ answeredAt: 20, missing: 1, saysMissing: true, reason: '' });
    expect(batch('a', 2)).toMatchObject({ missing: 0, saysMissing: false, reason: 'Why.' });
    expect(store.figures('a')).toEqual({
      leads: 9,
      batchCount: 5,
      counts: { waiting: 3, moved: 1, missing: 1, refused: 2, unknown: 2 },
    });
    expect(store.batchesShown('a').map((one) => batchShown(one).counts.moved)).toEqual([1, 0, 0, 0, 0]);
    expect([leads.moved('a'), store.figures('none').counts.waiting]).toEqual([['A'], 0]);
  });

  it('goes on without the leads that were refused by name, and keeps the reason', async () => {
    await begun('a', 'ABCDEF', { batchSize: 5 });
    store.refuseLeads('a', 1, ['B'], 'Gone.');
    store.refuseLeads('a', 1, ['D', 'E'], 'Gone, too.');
    expect(store.leadsOf('a', 1)).toEqual(['A', 'C']);
    expect(batch('a', 1)).toMatchObject({ state: 'waiting', refused: 3, reason: 'Gone, too.' });
    store.markSent('a', 1, 11);
    expect(batch('a', 1)?.reason).toBe('Gone, too.');
    answer('a', 1, 'done');
    expect([batch('a', 1)?.reason, leads.moved('a')]).toEqual(['Gone, too.', ['A', 'C']]);
    answer('a', 2, 'unknown');
    store.markSent('a', 2, 12);
    expect(batch('a', 2)?.reason).toBe('');
    expect([store.leadsOf('a', 9), store.leadsOf('none', 1)]).toEqual([null, null]);
    journal.exec(`UPDATE segment_ids SET refused = '['`);
    expect(store.leadsOf('a', 1)).toBeNull();
  });

  it('that was on its way when its program ended is unknown, and all unknown ones can be sent again', async () => {
    await begun('a', 'ABCDEF');
    await begun('b', 'A');
    for (const id of ['a', 'b']) store.markSent(id, 1, 11);
    answer('a', 2, 'unknown');
    store.loseSent('a', 'It ended.');
    expect([states('a'), states('b'), batch('a', 1)?.reason]).toEqual([
      ['unknown', 'unknown', 'waiting'],
      ['sent'],
      'It ended.',
    ]);
    store.repair('a');
    expect(states('a')).toEqual(['waiting', 'waiting', 'waiting']);
    expect(store.batchesShown('a').map(({ isRepaired }) => isRepaired)).toEqual([true, true, false]);
    expect(states('b')).toEqual(['sent']);
  });

  it('is decided about while its answer is not known or was no, and not otherwise', async () => {
    await begun('a', 'ABCDEFGH');
    answer('a', 1, 'unknown');
    answer('a', 2, 'refused');
    answer('a', 3, 'done');
    const tries = (number: number) =>
      (['done', 'left', 'waiting'] as const).map((as) => store.resolve('a', number, as));
    expect([tries(3), tries(4)]).toEqual([
      [false, false, false],
      [false, false, false],
    ]);
    // One that was refused cannot have arrived; left as it is, it stays refused and asks no more.
    expect([store.resolve('a', 2, 'done'), store.resolve('a', 2, 'left')]).toEqual([false, true]);
    expect(batch('a', 2)).toMatchObject({ state: 'refused', isAccepted: true, isRepaired: false });
    expect(store.resolve('a', 2, 'waiting')).toBe(true);
    expect(batch('a', 2)).toMatchObject({ state: 'waiting', isAccepted: false, isRepaired: true });
    expect(store.resolve('a', 1, 'left')).toBe(true);
    expect(batch('a', 1)).toMatchObject({ state: 'left', isAccepted: false, isRepaired: false });
    expect([store.resolve('a', 1, 'done'), states('a')]).toEqual([true, ['done', 'waiting', 'done', 'waiting']]);
  });

  it('that was refused is divided in halves or into single leads, without those refused by name', async () => {
    await begun('a', 'ABCDEFG', { batchSize: 6 });
    expect(store.divide('a', 1, 'halves')).toBe(false);
    store.refuseLeads('a', 1, ['B'], 'Gone.');
    answer('a', 1, 'refused');
    store.resolve('a', 1, 'left');
    expect(store.divide('a', 1, 'halves')).toBe(true);
    expect([1, 2, 3].map((number) => store.leadsOf('a', number))).toEqual([['A', 'C', 'D'], ['G'], ['E', 'F']]);
    expect(batch('a', 1)).toMatchObject({ state: 'waiting', leads: 4, refused: 1, isHalving: true, isAccepted: false });
    expect(batch('a', 3)).toMatchObject({ state: 'waiting', leads: 2, isHalving: true, isRepaired: true, number: 3 });
    answer('a', 1, 'refused');
    expect(store.divide('a', 1, 'singly')).toBe(true);
    expect([1, 4, 5].map((number) => store.leadsOf('a', number))).toEqual([['A'], ['C'], ['D']]);
    expect([batch('a', 1), batch('a', 5)]).toMatchObject([
      { isHalving: false, isRepaired: true, leads: 2 },
      { isHalving: false, leads: 1 },
    ]);
    expect(store.figures('a')).toMatchObject({ leads: 7, batchCount: 5, counts: { waiting: 6, refused: 1 } });
    // A single lead is not divided, nor a batch whose leads are damaged.
    answer('a', 1, 'refused');
    expect(store.divide('a', 1, 'singly')).toBe(false);
    answer('a', 3, 'refused');
    journal.exec(`UPDATE segment_ids SET ids = '[' WHERE number = 3`);
    expect([store.divide('a', 3, 'halves'), batch('a', 3)?.state]).toEqual([false, 'refused']);
  });

  it('that needs a person is shown before others where there are too many', async () => {
    await begun('a', Array.from({ length: 410 }, () => 'x').join(''), { batchSize: 1 });
    answer('a', 405, 'unknown');
    answer('a', 406, 'refused');
    store.markSent('a', 410, 1);
    answer('a', 2, 'done');
    const shown = store.batchesShown('a').map(({ number }) => number);
    expect([shown.length, shown[0], ...shown.slice(-4)]).toEqual([400, 1, 397, 405, 406, 410]);
  });
});

describe('the leads of changes', () => {
  const members = (search = '', offset = 0, limit = 10) => leads.members({ segmentId: 'S', search, offset, limit });

  it('that were put in and not taken out are members, as far as the service said yes', async () => {
    await begun('a', 'ABCDE');
    for (const number of [1, 2]) answer('a', number, 'done', ['B']);
    await begun('out', 'AC', { kind: 'remove', createdAt: 2, batchSize: 1 });
    answer('out', 1, 'done');
    await begun('other', 'Z', { segmentId: 'T', createdAt: 3 });
    answer('other', 1, 'done');
    await leads.keep(change('prepared'), ['Y']);
    expect([...leads.putInEarlier('S')]).toEqual(['C', 'D']);
    expect(members()).toEqual({ total: 2, leadIds: ['C', 'D'] });
    expect([members('d'), members('', 1), members('', 0, 1)]).toEqual([
      { total: 1, leadIds: ['D'] },
      { total: 2, leadIds: ['D'] },
      { total: 2, leadIds: ['C'] },
    ]);
  });

  it('are those that left last, when a change goes on after another that was made later', async () => {
    await begun('out', 'AB', { kind: 'remove', batchSize: 1 });
    await begun('in', 'AB', { createdAt: 2, batchSize: 2 });
    for (const [id, number, at] of [
      ['out', 1, 1],
      ['in', 1, 2],
      ['out', 2, 3],
    ] as const) {
      store.markSent(id, number, at);
      answer(id, number, 'done');
    }
    expect([...leads.putInEarlier('S')]).toEqual(['A']);
  });

  it('are found again in the latest change of exactly these, while something of it is left', async () => {
    await begun('a', 'ABC');
    await begun('b', 'ABC', { createdAt: 2 });
    await begun('c', 'ABD', { createdAt: 3 });
    const found = (ids: string, kind: 'add' | 'remove' = 'add', segmentId = 'S') =>
      leads.leftOpen(segmentId, kind, [...ids]);
    expect([found('CBA'), found('ABD'), found('AB'), found('ABC', 'remove'), found('ABC', 'add', 'T')]).toEqual([
      ...['b', 'c', null, null, null],
    ]);
    for (const number of [1, 2]) answer('b', number, 'done');
    // The latest one is done with: the one before it does not matter.
    expect(found('ABC')).toBeNull();
    answer('b', 2, 'unknown');
    expect(found('ABC')).toBe('b');
    store.stop('b', 1);
    expect(found('ABC')).toBe('a');
  });

  it('are found in the change that was begun last, also by a clock that was set back', async () => {
    await begun('a', 'ABC', { createdAt: 2 });
    await begun('b', 'CBA', { createdAt: 1 });
    expect(leads.leftOpen('S', 'add', [...'ABC'])).toBe('b');
    for (const number of [1, 2]) answer('b', number, 'done');
    expect(leads.leftOpen('S', 'add', [...'ABC'])).toBeNull();
  });

  it('are removed with their change, and nothing of another one is', async () => {
    await begun('a', 'ABC');
    await begun('b', 'A');
    await leads.remove('a');
    await leads.remove('a');
    expect([store.find('a'), store.figures('a').leads, store.leadsOf('a', 1)]).toEqual([undefined, 0, null]);
    expect([store.ids(), store.leadsOf('b', 1)]).toEqual([[{ id: 'b', isStarted: true }], ['A']]);
  });
});
