import { beforeEach, expect, it } from 'vitest';
import { type LeadView, viewSchema } from '../../../shared/contract/exports/views.ts';
import type { StoredResult, StoredResults } from './stored-results.ts';
import { writeLeadIds } from './lead-id-list.ts';
import { viewHandlers } from './view-handlers.ts';

/* What the threads are asked about a view; the specs of the whole feature ask the threads themselves. */

const { signal } = new AbortController();
const view: LeadView = { ...viewSchema.parse({}), search: 'x', locale: 'da', keeps: 'asked' };
const of = { ...view, exportId: 'id', callId: 'call' };
const FOUND: StoredResult = {
  path: '/result',
  reads: ['id'],
  name: 'Leads',
  state: 'complete',
  columns: [
    { index: 3, path: 'status' },
    { index: 1, path: 'UniqueId' },
  ],
  shortened: [],
  notes: [],
};

let asked: { readonly kind: string }[];
let answers: object[];
let prepared: string[];
let told: object[];
let isRead: boolean;
let found: StoredResult;

beforeEach(() => {
  [asked, answers, prepared, told, isRead, found] = [[], [], [], [], false, FOUND];
});

const ask = async (request: { readonly kind: string }, options: { readonly signal: AbortSignal }) => {
  expect(options.signal).toBe(signal);
  asked.push(request);
  return answers.shift() ?? {};
};
const stored = {
  find: () => found,
  views: { ask },
  prepareViews: (id: string) => prepared.push(id),
  reading: async () => {
    isRead = true;
    return { [Symbol.dispose]: () => void (isRead = false) };
  },
} as unknown as StoredResults;
const handlers = viewHandlers(
  { emit: (name: string, payload: object) => told.push({ name, ...payload }) } as never,
  stored,
);
const place = { path: '/result', view };

it('asks for a page of the view alone, and makes later searches fast', async () => {
  answers = [{ rows: [] }];
  const page = { offset: 10, limit: 5, marks: 'x' };
  expect(await handlers['export:rows']({ ...of, ...page }, { signal })).toEqual({ rows: [] });
  expect(asked).toEqual([{ kind: 'page', ...place, ...page }]);
  expect(prepared).toEqual(['id']);
});

it('counts hits until all rows are looked at, and says how many there are so far', async () => {
  const [some, all] = [
    { hits: 2, rows: 1, searched: 5, rowsTotal: 9 },
    { hits: 4, rows: 3, searched: 9, rowsTotal: 9 },
  ];
  const search = { ...of, find: 'a', columns: [1] };
  answers = [
    { counted: some, isWhole: false },
    { counted: all, isWhole: true },
  ];
  expect(await handlers['export:countHits'](search, { signal })).toEqual(all);
  expect(told).toEqual([{ name: 'export:hitsCounted', callId: 'call', ...some }]);
  const question = { kind: 'countHits', ...place, find: { find: 'a', columns: [1] } };
  expect(asked).toEqual([question, question]);
  const wanted = { kind: 'ordinal', ordinal: 1 } as never;
  await handlers['export:hit']({ ...search, wanted }, { signal });
  expect(asked.at(-1)).toEqual({ ...question, kind: 'hit', wanted });
});

it('asks for values, a profile, an answer and a choice', async () => {
  const values = { column: 2, find: 'a', offset: 3, limit: 4 };
  await handlers['export:values']({ ...of, ...values }, { signal });
  const profile = { column: 2, accuracy: 'exact' } as const;
  await handlers['export:profile']({ ...of, ...profile }, { signal });
  const question = { down: 'a question' } as never;
  await handlers['export:question']({ ...of, question }, { signal });
  const choice = { from: null, does: 'add', choice: { kind: 'positions', first: 1, last: 2 } } as const;
  await handlers['export:choose']({ ...of, ...choice }, { signal });
  expect(asked).toEqual([
    { kind: 'values', ...place, ...values },
    { kind: 'profile', ...place, ...profile },
    { kind: 'question', ...place, question },
    { kind: 'choose', ...place, ...choice },
  ]);
});

it('has the ids of a view written in its order, from the rows as they were chosen', async () => {
  const rows = Int32Array.of(2, 1);
  const exports = { results: { ask } } as never;
  const write = () => writeLeadIds(exports, stored, { exportId: 'id', view, target: '/ids' }, signal);
  answers = [{ rows, edits: 5 }];
  await write();
  const columns = [{ index: 1, path: 'uniqueId', name: 'uniqueId' }];
  expect(asked).toMatchObject([
    { kind: 'numbers', ...place },
    { kind: 'save', path: '/result', rows, edits: 5, target: '/ids', columns, format: { format: 'jsonl' } },
  ]);
  expect(isRead).toBe(false);
  found = { ...FOUND, state: 'running' };
  answers = [{ rows, edits: 5 }];
  await write();
  expect(asked.at(-1)).toMatchObject({ edits: null });
  found = { ...FOUND, columns: [] };
  await expect(write()).rejects.toThrow(/have no id, so they cannot be named/);
  expect([asked.length, isRead]).toEqual([4, false]);
});
