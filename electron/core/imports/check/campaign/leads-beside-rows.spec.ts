import { expect, it } from 'vitest';
import type { CampaignOrigin } from '../../../../../shared/contract/check/campaign-rows.ts';
import type { AppError } from '../../../../../shared/contract/errors.ts';
import type { Witness } from '../../../../../shared/domain/jobs/absence.ts';
import { leadBody } from '../../jobs/reconcile/lead-body-fixture.ts';
import { ask, newEngine, stage, settings } from '../check-fixture.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import type { CheckTarget } from '../check-messages.ts';
import { layerPathOf, openCheckLayer } from '../layer-file.ts';
import { compareWithCampaign, type ComparisonTools } from './compare-with-campaign.ts';

/* What a comparison finds of leads that come as the spec says. The same over HTTP is in compare-with-campaign.spec.ts. */

type Lead = Record<string, unknown>;

const lead = (uniqueId: string, data: Record<string, string>, more: Lead = {}): Lead => ({
  ...{ uniqueId, campaign: { code: 'SPRING' }, status: 'New', uploadedByUser: { orgCode: 'ws' } },
  ...{ data, ...more },
});
const witness = (leadId: string | null, Phone: string): Witness => ({
  ...{ key: leadId ?? Phone, leadId, sentAt: 1, row: 1, tag: null },
  data: { Phone },
});

const PEOPLE = [
  ['Anna', '+4530111111', '', 'anna@x.dk', '', '', ''],
  ['Bent', '30222222', '+4530222223', '', '', '', ''],
  ['Cara', '', '', 'cara@x.dk', '', '', ''],
  ['Dora', '+4530444444', '', '', '', '', ''],
];

async function draft(name: string, rows: readonly (readonly string[])[] = PEOPLE): Promise<CheckTarget> {
  return { ...(await stage(name, rows)), campaignCode: 'SPRING' };
}

interface Given {
  readonly key?: string;
  /** The connection breaks behind the leads, or a person ends it there. */
  readonly failure?: string | AppError;
  readonly known?: readonly Witness[];
  readonly own?: readonly { readonly jobName: string; readonly leadIds: string[] }[];
}

async function compare(target: CheckTarget, leads: readonly unknown[], given: Given = {}) {
  const clock = new VirtualClock(1000);
  const seen: unknown[] = [];
  const asked: unknown[] = [];
  const tools: ComparisonTools = {
    clock,
    signal: new AbortController().signal,
    api: {
      exportSimpleLeads: (filter, options) => {
        asked.push(filter.extra, options?.lane);
        return leadBody(leads, given.failure ?? null);
      },
    },
    pause: async () => undefined,
    onProgress: (...progress) => void seen.push(progress),
    seal: async () => {
      seen.push('sealed');
      return { [Symbol.dispose]: () => void seen.push('free') };
    },
    knownLeads: () => given.known ?? [],
    ownLeads: () => given.own ?? [],
  };
  const answer = await compareWithCampaign(target, given.key ?? null, tools);
  expect(asked).toEqual([[{ name: 'Campaigns', value: 'SPRING' }], 'person']);
  return { answer, seen };
}

const campaignOf = async (target: CheckTarget) =>
  (await ask(newEngine(), target, 'run', { settings: undefined })).campaign;
const rowsOf = async (target: CheckTarget, origin: CampaignOrigin = 'elsewhere') =>
  (await ask(newEngine(), target, 'campaignRows', { origin, shares: null, offset: 0, limit: 50 })).rows;

