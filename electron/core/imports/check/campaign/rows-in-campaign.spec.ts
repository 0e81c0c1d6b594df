import { describe, expect, it } from 'vitest';
import type { CampaignOrigin } from '../../../../../shared/contract/check/campaign-rows.ts';
import { openStaged } from '../../../files/staging/staging.ts';
import { ask, newEngine, stage, settings } from '../check-fixture.ts';
import type { CheckTarget } from '../check-messages.ts';
import { layerPathOf, openCheckLayer } from '../layer-file.ts';
import { keysOfRows } from './row-keys.ts';
import { basisOf, type Compared, IN_CAMPAIGN, type RowThere } from './rows-in-campaign.ts';

const person = (name: string, phone: string, email = '') => [name, phone, '', email, '', '', ''];
const people = ['Anna', 'Bent', 'Cara', 'Dora', 'Emil', 'Finn', 'Gerd', 'Hans'].map((name, at) =>
  person(name, `+45301111${10 + at}`, `${name}@x.dk`),
);
const lead: RowThere['lead'] = {
  ...{ id: 'L1', status: 'New', closure: null, pool: 'A', uploadedBy: 'ann', uploaded: null, sentBy: null },
  data: { Phone: '30111110' },
};
const there = (row: number, change: Partial<RowThere> = {}): RowThere => ({
  ...{ row, shares: 'phone', origin: 'elsewhere', source: 'ann', isGuess: false, hasNewPhone: false, leads: 1 },
  ...{ found: { field: 'Phone', value: '30111110' }, lead },
  ...change,
});
const compared: Compared = {
  ...{ campaignCode: 'SPRING', at: 5, milliseconds: 7, leads: 9, withoutPrefix: 1, country: 'DK', key: null },
  ...{ stopped: null, doubt: null, isProven: true, basis: '', cellStep: 0 },
};

async function draft(name: string) {
  return { ...(await stage(name, people)), campaignCode: 'SPRING' };
}

/** Keeps what a comparison found of the draft, as it is now. */
function keep(
  target: CheckTarget,
  rows: readonly RowThere[],
  change: Partial<Compared> = {},
  withFormer = false,
): void {
  using layer = openCheckLayer(layerPathOf(target.stagedPath));
  layer.there.begin();
  layer.there.add(rows);
  layer.there.keep({ ...compared, basis: basisOf(target, 'DK'), ...change }, { withFormer });
  layer.rows.campaignCode = target.campaignCode;
  layer.rows.setDefaults(
    IN_CAMPAIGN,
    [...layer.there.rows()].map((row) => ({ row, title: 'In SPRING already' })),
  );
}

const run = (target: CheckTarget) => ask(newEngine(), target, 'run', { settings: undefined });

