import { describe, expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { HOUR, SECOND } from '../../../../../shared/domain/time/time.ts';
import type { NewJob } from '../journal/records/job-records.ts';
import { tagOf } from '../journal/records/lead-payload.ts';
import { EARLY, LATE, LookWorld, PEOPLE, TERMS } from './look-fixture.ts';
import { CAMPAIGN, column } from './reconcile-fixture.ts';

let world: LookWorld;
eachTime(() => (world = new LookWorld()));

describe('a lead that is missing', () => {
  const evidence = async () => (await world.look()).verdicts.map((found) => [found.verdict, found.evidence]);
  const verdict = async () => (await evidence())[0]?.[0];

  it('proves that the row did not arrive when leads sent before and after it are there as sent', async () => {
    world.addBetween();
    world.leads = [world.lead(EARLY), world.lead(LATE)];
    expect(await evidence()).toEqual([
      [
        'absent',
        'Not among 2 leads changed since 18 Nov 10:00:00, while those of rows 4 and 5, sent before and after it, are there as sent.',
      ],
    ]);
    world.leads = [world.lead(EARLY), world.lead(LATE), world.lead(3)];
    expect((await evidence())[0]?.[1]).toContain('Not among 3 leads');
    expect(world.asked.at(-1)?.since).toBe('2026-11-18T10:00:00');
  });

  it('proves nothing without a lead on each side', async () => {
    world.add();
    world.sent(1, HOUR);
    world.leads = [world.lead(2)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('created before it')]]);
    world.sent(LATE, 30 * SECOND, 'created', 'lead-5');
    world.leads = [world.lead(2), world.lead(LATE)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('created before it')]]);
    world.forget();
    world.add();
    world.sent(EARLY, 20 * HOUR, 'created', 'lead-4');
    world.sent(1, HOUR);
    world.leads = [world.lead(EARLY)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('created after it')]]);
  });

  it('proves nothing when a known lead is missing too, on either side', async () => {
    world.addBetween();
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('no lead of EU-MESSE-26 at all')]]);
    world.leads = [world.lead(LATE)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('lead lead-4 of row 4, which')]]);
    world.leads = [world.lead(EARLY)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('lead lead-5 of row 5, which')]]);
  });

  it('proves nothing when one of twenty near it is missing', async () => {
    world.at.add([...Array.from({ length: 21 }, (_, n) => [`P${n}`, `+45301111${String(n).padStart(2, '0')}`])], TERMS);
    for (let n = 1; n <= 18; n += 1) world.sent(n, 20 * HOUR, 'created', `lead-${n}`);
    world.sent(19, HOUR);
    for (const n of [20, 21]) world.sent(n, 30 * SECOND, 'created', `lead-${n}`);
    const all = Array.from({ length: 21 }, (_, n) => ({
      ...world.lead(1),
      uniqueId: `lead-${n + 1}`,
      data: { LastName: `P${n}`, Phone: `+45301111${String(n).padStart(2, '0')}` },
    })).filter((_, n) => n !== 18);
    world.leads = all;
    expect(await verdict()).toBe('absent');
    world.leads = all.filter(({ uniqueId }) => uniqueId !== 'lead-3');
    expect(await verdict()).toBe('unclear');
  });

  /** Eight rows, of which the sixth is unknown: the service named its lead for the first one. Answers the leads. */
  function mixedUp(change: Partial<NewJob> = {}) {
    const people = Array.from({ length: 8 }, (_, n) => [`P${n + 1}`, `+4530111${n}11`, `Note ${n}`]);
    world.at.add(people, { ...TERMS, ...change });
    for (let n = 1; n <= 8; n += 1)
      if (n === 6) world.sent(n, HOUR);
      else world.sent(n, n < 6 ? 20 * HOUR : 30 * SECOND, 'created', n === 1 ? 'lead-6' : `lead-${n}`);
    return people.map(([LastName, Phone], n) => ({
      ...world.lead(1),
      uniqueId: `lead-${n + 1}`,
      data: { LastName, Phone },
    }));
  }

  it('proves nothing where a lead has its values and the id of another row: answers were mixed up, or an id was used again', async () => {
    const leads = mixedUp();
    world.leads = leads.slice(1);
    expect(await evidence()).toEqual([
      [
        'unclear',
        expect.stringMatching(/: lead lead-6 has the same phone, .*, and the service named it for another row/),
      ],
    ]);
    // The lead of a row with the same values is that row's.
    world.leads = leads
      .filter((_, n) => n !== 5)
      .map((lead) => ({ ...lead, uniqueId: lead.uniqueId.replace(/-1$/, '-6') }));
    expect(await verdict()).toBe('absent');
  });

  it('proves nothing beside such a lead where the service hides a field of all leads', async () => {
    const mapping = [column(0, 'LastName'), column(1, 'Phone'), column(2, 'Note')];
    world.leads = mixedUp({ columns: ['Name', 'Phone', 'Note'], mapping }).slice(1);
    expect(await verdict()).toBe('unclear');
  });

  it('proves nothing beside such a lead of another campaign', async () => {
    world.addBetween();
    world.at.add([['Xaver', '+4530999999']], { ...TERMS, campaignCode: 'OTHER', id: 'other' });
    world.at.created(1, { at: 1, run: 'spec', leadId: 'lead-1' }, 'other');
    world.leads = [world.lead(EARLY), world.lead(LATE), world.lead(1, { campaign: { code: 'OTHER' } })];
    expect(await verdict()).toBe('unclear');
  });

  it('proves nothing beside such a lead that has its tag, and values that somebody corrected', async () => {
    world.leads = mixedUp({ terms: { ...USUAL_TERMS, tagField: 'Reference' } })
      .slice(1)
      .map(({ data, ...lead }, n) => ({
        ...lead,
        data: {
          ...data,
          Reference: tagOf('job', n + 2),
          ...(n === 4 ? { LastName: 'Corrected', Phone: '+4530999999' } : {}),
        },
      }));
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('named it for another row')]]);
  });

  it('proves nothing when the list does not show the values by which the row is looked for', async () => {
    world.addBetween();
    const showing = (data: unknown) => [world.lead(EARLY, { data }), world.lead(LATE, { data })];
    for (const data of [undefined, {}, [], 'hidden', { LastName: 'Early' }, { Phone: '+4530***444' }]) {
      world.leads = showing(data);
      expect(await evidence()).toEqual([['unclear', expect.stringContaining('does not show Phone as sent')]]);
    }
    // The values of one side alone are not enough.
    world.leads = [world.lead(EARLY), world.lead(LATE, { data: {} })];
    expect(await verdict()).toBe('unclear');
    world.leads = [world.lead(EARLY, { data: {} }), world.lead(LATE)];
    expect(await verdict()).toBe('unclear');
    // The phone is what the row is found by.
    world.leads = [EARLY, LATE].map((n) => world.lead(n, { data: { PHONE: PEOPLE[n - 1]?.[1] } }));
    expect(await verdict()).toBe('absent');
  });

  it('is looked for by its tag where the list shows tags', async () => {
    world.addBetween('Reference');
    world.leads = [EARLY, LATE].map((n) => world.lead(n, { data: { Reference: tagOf('job', n) } }));
    expect(await verdict()).toBe('absent');
    // A service that drops the field of the tag shows the phones.
    world.leads = [world.lead(EARLY), world.lead(LATE)];
    expect(await verdict()).toBe('absent');
    world.leads = [EARLY, LATE].map((n) => world.lead(n, { data: { Reference: 'imp-…' } }));
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('does not show Reference as sent')]]);
  });

  it('is not missing where the service keeps the beginning of each tag only', async () => {
    world.addBetween('Reference');
    const cut = (n: number) => {
      const { data, ...lead } = world.lead(n);
      return { ...lead, data: { ...data, Reference: tagOf('job', n).slice(0, -2) } };
    };
    world.leads = [cut(EARLY), cut(1), cut(LATE)];
    expect(await evidence()).toEqual([['exists', expect.stringContaining('all 2 values')]]);
  });

  it('proves nothing while a lead of its time shows no values at all', async () => {
    world.addBetween();
    world.leads = [world.lead(EARLY), world.lead(LATE), world.lead(3, { data: {}, status: 'Anonymized' })];
    expect(await evidence()).toEqual([
      ['unclear', expect.stringContaining('1 lead of this time shows no value to compare')],
    ]);
    world.leads = [
      world.lead(EARLY),
      world.lead(LATE),
      ...[1, 2].map((id) => world.lead(3, { uniqueId: `x${id}`, data: { Phone: '+45****' } })),
    ];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('2 leads of this time')]]);
    // One that is older cannot be it, and one that shows something else neither.
    world.leads = [
      world.lead(EARLY),
      world.lead(LATE),
      world.lead(3, { data: {}, uploadTime: '2026-11-20T06:00:00Z' }),
      world.lead(3),
    ];
    expect(await verdict()).toBe('absent');
    // Nobody knows when it came.
    world.leads = [world.lead(EARLY), world.lead(LATE), world.lead(3, { data: {}, uploadTime: null })];
    expect(await verdict()).toBe('unclear');
  });

  it('proves nothing beside a lead that came while it was on its way and was changed since', async () => {
    world.addBetween();
    const time = (ago: number) => new Date(world.clock.wallNow() - ago).toISOString();
    const stranger = (uploadTime: string, lastModifiedTime: string | undefined) => {
      world.leads = [world.lead(EARLY), world.lead(LATE), { ...world.lead(2), uploadTime, lastModifiedTime }];
    };
    stranger(time(HOUR), time(60 * SECOND));
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('lead lead-2 came when this row was on')]]);
    // Nobody says that it was not changed.
    stranger(time(HOUR), undefined);
    expect(await verdict()).toBe('unclear');
    stranger(time(HOUR), time(HOUR));
    expect(await verdict()).toBe('absent');
    // Too early or too late for this row, by ten minutes of two clocks and the minute in which the service may still
    // work.
    for (const ago of [HOUR + 601 * SECOND, HOUR - 662 * SECOND]) {
      stranger(time(ago), time(60 * SECOND));
      expect(await verdict()).toBe('absent');
    }
    stranger('unknown', time(60 * SECOND));
    expect(await verdict()).toBe('unclear');
    // The lead of another row of this computer.
    stranger(time(HOUR), time(60 * SECOND));
    world.sent(2, HOUR, 'created', 'lead-2');
    expect(await verdict()).toBe('absent');
  });

  it('proves nothing beside a lead that stands where its own would, also when it is said to be unchanged', async () => {
    world.add();
    world.sent(EARLY, HOUR + 10 * SECOND, 'created', `lead-${EARLY}`);
    world.sent(1, HOUR);
    world.sent(LATE, HOUR - 10 * SECOND, 'created', `lead-${LATE}`);
    const time = (ago: number) => new Date(world.clock.wallNow() - ago).toISOString();
    const stranger = (ago: number) => {
      const at = { uploadTime: time(ago), lastModifiedTime: time(ago) };
      world.leads = [
        world.lead(EARLY, { uploadTime: time(HOUR + 10 * SECOND) }),
        world.lead(LATE, { uploadTime: time(HOUR - 10 * SECOND) }),
        { ...world.lead(2), ...at },
      ];
    };
    for (const beside of [0, 11 * SECOND, -11 * SECOND]) {
      stranger(HOUR + beside);
      expect(await evidence()).toEqual([['unclear', expect.stringContaining('belongs to no known row')]]);
    }
    for (const beside of [12 * SECOND, -12 * SECOND]) {
      stranger(HOUR + beside);
      expect(await verdict()).toBe('absent');
    }
  });

  it.each([
    ['behind', -3 * HOUR],
    ['ahead', 3 * HOUR],
  ])('proves nothing where the clock of the service is hours %s, whatever may be its lead', async (_, skew) => {
    world.addBetween();
    const at = (ago: number) => new Date(world.clock.wallNow() - ago + skew).toISOString();
    const unchanged = (ago: number) => ({ uploadTime: at(ago), lastModifiedTime: at(ago) });
    const known = [world.lead(EARLY, unchanged(20 * HOUR)), world.lead(LATE, unchanged(30 * SECOND))];
    for (const own of [
      world.lead(1, { ...unchanged(HOUR), campaign: { code: 'OTHER' } }),
      world.lead(3, { uploadTime: at(HOUR), lastModifiedTime: at(0) }),
      world.lead(3, { ...unchanged(HOUR), data: {} }),
    ]) {
      world.leads = [...known, own];
      expect(await verdict()).toBe('unclear');
    }
    world.leads = [...known, world.lead(3, { uploadTime: at(HOUR), lastModifiedTime: at(0) })];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('at another time than that row was sent')]]);
    // All leads are those of other rows.
    world.leads = known;
    expect(await verdict()).toBe('absent');
  });

  it('proves nothing beside too many leads that were changed since', async () => {
    world.addBetween();
    const changed = { lastModifiedTime: new Date(world.clock.wallNow() + 1).toISOString() };
    // One more than are kept.
    const uploadTime = new Date(world.clock.wallNow() - HOUR).toISOString();
    world.sent(2, HOUR, 'created', 'lead-2');
    world.leads = [
      world.lead(EARLY),
      world.lead(LATE),
      ...Array.from({ length: 10_001 }, () => world.lead(2, { ...changed, uploadTime })),
    ];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('a lead came when')]]);
  });

  it('proves nothing beside more leads without a value than are kept with their time', async () => {
    world.addBetween();
    const hidden = Array.from({ length: 10_000 }, () =>
      world.lead(3, { data: {}, uploadTime: '2026-11-20T06:00:00Z' }),
    );
    world.leads = [world.lead(EARLY), world.lead(LATE), ...hidden];
    expect(await verdict()).toBe('absent');
    world.leads.push(world.lead(3, { data: {}, uploadTime: '2026-11-20T06:00:00Z' }));
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('leads of this time show no value')]]);
  });

  it('is not doubted for a lead that a row without a lead id has', async () => {
    world.addBetween();
    world.sent(2, HOUR, 'created', null);
    world.leads = [
      world.lead(EARLY),
      world.lead(LATE),
      world.lead(2, { uploadTime: new Date(world.clock.wallNow() - HOUR).toISOString() }),
    ];
    expect(await verdict()).toBe('absent');
  });

  it('proves nothing when a lead has all other values, and only its phone differs or is hidden', async () => {
    world.at.add([['Ada', 'Oslo', '+4530111111'], ...[EARLY, LATE].map((n) => [`N${n}`, 'Rome', `+453044444${n}`])], {
      campaignCode: CAMPAIGN,
      columns: ['Name', 'City', 'Phone'],
      mapping: [column(0, 'LastName'), column(1, 'City'), column(2, 'Phone')],
    });
    world.sent(2, 20 * HOUR, 'created', 'L2');
    world.sent(1, HOUR);
    world.sent(3, 30 * SECOND, 'created', 'L3');
    const known = [EARLY, LATE].map((n, index) =>
      world.lead(1, { uniqueId: `L${index + 2}`, data: { LastName: `N${n}`, City: 'Rome', Phone: `+453044444${n}` } }),
    );
    world.leads = [...known, world.lead(1, { data: { LastName: 'Ada', City: 'Oslo', Phone: '+4530999999' } })];
    expect(await evidence()).toEqual([
      ['several', 'Lead lead-1 has the same LastName, City, but not Phone, uploaded 20 Nov 09:00:00.'],
    ]);
    world.leads = [...known, world.lead(1, { data: { LastName: 'Ada', City: 'Bergen', Phone: '+4530999999' } })];
    expect(await verdict()).toBe('absent');
    // Values that many leads share prove nothing.
    const alike = (data: object, times: object) =>
      Array.from({ length: 51 }, (_, n) =>
        world.lead(1, { uniqueId: `m${n}`, data: { LastName: 'Ada', City: 'Oslo', ...data }, ...times }),
      );
    world.leads = [...known, ...alike({ Phone: '+4530999999' }, {})];
    expect(await verdict()).toBe('absent');
    // One of them may still be the row's: it hides its phone, or it came then and was changed since.
    world.leads = [...known, ...alike({}, {})];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('51 leads of this time show no value')]]);
    const uploadTime = new Date(world.clock.wallNow() - HOUR).toISOString();
    world.leads = [...known, ...alike({ Phone: '+4530999999' }, { uploadTime })];
    expect(await evidence()).toEqual([
      ['unclear', expect.stringContaining('lead m0 came when this row was on its way')],
    ]);
  });

  it('is judged by leads that the service did not name, where their values are in the list since they were sent', async () => {
    world.add();
    world.sent(EARLY, 20 * HOUR, 'created');
    world.sent(1, HOUR);
    world.sent(LATE, 30 * SECOND, 'created', '');
    world.leads = [world.lead(EARLY), world.lead(LATE)];
    expect(await verdict()).toBe('absent');
    world.leads = [world.lead(EARLY)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('the lead of row 5, which')]]);
    // A lead of an earlier import with the same values says nothing about this one.
    world.leads = [world.lead(EARLY), world.lead(LATE, { uploadTime: '2026-11-20T06:00:00Z' })];
    expect(await verdict()).toBe('unclear');
  });

  it('is judged by leads of other imports into the campaign where this one has none', async () => {
    world.at.add(PEOPLE.slice(EARLY - 1), { ...TERMS, campaignCode: CAMPAIGN.toLowerCase(), id: 'other' });
    world.add();
    const other = (n: number, ago: number) =>
      world.at.created(n, { at: world.clock.wallNow() - ago, run: 'spec', leadId: `lead-${n + 3}` }, 'other');
    other(1, 2 * HOUR);
    world.sent(1, HOUR);
    other(2, 30 * SECOND);
    world.leads = [world.lead(EARLY), world.lead(LATE)];
    expect(await verdict()).toBe('absent');
    world.leads = [world.lead(EARLY)];
    expect(await verdict()).toBe('unclear');
  });

  it('is not judged by leads whose order the clock contradicts', async () => {
    world.add();
    world.sent(EARLY, 20 * HOUR, 'created', 'lead-4');
    world.sent(1, HOUR);
    // The clock was set back two hours before this row left.
    world.sent(LATE, 3 * HOUR, 'created', 'lead-5');
    world.leads = [world.lead(EARLY), world.lead(LATE)];
    expect(await evidence()).toEqual([['unclear', expect.stringContaining('created after it')]]);
  });
});
