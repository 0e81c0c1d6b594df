import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import { tagOf } from '../journal/lead-payload.ts';
import { Verdicts } from '../journal/verdicts.ts';
import { leadBody } from './lead-body-fixture.ts';
import { CAMPAIGN, column } from './reconcile-fixture.ts';
import { lookForRows } from './look-for-rows.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const PEOPLE = [
  ['Ada', '+4530111111'],
  ['Bo', '+4530222222'],
  ['Cai', '+4530333333'],
];

let at: JournalUnderTest;
let clock: VirtualClock;
let asked: { since: string; lane: string; campaign: string }[];
let progress: [number, number][];
let leads: unknown[];
let failure: string | null;

beforeEach(() => {
  at = createJournal();
  clock = new VirtualClock();
  [asked, progress, leads, failure] = [[], [], [], null];
});
afterEach(() => at[Symbol.dispose]());

function add(tagField: string | null = null): void {
  at.add(PEOPLE, {
    campaignCode: CAMPAIGN,
    columns: ['Name', 'Phone'],
    mapping: [column(0, 'LastName'), column(1, 'Phone')],
    terms: { ...USUAL_TERMS, tagField },
  });
}

/** The row left so many milliseconds ago, and ended so. */
function sent(n: number, ago: number, ending: 'unknown' | 'created' = 'unknown', leadId: string | null = null): void {
  const by = { at: clock.wallNow() - ago, run: 'spec' };
  at.store.rows.step('job', n, 'send', by);
  at.store.rows.step('job', n, ending, ending === 'created' ? { ...by, leadId } : by);
}

const lead = (n: number, change: Readonly<Record<string, unknown>> = {}) => ({
  uniqueId: `lead-${n}`,
  campaign: { code: CAMPAIGN },
  data: { LastName: PEOPLE[n - 1]?.[0], Phone: PEOPLE[n - 1]?.[1] },
  uploadTime: new Date(clock.wallNow()).toISOString(),
  ...change,
});

function look(zone = 'UTC', most?: number) {
  const job = at.store.find('job');
  if (job === undefined) throw new Error('there is no job');
  return lookForRows(
    {
      api: {
        exportSimpleLeads: (query, options) => {
          const campaign = query.extra?.find(({ name }) => name === 'Campaigns')?.value ?? '';
          asked.push({ since: query.modifiedFrom ?? '', lane: options?.lane ?? '', campaign });
          return leadBody(leads, failure);
        },
      },
      clock,
      zone,
      verdicts: new Verdicts(at.journal),
      signal: new AbortController().signal,
      onProgress: (...figures) => progress.push(figures),
    },
    job,
    most,
  );
}

const verdictsOf = async () => (await look()).verdicts.map(({ row, verdict, leadId }) => [row, verdict, leadId]);

describe('the service', () => {
  it('is not asked when no row is unknown', async () => {
    add();
    sent(1, HOUR, 'created', 'lead-1');
    expect(await look()).toEqual({ verdicts: [], leads: 0, looked: 0 });
    expect(asked).toEqual([]);
  });

  it('is asked once, from before the first unknown row left, by its own clock', async () => {
    add();
    sent(1, 2 * HOUR);
    sent(2, 5 * HOUR);
    sent(3, HOUR);
    await look('Europe/Copenhagen');
    // 9:00 less five hours less 27 is 1:00 the day before, which is 2:00 in Copenhagen.
    expect(asked).toEqual([{ since: '2026-11-19T02:00:00', lane: 'reconcile', campaign: CAMPAIGN }]);
  });

  it('is not asked while a request may still be worked on', async () => {
    add();
    sent(1, HOUR);
    sent(2, 5 * SECOND);
    const looked = look();
    const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
    await clock.runAsync(10 * SECOND - 1, settle);
    expect(asked).toHaveLength(0);
    await clock.runAsync(10 * SECOND, settle);
    await looked;
    expect(asked).toHaveLength(1);
  });

  it('is waited for no longer when the clock of this computer went back', async () => {
    add();
    sent(1, -HOUR);
    const looked = look();
    const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
    await clock.runAsync(15 * SECOND, settle);
    await looked;
    expect(asked).toHaveLength(1);
  });

  it('has leads of others among its own: they are counted and left out', async () => {
    add();
    sent(1, HOUR);
    leads = [lead(1), lead(1, { campaign: { code: 'OTHER' } }), lead(2, { campaign: 'eu-messe-26' }), 'no lead'];
    const { verdicts, leads: ours, looked } = await look();
    expect([ours, looked]).toEqual([2, 4]);
    expect(progress).toEqual([[2, 4]]);
    expect(verdicts).toEqual([expect.objectContaining({ row: 1, verdict: 'exists', leadId: 'lead-1' })]);
  });

  it('that does not give the leads whole gives no verdict', async () => {
    add();
    sent(1, HOUR);
    leads = [lead(1)];
    failure = 'The connection broke.';
    await expect(look()).rejects.toThrow('The connection broke.');
  });
});

