import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { viewSchema } from '../../../shared/contract/exports/views.ts';
import { shareLease, takeLease } from '../storage/lease.ts';
import { type ComparisonFacts, createComparisonRecords } from './compare/comparison-records.ts';
import { ExportsBench, type ExportsProgram, leadOf } from './exports-fixture.ts';

// Two programs in one process, each with its own connection to the journal. Two processes are in scripts/two-programs.

let bench: ExportsBench;
let owner: ExportsProgram;
let other: ExportsProgram;

beforeEach(async () => {
  bench = await ExportsBench.open();
  owner = bench.program();
  other = bench.program();
});
afterEach(() => bench[Symbol.asyncDispose]());

async function until(
  program: ExportsProgram,
  { id }: { readonly id: string },
  isSo: (now: ExportSummary) => boolean,
): Promise<ExportSummary> {
  let now = await program.act('get', { id });
  await expect.poll(async () => isSo((now = await program.act('get', { id }))), { interval: 10 }).toBe(true);
  return now;
}

const isEnded = ({ state, refresh }: ExportSummary) => state !== 'running' && refresh?.state !== 'running';

/** An export of which one lead of three is here. */
async function running(): Promise<{ started: ExportSummary; release: () => void }> {
  const release = bench.hold();
  const started = await owner.start();
  await until(owner, started, ({ rows }) => rows === 1);
  return { started, release };
}

async function fetched(): Promise<ExportSummary> {
  return until(owner, await owner.start(), isEnded);
}

/** A complete result whose refresh has got one lead. */
async function refreshing(): Promise<{ result: ExportSummary; release: () => void }> {
  const result = await fetched();
  const release = bench.hold();
  await owner.act('refresh', result);
  await until(owner, result, ({ refresh }) => refresh?.arrived === 1);
  return { result, release };
}

describe('an export that another program fetches', () => {
  it('is cancelled: the answer comes when the leads that arrived are stored', async () => {
    const { started } = await running();
    expect(await other.act('cancel', started)).toMatchObject({ state: 'cancelled', rows: 1 });
    expect(await until(owner, started, isEnded)).toMatchObject({ state: 'cancelled', rows: 1 });
  });

  it('is deleted, and comes back by no late write', async () => {
    const { started, release } = await running();
    await other.remove(started);
    expect([await owner.list(), await other.list(), other.removed]).toEqual([[], [], [started.id]]);
    expect(bench.files()).toEqual([]);
    release();
    const told = owner.told.length;
    await new Promise<void>((resolve) => bench.clock.after(3_000, resolve));
    expect([await owner.list(), bench.files(), owner.told.length]).toEqual([[], [], told]);
    await expect(owner.act('get', started)).rejects.toThrow(/was deleted/);
  });

  it('is deleted by the program that fetches it when the fields of its leads have been looked at', async () => {
    bench.first = Array.from({ length: 20_000 }, (_, number) => leadOf(`lead-${number}`, number));
    bench.hold();
    const started = await owner.start();
    await until(owner, started, ({ rows }) => rows > 10_000);
    await owner.remove(started);
    expect([await owner.list(), bench.files(), owner.bugs]).toEqual([[], [], []]);
  });

  it('keeps the name and the choice that it is given here', async () => {
    const { started, release } = await running();
    await other.call('export:rename', { exportId: started.id, name: 'Named elsewhere' });
    await other.call('export:keep', { exportId: started.id, keeps: 'asked' });
    release();
    await until(owner, started, isEnded);
    for (const program of [owner, other])
      expect(await program.act('get', started)).toMatchObject({
        name: 'Named elsewhere',
        answered: { keeps: 'asked' },
        state: 'complete',
        rows: 3,
      });
  });

  it('shows its end on a page of this program, too', async () => {
    const { started, release } = await running();
    await other.list();
    release();
    await expect.poll(() => other.told.at(-1)).toMatchObject({ id: started.id, state: 'complete', rows: 3 });
  });

  it('is shown on an open list here when it begins and not any more when it is deleted', async () => {
    await other.list();
    const { id } = await fetched();
    await expect.poll(() => other.told.at(-1)).toMatchObject({ id, state: 'complete' });
    await owner.remove({ id });
    await expect.poll(() => other.removed).toEqual([id]);
    expect(owner.removed).toEqual([id]);
  });

  it('shows no rows here before its file is there, and no question makes one', async () => {
    const { started } = await running();
    await other.remove(started);
    const page = { ...viewSchema.parse({}), offset: 0, limit: 9, marks: null };
    await expect(owner.call('export:rows', { exportId: started.id, ...page })).rejects.toThrow(/was deleted/);
    // As a page of another program asks in the moment of the deletion.
    other.session.journal.exec(
      `INSERT INTO export SELECT 'late', 'Late', '{}', '', 'running', '', 0, 0, '[]', 1, NULL, NULL`,
    );
    expect(await other.call('export:rows', { exportId: 'late', ...page })).toMatchObject({ rows: [] });
    other.session.journal.exec(`DELETE FROM export`);
    expect(bench.files()).toEqual([]);
  });
});

describe('a refresh of another program', () => {
  it('is refused a second time in words, and cancelled from here', async () => {
    const { result, release } = await refreshing();
    await expect(other.act('refresh', result)).rejects.toThrow(/being refreshed already/);
    expect(await other.act('cancel', result)).toMatchObject({ state: 'complete', refresh: { state: 'cancelled' } });
    release();
    expect(await until(owner, result, isEnded)).toMatchObject({ refresh: { state: 'cancelled' }, rows: 3 });
  });

  it('goes with its result when that is deleted here', async () => {
    const { result, release } = await refreshing();
    await other.remove(result);
    release();
    expect([await owner.list(), bench.files()]).toEqual([[], []]);
  });
});

