import { describe, expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { HOUR, SECOND } from '../../../../../shared/domain/time/time.ts';
import { tagOf } from '../journal/records/lead-payload.ts';
import { EARLY, LATE, LookWorld, PEOPLE, TERMS, WORK_TIME } from './look-fixture.ts';
import { CAMPAIGN, column } from './reconcile-fixture.ts';

let world: LookWorld;
eachTime(() => (world = new LookWorld()));

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const verdictsOf = async () => (await world.look()).verdicts.map(({ row, verdict, leadId }) => [row, verdict, leadId]);

describe('the service', () => {
  it('is not asked when no row is unknown', async () => {
    world.add();
    world.sent(1, HOUR, 'created', 'lead-1');
    expect(await world.look()).toEqual({ verdicts: [], rows: [], leads: 0, looked: 0 });
    expect(world.asked).toEqual([]);
  });

  it('is asked once, from before the first unknown row left, by its own clock', async () => {
    world.add();
    world.sent(1, 2 * HOUR);
    world.sent(2, 5 * HOUR);
    world.sent(3, HOUR);
    await world.look('Europe/Copenhagen');
    // 9:00 less five hours less 27 is 1:00 the day before, which is 2:00 in Copenhagen.
    expect(world.asked).toEqual([{ since: '2026-11-19T02:00:00', lane: 'reconcile', campaign: CAMPAIGN }]);
  });

  it('is not asked while a request may still be worked on', async () => {
    world.add();
    // Long under way: its time counts from its end.
    world.sent(2, 90 * SECOND, null);
    world.at.store.rows.step('job', 2, 'unknown', { at: world.clock.wallNow() - 5 * SECOND, run: 'spec' });
    const looked = world.look();
    await world.clock.runAsync(WORK_TIME - 5 * SECOND - 1, settle);
    expect(world.asked).toHaveLength(0);
    await world.clock.runAsync(WORK_TIME - 5 * SECOND, settle);
    await looked;
    expect(world.asked).toHaveLength(1);
  });

  it('is waited for no longer when the clock of this computer went back', async () => {
    world.add();
    world.sent(1, -HOUR);
    await Promise.all([world.look(), world.clock.runAsync(WORK_TIME, settle)]);
    expect(world.asked).toHaveLength(1);
  });

  it('has leads of others among its own: they are counted and left out', async () => {
    world.add();
    world.sent(1, HOUR);
    world.leads = [
      world.lead(1),
      world.lead(1, { campaign: { code: 'OTHER' } }),
      world.lead(2, { campaign: 'eu-messe-26' }),
      'no lead',
    ];
    const { verdicts, leads: ours, looked } = await world.look();
    expect([ours, looked]).toEqual([2, 4]);
    expect(world.progress).toEqual([[2, 4]]);
    expect(verdicts).toEqual([expect.objectContaining({ row: 1, verdict: 'exists', leadId: 'lead-1' })]);
  });

  it('that does not give the leads whole gives no verdict', async () => {
    world.add();
    world.sent(1, HOUR);
    world.leads = [world.lead(1)];
    world.failure = 'The connection broke.';
    await expect(world.look()).rejects.toThrow('The connection broke.');
  });
});

describe('a row', () => {
  it('has no lead that another row has', async () => {
    world.add();
    world.between(() => {
      world.sent(1, HOUR);
      world.sent(2, HOUR, 'created', 'lead-2');
    });
    // The lead of row 2 has the values of row 1 by now.
    world.leads = [world.lead(1, { uniqueId: 'lead-2' }), world.lead(EARLY), world.lead(LATE)];
    expect(await verdictsOf()).toEqual([[1, 'unclear', null]]);
  });

  it('has a lead that the list has twice', async () => {
    world.add();
    world.sent(1, HOUR);
    world.leads = [world.lead(1), world.lead(1)];
    expect(await verdictsOf()).toEqual([[1, 'exists', 'lead-1']]);
  });

  it('has a lead that the service does not name', async () => {
    world.add();
    world.sent(1, HOUR);
    world.leads = [world.lead(1, { uniqueId: null })];
    expect(await verdictsOf()).toEqual([[1, 'exists', null]]);
  });

  it('is found by its tag, in a field of any case and with blanks around it', async () => {
    world.add('Reference');
    world.between(() => {
      world.sent(1, HOUR);
      world.sent(2, HOUR);
    });
    world.leads = [
      world.tagged(EARLY),
      world.tagged(LATE),
      world.lead(1, { data: { REFERENCE: ` ${tagOf('job', 1)} `, LastName: 'Another' } }),
      world.lead(2, { data: { Other: tagOf('job', 2), LastName: 'Another' } }),
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
    [
      'is under another campaign, but came before the row left',
      { campaign: { code: 'OTHER' }, uploadTime: '2026-11-20T06:00:00Z' },
      'absent',
    ],
  ])('is judged beside a lead with its values that %s', async (_, change, verdict) => {
    world.addBetween();
    world.leads = [world.lead(EARLY), world.lead(LATE), world.lead(1, change)];
    expect(await verdictsOf()).toEqual([[1, verdict, null]]);
  });

  it('is not a lead that lacks a field which the service shows of others', async () => {
    const cells = PEOPLE.map((person) => [...person, 'Hobro']);
    world.at.add(cells, {
      ...TERMS,
      columns: [...TERMS.columns, 'City'],
      mapping: [...TERMS.mapping, column(2, 'City')],
    });
    world.between(() => world.sent(1, HOUR));
    const whole = (n: number) => world.lead(n, { data: { ...world.lead(n).data, City: 'Hobro' } });
    world.leads = [whole(EARLY), whole(LATE), world.lead(1)];
    expect((await verdictsOf())[0]?.[1]).not.toBe('exists');
    world.leads = [world.lead(EARLY), world.lead(LATE), world.lead(1)];
    expect((await verdictsOf())[0]?.[1]).toBe('exists');
  });

  it('is not found by the name of another row that the service did not name', async () => {
    world.at.add([PEOPLE[0] ?? [], PEOPLE[0] ?? [], PEOPLE[1] ?? []], TERMS);
    world.sent(1, HOUR);
    world.sent(2, HOUR, 'created');
    world.sent(3, HOUR, 'created');
    world.leads = [world.lead(1)];
    // The one lead is that of the row that was created.
    expect((await verdictsOf())[0]?.[1]).not.toBe('exists');
    world.leads = [world.lead(1), world.lead(1, { uniqueId: 'second' })];
    // Two leads are both rows, and which is whose nobody knows.
    expect(await verdictsOf()).toEqual([[1, 'exists', null]]);
  });

  it('that has a lead with data of another kind is not lost for it', async () => {
    world.add();
    world.sent(1, HOUR);
    world.leads = [
      world.lead(1, { data: 'none' }),
      world.lead(1, { data: { ...world.lead(1).data, LastName: ' Ada ', More: null, All: [1] } }),
    ];
    expect(await verdictsOf()).toEqual([[1, 'exists', 'lead-1']]);
  });
});

describe('leads that fit the rows', () => {
  it('are too many when nothing tells the rows apart; others do not count', async () => {
    world.add('Reference');
    world.sent(1, HOUR);
    const tag = tagOf('job', 1);
    const others = [
      world.lead(2),
      world.lead(3),
      world.lead(3, { data: { Other: tag } }),
      world.lead(3, { data: { Reference: 'none' } }),
    ];
    world.leads = [world.lead(1), world.lead(1), ...others];
    await expect(world.look('UTC', 1)).rejects.toThrow('Too many leads');
    expect((await world.look('UTC', 2)).verdicts).toHaveLength(1);
    world.leads = [world.lead(1), world.lead(2, { data: { reference: tag } }), ...others];
    await expect(world.look('UTC', 1)).rejects.toThrow('Too many leads');
  });

  it('do not count when they share nothing with a row of a job without tags', async () => {
    world.add();
    world.sent(1, HOUR);
    world.leads = [world.lead(1), world.lead(2), world.lead(3)];
    expect((await world.look('UTC', 1)).verdicts[0]?.verdict).toBe('exists');
  });
});

describe('the times of leads', () => {
  it('are read in the zone of the service unless they name their own', async () => {
    world.add();
    world.sent(1, 30 * 60 * SECOND);
    const verdictAt = async (uploadTime: string) => {
      world.leads = [world.lead(1, { uploadTime })];
      return (await world.look('Europe/Copenhagen')).verdicts[0]?.verdict;
    };
    // Half an hour ago, in Copenhagen and in UTC.
    for (const time of ['2026-11-20T09:30:00', '2026-11-20T08:30:00Z']) expect(await verdictAt(time)).toBe('exists');
    // Fifty minutes ago, before the row left; and no time.
    for (const time of ['2026-11-20T09:10:00', 'yesterday']) expect(await verdictAt(time)).not.toBe('exists');
  });
});
