import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { HOUR, SECOND } from '../../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import { tagOf } from '../journal/lead-payload.ts';
import { Verdicts } from '../journal/verdicts.ts';
import { leadBody } from './lead-body-fixture.ts';
import { CAMPAIGN, column } from './reconcile-fixture.ts';
import { lookForRows } from './look-for-rows.ts';

const WORK_TIME = 60 * SECOND;
const PEOPLE = [
  ['Ada', '+4530111111'],
  ['Bo', '+4530222222'],
  ['Cai', '+4530333333'],
  ['Early', '+4530444444'],
  ['Late', '+4530555555'],
];
/** Rows that were created before all others, and after them. */
const [EARLY, LATE] = [4, 5];

const MAPPING = [column(0, 'LastName'), column(1, 'Phone')];
const TERMS = { campaignCode: CAMPAIGN, columns: ['Name', 'Phone'], mapping: MAPPING };

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
  at.add(PEOPLE, { ...TERMS, terms: { ...USUAL_TERMS, tagField } });
}

/** The row left this number of milliseconds ago and ended at once in this way. Null: it is under way. */
function sent(n: number, ago: number, ending: 'unknown' | 'created' | null = 'unknown', leadId: string | null = null) {
  const by = { at: clock.wallNow() - ago, run: 'spec' };
  at.store.rows.step('job', n, 'send', by);
  if (ending !== null) at.store.rows.step('job', n, ending, ending === 'created' ? { ...by, leadId } : by);
}

/** Sends rows between two that were created: leads that are known to be there. */
function between(send: () => void): void {
  sent(EARLY, 20 * HOUR, 'created', `lead-${EARLY}`);
  send();
  sent(LATE, 30 * SECOND, 'created', `lead-${LATE}`);
}

const lead = (n: number, change: Readonly<Record<string, unknown>> = {}) => ({
  uniqueId: `lead-${n}`,
  campaign: { code: CAMPAIGN },
  data: { LastName: PEOPLE[n - 1]?.[0], Phone: PEOPLE[n - 1]?.[1] },
  uploadTime: new Date(clock.wallNow()).toISOString(),
  ...change,
});

const tagged = (n: number) => lead(n, { data: { ...lead(n).data, Reference: tagOf('job', n) } });

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
      workTime: WORK_TIME,
      verdicts: new Verdicts(at.journal),
      signal: new AbortController().signal,
      onProgress: (...figures) => progress.push(figures),
    },
    job,
    most,
  );
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const verdictsOf = async () => (await look()).verdicts.map(({ row, verdict, leadId }) => [row, verdict, leadId]);

