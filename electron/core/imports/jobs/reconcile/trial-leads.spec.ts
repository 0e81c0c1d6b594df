import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../../../../shared/domain/time/time.ts';
import type { ByteStreamPart, LeadBody } from '../../../api/reads/streams.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import { leadBody } from './lead-body-fixture.ts';
import { readTrial } from './read-trial.ts';
import { CAMPAIGN, column, lookTools } from './reconcile-fixture.ts';

/* Which lead is that of which row, and what is known of fields and pools that a service hides. */

const ADA = ['Ada', '+4530111111', '1050'];
const BO = ['Bo', '+4530222222', '2100'];

let at: JournalUnderTest;
let clock: VirtualClock;
let since: string[];
let progress: [number, number][];
beforeEach(() => {
  at = createJournal();
  clock = new VirtualClock();
  [since, progress] = [[], []];
});
afterEach(() => at[Symbol.dispose]());

/** A job whose rows were created an hour ago, with these ids; null and empty: the service named none. */
function add(rows: readonly (readonly string[])[], ids: readonly (string | null)[], poolName: string | null = null) {
  at.add(rows, {
    campaignCode: CAMPAIGN,
    poolName,
    columns: ['Name', 'Phone', 'Zip'],
    mapping: [column(0, 'LastName'), column(1, 'Phone'), column(2, 'Zip')],
  });
  for (const [index, leadId] of ids.entries())
    at.created(index + 1, { at: clock.wallNow() - HOUR, run: 'spec', leadId });
}

const lead = (id: string | null, [LastName, Phone, Zip]: readonly string[], change: object = {}) => ({
  uniqueId: id,
  campaign: { code: CAMPAIGN },
  data: { LastName, Phone, Zip },
  ...change,
});

function read(body: LeadBody) {
  const tools = lookTools(at, clock, {
    exportSimpleLeads: (query) => {
      since.push(query.modifiedFrom ?? '');
      return body;
    },
  });
  const onProgress = (...figures: [number, number]) => progress.push(figures);
  return readTrial({ ...tools, onProgress }, at.store, at.job());
}

const foundIn = async (...leads: readonly unknown[]) =>
  (await read(leadBody(leads))).leads.map(({ leadId, foundBy }) => [leadId, foundBy]);

describe('the lead of a row', () => {
  it('is the one with its id, and no other with its values', async () => {
    add([ADA, BO], ['A', 'B']);
    expect(await foundIn(lead('X', ADA), lead('B', ['Somebody', '', '']))).toEqual([
      ['A', null],
      ['B', 'id'],
    ]);
    expect(since).toEqual(['2026-11-19T05:00:00']);
  });

  it.each([null, ''])(
    'without an id (%o) is the one with its values, whether the service names it or not',
    async (id) => {
      add([ADA, BO], [id, 'B']);
      expect(await foundIn(lead('X', ADA), lead(null, BO))).toEqual([
        ['X', 'values'],
        ['B', null],
      ]);
      expect((await foundIn(lead(null, ADA)))[0]).toEqual([null, 'values']);
      expect((await foundIn(lead(null, BO)))[0]).toEqual([null, null]);
    },
  );

  it('is not one that another row has', async () => {
    at.add([ADA], { id: 'other', campaignCode: CAMPAIGN });
    at.created(1, { at: 1, run: 'spec', leadId: 'X' }, 'other');
    add([ADA], [null]);
    expect(await foundIn(lead('X', ADA))).toEqual([[null, null]]);
  });

  it('is not known where two rows or two leads have the same values; one that the list has twice is one', async () => {
    add([ADA, ADA, BO, ['Cai', '+4530333333', '8000']], [null, null, null, null]);
    const cai = lead('C', ['Cai', '+4530333333', '8000']);
    expect(await foundIn(lead('A', ADA), cai, lead('B', BO), lead('B2', BO), cai)).toEqual([
      [null, null],
      [null, null],
      [null, null],
      ['C', 'values'],
    ]);
  });
});

describe('reading', () => {
  it('ends as soon as every row has its lead', async () => {
    add([ADA, BO], ['A', 'B']);
    const parts = ['W', 'X', 'A', 'B', 'Y', 'Z'].map((id) => [lead(id, id === 'A' ? ADA : BO)]);
    let isEnded = false;
    async function* body(): AsyncGenerator<ByteStreamPart> {
      await Promise.resolve();
      try {
        const text = parts.map((part, index) => `${index === 0 ? '[' : ','}${JSON.stringify(part).slice(1, -1)}`);
        for (const piece of [...text, ']']) yield { kind: 'bytes', bytes: new TextEncoder().encode(piece) };
        throw new Error('read to the end');
      } finally {
        isEnded = true;
      }
    }
    const { looked, leads } = await read({ ...leadBody([]), [Symbol.asyncIterator]: body });
    expect(leads.map(({ foundBy }) => foundBy)).toEqual(['id', 'id']);
    expect([isEnded, looked]).toEqual([true, 4]);
    expect(progress.at(-1)).toEqual([2, 4]);
  });

  it('is of the first five hundred created rows, and counts them all', async () => {
    add(
      Array.from({ length: 501 }, () => ADA),
      [],
    );
    at.journal.exec(`UPDATE import_row SET state = 'created', at = 1, lead_id = 'L' || n`);
    const { leads, created } = await read(leadBody([]));
    expect([leads.length, leads.at(-1)?.row, created]).toEqual([500, 500, 501]);
  });
});

describe('a field', () => {
  const matchesOf = async (...leads: readonly unknown[]) =>
    (await read(leadBody(leads))).leads.map(({ fields }) => fields.map(({ match }) => match));

  it('that is empty in the lead is missing, not hidden', async () => {
    add([ADA], ['A']);
    const data = { LastName: 'Ada', Phone: '+4530111111', Zip: null };
    expect(await matchesOf(lead('A', ADA, { data }))).toEqual([['same', 'same', 'missing']]);
  });

  it('is not known where no lead shows it, nor in a row whose lead was not found', async () => {
    add([ADA, BO], ['A', 'B']);
    const data = { LastName: 'Ada', Phone: '+4530111111' };
    expect(await matchesOf(lead('A', ADA, { data }))).toEqual([
      ['same', 'same', 'unseen'],
      ['unseen', 'unseen', 'unseen'],
    ]);
    expect((await read(leadBody([]))).leads[0]?.fields[0]).toMatchObject({ field: 'LastName', isPool: false });
  });

  it('of the pool is compared by its very name, where the service shows pools', async () => {
    add([ADA, BO], ['A', 'B'], 'Schools');
    const pools = async (...names: readonly (string | null)[]) => {
      const leads = names.map((leadPool, index) => lead('AB'.charAt(index), index === 0 ? ADA : BO, { leadPool }));
      return (await read(leadBody(leads))).leads.map(({ fields }) => fields.at(-1));
    };
    expect(await pools('Schools', 'schools')).toMatchObject([
      { field: 'Lead pool', isPool: true, sent: 'Schools', stored: 'Schools', match: 'same' },
      { stored: 'schools', match: 'other' },
    ]);
    expect(await pools('Schools', null)).toMatchObject([{ match: 'same' }, { stored: null, match: 'unseen' }]);
    expect(await pools(null, null)).toMatchObject([{ match: 'unseen' }, { match: 'unseen' }]);
  });
});
