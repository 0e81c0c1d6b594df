import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import { generatedLeadId } from '../../practice/data/leads.ts';
import { defaultCredentials, defaultSeed } from '../../practice/foundation/options.ts';
import { type PracticeService, startPracticeService } from '../../practice/practice-service.ts';
import { fastClock } from '../api/simulation/fast-clock.ts';
import { specClient } from '../api/simulation/spec-client.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import type { AccountSession } from '../sessions/session.ts';
import { specAccount, specServices } from '../sessions/session-fixture.ts';
import { openDurable } from '../storage/database.ts';
import { openSegments } from './segments-feature.ts';

const LEADS = 100_000;
const SEGMENT = 'SEG-0152';
const context = { signal: new AbortController().signal };
const clock = fastClock(50);

let folder: string;
let service: PracticeService;
let session: AccountSession;
let feature: ReturnType<typeof openSegments>;

beforeAll(async () => {
  folder = specFolder('large-change');
  const dataFile = join(folder, 'practice.sqlite');
  service = await startPracticeService({ leads: LEADS + 10, dataFile });
  const account = specAccount(service.url, { segmentBatch: 1_000 });
  const { dialect } = account;
  const api = specClient(service.url, { clock, dialect, credentials: async () => defaultCredentials });
  session = { account, api, journal: openDurable(join(folder, 'journal.sqlite')), folder };
  const writeLeadIds = async () => ({ name: '' });
  const createdLeads = () => ({ name: '', leadIds: [] });
  const nobody = async () => [];
  feature = openSegments(specServices(folder, { clock }), session, {
    resumeOnOpen: true,
    writeLeadIds,
    createdLeads,
    namesInResults: nobody,
    namesInImports: nobody,
  });
});

afterAll(async () => {
  await session.api.close();
  await feature[Symbol.asyncDispose]();
  session.journal.close();
  await service.close();
});

const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => generatedLeadId(defaultSeed, from + index));
const prepare = (leads: readonly string[]) =>
  feature.handlers['segment:prepare'](
    {
      segmentId: SEGMENT,
      kind: 'add',
      source: { from: 'text', text: leads.join('\n'), words: 'pasted list' },
      leaveOutEarlier: true,
    },
    context,
  );
const act = (name: 'start' | 'change' | 'prepareUndo', { id }: SegmentChange) =>
  feature.handlers[`segment:${name}`]({ changeId: id }, context);

/** What the service itself has in the segment. */
function members(): Set<string> {
  using database = new DatabaseSync(join(folder, 'practice.sqlite'));
  const rows = database.prepare('SELECT lead FROM segment_members WHERE segment = ?').all(SEGMENT);
  return new Set(rows.map((row) => String(row['lead'])));
}

function difference(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...one].filter((id) => !other.has(id)).concat([...other].filter((id) => !one.has(id)));
}

/** Goes on after every pause, and has every batch that is in doubt sent again. Returns the end and the doubts. */
async function finish(change: SegmentChange): Promise<{ end: SegmentChange; doubts: Set<number> }> {
  const doubts = new Set<number>();
  await act('start', change);
  for (;;) {
    let now = await act('change', change);
    const isStill = ({ state, after }: SegmentChange) => state === 'paused' || (state === 'ended' && after !== null);
    await expect.poll(async () => isStill((now = await act('change', change))), { timeout: 90_000 }).toBe(true);
    const unknown = now.batches.filter(({ state }) => state === 'unknown');
    // Every lead of which nobody knows is in a batch that is listed.
    expect(unknown.reduce((sum, { counts }) => sum + counts.unknown, 0)).toBe(now.counts.unknown);
    for (const { number } of unknown) {
      doubts.add(number);
      await feature.handlers['segment:resolve']({ changeId: change.id, batch: number, as: 'again' }, context);
    }
    if (now.state === 'paused') await act('start', change);
    else if (unknown.length === 0) return { end: now, doubts };
  }
}

it('a hundred thousand leads end in the segment exactly, through resets and 429s, and undo takes exactly them out', async () => {
  const inside = ids(LEADS, LEADS + 10);
  await finish(await prepare(inside));
  const match = { method: 'POST', path: '/leadsegments/*' };
  service.faults.add({ kind: 'reset', match, when: 'after', times: 3, skip: 4 });
  service.faults.add({ kind: 'reset', match, when: 'before', times: 2, skip: 20 });
  service.faults.add({ kind: 'tooManyRequests', match, times: 4, skip: 30, resetSeconds: 2, retryAfter: '2' });
  service.faults.add({ kind: 'truncate', match, times: 2, skip: 40, how: 'close', bytes: 9 });

  const change = await prepare(ids(0, LEADS));
  expect(change).toMatchObject({ leads: LEADS, batchCount: 100 });
  const { end, doubts } = await finish(change);
  expect(end).toMatchObject({ counts: { moved: LEADS, missing: 0, refused: 0, unknown: 0, waiting: 0 } });
  expect(doubts.size).toBeGreaterThanOrEqual(5);
  expect(service.counts()['LeadSegments']).toMatchObject({ tooManyRequests: 4 });
  const asked = new Set([...inside, ...ids(0, LEADS)]);
  expect(difference(members(), asked)).toEqual([]);

  service.faults.add({ kind: 'reset', match: { ...match, method: 'DELETE' }, when: 'after', times: 2, skip: 7 });
  const undone = await finish(await act('prepareUndo', end));
  expect(undone.doubts.size).toBe(2);
  expect(difference(members(), new Set(inside))).toEqual([]);
}, 300_000);
