import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEFAULT_SAVE_FORMATS } from '../../../../shared/contract/exports/save-formats.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { globbed } from '../dataset/dataset-fixture.ts';
import { ResultStore } from '../result/result-store.ts';
import { ResultDesk } from './result-desk.ts';
import type { ResultRequest } from './result-messages.ts';

const PATHS = ['uniqueId', 'campaign.code', 'data.Firma'];
let path: string;
let signal: AbortSignal;
let transfer: ArrayBuffer[];
let desk: ResultDesk;

const ask = (request: ResultRequest) => desk.answer(request, { signal, onProgress: () => undefined, transfer });
/** Its log is gone when nobody has the file open. */
const isOpen = () => existsSync(`${path}-wal`);

beforeEach(() => {
  path = join(specFolder('answers'), 'result.sqlite');
  signal = new AbortController().signal;
  transfer = [];
  desk = new ResultDesk();
  using store = new ResultStore(path);
  store.append(
    [
      ['a', 'EN1', 'Ab'],
      ['b', 'EN1', null],
      ['c', 'EN2', 'Cd'],
    ],
    3,
  );
  store.mark([[2, 1]]);
});
afterEach(() => desk.close());

const plan = { filters: [], zone: 'Europe/Berlin', spellings: [], merges: false };
const body = { form: 'json', charset: null, isSizeKnown: true, cutBefore: null, until: null } as const;
const bytes = () => Uint8Array.from(Buffer.from('[{"a":"4"}]'));

it('counts a result and rests, unless leads are arriving in it', async () => {
  expect(await ask({ kind: 'count', path })).toEqual({
    ...{ rows: 3, paths: [], filled: [3, 3, 2] },
    missed: [{ mask: 1, rows: 1 }],
  });
  expect(isOpen()).toBe(true);
  await ask({ kind: 'rest', path });
  expect(isOpen()).toBe(false);
  await ask({ kind: 'begin', path, plan });
  await ask({ kind: 'rest', path });
  expect(isOpen()).toBe(true);
  await ask({ kind: 'body', path, body });
  const piece = bytes();
  expect(await ask({ kind: 'take', path, bytes: piece })).toMatchObject({ rows: 4, memory: piece.buffer });
  expect(transfer).toEqual([piece.buffer]);
  expect(await ask({ kind: 'finish', path, isWhole: true })).toMatchObject({ rows: 4, trouble: null });
  await ask({ kind: 'end', path });
  await expect(ask({ kind: 'take', path, bytes: bytes() })).rejects.toThrow('has not begun');
  await ask({ kind: 'rest', path });
  expect(isOpen()).toBe(false);
});

it('knows no export any more that was closed, and closes every file at the end', async () => {
  await ask({ kind: 'begin', path, plan });
  await ask({ kind: 'close', path });
  expect(isOpen()).toBe(false);
  await expect(ask({ kind: 'body', path, body })).rejects.toThrow('has not begun');
  await ask({ kind: 'count', path });
  desk.close();
  expect(isOpen()).toBe(false);
  expect(await ask({ kind: 'count', path })).toMatchObject({ rows: 3 });
});

it('finds the fields of campaigns, none in a result that is gone, and stops when it is told to', async () => {
  const campaigns = await ask({ kind: 'campaigns', path, paths: PATHS });
  expect(campaigns).toMatchObject([
    { campaignCode: 'EN1', leads: 2 },
    { campaignCode: 'EN2', leads: 1 },
  ]);
  const gone = `${path}-gone`;
  expect(await ask({ kind: 'campaigns', path: gone, paths: PATHS })).toEqual([]);
  expect(existsSync(gone)).toBe(false);
  signal = AbortSignal.abort();
  await expect(ask({ kind: 'campaigns', path, paths: PATHS })).rejects.toThrow(/abort/i);
});

it('saves rows, and sees them as another connection has changed them', async () => {
  const target = join(path, '..', 'saved.jsonl');
  const columns = [{ index: 0, path: 'uniqueId', name: 'uniqueId' }];
  const request = { kind: 'save', path, rows: Int32Array.of(3, 1), edits: null, target, columns } as const;
  await ask({ ...request, format: DEFAULT_SAVE_FORMATS.jsonl });
  expect(
    readFileSync(target, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([{ uniqueId: 'c' }, { uniqueId: 'a' }]);
  const from = join(path, '..', 'came.sqlite');
  const came = new ResultStore(from);
  came.append([['d', 'EN1', 'De']], 3);
  came.close();
  await ask({ kind: 'count', path });
  const merge = { kind: 'merge', path, from, paths: PATHS, places: [0, 1, 2], ids: 0, times: -1 } as const;
  const rest = { fetchedAt: '2026-11-20T12:00:00', filters: [], zone: 'Europe/Berlin', leaves: 0, closure: -1 };
  expect(await ask({ ...merge, ...rest })).toMatchObject({ new: 1, changed: 0 });
  expect(await ask({ kind: 'count', path })).toMatchObject({ rows: 4, filled: [4, 4, 3] });
});

const intoDataset = (result: string, folder: string) => {
  const facts = { service: 'http://spec/api', account: 'user', query: {} };
  const wanted = { keepsLeads: true, isWhole: false, statuses: [], closures: [], shownBefore: null };
  const times = { zone: 'UTC', askedAt: '2026-11-20T12:00:00', writtenAt: '2026-11-20T11:00:00Z' };
  const paths = ['uniqueId', 'campaign.code', 'uploadTime'];
  return { kind: 'dataset', path: result, folder, paths, facts, ...wanted, ...times } as const;
};

it('leaves a dataset as it is when the result is refreshed while it is written', async () => {
  const folder = join(path, '..', 'dataset');
  const onProgress = () => {
    using refreshed = new ResultStore(path);
    refreshed.replace([{ number: 1, cells: ['c', 'EN2', 'Cd'] }], 3);
  };
  const written = desk.answer(intoDataset(path, folder), { signal, onProgress, transfer });
  await expect(written).rejects.toThrow(
    'The result was refreshed while it was written into the dataset. The dataset was not changed. Save it again.',
  );
  expect(await globbed(folder)).toEqual([]);
});

it.each([
  ['that were asked for, and no others', [[2, 1]], ['c', 'd', 'a']],
  ['all, where all were asked for', [], ['b', 'c', 'd', 'a']],
] as const)('writes the leads of a result into a dataset: %s', async (_what, marks, ids) => {
  const other = join(path, '..', 'leads.sqlite');
  const store = new ResultStore(other);
  store.append(
    ['a', 'b', 'c', 'd'].map((id) => [id, id === 'a' ? 'EN2' : 'EN1', '2026-11-16T08:00:00']),
    3,
  );
  store.mark(marks);
  store.close();
  const folder = join(path, '..', 'dataset');
  const written = await ask(intoDataset(other, folder));
  expect(written).toMatchObject({ rows: ids.length, added: ids.length });
  expect((await globbed(folder)).map((row) => row['uniqueId'])).toEqual(ids);
});
