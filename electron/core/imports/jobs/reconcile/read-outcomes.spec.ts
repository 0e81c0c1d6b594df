import { afterEach, beforeEach, expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { HOUR } from '../../../../../shared/domain/time/time.ts';
import type { LeadBody } from '../../../api/reads/streams.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import { tagOf } from '../journal/records/lead-payload.ts';
import { leadBody } from './lead-body-fixture.ts';
import { readOutcomes } from './read-outcomes.ts';
import { CAMPAIGN, column, lookTools } from './reconcile-fixture.ts';

/* Which lead is that of which created row, and what is said of rows without one. */

const PEOPLE = [
  ['Ada', '+4530111111'],
  ['Bo', '+4530222222'],
  ['Cy', '+4530333333'],
  ['Di', '+4530444444'],
] as const;

let at: JournalUnderTest;
let clock: VirtualClock;
beforeEach(() => {
  at = createJournal();
  clock = new VirtualClock();
});
afterEach(() => at[Symbol.dispose]());

/** Rows that were created an hour ago with these ids; null: the service named none. The last row was refused. */
function add(ids: readonly (string | null)[], tagField: string | null = null): void {
  at.add(PEOPLE, {
    campaignCode: CAMPAIGN,
    columns: ['Name', 'Phone'],
    mapping: [column(0, 'LastName'), column(1, 'Phone')],
    terms: { ...USUAL_TERMS, tagField },
  });
  for (const [index, leadId] of ids.entries()) {
    const by = { at: clock.wallNow() - HOUR, run: 'spec' };
    at.store.rows.step('job', index + 1, 'send', by);
    at.store.rows.step('job', index + 1, 'created', { ...by, leadId });
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

const toolsFor = (body: LeadBody) => ({ ...lookTools(at, clock, { exportSimpleLeads: () => body }), workTime: 0 });

async function read(...leads: readonly unknown[]) {
  const reading = await readOutcomes(toolsFor(leadBody(leads)), at.store, at.job());
  return [...reading.rows].map(([row, { outcome, leadId, foundBy }]) => [row, outcome, leadId, foundBy]);
}

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
  const tools = toolsFor(leadBody([lead('A', 0)], 'The connection broke.'));
  await expect(readOutcomes(tools, at.store, at.job())).rejects.toThrow('The connection broke.');
});