it('counts each row once, under the strongest value that it shares, and each lead of the campaign once', async () => {
  const target = await draft('counted');
  const leads = [
    lead('A', { Phone: '30111111', Email: 'other@x.dk' }),
    lead('A2', { Phone: '+4530999999', Email: 'ANNA@x.dk' }),
    lead('A3', { Phone: '+45 30 11 11 11', Email: 'anna@x.dk' }),
    lead('B', { Phone: '30222223', Phone2: '30222222' }),
    lead('C', { Name: 'CARA', Email: 'new@x.dk' }),
    lead('nobody', { Phone: '30777777' }),
    lead('not here', { Phone: '+4530444444' }, { campaign: { code: 'AUTUMN' } }),
  ];
  const { answer, seen } = await compare(target, leads, { key: 'name' });
  expect(answer).toEqual({
    ...{ leads: 6, looked: 7, phone: 2, email: 0, key: 1, stopped: null, isProven: false },
    doubt: null,
  });
  expect(seen).toEqual([[6, 7], 'sealed', 'free']);
  const campaign = await campaignOf(target);
  expect(campaign).toMatchObject({ leads: 6, withoutPrefix: 3, country: 'DK', key: 'name', stopped: null, at: 1000 });
  expect(campaign?.groups).toMatchObject([
    { origin: 'elsewhere', rows: 3, phone: 2, email: 0, key: 1, leftOut: 3, sources: [{ name: 'ws', rows: 3 }] },
  ]);
  const rows = await rowsOf(target);
  expect(rows.map(({ row, shares, leads: count, isGuess }) => [row, shares, count, isGuess])).toEqual([
    [1, 'phone', 3, true],
    [2, 'phone', 1, true],
    [3, 'key', 1, false],
  ]);
  expect(rows.map(({ found }) => [found.field, found.value])).toEqual([
    ['Phone', '30111111'],
    ['Phone', '30222223'],
    ['Name', 'CARA'],
  ]);
});

it('takes a country that a person chose for no guess', async () => {
  const target = await draft('chosen');
  await ask(newEngine(), target, 'run', { settings: settings({ country: 'DK' }) });
  await compare(target, [lead('B', { Phone: '30222222' })]);
  expect(await campaignOf(target)).toMatchObject({ withoutPrefix: 0, country: 'DK' });
  expect(await rowsOf(target)).toMatchObject([{ row: 2, isGuess: false }]);
});

it('replaces a weaker find by a stronger one, and never the other way', async () => {
  const target = await draft('stronger');
  const email = lead('E', { Email: 'anna@x.dk', Phone: '+4530888888' });
  const phone = lead('P', { Phone: '+4530111111' });
  for (const leads of [
    [email, phone],
    [phone, email],
  ]) {
    await compare(target, leads);
    expect(await rowsOf(target)).toMatchObject([{ row: 1, shares: 'phone', leads: 2, lead: { id: 'P' } }]);
  }
  // Of two that share as much, the first one is shown.
  await compare(target, [phone, lead('P2', { Phone: '+4530111111' })]);
  expect(await rowsOf(target)).toMatchObject([{ leads: 2, lead: { id: 'P' } }]);
});

it('says that a row has a phone that the campaign does not hold, where leads show phones at all', async () => {
  const target = await draft('phones');
  const cara = lead('C', { Email: 'cara@x.dk' });
  await compare(target, [lead('A', { Email: 'anna@x.dk' }), cara]);
  expect((await rowsOf(target)).map(({ hasNewPhone }) => hasNewPhone)).toEqual([false, false]);
  await compare(target, [lead('A', { Email: 'anna@x.dk', Phone: '30999999' }), cara]);
  expect((await rowsOf(target)).map(({ row, hasNewPhone }) => [row, hasNewPhone])).toEqual([
    [1, true],
    [3, false],
  ]);
});

it('names the import of this computer that a lead came from, and what was changed since, with edits of the row', async () => {
  const target = await draft('own');
  await ask(newEngine(), target, 'edit', { edits: [{ row: 4, column: 0, value: 'Dorte' }] });
  const leads = [
    lead('A', { Name: 'Anna', Phone: '30111111' }),
    lead('D', { Name: 'Dora', Phone: '+4530444444' }),
    lead('', { Name: 'Cara', Email: 'cara@x.dk' }, { uploadedByUser: null, leadPool: { name: 'Pool' } }),
  ];
  const own = [
    { jobName: 'May', leadIds: ['x', 'A'] },
    { jobName: 'June', leadIds: ['D'] },
  ];
  await compare(target, leads, { own });
  expect(await rowsOf(target, 'same')).toMatchObject([{ row: 1, lead: { sentBy: 'May', uploadedBy: 'ws' } }]);
  expect(await rowsOf(target, 'changed')).toMatchObject([{ row: 4, lead: { sentBy: 'June' } }]);
  expect(await rowsOf(target)).toMatchObject([{ row: 3, lead: { sentBy: null, pool: 'Pool' } }]);
  expect((await campaignOf(target))?.groups.map(({ origin, sources }) => [origin, sources[0]?.name])).toEqual([
    ['elsewhere', 'Pool'],
    ['same', 'May'],
    ['changed', 'June'],
  ]);
});