describe('an export that another program ends in this moment', () => {
  it.each(['cancel', 'delete'] as const)('is told as it is, whenever %s comes', async (how) => {
    for (let n = 0; n < 10; n += 1) {
      const started = await owner.start();
      for (let turn = 0; turn < n * 4; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
      if (how === 'delete') {
        await other.remove(started);
        await expect(owner.act('get', started)).rejects.toThrow(/was deleted/);
      } else {
        const { state, rows } = await other.act('cancel', started);
        expect(['cancelled', 'complete']).toContain(state);
        expect(await until(owner, started, isEnded)).toMatchObject({ state, rows });
        await other.remove(started);
      }
      await new Promise<void>((resolve) => bench.clock.after(1_500, resolve));
      expect([await owner.list(), await other.list(), bench.files()]).toEqual([[], [], []]);
    }
  });
});

describe('an export whose program died', () => {
  /** As a killed program leaves it: running, and its lease is free. */
  async function died(): Promise<ExportSummary> {
    const result = await fetched();
    await owner[Symbol.asyncDispose]();
    other.session.journal.exec(`UPDATE export SET state = 'running', ended_at = NULL`);
    return result;
  }

  it('is settled by who cancels it', async () => {
    const result = await died();
    expect(await other.act('cancel', result)).toMatchObject({
      state: 'partial',
      rows: 3,
      reason: expect.stringMatching(/ended while the leads were arriving/),
    });
  });

  it('is said to be partial when a page looks at it', async () => {
    const result = await died();
    await other.list();
    await expect.poll(() => other.told.at(-1)).toMatchObject({ id: result.id, state: 'partial' });
  });

  it('is deleted', async () => {
    await other.remove(await died());
    expect([await other.list(), bench.files()]).toEqual([[], []]);
  });
});

describe('a result that is saved', () => {
  it('is not deleted meanwhile; that is refused in words, and nothing has changed', async () => {
    const result = await fetched();
    const reads = shareLease(join(bench.folder, 'locks', `reading-${result.id}.sqlite`));
    await expect(other.remove(result)).rejects.toThrow(/being saved .*Nothing was deleted/);
    expect(await owner.save(result)).toMatchObject({ rows: 3 });
    reads?.[Symbol.dispose]();
    await other.remove(result);
    expect(bench.files()).toEqual([]);
  });

  it('is not read any more while it is deleted', async () => {
    const result = await fetched();
    using _alone = takeLease(join(bench.folder, 'locks', `reading-${result.id}.sqlite`));
    await expect(other.save(result)).rejects.toThrow('This result is being deleted.');
    expect(existsSync(join(bench.folder, 'saved.csv'))).toBe(false);
  });

  it('is not written into a file that another save writes', async () => {
    const result = await fetched();
    const path = createHash('sha256').update(join(bench.folder, 'saved.csv')).digest('hex');
    using _writes = takeLease(join(bench.folder, 'locks', `save-${path.slice(0, 32)}.sqlite`));
    await expect(other.save(result)).rejects.toThrow(/being written already/);
    expect(await other.save(result, 'other.csv')).toMatchObject({ rows: 3 });
  });

  it('is written whole or refused, when two saves want the same file', async () => {
    const result = await fetched();
    const saves = await Promise.allSettled([
      owner.save(result),
      other.save(result),
      owner.save(result),
      other.save(result, 'other.csv'),
    ]);
    for (const save of saves)
      if (save.status === 'rejected') expect(String(save.reason)).toMatch(/being written already/);
    expect(saves.at(-1)?.status).toBe('fulfilled');
    expect(readFileSync(join(bench.folder, 'saved.csv'), 'utf8').trim().split('\r\n')).toHaveLength(4);
    expect(bench.files().filter((name) => name.startsWith('save-'))).toEqual([]);
  });
});

describe('comparisons', () => {
  it('are begun only of results that are there, and ended only when nobody has removed them', async () => {
    const [before, now] = [await fetched(), await fetched()];
    const records = createComparisonRecords(other.session.journal);
    const record = { id: 'c', before: before.id, now: now.id, madeAt: 1, facts: null };
    expect(records.begin({ ...record, now: 'gone' })).toBe(false);
    expect(records.begin({ ...record, before: 'gone' })).toBe(false);
    expect(records.begin(record)).toBe(true);
    records.remove('c');
    expect([records.finish('c', {} as ComparisonFacts), records.all()]).toEqual([false, []]);
  });

  it('end and go with a result that another program deletes, at whatever moment', async () => {
    for (let n = 0; n < 6; n += 1) {
      const [before, now] = [await fetched(), await fetched()];
      const compared = owner.call('compare:open', { before: before.id, now: now.id }).then(
        () => '',
        (error: unknown) => String(error),
      );
      for (let turn = 0; turn < n * n * 20; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
      await other.remove(n % 2 === 0 ? before : now);
      expect(await compared).toMatch(/^$|Cancelled|was deleted/);
      await other.remove(n % 2 === 0 ? now : before);
      expect(bench.files()).toEqual([]);
      expect(other.session.journal.prepare('SELECT count(*) AS rows FROM comparison').get()).toEqual({ rows: 0 });
    }
  });
});
