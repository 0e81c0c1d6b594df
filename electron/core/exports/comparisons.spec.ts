import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Comparison, comparisonSchema } from '../../../shared/contract/exports/compare.ts';
import { DEFAULT_SAVE_FORMATS } from '../../../shared/contract/exports/save-formats.ts';
import { openSpecServer, type SpecServer } from '../api/simulation/spec-server.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { closePrograms } from '../sessions/session-fixture.ts';
import { takeLease } from '../storage/lease.ts';
import { ExportsProgram } from './exports-fixture.ts';

const monday = [
  { uniqueId: 'a', status: 'New', closure: null, lastModifiedTime: '2026-11-16T09:00:00', data: { Firma: 'Åse AS' } },
  { uniqueId: 'b', status: 'New', closure: null, lastModifiedTime: '2026-11-16T09:00:00', data: { Firma: 'B' } },
  { uniqueId: 'c', status: 'New', closure: null, lastModifiedTime: '2026-11-16T09:00:00', data: { Firma: 'C' } },
];
const today = [
  {
    UniqueId: 'b',
    STATUS: 'Processed',
    Closure: 'Success',
    LastModifiedTime: '2026-11-17T11:30:00',
    Data: { firma: 'B' },
  },
  { UniqueId: 'a', STATUS: 'New', Closure: null, LastModifiedTime: '2026-11-17T11:40:00', Data: { firma: 'Åse AS' } },
  {
    UniqueId: 'd',
    STATUS: 'New',
    Closure: null,
    LastModifiedTime: '2026-11-17T12:00:00',
    Data: { firma: 'D', Ny: 'x' },
  },
];

const many = Array.from({ length: 20_000 }, (_, index) => ({ uniqueId: `id ${index}`, status: 'New' }));

let server: SpecServer;
let body: string;
let program: ExportsProgram;
let folder: string;

async function fetched(leads: readonly object[] | string): Promise<string> {
  body = typeof leads === 'string' ? leads : JSON.stringify(leads);
  return (await program.fetched()).id;
}

const compare = (before: string, now: string, cancel?: AbortController) =>
  program.call('compare:open', { before, now, callId: 'call-1' }, cancel);
const files = () => readdirSync(join(folder, 'results')).sort();
const recorded = () =>
  program.session.journal
    .prepare('SELECT id FROM comparison')
    .all()
    .map((row) => row['id']);
const leases = () => readdirSync(join(folder, 'locks')).filter((name) => /^compare-.*\.sqlite$/.test(name));

async function rowsOf(comparison: Comparison, changedIn?: string) {
  const { fields, kindColumn, idColumn } = comparison;
  const change = fields.find((field) => field.path.toLowerCase() === changedIn)?.change ?? null;
  const page = await program.rows(comparison);
  return page.rows.map(({ cells }) => [
    cells[idColumn],
    cells[kindColumn],
    ...(change === null ? [] : [cells[change]]),
  ]);
}

beforeEach(async () => {
  folder = specFolder('comparisons');
  server = await openSpecServer();
  server.answer = (_request, response) => void response.end(body);
  program = ExportsProgram.at(folder, server.address);
});

afterEach(() => closePrograms([program], server, folder));

