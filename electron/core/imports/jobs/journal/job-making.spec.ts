import { copyFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { cancelled } from '../../../foundation/failure.ts';
import { NO_TEAM, type SeenLead } from '../../../foundation/lead-claims.ts';
import { contradictsItself } from '../../../storage/database.ts';
import type { Slices } from '../../../threads/in-slices.ts';
import { atOnce, createJournal, type JournalUnderTest, newRows, phones, remove } from './job-fixture.ts';
import { JobStore, journalHasJob } from './job-store.ts';
import type { NewRows } from './records/new-rows.ts';

// Real files on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let at: JournalUnderTest;
beforeEach(() => void (at = createJournal()));
afterEach(() => at[Symbol.dispose]());

const ROWS = 40;
/** Rows of a slice. */
const SLICE = 7;
const by = { at: 9, run: 'spec' };

/** The job that the fixture makes, to be made once more under another id. */
const like = (id: string) => {
  const job = at.add([['+4530999999']], { id: 'pattern' });
  remove(at.store, 'pattern', by);
  return { ...job, id, terms: { ...USUAL_TERMS, order: { column: 0, descending: true } } };
};

/** Does a number of slices of the work, or all. Answers whether it is done. */
function some(work: Slices, slices = Number.POSITIVE_INFINITY): boolean {
  for (let slice = 0; slice < slices; slice += 1) if (work.next(SLICE).done === true) return true;
  return false;
}

function countIn(table: string): number {
  return Number(at.journal.prepare(`SELECT count(*) AS total FROM ${table} WHERE job = 'a'`).get()?.['total']);
}

/** What any reader of the journal sees of the job. */
const seen = (store = at.store) => ({
  found: store.find('a')?.rows,
  listed: store.all().map(({ id }) => id),
  known: store.allAndSuccess().length,
  ofFile: store.latestOf('ab')?.id,
  fromOutside: journalHasJob(at.path, 'a'),
});
const NOTHING = { found: undefined, listed: [], known: 0, ofFile: undefined, fromOutside: false };
const WHOLE = { found: ROWS, listed: ['a'], known: 1, ofFile: 'a', fromOutside: true };

describe('a job that is made in slices', () => {
  it('is seen by nobody before its last slice, and contradicts nothing meanwhile', () => {
    const making = at.store.making(like('a'), newRows(phones(ROWS)));
    let slices = 0;
    while (!some(making, 1)) {
      slices += 1;
      expect(seen()).toEqual(NOTHING);
      expect(contradictsItself(at.journal)).toBe(false);
    }
    expect(slices).toBeGreaterThan(10);
    expect(seen()).toEqual(WHOLE);
    expect(at.store.rows.tally('a')).toMatchObject({ ready: ROWS });
    expect(at.store.rows.ready('a', 1)).toMatchObject([{ n: ROWS }]);
    expect(contradictsItself(at.journal)).toBe(false);
  });

  it('is in the file of the journal when it is made, so that no torn log takes it along', () => {
    atOnce(at.store.making(like('a'), newRows(phones(ROWS))));
    const alone = `${at.path}-alone`;
    copyFileSync(at.path, alone);
    expect(journalHasJob(alone, 'a')).toBe(true);
  });

  it('is not there, or whole, whenever the program ends; the next one removes the rest and makes it again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.boolean(), (slices, isSwept) => {
        const job = like('a');
        const isDone = some(at.store.making(job, newRows(phones(ROWS))), slices);
        // As a program that opens the journal after the other one was killed.
        const next = new JobStore(at.journal);
        expect(seen(next)).toEqual(isDone ? WHOLE : NOTHING);
        expect(next.removal.unfinished()).toEqual(isDone || slices === 0 ? [] : ['a']);
        if (isSwept) for (const id of next.removal.unfinished()) atOnce(next.removal.rest(id));
        if (!isDone && isSwept)
          expect(countIn('import_cell') + countIn('import_row') + countIn('import_tally')).toBe(0);
        if (!isDone) atOnce(next.making(job, newRows(phones(ROWS))));
        expect(seen(next)).toEqual(WHOLE);
        expect(next.lists.rowsAfter('a', 0, 100).map(({ row }) => row)).toEqual(
          Array.from({ length: ROWS }, (_, index) => index + 1),
        );
        remove(next, 'a', by);
      }),
      { numRuns: 25 },
    );
  });

  it('takes back what it made when it is cancelled, and when its rows cannot be read', () => {
    const cancelling = at.store.making(like('a'), newRows(phones(ROWS)));
    some(cancelling, 12);
    expect(countIn('import_row')).toBeGreaterThan(0);
    cancelling.throw(cancelled());
    expect(() => some(cancelling)).toThrow('Cancelled.');
    const whole = newRows(phones(ROWS));
    const torn: NewRows = {
      ...whole,
      after: (n, limit) => {
        if (n > 20) throw new Error('the file is damaged');
        return whole.after(n, limit);
      },
    };
    expect(() => some(at.store.making({ ...like('a'), terms: USUAL_TERMS }, torn))).toThrow('the file is damaged');
    expect(at.store.removal.unfinished()).toEqual([]);
    expect(countIn('import_cell') + countIn('import_row') + countIn('import_lead')).toBe(0);
  });

  it('leaves its rows to the next start when a full disk does not even let them go', () => {
    const making = at.store.making(like('a'), newRows(phones(ROWS)));
    some(making, 12);
    vi.spyOn(at.store.removal, 'rest').mockImplementation(() => {
      throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    });
    expect(() => making.throw(cancelled())).toThrow('Cancelled.');
    expect(seen()).toEqual(NOTHING);
    expect(at.store.removal.unfinished()).toEqual(['a']);
  });

  it('is undone when something speaks against it at the last moment', () => {
    const beforeLast = () => {
      throw new Error('an import of this file was deleted meanwhile');
    };
    expect(() => some(at.store.making(like('a'), newRows(phones(ROWS)), { beforeLast }))).toThrow('deleted meanwhile');
    expect([seen(), countIn('import_row')]).toEqual([NOTHING, 0]);
    expect(at.store.sentRecord.witness.read().jobs.has('a')).toBe(false);
  });

  it('knows the leads that other jobs sent while it was made', () => {
    at.add(phones(ROWS), { id: 'other' });
    const making = at.store.making(like('a'), newRows(phones(ROWS)), { isAgreed: false });
    some(making, 15);
    for (const n of [1, ROWS]) at.store.rows.step('other', n, 'send', by);
    some(making);
    const held = [1, 2, ROWS].map((n) => at.store.sentElsewhere.reasonOf('a', n) !== null);
    expect(held).toEqual([true, false, true]);
  });

  it('sends again the rows that a person chose knowing that they were sent, and all when a person knows of all', () => {
    at.add(phones(ROWS), { id: 'other' });
    for (const n of [1, 2]) at.store.rows.step('other', n, 'send', by);
    const rows = newRows(phones(ROWS));
    const chosen: NewRows = {
      ...rows,
      after: (n, limit) => rows.after(n, limit).map((row) => ({ ...row, isAgreed: row.n === 2 })),
    };
    atOnce(at.store.making(like('a'), chosen, { isAgreed: false }));
    expect([1, 2].map((n) => at.store.sentElsewhere.reasonOf('a', n) === null)).toEqual([false, true]);
    atOnce(at.store.making({ ...like('b'), terms: USUAL_TERMS }, rows, { isAgreed: true }));
    expect([1, 2].map((n) => at.store.sentElsewhere.reasonOf('b', n) === null)).toEqual([true, true]);
  });

  it('keeps the word of a person that the lead of another computer is to be sent', () => {
    const insisted: unknown[] = [];
    const insist = (...word: readonly unknown[]) => void insisted.push(word);
    const store = new JobStore(at.journal, undefined, { ...NO_TEAM, isTeam: true, insist });
    const rows = newRows(phones(3));
    const saw = { by: 'Anna', state: 'created' } as unknown as SeenLead;
    const chosen: NewRows = {
      ...rows,
      after: (n, limit) => rows.after(n, limit).map((row) => ({ ...row, insisted: row.n === 2 ? saw : null })),
    };
    atOnce(store.making({ ...like('a'), terms: USUAL_TERMS }, chosen, { isAgreed: false }));
    expect(insisted).toEqual([['a', 2, saw]]);
  });

  it('keeps a page of its rows in memory, not all of them', () => {
    const [rows, cell] = [30_000, 1_000];
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const job = { ...like('a'), terms: USUAL_TERMS };
    const before = used();
    let atTheEnd = 0;
    atOnce(
      at.store.making(job, {
        total: rows,
        after(n, limit) {
          if (n === rows) atTheEnd = used();
          return Array.from({ length: Math.min(limit, rows - n) }, (_, index) => ({
            n: n + index + 1,
            line: n + index + 2,
            cells: JSON.stringify([`+45${String(n + index).padStart(cell, '0')}`]),
            leftOut: null,
            isAnswered: false,
            isAgreed: false,
            insisted: null,
          }));
        },
        [Symbol.dispose]: () => undefined,
      }),
    );
    expect(at.store.find('a')?.rows).toBe(rows);
    expect(atTheEnd - before).toBeLessThan((rows * cell) / 4);
  });
});

