import { afterEach, beforeEach, expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { HOUR } from '../../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import { tagOf } from '../journal/records/lead-payload.ts';
import type { RowOutcome } from '../journal/outcome-store.ts';
import { Verdicts } from '../journal/rows/verdicts.ts';
import { leadBody } from './lead-body-fixture.ts';
import { TERMS } from './look-fixture.ts';
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
let since: (string | null)[];
let progress: [number, number][];
beforeEach(() => {
  at = createJournal();
  clock = new VirtualClock();
  [since, progress] = [[], []];
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
    ...TERMS,
    id,
    createdAt: (jobsMade += 1),
    campaignCode,
    terms: { ...USUAL_TERMS, tagField },
  });
  for (const [index, leadId] of ids.entries())
    at.created(index + 1, { at: clock.wallNow() - HOUR, run: 'spec', leadId }, id);
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
      api: {
        exportSimpleLeads: ({ modifiedFrom }) => {
          since.push(modifiedFrom);
          return body ?? leadBody(leads);
        },
      },
      clock,
      zone: 'UTC',
      workTime: 0,
      verdicts: new Verdicts(at.journal),
      signal: new AbortController().signal,
      onProgress: (...figures) => progress.push(figures),
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

it('without id and tag is also the one that the list has twice, as it came last', async () => {
  add([null]);
  expect(await read(lead('A', 0, { status: 'New', closure: 'NotSet' }), lead('A', 0))).toEqual([
    [1, 'success', 'A', 'values'],
  ]);
});

it('without an id is found by its values also where no other row lacks one', async () => {
  add(['A', null]);
  expect((await read(lead('B', 1)))[1]).toEqual([2, 'success', 'B', 'values']);
});

it('without an id is not one that an import into another campaign created, and that the service moved here', async () => {
  add(['A'], null, 'elsewhere', 'OTHER');
  add([null]);
  expect(await read(lead('A', 0))).toEqual([[1, 'unmatched', '', null]]);
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

it('is asked for from 27 hours before the first row left, and where it was read before, from before that reading', async () => {
  add(['A']);
  add([], null, 'earlier', 'OTHER');
  at.created(1, { at: clock.wallNow() - 4 * HOUR, run: 'spec', leadId: 'B' }, 'earlier');
  await readJobs([], { jobs: ['job'] });
  // One time for both campaigns: a lead may have been moved from one to the other.
  await readJobs([], { jobs: ['job', 'earlier'] });
  await readJobs([], { known: { since: clock.wallNow() - 2 * HOUR, rows: new Map() } });
  const earlier = '2026-11-19T02:00:00';
  expect(since).toEqual(['2026-11-19T05:00:00', earlier, earlier, '2026-11-19T04:00:00']);
});

it('counts as found once, however often it comes, over all leads that came', async () => {
  add(['A', 'B']);
  add(['C'], null, 'other', 'OTHER');
  const there = { campaign: { code: 'OTHER' } };
  const leads = [lead('A', 0), lead('A', 0), lead('X', 2), lead('C', 0, there)];
  await readJobs(leads, { jobs: ['job', 'other'] });
  expect(progress).toEqual([
    [2, 4],
    [2, 8],
  ]);
});

it('is found in a long import, too, beside which other work has its turns', async () => {
  const ROWS = 5001;
  at.add(
    Array.from({ length: ROWS }, (_, index) => [`Person ${index}`]),
    { campaignCode: CAMPAIGN, columns: ['Name'], mapping: [column(0, 'LastName')] },
  );
  at.journal.exec(`UPDATE import_row SET state = 'created', at = 1, lead_id = 'L' || n`);
  let turns = 0;
  let isRead = false;
  const turn = () => {
    turns += 1;
    if (!isRead) setImmediate(turn);
  };
  setImmediate(turn);
  const found = words((await readJobs([lead('L1', 0), lead(`L${ROWS}`, 0)])).get('job')?.rows);
  isRead = true;
  expect(found).toHaveLength(ROWS);
  expect([found[0], found[1], found.at(-1)]).toEqual([
    [1, 'success', 'L1', 'id'],
    [2, 'unseen', 'L2', null],
    [ROWS, 'success', `L${ROWS}`, 'id'],
  ]);
  // After each page of the journal, and after 5,000 of the ids and of the rows that are answered.
  expect(turns).toBe(11 + 1 + 1);
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