describe('comparisons of two exports', () => {
  it('match leads by id, whatever the case of names, and add up to both results', async () => {
    const [before, now] = [await fetched(monday), await fetched(today)];
    const since = performance.now();
    const compared = comparisonSchema.parse(await compare(before, now));
    expect(compared.milliseconds).toBeLessThanOrEqual(performance.now() - since + 1);
    expect(compared).toMatchObject({ new: 1, changed: 1, gone: 1, same: 1, rows: { before: 3, now: 3 } });
    expect(await rowsOf(compared, 'status')).toEqual([
      ['b', 'changed', '["New","Processed"]'],
      ['a', 'same', null],
      ['d', 'new', null],
      ['c', 'gone', null],
    ]);
    const changed = Object.fromEntries(compared.fields.map((field) => [field.path, field.changed]));
    // The time of the last change differs in every lead, and "Ny" came today: neither is a change.
    expect(changed).toEqual({ status: 1, closure: 1, lastModifiedTime: null, 'data.Firma': 0, 'data.Ny': null });
    expect(compared.timeColumn).toBe(compared.fields.find((field) => field.path === 'lastModifiedTime')?.now);
  });

  it('say of each column in how many leads of its result it has a value', async () => {
    const [before, now] = [await fetched(monday), await fetched(today)];
    const expected = {
      uniqueId: 6,
      'status before': 3,
      'closure now': 1,
      'data.Firma before': 3,
      'data.Firma now': 3,
      'data.Ny now': 1,
    };
    const filledIn = ({ columns }: Comparison) => Object.fromEntries(columns.map(({ path, filled }) => [path, filled]));
    expect(filledIn(await compare(before, now))).toMatchObject(expected);
    expect(filledIn(await compare(before, now))).toMatchObject(expected);
  });

  it('are pages, searches and files like any result', async () => {
    const compared = await compare(await fetched(monday), await fetched(today));
    const found = await program.rows(compared, { search: 'åse' });
    expect(found.rows.map((row) => row.number)).toEqual([2]);
    const sorted = await program.rows(compared, { sort: [{ column: 0, direction: 'desc' }], limit: 2 });
    expect(sorted.rows.map((row) => row.cells[0])).toEqual(['d', 'c']);
    const saved = await program.save(compared, 'saved.csv', { format: DEFAULT_SAVE_FORMATS.jsonl });
    expect(saved).toMatchObject({ name: 'saved.csv', rows: 4, countedRows: 4 });
    const [first] = readFileSync(join(folder, 'saved.csv'), 'utf8').split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({
      uniqueId: 'b',
      kind: 'changed',
      'status before': 'New',
      'status now': 'Processed',
    });
    expect(compared.columns.map((column) => column.path)).not.toContain('status change');
  });

  it('are kept for the next time, also after a restart, until a result is another one', async () => {
    const [before, now] = [await fetched(monday), await fetched(today)];
    const first = await compare(before, now);
    expect(await compare(before, now)).toEqual(first);
    expect((await compare(now, before)).id).not.toBe(first.id);
    await program.restart();
    expect(files()).toHaveLength(4);
    expect(await compare(before, now)).toEqual(first);
    expect((await rowsOf(first)).length).toBe(4);
    program.session.journal.exec(`UPDATE export SET ended_at = ended_at + 1 WHERE id = '${now}'`);
    const anew = await compare(before, now);
    expect(anew.id).not.toBe(first.id);
    expect(files()).not.toContain(`${first.id}.sqlite`);
    expect(files()).toContain(`${anew.id}.sqlite`);
  });

  it('are deleted with either of their results', async () => {
    const [before, now] = [await fetched(monday), await fetched(today)];
    const compared = await compare(before, now);
    await rowsOf(await compare(now, before));
    await program.remove({ id: now });
    expect(files().filter((name) => name.endsWith('.sqlite'))).toEqual([`${before}.sqlite`]);
    expect([recorded(), leases()]).toEqual([[], []]);
    await expect(program.rows(compared)).rejects.toMatchObject({ error: { code: 'notFound' } });
    await expect(compare(before, now)).rejects.toMatchObject({ error: { code: 'notFound' } });
  });

  it('leave nothing when they are cancelled', async () => {
    const [before, now] = [await fetched(many), await fetched(many)];
    const stop = new AbortController();
    const heard: unknown[] = [];
    program.onEvent = (name, payload) => {
      if (name !== 'compare:progress') return;
      heard.push(payload);
      stop.abort();
    };
    await expect(compare(before, now, stop)).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect(heard[0]).toMatchObject({ callId: 'call-1', rowsTotal: 60_000 });
    expect(files().filter((name) => name.endsWith('.sqlite'))).toEqual([`${before}.sqlite`, `${now}.sqlite`].sort());
    expect([recorded(), leases()]).toEqual([[], []]);
    expect(await compare(before, now)).toMatchObject({ same: 20_000 });
  });

  it('end with the account, and leave nothing then', async () => {
    const [before, now] = [await fetched(many), await fetched(many)];
    const begun = new Promise<void>((resolve) => {
      program.onEvent = (name) => name === 'compare:progress' && resolve();
    });
    const outcome = compare(before, now).catch((error: unknown) => error);
    await begun;
    await program.restart(() => {
      expect([recorded(), leases()]).toEqual([[], []]);
      expect(files().filter((name) => name.endsWith('.sqlite'))).toHaveLength(2);
    });
    expect(await outcome).toMatchObject({ error: { code: 'cancelled' } });
  });

  it('leave nothing when the program was killed, unless another program makes them', async () => {
    const [before, now] = [await fetched(monday), await fetched(today)];
    const left = 'aaaaaaaa-0000-0000-0000-000000000000';
    const other = 'bbbbbbbb-0000-0000-0000-000000000000';
    using _lease = takeLease(join(folder, 'locks', `compare-${other}.sqlite`));
    await program.restart(() => {
      for (const id of [left, other]) {
        writeFileSync(join(folder, 'results', `${id}.sqlite`), '');
        program.session.journal.prepare('INSERT INTO comparison VALUES (?, ?, ?, 0, NULL)').run(id, before, now);
      }
    });
    expect(existsSync(join(folder, 'results', `${left}.sqlite`))).toBe(false);
    expect(existsSync(join(folder, 'results', `${other}.sqlite`))).toBe(true);
    expect([recorded(), leases()]).toEqual([[other], [`compare-${other}.sqlite`]]);
  });

  it('refuse what cannot be compared, with a sentence', async () => {
    const before = await fetched(monday);
    await expect(compare(before, before)).rejects.toThrow(/no differences to itself/);
    const noIds = await fetched([{ status: 'New' }]);
    await expect(compare(before, noIds)).rejects.toThrow(/later result has no column "uniqueId"/);
    await expect(compare(await fetched([]), before)).rejects.toThrow(/has no leads/);
    expect(files().filter((name) => name.endsWith('.sqlite'))).toHaveLength(3);
  });

  it('are saved under a name that says so when leads are missing in one result', async () => {
    const partial = await fetched(`${JSON.stringify(today).slice(0, -1)},`);
    const saved = await program.save(await compare(await fetched(monday), partial), 'saved.csv', { columns: [0, 1] });
    expect(saved.name).toBe('saved.partial.csv');
    expect(saved.notes).toEqual(['The later result is partial: leads of the kind "gone" may not be gone.']);
  });
});