describe('what a campaign holds of a draft', () => {
  it('is told by who put it there, with what is shared, what is new and from whom most of it came', async () => {
    const target = await draft('told');
    keep(target, []);
    expect((await run(target)).campaign).toMatchObject({ groups: [], leads: 9, isStale: false });
    keep(target, [
      ...[
        there(1),
        there(2, { shares: 'email', source: 'bo', hasNewPhone: true }),
        there(3, { shares: 'key', source: 'bo' }),
      ],
      ...[there(4, { origin: 'same', source: 'May' }), there(5, { source: 'ib' }), there(6, { source: 'kaj' })],
    ]);
    const { campaign } = await run(target);
    expect(campaign).toMatchObject({ campaignCode: 'SPRING', at: 5, withoutPrefix: 1, isProven: true, doubt: null });
    expect(campaign).not.toHaveProperty('basis');
    const group = {
      origin: 'elsewhere',
      rows: 5,
      phone: 3,
      email: 1,
      key: 1,
      newPhone: 1,
      leftOut: 5,
      choice: 'leaveOut',
    };
    const sources = [
      { name: 'bo', rows: 2 },
      { name: 'ann', rows: 1 },
      { name: 'ib', rows: 1 },
    ];
    expect(campaign?.groups[0]).toEqual({ ...group, sources });
    expect(campaign?.groups[1]).toMatchObject({ origin: 'same', rows: 1, sources: [{ name: 'May', rows: 1 }] });
    expect(campaign?.groups).toHaveLength(2);
  });

  it('is of one campaign, and old once cells, columns or the country have changed', async () => {
    const target = await draft('stale');
    expect((await run(target)).campaign).toBeNull();
    keep(target, [there(1)]);
    expect((await run({ ...target, campaignCode: 'AUTUMN' })).campaign).toBeNull();
    expect((await run({ ...target, mapping: target.mapping.slice(1) })).campaign?.isStale).toBe(true);
    const engine = newEngine();
    const edited = await ask(engine, target, 'edit', { edits: [{ row: 1, column: 0, value: 'Ann' }] });
    expect(edited.campaign?.isStale).toBe(true);
    expect((await ask(engine, target, 'undo', {})).campaign?.isStale).toBe(false);
    const left = await ask(engine, target, 'leaveOut', { choice: { rows: [8] }, isOut: true });
    expect(left.campaign?.isStale).toBe(false);
    const german = await ask(engine, target, 'run', { settings: settings({ country: 'DE' }) });
    expect(german.campaign?.isStale).toBe(true);
  });

  it('stays beside what a comparison finds that did not come to its end, and is replaced by one that did', async () => {
    const target = await draft('kept');
    keep(target, [there(1), there(2)]);
    keep(target, [there(2, { source: 'bo' }), there(3)], {}, true);
    using layer = openCheckLayer(layerPathOf(target.stagedPath));
    expect(layer.there.rows()).toEqual(new Set([1, 2, 3]));
    expect(layer.there.foundNext()).toEqual(new Map());
    layer.there.add([]);
    layer.there.add([there(4), there(5, { shares: 'email' }), there(6)]);
    layer.there.add([there(6, { shares: 'key' })]);
    expect([...layer.there.foundNext()]).toEqual([
      ...([
        [4, 'phone'],
        [5, 'email'],
        [6, 'key'],
      ] as const),
    ]);
    expect(layer.there.foundAfter(4, 1)).toEqual([there(5, { shares: 'email' })]);
    expect(layer.there.foundAfter(0, 9).map(({ row }) => row)).toEqual([4, 5, 6]);
    layer.there.begin();
    expect(layer.there.foundNext().size).toBe(0);
    expect(layer.there.rows().size).toBe(3);
    keep(target, [there(7)]);
    expect(layer.there.rows()).toEqual(new Set([7]));
  });

  it('is shown row by row beside its lead, also where its text on the disk is damaged', async () => {
    const target = await draft('page');
    await ask(newEngine(), target, 'leaveOut', { choice: { rows: [5] }, isOut: true });
    keep(target, [
      ...[there(1, { isGuess: true, leads: 3 }), there(3, { shares: 'email', hasNewPhone: true }), there(5)],
      there(7, { origin: 'same' }),
    ]);
    const engine = newEngine();
    const page = (origin: CampaignOrigin, change: object = {}) =>
      ask(engine, target, 'campaignRows', { origin, shares: null, offset: 0, limit: 10, ...change });
    const { total, rows } = await page('elsewhere');
    expect([total, rows.map(({ row, line }) => [row, line])]).toEqual([
      3,
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ]);
    expect(rows[0]).toMatchObject({ isGuess: true, leads: 3, hasNewPhone: false, isLeftOut: true, otherReason: null });
    expect(rows[0]?.found).toEqual({ field: 'Phone', value: '30111110', inFile: '+4530111110' });
    expect(rows[0]?.lead).toEqual({ ...lead, data: undefined });
    expect(rows[0]?.fields).toContainEqual({
      field: 'Phone',
      inFile: '+4530111110',
      inCampaign: '30111110',
      match: 'form',
    });
    expect(rows[1]).toMatchObject({ hasNewPhone: true, isGuess: false });
    expect(rows[2]).toMatchObject({ isLeftOut: true, otherReason: expect.stringMatching(/./) });
    expect((await page('elsewhere', { shares: 'email' })).rows.map(({ row }) => row)).toEqual([3]);
    expect((await page('elsewhere', { offset: 1, limit: 1 })).rows.map(({ row }) => row)).toEqual([3]);
    expect((await page('same')).total).toBe(1);
    keep(target, [there(2, { lead: { ...lead, id: 7 as never } })]);
    expect((await page('elsewhere')).rows[0]?.lead).toMatchObject({ id: null, status: null });
  });
});

describe('a choice about what a campaign holds', () => {
  const groups = [there(1), there(2, { hasNewPhone: true }), there(3), there(4), there(5, { origin: 'same' })];

  it('holds for the rows of its group that a person has not left out for another reason, in one step', async () => {
    const target = await draft('choice');
    await ask(newEngine(), target, 'leaveOut', { choice: { rows: [4] }, isOut: true });
    keep(target, groups);
    const engine = newEngine();
    const choose = async (all: 'leaveOut' | 'sendAnyway' | 'onlyNew') => {
      const found = await ask(engine, target, 'campaignChoice', { choice: { origin: 'elsewhere', all } });
      const [group] = found.campaign?.groups ?? [];
      return [found.undo?.title, group?.leftOut, group?.choice, found.standing.leftOut];
    };
    expect((await run(target)).campaign?.groups[0]).toMatchObject({ leftOut: 4, choice: 'leaveOut' });
    expect(await choose('onlyNew')).toEqual(['Sending 1 row that SPRING holds', 3, 'onlyNew', 4]);
    expect(await choose('onlyNew')).toEqual(['Sending 1 row that SPRING holds', 3, 'onlyNew', 4]);
    expect(await choose('sendAnyway')).toEqual(['Sending 2 rows that SPRING holds', 1, 'sendAnyway', 2]);
    expect(await choose('leaveOut')).toEqual(['Leaving out 3 rows that SPRING holds', 4, 'leaveOut', 5]);
    await ask(engine, target, 'campaignChoice', { choice: { row: 1, isSent: true } });
    expect(await choose('onlyNew')).toEqual(['Changing 2 rows that SPRING holds', 3, 'onlyNew', 4]);
  });

  it('counts its rows as every other count is written', async () => {
    const rows = Array.from({ length: 1_100 }, (_, at) => person(`P${at}`, `+4530${111_000 + at}`));
    const target = { ...(await stage('many', rows)), campaignCode: 'SPRING' };
    keep(
      target,
      rows.map((_, at) => there(at + 1)),
    );
    const choice = { origin: 'elsewhere', all: 'sendAnyway' } as const;
    const { undo } = await ask(newEngine(), target, 'campaignChoice', { choice });
    expect(undo?.title).toBe('Sending 1,100 rows that SPRING holds');
  });

  it('about a single row is no step when it is so already, or there is no such row', async () => {
    const target = await draft('single');
    keep(target, groups);
    const engine = newEngine();
    const choose = async (row: number, isSent: boolean) => {
      const { undo, campaign } = await ask(engine, target, 'campaignChoice', { choice: { row, isSent } });
      return [undo?.title ?? null, campaign?.groups[0]?.leftOut, campaign?.groups[0]?.choice];
    };
    expect(await choose(1, false)).toEqual([null, 4, 'leaveOut']);
    expect(await choose(99, true)).toEqual([null, 4, 'leaveOut']);
    expect(await choose(1, true)).toEqual(['Sending 1 row that SPRING holds', 3, null]);
    expect(await choose(1, false)).toEqual(['Leaving out 1 row that SPRING holds', 4, 'leaveOut']);
  });
});