describe('a job that is removed in slices', () => {
  beforeEach(() => {
    at.add(phones(ROWS), { id: 'a' });
    at.created(1, { ...by, leadId: 'L1' }, 'a');
    at.store.rows.step('a', 9, 'send', by);
  });

  const hide = () => {
    const job = at.job('a');
    atOnce(at.store.removal.hide(job, by, () => undefined));
  };

  it('is seen by nobody from the first slice on, and what it sent counts once', () => {
    hide();
    const removing = at.store.removal.rest('a', by);
    do {
      expect(seen()).toEqual(NOTHING);
      expect(at.store.sentSince(0)).toBe(2);
      expect(contradictsItself(at.journal)).toBe(false);
    } while (!some(removing, 1));
    expect(at.store.deleted.sendsOf({ fileHash: 'ab', campaignCode: 'SPRING' })).toEqual({ sent: 2, at: 9 });
    expect(countIn('import_cell') + countIn('import_row') + countIn('import_attempt') + countIn('import_tally')).toBe(
      0,
    );
  });

  it('is not brought back by what another program wishes of it in that moment', () => {
    hide();
    for (const wish of ['run', 'pause', 'stop'] as const) at.store.setWish('a', wish);
    expect([seen(), at.store.removal.unfinished()]).toEqual([NOTHING, ['a']]);
  });

  it('goes on at the next start when a program ended in between', () => {
    hide();
    some(at.store.removal.rest('a', by), 3);
    expect(countIn('import_row')).toBeGreaterThan(0);
    const next = new JobStore(at.journal);
    expect([seen(next), next.removal.unfinished()]).toEqual([NOTHING, ['a']]);
    for (const id of next.removal.unfinished()) atOnce(next.removal.rest(id));
    expect(countIn('import_row') + countIn('import_cell')).toBe(0);
    expect([next.sentSince(0), next.removal.unfinished()]).toEqual([2, []]);
  });

  it('tells waiting rows of other jobs what it sent, slice by slice, also of a job that came in between', () => {
    hide();
    const removing = at.store.removal.rest('a', by);
    some(removing, 1);
    at.add(phones(ROWS), { id: 'b' }, false);
    some(removing);
    expect(at.store.lists.rows('b', { state: 'skipped', reason: undefined, offset: 0, limit: 9 }).rows).toMatchObject([
      { row: 1, reason: expect.stringContaining('deleted since') },
      { row: 9 },
    ]);
  });

  it('ends though a damage gave one of its rows a number without measure', () => {
    at.journal.exec(`UPDATE import_row SET n = 9007199254740000 WHERE job = 'a' AND n = 3`);
    remove(at.store, 'a', by);
    expect(countIn('import_row')).toBe(0);
  });
});
