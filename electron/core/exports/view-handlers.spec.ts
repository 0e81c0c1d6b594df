import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventPayload } from '../../../shared/contract/channels.ts';
import { exportChannels } from '../../../shared/contract/exports/export-channels.ts';
import { DEFAULT_SAVE_FORMATS } from '../../../shared/contract/exports/save-formats.ts';
import { type LeadView, viewSchema } from '../../../shared/contract/exports/views.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { closePrograms } from '../sessions/session-fixture.ts';
import { createExportRecords } from './records/export-records.ts';
import { exportRecord } from './records/record-fixture.ts';
import { ExportsProgram } from './exports-fixture.ts';
import { ResultStore } from './result/result-store.ts';

const EXPORT = '00000000-0000-4000-8000-000000000001';
/** More than are counted at a stretch, so that the count is said meanwhile. */
const LEADS = 120_000;
/** Nothing of them may run as SQL. */
const HOSTILE = [`x"); DROP TABLE leads; --`, `'; DELETE FROM leads; --`, 'c0', 'missed', 'number'];

let folder: string;
let program: ExportsProgram;
let counted: EventPayload<'export:hitsCounted'>[];

const viewOf = (view: Partial<LeadView> = {}) => ({ ...viewSchema.parse(view), exportId: EXPORT });
const rowsOf = (view: Partial<LeadView>) => program.rows({ id: EXPORT }, view);

beforeEach(() => {
  folder = specFolder('view-handlers');
  counted = [];
  mkdirSync(join(folder, 'results'));
  program = ExportsProgram.at(folder, 'http://127.0.0.1:9/api');
  program.onEvent = (name, payload) => {
    if (name === 'export:hitsCounted') counted.push(payload as (typeof counted)[0]);
  };
  const store = new ResultStore(join(folder, 'results', `${EXPORT}.sqlite`));
  const town = (index: number) => (index % 3 === 0 ? 'Århus' : `'); DROP TABLE leads; --`);
  const rows = Array.from({ length: LEADS }, (_, index) => [String(index), town(index), null, 'x', '']);
  for (let done = 0; done < LEADS; done += 5000) store.append(rows.slice(done, done + 5000), HOSTILE.length);
  store.close();
  const columns = HOSTILE.map((path) => ({ path, filled: LEADS }));
  createExportRecords(program.session.journal).insert(exportRecord({ id: EXPORT, rows: LEADS, columns }));
});

afterEach(() => closePrograms([program], { close: async () => undefined }, folder));

describe('the views of a result, over the threads', () => {
  it('filter, sort and count, and no text of a lead or a header runs in the database', async () => {
    const inTown = { kind: 'values' as const, column: 1, values: ['Århus'], empty: false, not: true };
    const found = await rowsOf({ filters: [inTown], sort: [{ column: 0, direction: 'desc' }] });
    expect(found).toMatchObject({ total: (LEADS / 3) * 2 });
    expect(found.rows[0]?.cells[0]).toBe(String(LEADS - 1));
    for (const text of HOSTILE) expect((await rowsOf({ search: text })).total).toBe(0);
    const asked = { ...viewOf({ filters: [inTown] }), column: 1, offset: 0, limit: 10, find: '' };
    const values = await program.call('export:values', asked);
    expect(values).toMatchObject({
      chosen: [{ value: 'Århus', rows: LEADS / 3 }],
      values: [{ value: `'); DROP TABLE leads; --`, rows: (LEADS / 3) * 2 }],
    });
    const profile = await program.call('export:profile', { ...viewOf(), column: 0, accuracy: 'exact' });
    expect(profile).toMatchObject({ distinct: LEADS, guess: { kind: 'number', fits: LEADS }, isEstimate: false });
    expect((await rowsOf({})).total).toBe(LEADS);
  }, 30_000);

  it('answer a hit at once, say the count so far, and then all of it', async () => {
    const find = { find: 'ÅRHUS', columns: null };
    const wanted = { by: 'ordinal' as const, ordinal: 1 };
    const { hit, isWhole } = await program.call('export:hit', { ...viewOf(), ...find, wanted });
    expect({ hit, isWhole }).toEqual({ hit: { ordinal: 1, position: 3, number: 4, column: 1 }, isWhole: false });
    const all = await program.call('export:countHits', { ...viewOf(), ...find, callId: 'call-1' });
    expect(all).toEqual({ hits: LEADS / 3, rows: LEADS / 3, searched: LEADS, rowsTotal: LEADS });
    expect(counted.length).toBeGreaterThan(0);
    expect(counted[0]).toMatchObject({ callId: 'call-1', rowsTotal: LEADS });
    expect(counted[0]?.searched).toBeLessThan(LEADS);
  }, 30_000);

  it('save the chosen leads in the order of the view', async () => {
    const sort = [{ column: 0, direction: 'desc' as const }];
    const choice = { kind: 'positions' as const, first: 1, last: 2 };
    const asked = { ...viewOf({ sort }), from: null, does: 'add' as const, choice };
    const { selection, chosen } = await program.call('export:choose', asked);
    expect(chosen).toBe(2);
    const as = { ...viewOf({ sort, selection }), format: DEFAULT_SAVE_FORMATS.jsonl, columns: [0] };
    const saved = await program.save({ id: EXPORT }, 'saved.jsonl', as);
    expect(saved).toMatchObject({ rows: 2, countedRows: 2 });
    const lines = readFileSync(join(folder, 'saved.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { [HOSTILE[0] ?? '']: String(LEADS - 2) },
      { [HOSTILE[0] ?? '']: String(LEADS - 3) },
    ]);
    await expect(rowsOf({ selection: 'another' })).rejects.toMatchObject({ error: { code: 'notFound' } });
  }, 30_000);

  it('can be cancelled, and end with the result', async () => {
    const controller = new AbortController();
    const page = { ...viewOf({ sort: [{ column: 0, direction: 'asc' }] }), offset: 0, limit: 1, marks: null };
    const sorted = program.call('export:rows', page, controller);
    controller.abort();
    await expect(sorted).rejects.toMatchObject({ error: { code: 'cancelled' } });
    const sorting = rowsOf({ sort: [{ column: 0, direction: 'desc' }] });
    const [outcome] = await Promise.allSettled([sorting, program.remove({ id: EXPORT })]);
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ error: { code: 'cancelled' } });
    await expect(rowsOf({})).rejects.toMatchObject({ error: { code: 'notFound' } });
  }, 30_000);
});

it('a call of an older page, with sort and search alone, is a whole view', () => {
  const asked = { exportId: EXPORT, offset: 0, limit: 500, sort: [], search: '' };
  expect(exportChannels['export:rows'].args.parse(asked)).toEqual({
    ...asked,
    ...viewSchema.parse({}),
    marks: null,
  });
});