describe('the values by which rows are compared with leads', () => {
  async function keysOf(target: CheckTarget, key: string | null = null) {
    using layer = openCheckLayer(layerPathOf(target.stagedPath));
    using staged = openStaged(target.stagedPath);
    let pauses = 0;
    const keys = await keysOfRows(target, { staged, layer }, key, async () => void (pauses += 1));
    return { keys, pauses };
  }

  it('are phones, e-mail addresses and the key as they are now, of rows that are not answered', async () => {
    const target = await stage('keys', [
      ...[person('Anna', '+4530111111', 'ANNA@x.dk'), person('Anna', '30 11 11 11'), person('Cara', '', 'cara@x.dk')],
      ...[person('Dora', '+4530444444'), person('ANNA', '+4530111111'), person('', '')],
    ]);
    {
      using layer = openCheckLayer(layerPathOf(target.stagedPath));
      layer.rows.setDefault('answered', 4, 'Created');
    }
    const engine = newEngine();
    await ask(engine, target, 'run', { settings: settings({ country: 'DK' }) });
    await ask(engine, target, 'leaveOut', { choice: { rows: [3] }, isOut: true });
    await ask(engine, target, 'edit', { edits: [{ row: 3, column: 1, value: '+4530333333' }] });
    const { keys, pauses } = await keysOf(target, 'name');
    expect(pauses).toBe(1);
    expect(keys.by).toEqual({
      ...{ country: 'DK', isGuess: false, key: 'name', phoneFields: new Set(['phone', 'phone2']) },
    });
    expect(keys.rowsWith('phone', '+4530111111')).toEqual([1, 2, 5]);
    expect(keys.rowsWith('phone', '+4530333333')).toEqual([3]);
    expect(keys.rowsWith('phone', '+4530444444')).toEqual([]);
    expect(keys.rowsWith('email', 'anna@x.dk')).toEqual([1]);
    expect(keys.rowsWith('key', 'anna')).toEqual([1, 2, 5]);
    expect([1, 3, 4, 6].map((row) => keys.hasPhone(row))).toEqual([true, true, false, false]);
    expect(['phone', 'email', 'key'].map((kind) => keys.has(kind as 'phone'))).toEqual([true, true, true]);
    expect(keys.countHidden((kind) => kind !== 'email')).toBe(0);
    expect(keys.countHidden((kind) => kind === 'email')).toBe(2);
    expect((await keysOf(target)).keys.has('key')).toBe(false);
    await expect(keysOf(target, 'Nowhere')).rejects.toThrow(
      'No column fills the field "Nowhere", so rows cannot be compared by it. Map it, or name another one.',
    );
  });

  it('are whole numbers where a spreadsheet program took the 0: the campaign has them as they are sent', async () => {
    const target = await stage('keys-zero', [person('Anne', '612345678'), person('Bea', '06 12 34 56 78')]);
    await ask(newEngine(), target, 'run', { settings: settings({ country: 'FR' }) });
    expect((await keysOf(target)).keys.rowsWith('phone', '+33612345678')).toEqual([1, 2]);
  });

  it('are read in parts of a thousand rows', async () => {
    const target = await stage(
      'keys-long',
      Array.from({ length: 1001 }, (_, at) => person('A', `+4530${100_000 + at}`)),
    );
    const { keys, pauses } = await keysOf(target);
    expect(pauses).toBe(2);
    expect(keys.rowsWith('phone', '+4530101000')).toEqual([1001]);
    expect(keys.by.isGuess).toBe(true);
  });
});
