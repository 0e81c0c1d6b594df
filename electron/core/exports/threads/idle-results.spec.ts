import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { viewSchema } from '../../../../shared/contract/exports/views.ts';
import { VirtualClock } from '../../api/simulation/virtual-clock.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { IDLE_AFTER } from './idle-results.ts';
import { createLeadViews, type LeadViews } from './lead-views.ts';
import { createResults, type Results } from './results.ts';
import { ResultStore } from '../result/result-store.ts';

const log = { bug: (where: string, error: unknown) => expect.unreachable(`${where}: ${String(error)}`) };
const view = viewSchema.parse({});

let clock: VirtualClock;
let path: string;
let views: LeadViews;
let results: Results;

beforeEach(() => {
  clock = new VirtualClock();
  path = join(specFolder('idle'), 'result.sqlite');
  const store = new ResultStore(path);
  store.append([['1'], ['2'], ['3']], 1);
  store.close();
  views = createLeadViews(log, clock);
  results = createResults(log, clock);
});

afterEach(async () => {
  await views.close();
  await results.close();
});

const wait = (milliseconds: number) => clock.run(clock.monotonicNow() + milliseconds);
/** Its log is gone when nobody has the file open. */
const isOpen = () => existsSync(`${path}-wal`);
/** The threads answer in order: when they have answered about another file, what they were told before is done. */
async function settled(): Promise<void> {
  await views.ask({ kind: 'close', path: `${path}-other` });
  await results.ask({ kind: 'close', path: `${path}-other` });
}
const rows = () => views.ask({ kind: 'page', path, view, offset: 0, limit: 10, marks: null });

it('closes a result that nobody asked about for a minute, and opens it again', async () => {
  await rows();
  await results.ask({ kind: 'count', path });
  wait(IDLE_AFTER - 1);
  await settled();
  expect(isOpen()).toBe(true);
  wait(1);
  await settled();
  expect(isOpen()).toBe(false);
  expect((await rows()).rows).toHaveLength(3);
});

it('counts the minute from the latest question, and not while one waits for its answer', async () => {
  await rows();
  wait(IDLE_AFTER - 1);
  const asked = rows();
  wait(IDLE_AFTER);
  await asked;
  wait(IDLE_AFTER - 1);
  await settled();
  expect(isOpen()).toBe(true);
});

it('still knows the chosen rows afterwards', async () => {
  const choice = { kind: 'positions', first: 1, last: 1 } as const;
  const { selection } = await views.ask({ kind: 'choose', path, view, from: null, does: 'add', choice });
  wait(IDLE_AFTER);
  await settled();
  expect(isOpen()).toBe(false);
  const numbers = await views.ask({ kind: 'numbers', path, view: { ...view, selection } });
  expect(Array.from(numbers.rows as Int32Array)).toEqual([2]);
});

it('keeps a result open in which leads arrive, however long the service pauses', async () => {
  const plan = { filters: [], zone: 'Europe/Berlin', spellings: [], merges: false };
  await results.ask({ kind: 'begin', path, plan });
  wait(IDLE_AFTER);
  await settled();
  const body = { form: 'json', charset: null, isSizeKnown: true, cutBefore: null, until: null } as const;
  await results.ask({ kind: 'body', path, body });
  const bytes = new TextEncoder().encode('[{"a":"4"}]');
  expect((await results.ask({ kind: 'take', path, bytes })).rows).toBe(4);
});
