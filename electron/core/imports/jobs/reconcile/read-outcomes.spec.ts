import { afterEach, beforeEach, expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { HOUR } from '../../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import { tagOf } from '../journal/records/lead-payload.ts';
import type { RowOutcome } from '../journal/outcome-store.ts';
import { Verdicts } from '../journal/rows/verdicts.ts';
import { leadBody } from './lead-body-fixture.ts';
import { type AskedJob, readOutcomes } from './read-outcomes.ts';
import { CAMPAIGN, column } from './reconcile-fixture.ts';

/* Which lead is that of which created row, and what is said of rows without one. */

const PEOPLE = [
  ['Ada', '+4530111111'],
  ['Bo', '+4530222222'],
  ['Cy', '+4530333333'],
  ['Di', '+4530444444'],
] as const;

let at: JournalUnderTest;
let clock: VirtualClock;
let jobsMade = 0;
beforeEach(() => {
  at = createJournal();
  clock = new VirtualClock();
});
afterEach(() => at[Symbol.dispose]());

/** Rows that were created an hour ago with these ids; null: the service named none. The last row was refused. */
function add(
  ids: readonly (string | null)[],
  tagField: string | null = null,
  id = 'job',
  campaignCode = CAMPAIGN,
): void {
  at.add(PEOPLE, {
    id,
    createdAt: (jobsMade += 1),
    campaignCode,
    columns: ['Name', 'Phone'],
    mapping: [column(0, 'LastName'), column(1, 'Phone')],
    terms: { ...USUAL_TERMS, tagField },
  });
  for (const [index, leadId] of ids.entries()) {
    const by = { at: clock.wallNow() - HOUR, run: 'spec' };
    at.store.rows.step(id, index + 1, 'send', by);
    at.store.rows.step(id, index + 1, 'created', { ...by, leadId });
  }
}

const lead = (uniqueId: string | null, person: number, more: object = {}) => ({
  uniqueId,
  status: 'UserProcessed',
  closure: 'Success',
  campaign: { code: CAMPAIGN },
  data: { LastName: PEOPLE[person]?.[0], Phone: PEOPLE[person]?.[1] },
  ...more,
});

interface Asked {
  readonly jobs?: readonly string[];
  readonly known?: AskedJob['known'];
  readonly body?: ReturnType<typeof leadBody>;
}

async function readJobs(leads: readonly unknown[], { jobs = ['job'], known = null, body }: Asked = {}) {
  const asked = jobs.map((id) => {
    const job = at.store.find(id);
    if (job === undefined) throw new Error('there is no job');
    return { job, known };
  });
  return readOutcomes(
    {
      api: { exportSimpleLeads: () => body ?? leadBody(leads) },
      clock,
      zone: 'UTC',
      workTime: 0,
      verdicts: new Verdicts(at.journal),
      signal: new AbortController().signal,
      onProgress: () => undefined,
      lane: 'person',
    },
    at.store,
    asked,
  );
}

const words = (rows: ReadonlyMap<number, RowOutcome> | undefined) =>
  [...(rows ?? [])].map(([row, { outcome, leadId, foundBy }]) => [row, outcome, leadId, foundBy]);

const read = async (...leads: readonly unknown[]) => words((await readJobs(leads)).get('job')?.rows);

it('is that with its id, whatever its values are by now, and no other; a refused row has none', async () => {
  add(['A', 'B', 'C']);
  expect(await read(lead('B', 3, { status: 'New', closure: 'NotSet' }), lead('X', 0), lead('A', 0))).toEqual([
    [1, 'success', 'A', 'id'],
    [2, 'new', 'B', 'id'],
    [3, 'unseen', 'C', null],
  ]);
});

it('that came under another campaign has moved; one that names no campaign is known by its id', async () => {
  add(['A', 'B']);
  expect(await read(lead('A', 0, { campaign: { code: 'OTHER' } }), lead('B', 1, { campaign: undefined }))).toEqual([
    [1, 'moved', 'A', 'id'],
    [2, 'success', 'B', 'id'],
  ]);
});

it('without an id is found by its tag', async () => {
  add([null, null], 'Reference');
  const tagged = lead('T', 3, { data: { Reference: tagOf('job', 2) } });
  expect(await read(tagged)).toEqual([
    [1, 'unmatched', '', null],
    [2, 'success', 'T', 'tag'],
  ]);
});

it('without id and tag is the only one with its values; two of them prove nothing', async () => {
  add([null, null, null]);
  expect(await read(lead('A', 0), lead('B', 1), lead('B2', 1))).toEqual([
    [1, 'success', 'A', 'values'],
    [2, 'unmatched', '', null],
    [3, 'unmatched', '', null],
  ]);
});

it('is not known at all when the leads did not come whole', async () => {
  add(['A']);
  const body = leadBody([lead('A', 0)], 'The connection broke.');
  await expect(readJobs([], { body })).rejects.toThrow('The connection broke.');
});

it('counts for the first row to which the service gave its id, in one import and over two', async () => {
  add(['A', 'A']);
  add(['A', 'B'], null, 'later');
  const found = await readJobs([lead('A', 0), lead('B', 1)], { jobs: ['job', 'later'] });
  expect(words(found.get('job')?.rows)).toEqual([
    [1, 'success', 'A', 'id'],
    [2, 'repeated', 'A', null],
  ]);
  expect(words(found.get('later')?.rows)).toEqual([
    [1, 'repeated', 'A', null],
    [2, 'success', 'B', 'id'],
  ]);
  // Also when only the later one is asked for.
  const alone = await readJobs([lead('A', 0), lead('B', 1)], { jobs: ['later'] });
  expect(words(alone.get('later')?.rows)).toEqual(words(found.get('later')?.rows));
});

it('with the values of rows of two imports is that of neither', async () => {
  add([null]);
  add([null], null, 'later');
  const found = await readJobs([lead('X', 0)], { jobs: ['job', 'later'] });
  for (const id of ['job', 'later']) expect(words(found.get(id)?.rows)).toEqual([[1, 'unmatched', '', null]]);
  expect(words((await readJobs([lead('X', 0)], { jobs: ['later'] })).get('later')?.rows)).toEqual([
    [1, 'unmatched', '', null],
  ]);
});

it('that the service moved into the campaign of another asked import has moved, and is counted once', async () => {
  add(['A']);
  add(['B'], null, 'other', 'OTHER');
  const there = { campaign: { code: 'OTHER' } };
  const moved = await readJobs([lead('A', 0, there), lead('B', 1, there)], { jobs: ['job', 'other'] });
  expect(words(moved.get('job')?.rows)).toEqual([[1, 'moved', 'A', 'id']]);
  expect(words(moved.get('other')?.rows)).toEqual([[1, 'success', 'B', 'id']]);
});

it('of another campaign is counted as such: the service did not keep to the filter', async () => {
  add(['A']);
  const found = await readJobs([lead('A', 0), lead('X', 1, { campaign: { code: 'OTHER' } })]);
  expect(found.get('job')).toMatchObject({ looked: 2, elsewhere: 1 });
});

it('is as before where only what changed was asked for and it did not come; a row that nobody read is left out', async () => {
  add(['A', 'B', null, 'D']);
  const was = (leadId: string, foundBy: RowOutcome['foundBy']) =>
    ({ outcome: 'redial', leadId, status: 'RedialAutomatic', closure: 'NotSet', foundBy }) as const;
  const rows = new Map<number, RowOutcome>([
    [1, was('A', 'id')],
    [2, was('B', 'id')],
    [3, was('C', 'values')],
  ]);
  const found = await readJobs([lead('B', 1), lead('C', 2)], { known: { since: clock.wallNow(), rows } });
  expect(words(found.get('job')?.rows)).toEqual([
    [1, 'redial', 'A', 'id'],
    [2, 'success', 'B', 'id'],
    [3, 'success', 'C', 'values'],
  ]);
});