describe('a row', () => {
  it('has no lead that another row has', async () => {
    add();
    sent(1, HOUR);
    sent(2, HOUR, 'created', 'lead-1');
    leads = [lead(1)];
    expect(await verdictsOf()).toEqual([[1, 'absent', null]]);
  });

  it('has a lead that the service does not name', async () => {
    add();
    sent(1, HOUR);
    leads = [lead(1, { uniqueId: null })];
    expect(await verdictsOf()).toEqual([[1, 'exists', null]]);
  });

  it('is found by its tag, in a field of any case and with blanks around it', async () => {
    add('Reference');
    sent(1, HOUR);
    sent(2, HOUR);
    leads = [
      lead(1, { data: { REFERENCE: ` ${tagOf('job', 1)} `, LastName: 'Another' } }),
      lead(2, { data: { Other: tagOf('job', 2), LastName: 'Another' } }),
    ];
    expect(await verdictsOf()).toEqual([
      [1, 'exists', 'lead-1'],
      [2, 'absent', null],
    ]);
  });

  it('is not found by the name of another row that the service did not name', async () => {
    at.add([PEOPLE[0] ?? [], PEOPLE[0] ?? [], PEOPLE[1] ?? []], {
      campaignCode: CAMPAIGN,
      columns: ['Name', 'Phone'],
      mapping: [column(0, 'LastName'), column(1, 'Phone')],
    });
    sent(1, HOUR);
    sent(2, HOUR, 'created');
    sent(3, HOUR, 'created');
    leads = [lead(1)];
    // The one lead is that of the row that was created.
    expect((await verdictsOf())[0]?.[1]).not.toBe('exists');
    leads = [lead(1), lead(1, { uniqueId: 'second' })];
    // Two leads are both rows, and which is whose nobody knows.
    expect(await verdictsOf()).toEqual([[1, 'exists', null]]);
  });

  it('that has a lead with data of another kind is not lost for it', async () => {
    add();
    sent(1, HOUR);
    leads = [
      lead(1, { data: 'none' }),
      lead(1, { data: { ...lead(1).data, LastName: ' Ada ', More: null, All: [1] } }),
    ];
    expect(await verdictsOf()).toEqual([[1, 'exists', 'lead-1']]);
  });
});

describe('leads that fit the rows', () => {
  it('are too many when nothing tells the rows apart; others do not count', async () => {
    add('Reference');
    sent(1, HOUR);
    const tag = tagOf('job', 1);
    const others = [lead(2), lead(3), lead(3, { data: { Other: tag } }), lead(3, { data: { Reference: 'none' } })];
    leads = [lead(1), lead(1), ...others];
    await expect(look('UTC', 1)).rejects.toThrow('Too many leads');
    expect((await look('UTC', 2)).verdicts).toHaveLength(1);
    leads = [lead(1), lead(2, { data: { reference: tag } }), ...others];
    await expect(look('UTC', 1)).rejects.toThrow('Too many leads');
  });

  it('do not count when they share nothing with a row of a job without tags', async () => {
    add();
    sent(1, HOUR);
    leads = [lead(1), lead(2), lead(3)];
    expect((await look('UTC', 1)).verdicts[0]?.verdict).toBe('exists');
  });
});

describe('a lead that is missing', () => {
  const evidence = async () => (await look()).verdicts.map((found) => [found.verdict, found.evidence]);

  it('proves that the row did not arrive, of so many leads', async () => {
    add();
    sent(1, HOUR);
    leads = [lead(2)];
    expect(await evidence()).toEqual([
      ['absent', 'No lead has its values, of 1 lead modified since 2026-11-19T05:00:00.'],
    ]);
    leads = [lead(2), lead(3)];
    expect((await evidence())[0]?.[1]).toContain('of 2 leads modified');
  });

  it('proves nothing when leads that the service named itself are missing too', async () => {
    add();
    sent(1, HOUR);
    sent(2, HOUR, 'created', 'lead-2');
    expect(await evidence()).toEqual([['several', expect.stringContaining('proves nothing')]]);
    leads = [lead(2)];
    expect((await evidence())[0]?.[0]).toBe('absent');
    // Another lead is none that it named.
    leads = [lead(3)];
    expect((await evidence())[0]?.[0]).toBe('several');
  });
});

describe('the times of leads', () => {
  it('are read in the zone of the service unless they name their own', async () => {
    add();
    sent(1, 30 * 60 * SECOND);
    // Half an hour ago, in Copenhagen and in UTC.
    leads = [lead(1, { uploadTime: '2026-11-20T09:30:00' })];
    expect((await look('Europe/Copenhagen')).verdicts[0]?.verdict).toBe('exists');
    leads = [lead(1, { uploadTime: '2026-11-20T08:30:00Z' })];
    expect((await look('Europe/Copenhagen')).verdicts[0]?.verdict).toBe('exists');
    // Fifty minutes ago: before the row left.
    leads = [lead(1, { uploadTime: '2026-11-20T09:10:00' })];
    expect((await look('Europe/Copenhagen')).verdicts[0]?.verdict).not.toBe('exists');
    leads = [lead(1, { uploadTime: 'yesterday' })];
    expect((await look('Europe/Copenhagen')).verdicts[0]?.verdict).not.toBe('exists');
  });
});
