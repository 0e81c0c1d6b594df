import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { datasetHandlers } from './dataset-handlers.ts';
import { Datasets } from './dataset/datasets.ts';
import { FileTrouble } from '../files/foundation/file-trouble.ts';
import { specFolder } from '../foundation/folder-fixture.ts';

const { signal } = new AbortController();
const CALL = { datasetId: 'dataset', exportId: 'export', callId: 'call' };
const STARTED = Date.UTC(2026, 10, 20, 11);

let asked: Record<string, unknown>[];
let told: object[];
let released: string[];
let state: string;
let trouble: Error | null;
let pointReached: string | null;
let goesOnFrom: string | null;
let since: string | null;
let writtenAt: number | null;
let clockOffset: number | null;
let timeZone: string | null;
let written: Promise<void>;

beforeEach(() => {
  [asked, told, released, state, trouble, clockOffset, timeZone] = [
    [],
    [],
    [],
    'complete',
    null,
    null,
    'Europe/Berlin',
  ];
  pointReached = null;
  goesOnFrom = null;
  since = null;
  writtenAt = null;
  written = Promise.resolve();
});

const throwTrouble = () => {
  if (trouble !== null) throw trouble;
};
const record = () => ({
  state,
  startedAt: STARTED,
  columns: [{ path: 'uniqueId' }, { path: 'status' }],
  answer: { pointReached: '2026-11-20T10:00:00', goesOnFrom },
});
const exports = {
  book: { record, reading: async () => ({ [Symbol.dispose]: () => undefined }), resultPath: (id: string) => `/${id}` },
  results: {
    async ask(
      request: Record<string, unknown>,
      options: { readonly signal: AbortSignal; onProgress(a: number, b: number): void },
    ) {
      expect(options.signal).toBe(signal);
      options.onProgress(1, 2);
      asked.push(request);
      await written;
      return { rows: 2 };
    },
  },
};
const datasets = {
  open(...args: unknown[]) {
    throwTrouble();
    return { args };
  },
  take: (id: string) => ({
    plan: { folder: '/dataset' },
    pointReached,
    since,
    writtenAt,
    [Symbol.dispose]: () => void released.push(id),
  }),
};
function handlers(open: object = datasets) {
  const services = {
    clock: { wallNow: () => STARTED + 1000 },
    grantedFile: (token: string, access: string) => ({ path: `/${token}/${access}` }),
    emit: (name: string, payload: object) => told.push({ name, ...payload }),
  };
  const session = { api: { quota: () => ({ clockOffset }) }, account: { dialect: { timeZone } } };
  return datasetHandlers(exports as never, open as never, services as never, session as never);
}
const save = (over: object = {}) => handlers()['export:saveDataset']({ ...CALL, ...over }, { signal });

it('opens the folder that a person chose, and says what is wrong with it', async () => {
  const open = () => handlers()['export:openDataset']({ token: 'chosen', query: {}, mode: 'all' } as never, { signal });
  expect(await open()).toEqual({ args: ['/chosen/folder', {}, 'all'] });
  trouble = new FileTrouble('busy', 'It is open.');
  await expect(open()).rejects.toMatchObject({ error: { code: 'file', reason: 'busy' } });
});

it('puts the leads of a complete export into the dataset, as of its request, and tells how far it is', async () => {
  expect(await save()).toEqual({ rows: 2 });
  expect(asked).toEqual([
    {
      kind: 'dataset',
      path: '/export',
      folder: '/dataset',
      isWhole: false,
      paths: ['uniqueId', 'status'],
      zone: timeZone,
      shownBefore: null,
      askedAt: '2026-11-20T12:00:00',
      writtenAt: '2026-11-20T11:00:01.000Z',
    },
  ]);
  expect(told).toEqual([{ name: 'save:progress', callId: 'call', rows: 1, rowsTotal: 2 }]);
  clockOffset = 60_000;
  await save({ callId: undefined });
  expect(asked.at(-1)).toMatchObject({ askedAt: '2026-11-20T12:01:00' });
  expect([told.length, released]).toEqual([1, ['dataset', 'dataset']]);
});

it('leaves a dataset alone that knows more, and one whose leads are not all here', async () => {
  pointReached = '2026-11-20T10:00:00';
  await save({ isWhole: true });
  expect(asked).toMatchObject([{ isWhole: true }]);
  pointReached = '2026-11-20T10:00:01';
  const message: unknown = expect.stringMatching(/^The dataset "dataset" has changes up to 2026-11-20T10:00:01; this/);
  await expect(save({ isWhole: true })).rejects.toMatchObject({ error: { code: 'file', reason: 'changed', message } });
  state = 'partial';
  await expect(save()).rejects.toMatchObject({ error: { message: expect.stringMatching(/^Leads are missing/) } });
  expect(asked).toHaveLength(1);
  expect(released).toHaveLength(3);
});

it('holds a result of a clock that was set back since against the point of the clock that the dataset has', async () => {
  goesOnFrom = '2026-11-20T05:00:00';
  pointReached = '2026-11-20T10:00:00';
  // At ten o'clock as it was, at five as it is now.
  writtenAt = Date.UTC(2026, 10, 20, 9);
  clockOffset = -5 * 3_600_000;
  await save({ isWhole: true });
  pointReached = '2026-11-20T10:00:01';
  await expect(save({ isWhole: true })).rejects.toMatchObject({ error: { reason: 'changed' } });
  // It was made new since.
  writtenAt = Date.UTC(2026, 10, 20, 10);
  pointReached = '2026-11-20T05:00:00';
  await save({ isWhole: true });
  pointReached = '2026-11-20T05:00:01';
  const message: unknown = expect.stringMatching(/this result ends at 2026-11-20T05:00:00/);
  await expect(save({ isWhole: true })).rejects.toMatchObject({ error: { reason: 'changed', message } });
  writtenAt = null;
  await expect(save({ isWhole: true })).rejects.toMatchObject({ error: { reason: 'changed' } });
  expect(asked).toHaveLength(2);
});

it('leaves a dataset alone that was written before the time that was asked for, as the clock goes now', async () => {
  since = '2026-11-20T10:00:00';
  writtenAt = Date.UTC(2026, 10, 20, 9);
  await save();
  clockOffset = -1000;
  await save({ isWhole: true });
  const message: unknown = expect.stringMatching(/^Since the dataset "dataset" was written, the service's clock, /);
  await expect(save()).rejects.toMatchObject({ error: { code: 'file', reason: 'changed', message } });
  expect(asked.map(({ shownBefore }) => shownBefore)).toEqual(['2026-11-20T10:00:00', '2026-11-20T09:59:59']);
  since = null;
  await save();
  expect(asked).toHaveLength(3);
});

it('saves a dataset once: a second save meanwhile is refused, and the folder stays held for the first one', async () => {
  using real = new Datasets({ service: 'https://leads.example/api', account: 'anna' });
  const folder = join(specFolder('dataset-handlers'), 'leads');
  const open = () => real.open(folder, EVERYTHING, 'new');
  const { datasetId } = open();
  const saveIt = () => handlers(real)['export:saveDataset']({ ...CALL, datasetId }, { signal });
  const { promise, resolve } = Promise.withResolvers<void>();
  written = promise;
  const first = saveIt();
  await expect(Promise.race([saveIt(), setImmediate('runs')])).rejects.toThrow(/not open any more/);
  expect(open).toThrow(/Another Lead Console is writing/);
  resolve();
  expect(await first).toEqual({ rows: 2 });
  expect(asked).toHaveLength(1);
  expect(open().rows).toBe(0);
});