it('keeps what was found when the connection breaks, takes nothing back then, and fails where no lead came', async () => {
  const target = await draft('broken');
  await compare(target, [lead('A', { Phone: '30111111' }), lead('D', { Phone: '30444444' })]);
  const { answer } = await compare(target, [lead('B', { Phone: '30222222' })], { failure: 'It broke.' });
  expect(answer).toMatchObject({ leads: 1, phone: 1, doubt: null, stopped: { code: 'network', message: 'It broke.' } });
  expect(await campaignOf(target)).toMatchObject({ stopped: 'It broke.', doubt: null, leads: 1 });
  expect((await rowsOf(target)).map(({ row }) => row)).toEqual([1, 2, 4]);
  await expect(compare(target, [], { failure: 'Gone.' })).rejects.toMatchObject({ error: { message: 'Gone.' } });
  const cancelled: AppError = { code: 'cancelled', message: 'Ended.' };
  const ended = compare(target, [lead('C', { Email: 'cara@x.dk' })], { failure: cancelled });
  await expect(ended).rejects.toMatchObject({ error: { code: 'cancelled' } });
  expect((await rowsOf(target)).map(({ row }) => row)).toEqual([1, 2, 4]);
  expect(await campaignOf(target)).toMatchObject({ stopped: 'It broke.' });
  // Whole again: what is not there any more comes back.
  await compare(target, [lead('B', { Phone: '30222222', Email: 'b@x.dk' })]);
  expect((await rowsOf(target)).map(({ row }) => row)).toEqual([2]);
  // Those of another campaign are not kept beside it.
  {
    using layer = openCheckLayer(layerPathOf(target.stagedPath));
    const compared = layer.there.compared();
    if (compared !== null) layer.there.keep({ ...compared, campaignCode: 'AUTUMN' }, { withFormer: true });
  }
  await compare(target, [lead('D', { Phone: '30444444' })], { failure: 'It broke.' });
  expect((await rowsOf(target)).map(({ row }) => row)).toEqual([4]);
});

it('is proven by leads that were sent from here, and in doubt where one of them does not show its values', async () => {
  const target = await draft('proven');
  const leads = [lead('A', { Phone: '30111111' }), lead('B', { Phone: '30222222', Email: 'b@x.dk' })];
  const proven = await compare(target, leads, { known: [witness('A', '+4530111111'), witness('B', '30222222')] });
  expect(proven.answer).toMatchObject({ doubt: null, isProven: true });
  expect(await campaignOf(target)).toMatchObject({ doubt: null, isProven: true });
  const hidden = await compare(target, leads, { known: [witness('A', '+4530999999')] });
  expect(hidden.answer).toMatchObject({ doubt: { kind: 'notComparable' }, isProven: false });
  expect(hidden.answer.doubt?.message).toContain('does not show Phone of lead A of row 1 as sent');
  const missing = await compare(target, leads, { known: [witness('X', '+4530999999')] });
  expect(missing.answer.doubt?.message).toContain('does not show lead X of row 1, which it created in SPRING');
  // What was not comparable takes nothing back.
  expect((await rowsOf(target)).map(({ row }) => row)).toEqual([1, 2]);
});

it('counts the leads that show nothing to compare, and those that name no campaign', async () => {
  const target = await draft('blank');
  const doubtOf = async (leads: readonly unknown[]) => (await compare(target, leads)).answer.doubt;
  const blank = (id: string) => lead(id, { Name: 'N' });
  const shown = lead('A', { Phone: '30111111', Email: 'a@x.dk' });
  expect((await doubtOf([shown, blank('1')]))?.message).toContain(
    '1 of the 2 leads of SPRING shows no phone or e-mail',
  );
  expect((await doubtOf([shown, blank('1'), blank('2'), blank('3')]))?.message).toContain('Only 1 of the 4 leads');
  const nameless = [lead('A', {}, { campaign: undefined }), lead('B', {}, { campaign: null })];
  expect((await doubtOf(nameless))?.message).toContain('2 leads came, but none names its campaign');
  expect(await doubtOf([lead('A', {}, { campaign: { code: 'AUTUMN' } })])).toMatchObject({ kind: 'emptyCampaign' });
  expect((await doubtOf([lead('A', { Phone: '30111111' })]))?.message).toContain(
    '1 row has only values that the leads',
  );
});