describe('the service', () => {
  it('is not asked when no row is unknown', async () => {
    add();
    sent(1, HOUR, 'created', 'lead-1');
    expect(await look()).toEqual({ verdicts: [], rows: [], leads: 0, looked: 0 });
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
    // Long under way: its time counts from its end.
    sent(2, 90 * SECOND, null);
    at.store.rows.step('job', 2, 'unknown', { at: clock.wallNow() - 5 * SECOND, run: 'spec' });
    const looked = look();
    await clock.runAsync(WORK_TIME - 5 * SECOND - 1, settle);
    expect(asked).toHaveLength(0);
    await clock.runAsync(WORK_TIME - 5 * SECOND, settle);
    await looked;
    expect(asked).toHaveLength(1);
  });

  it('is waited for no longer when the clock of this computer went back', async () => {
    add();
    sent(1, -HOUR);
    await Promise.all([look(), clock.runAsync(WORK_TIME, settle)]);
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
    between(() => {
      sent(1, HOUR);
      sent(2, HOUR, 'created', 'lead-2');
    });
    // The lead of row 2 has the values of row 1 by now.
    leads = [lead(1, { uniqueId: 'lead-2' }), lead(EARLY), lead(LATE)];
    expect(await verdictsOf()).toEqual([[1, 'unclear', null]]);
  });

  it('has a lead that the service does not name', async () => {
    add();
    sent(1, HOUR);
    leads = [lead(1, { uniqueId: null })];
    expect(await verdictsOf()).toEqual([[1, 'exists', null]]);
  });

  it('is found by its tag, in a field of any case and with blanks around it', async () => {
    add('Reference');
    between(() => {
      sent(1, HOUR);
      sent(2, HOUR);
    });
    leads = [
      tagged(EARLY),
      tagged(LATE),
      lead(1, { data: { REFERENCE: ` ${tagOf('job', 1)} `, LastName: 'Another' } }),
      lead(2, { data: { Other: tagOf('job', 2), LastName: 'Another' } }),
    ];
    expect(await verdictsOf()).toEqual([
      [1, 'exists', 'lead-1'],
      [2, 'unclear', null],
    ]);
  });

  it.each([
    ['hides its contact', { data: { LastName: 'Ada' } }, 'several'],
    ['is under another campaign', { campaign: { code: 'OTHER' } }, 'unclear'],
    ['names no campaign', { campaign: undefined }, 'unclear'],
  ])('is not absent while a lead of its time %s', async (_, change, verdict) => {
    add();
    between(() => sent(1, HOUR));
    leads = [lead(EARLY), lead(LATE), lead(1, change)];
    expect(await verdictsOf()).toEqual([[1, verdict, null]]);
  });

  it('is not a lead that lacks a field which the service shows of others', async () => {
    const cells = PEOPLE.map((person) => [...person, 'Hobro']);
    at.add(cells, { ...TERMS, columns: [...TERMS.columns, 'City'], mapping: [...TERMS.mapping, column(2, 'City')] });
    between(() => sent(1, HOUR));
    const whole = (n: number) => lead(n, { data: { ...lead(n).data, City: 'Hobro' } });
    leads = [whole(EARLY), whole(LATE), lead(1)];
    expect((await verdictsOf())[0]?.[1]).not.toBe('exists');
    leads = [lead(EARLY), lead(LATE), lead(1)];
    expect((await verdictsOf())[0]?.[1]).toBe('exists');
  });

  it('is not found by the name of another row that the service did not name', async () => {
    at.add([PEOPLE[0] ?? [], PEOPLE[0] ?? [], PEOPLE[1] ?? []], TERMS);
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
  const verdict = async () => (await evidence())[0]?.[0];

  it('proves that the row did not arrive when leads sent before and after it are there as sent', async () => {
    add();
    between(() => sent(1, HOUR));
    leads = [lead(EARLY), lead(LATE)];
    expect(await evidence()).toEqual([
      [
        'absent',
        'Not among 2 leads changed since 18 Nov 10:00:00, while those of rows 4 and 5, sent before and after it, are there as sent.',
      ],
    ]);
    leads = [lead(EARLY), lead(LATE), lead(3)];
    expect((await evidence())[0]?.[1]).toContain('Not among 3 leads');
    expect(asked.at(-1)?.since).toBe('2026-11-18T10:00:00');
  });

  it('proves nothing without a lead on each side', async () => {
    add();
    sent(1, HOUR);
    leads = [lead(2)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('created before it')]]);
    sent(LATE, 30 * SECOND, 'created', 'lead-5');
    leads = [lead(2), lead(LATE)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('created before it')]]);
    at[Symbol.dispose]();
    at = createJournal();
    add();
    sent(EARLY, 20 * HOUR, 'created', 'lead-4');
    sent(1, HOUR);
    leads = [lead(EARLY)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('created after it')]]);
  });

  it('proves nothing when a known lead is missing too, on either side', async () => {
    add();
    between(() => sent(1, HOUR));
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('no lead of EU-MESSE-26 at all')]]);
    leads = [lead(LATE)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('lead lead-4 of row 4, which')]]);
    leads = [lead(EARLY)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('lead lead-5 of row 5, which')]]);
  });

  it('proves nothing when one of twenty near it is missing', async () => {
    at.add([...Array.from({ length: 21 }, (_, n) => [`P${n}`, `+45301111${String(n).padStart(2, '0')}`])], {
      campaignCode: CAMPAIGN,
      columns: ['Name', 'Phone'],
      mapping: [column(0, 'LastName'), column(1, 'Phone')],
    });
    for (let n = 1; n <= 18; n += 1) sent(n, 20 * HOUR, 'created', `lead-${n}`);
    sent(19, HOUR);
    for (const n of [20, 21]) sent(n, 30 * SECOND, 'created', `lead-${n}`);
    const all = Array.from({ length: 21 }, (_, n) => ({
      ...lead(1),
      uniqueId: `lead-${n + 1}`,
      data: { LastName: `P${n}`, Phone: `+45301111${String(n).padStart(2, '0')}` },
    })).filter((_, n) => n !== 18);
    leads = all;
    expect(await verdict()).toBe('absent');
    leads = all.filter(({ uniqueId }) => uniqueId !== 'lead-3');
    expect(await verdict()).toBe('unclear');
  });

  it('proves nothing when the list does not show the values by which the row is looked for', async () => {
    add();
    between(() => sent(1, HOUR));
    const showing = (data: unknown) => [lead(EARLY, { data }), lead(LATE, { data })];
    for (const data of [undefined, {}, [], 'hidden', { LastName: 'Early' }, { Phone: '+4530***444' }]) {
      leads = showing(data);
      expect(await evidence()).toEqual([['unclear', expect.stringContaining('does not show Phone as sent')]]);
    }
    // The values of one side alone do not do.
    leads = [lead(EARLY), lead(LATE, { data: {} })];
    expect(await verdict()).toBe('unclear');
    leads = [lead(EARLY, { data: {} }), lead(LATE)];
    expect(await verdict()).toBe('unclear');
    // The phone is what the row is found by.
    leads = [EARLY, LATE].map((n) => lead(n, { data: { PHONE: PEOPLE[n - 1]?.[1] } }));
    expect(await verdict()).toBe('absent');
  });

  it('is looked for by its tag where the list shows tags', async () => {
    add('Reference');
    between(() => sent(1, HOUR));
    leads = [EARLY, LATE].map((n) => lead(n, { data: { Reference: tagOf('job', n) } }));
    expect(await verdict()).toBe('absent');
    // A service that drops the field of the tag shows the phones.
    leads = [lead(EARLY), lead(LATE)];
    expect(await verdict()).toBe('absent');
    leads = [EARLY, LATE].map((n) => lead(n, { data: { Reference: 'imp-…' } }));
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('does not show Reference as sent')]]);
  });

  it('proves nothing while a lead of its time shows no values at all', async () => {
    add();
    between(() => sent(1, HOUR));
    leads = [lead(EARLY), lead(LATE), lead(3, { data: {}, status: 'Anonymized' })];
    expect(await evidence()).toEqual([
      ['unclear', expect.stringContaining('1 lead of this time shows none of the values by which it would be found')],
    ]);
    leads = [
      lead(EARLY),
      lead(LATE),
      ...[1, 2].map((id) => lead(3, { uniqueId: `x${id}`, data: { Phone: '+45****' } })),
    ];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('2 leads of this time')]]);
    // One that is older cannot be it, and one that shows something else neither.
    leads = [lead(EARLY), lead(LATE), lead(3, { data: {}, uploadTime: '2026-11-20T06:00:00Z' }), lead(3)];
    expect(await verdict()).toBe('absent');
    // Nobody knows when it came.
    leads = [lead(EARLY), lead(LATE), lead(3, { data: {}, uploadTime: null })];
    expect(await verdict()).toBe('unclear');
  });

  it('proves nothing beside a lead that came while it was on its way and was changed since', async () => {
    add();
    between(() => sent(1, HOUR));
    const time = (ago: number) => new Date(clock.wallNow() - ago).toISOString();
    const stranger = (uploadTime: string, lastModifiedTime: string | undefined) => {
      leads = [lead(EARLY), lead(LATE), { ...lead(2), uploadTime, lastModifiedTime }];
    };
    stranger(time(HOUR), time(60 * SECOND));
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('lead lead-2 came while this row was on')]]);
    // Nobody says that it was not changed.
    stranger(time(HOUR), undefined);
    expect(await verdict()).toBe('unclear');
    stranger(time(HOUR), time(HOUR));
    expect(await verdict()).toBe('absent');
    // Too early or too late for this row, by ten minutes of two clocks and the minute in which the service may still work.
    for (const ago of [HOUR + 601 * SECOND, HOUR - 662 * SECOND]) {
      stranger(time(ago), time(60 * SECOND));
      expect(await verdict()).toBe('absent');
    }
    stranger('unknown', time(60 * SECOND));
    expect(await verdict()).toBe('unclear');
    // The lead of another row of this computer.
    stranger(time(HOUR), time(60 * SECOND));
    sent(2, HOUR, 'created', 'lead-2');
    expect(await verdict()).toBe('absent');
  });

  it('proves nothing beside too many leads that were changed since', async () => {
    add();
    between(() => sent(1, HOUR));
    const changed = { lastModifiedTime: new Date(clock.wallNow() + 1).toISOString() };
    // Of the hour after it; one more than are kept.
    const uploadTime = new Date(clock.wallNow() - HOUR).toISOString();
    sent(2, HOUR, 'created', 'lead-2');
    leads = [lead(EARLY), lead(LATE), ...Array.from({ length: 10_001 }, () => lead(2, { ...changed, uploadTime }))];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('a lead came while')]]);
  });

  it('is not doubted for a lead that a row without a lead id has', async () => {
    add();
    between(() => sent(1, HOUR));
    sent(2, HOUR, 'created', null);
    leads = [lead(EARLY), lead(LATE), lead(2, { uploadTime: new Date(clock.wallNow() - HOUR).toISOString() })];
    expect(await verdict()).toBe('absent');
  });

  it('proves nothing when a lead has all other values, and only its phone differs or is hidden', async () => {
    at.add([['Ada', 'Oslo', '+4530111111'], ...[EARLY, LATE].map((n) => [`N${n}`, 'Rome', `+453044444${n}`])], {
      campaignCode: CAMPAIGN,
      columns: ['Name', 'City', 'Phone'],
      mapping: [column(0, 'LastName'), column(1, 'City'), column(2, 'Phone')],
    });
    sent(2, 20 * HOUR, 'created', 'L2');
    sent(1, HOUR);
    sent(3, 30 * SECOND, 'created', 'L3');
    const known = [EARLY, LATE].map((n, index) =>
      lead(1, { uniqueId: `L${index + 2}`, data: { LastName: `N${n}`, City: 'Rome', Phone: `+453044444${n}` } }),
    );
    leads = [...known, lead(1, { data: { LastName: 'Ada', City: 'Oslo', Phone: '+4530999999' } })];
    expect(await evidence()).toEqual([
      ['several', 'Lead lead-1 has the same LastName, City, but not Phone, uploaded 20 Nov 09:00:00.'],
    ]);
    leads = [...known, lead(1, { data: { LastName: 'Ada', City: 'Bergen', Phone: '+4530999999' } })];
    expect(await verdict()).toBe('absent');
    // Values that many leads share tell nothing apart.
    leads = [
      ...known,
      ...Array.from({ length: 51 }, (_, n) =>
        lead(1, { uniqueId: `m${n}`, data: { LastName: 'Ada', City: 'Oslo', Phone: '+4530999999' } }),
      ),
    ];
    expect(await verdict()).toBe('absent');
  });

  it('is judged by leads that the service did not name, where their values are in the list since they were sent', async () => {
    add();
    sent(EARLY, 20 * HOUR, 'created');
    sent(1, HOUR);
    sent(LATE, 30 * SECOND, 'created', '');
    leads = [lead(EARLY), lead(LATE)];
    expect(await verdict()).toBe('absent');
    leads = [lead(EARLY)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('the lead of row 5, which')]]);
    // A lead of an earlier import with the same values says nothing about this one.
    leads = [lead(EARLY), lead(LATE, { uploadTime: '2026-11-20T06:00:00Z' })];
    expect(await verdict()).toBe('unclear');
  });

  it('is judged by leads of other imports into the campaign where this one has none', async () => {
    at.add(PEOPLE.slice(EARLY - 1), { ...TERMS, campaignCode: CAMPAIGN.toLowerCase(), id: 'other' });
    add();
    const other = (n: number, ago: number) => {
      const by = { at: clock.wallNow() - ago, run: 'spec' };
      at.store.rows.step('other', n, 'send', by);
      at.store.rows.step('other', n, 'created', { ...by, leadId: `lead-${n + 3}` });
    };
    other(1, 2 * HOUR);
    sent(1, HOUR);
    other(2, 30 * SECOND);
    leads = [lead(EARLY), lead(LATE)];
    expect(await verdict()).toBe('absent');
    leads = [lead(EARLY)];
    expect(await verdict()).toBe('unclear');
  });

  it('is not judged by leads whose order the clock contradicts', async () => {
    add();
    sent(EARLY, 20 * HOUR, 'created', 'lead-4');
    sent(1, HOUR);
    // The clock was set back two hours before this row left.
    sent(LATE, 3 * HOUR, 'created', 'lead-5');
    leads = [lead(EARLY), lead(LATE)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('created after it')]]);
  });
});

describe('the times of leads', () => {
  it('are read in the zone of the service unless they name their own', async () => {
    add();
    sent(1, 30 * 60 * SECOND);
    const verdictAt = async (uploadTime: string) => {
      leads = [lead(1, { uploadTime })];
      return (await look('Europe/Copenhagen')).verdicts[0]?.verdict;
    };
    // Half an hour ago, in Copenhagen and in UTC.
    for (const time of ['2026-11-20T09:30:00', '2026-11-20T08:30:00Z']) expect(await verdictAt(time)).toBe('exists');
    // Fifty minutes ago, before the row left; and no time.
    for (const time of ['2026-11-20T09:10:00', 'yesterday']) expect(await verdictAt(time)).not.toBe('exists');
  });
});
