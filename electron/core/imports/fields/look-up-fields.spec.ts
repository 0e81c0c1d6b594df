import { describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../../../shared/contract/errors.ts';
import type { ByteStreamPart, LeadBody } from '../../api/reads/streams.ts';
import { benches, prepare } from '../import-fixture.ts';
import { ENOUGH_LEADS, lookUpFields, MOST_LOOKED, typeOfValues } from './look-up-fields.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const CAMPAIGN = 'DK-ENERGI-26';
const NAMES = [
  ...['Fornavn', 'Efternavn', 'Telefon1', 'cusTELEFONNR_MOBIL'],
  ...['Adresse', 'Postnr', 'By', 'Email', 'Kilde', 'Årsforbrug'],
];
const bench = benches({ leads: 2000 });

const file = 'Vorname,Telefon,Mobil,PLZ\nAnna,030 123456,0171 234567,10551\n';

describe('looking up fields', () => {
  it('is one request, cut off early, and finds names in their case, types and examples', async () => {
    const { core } = await bench.started();
    const found = await core.call('import:lookUpFields', { campaignCode: CAMPAIGN });
    expect(found.leads).toBe(ENOUGH_LEADS);
    expect(found.fields.map((field) => field.name)).toEqual(NAMES);
    expect(found.fields.every((field) => field.source === 'export' && (field.example ?? '') !== '')).toBe(true);
    const typeOf = new Map(found.fields.map((field) => [field.name, field.type]));
    expect([typeOf.get('Telefon1'), typeOf.get('Email'), typeOf.get('Postnr'), typeOf.get('Kilde')]).toEqual([
      'phone',
      'email',
      'postcode',
      'text',
    ]);
    const { entries } = await core.call('quota:log', { offset: 0, limit: 100 });
    expect(entries.filter((entry) => entry.path.includes('simpleleads'))).toHaveLength(1);
  });

  it('names the fields that every lead has, where enough leads were read to tell', async () => {
    const lead = (index: number) => ({
      campaign: { code: 'EU' },
      data: { Phone: `+45 30 00 00 ${index}`, phone: 'twice', Email: index === 7 ? ' ' : 'a@b.dk' },
    });
    const inEvery = async (count: number) => {
      const leads = Array.from({ length: count }, (_, index) => lead(index));
      const { fields } = await lookUpFields(answering(leads), 'EU', { signal: never });
      return fields.filter(({ isInEvery }) => isInEvery).map(({ name }) => name);
    };
    expect(await inEvery(20)).toEqual(['Phone']);
    expect(await inEvery(19)).toEqual([]);
  });

  it('is kept with the account, and its fields are offered and suggested', async () => {
    const { desk, core: first } = await bench.started();
    const before = await prepare(first, desk, 1, { campaignCode: CAMPAIGN, content: file });
    expect(before.known).toMatchObject({ count: 0, lookUp: null });
    await first.call('import:lookUpFields', { campaignCode: CAMPAIGN });
    await first.close();

    const second = await desk.start();
    const draft = await second.call('import:saveDraft', { draftId: before.id, suggestAgain: true });
    expect(draft.known).toMatchObject({ count: NAMES.length, lookUp: { leads: ENOUGH_LEADS } });
    expect(draft.fields.filter((field) => field.source === 'export').map((field) => field.name)).toEqual(NAMES);
    expect(draft.mapping.map((rule) => rule.field)).toEqual(['Fornavn', 'Telefon1', 'cusTELEFONNR_MOBIL', 'Postnr']);
  });

  it('reads only leads of the campaign where the service does not know the filter', async () => {
    const everybody = [
      { campaign: { code: 'OTHER' }, data: { Fremd: '1' } },
      { Campaign: { Code: 'eu-messe-26' }, Data: { Phone: '+45 30 00 00 01', Amount: 12 } },
      'no lead',
    ];
    const found = await lookUpFields(answering(everybody), 'EU-MESSE-26', {
      signal: never,
    });
    expect(found).toMatchObject({ leads: 1, looked: 3 });
    expect(found.fields).toEqual([
      { name: 'Phone', type: 'text', source: 'export', example: '+45 30 00 00 01' },
      { name: 'Amount', type: 'text', source: 'export', example: '12' },
    ]);
  });

  it('ends after so many leads of other campaigns, and keeps nothing when nothing was found', async () => {
    let given = 0;
    const some = Buffer.from(`${JSON.stringify({ campaign: { code: 'X' } })},`.repeat(1000));
    const endless = async function* (): AsyncGenerator<ByteStreamPart, void> {
      yield { kind: 'bytes', bytes: Buffer.from('[') };
      for (;;) {
        given += 1000;
        yield { kind: 'bytes', bytes: some };
      }
    };
    const found = await lookUpFields(apiOf(endless), CAMPAIGN, { signal: never });
    expect(found).toEqual({ fields: [], leads: 0, looked: MOST_LOOKED });
    expect(given).toBe(MOST_LOOKED);

    const { desk, core } = await bench.started();
    expect(await core.call('import:lookUpFields', { campaignCode: 'NOBODY' })).toMatchObject({ leads: 0, fields: [] });
    const draft = await prepare(core, desk, 1, { campaignCode: 'NOBODY' });
    expect(draft.known).toMatchObject({ count: 0, lookUp: null });
  });

  it('says what the service says, and keeps what was known before', async () => {
    const { desk, core } = await bench.started();
    await core.call('import:lookUpFields', { campaignCode: CAMPAIGN });
    desk.practice.faults.add({ kind: 'status', status: 403, match: { path: '/simpleleads' } });
    await expect(core.call('import:lookUpFields', { campaignCode: CAMPAIGN })).rejects.toMatchObject({
      error: { code: 'forbidden' },
    });
    const draft = await prepare(core, desk, 1, { campaignCode: CAMPAIGN });
    expect(draft.known.count).toBe(NAMES.length);
  });

  it('can be cancelled, and a sample that breaks off is still a sample', async () => {
    const cancelled = { code: 'cancelled' as const, message: 'Cancelled.' };
    const lead = { campaign: { code: CAMPAIGN }, data: { Telefon1: '1' } };
    await expect(lookUpFields(answering([lead], cancelled), CAMPAIGN, { signal: never })).rejects.toMatchObject({
      error: { code: 'cancelled' },
    });
    const broken = { code: 'network' as const, sent: 'maybe' as const, message: 'It broke.' };
    const found = await lookUpFields(answering([lead], broken), CAMPAIGN, { signal: never });
    expect(found.fields.map((field) => field.name)).toEqual(['Telefon1']);
  });
});

describe('a service that names every value anew', () => {
  it('fills no draft with names: a thousand fields are enough', async () => {
    const leads = Array.from({ length: ENOUGH_LEADS }, (_, lead) => ({
      campaign: { code: CAMPAIGN },
      data: Object.fromEntries(Array.from({ length: 50 }, (__, index) => [`f${lead}-${index}`, 'x'.repeat(5_000)])),
    }));
    const found = await lookUpFields(answering(leads), CAMPAIGN, { signal: never });
    expect(found.fields).toHaveLength(1_000);
    expect(found.leads).toBe(ENOUGH_LEADS);
  });
});

describe('the type of a field', () => {
  it.each([
    ['Email', ['a@b.example', 'c@d.example', 'e@f.example'], 'email'],
    ['Web', ['https://a.example', 'https://b.example', 'https://c.example'], 'url'],
    ['Telefon', ['30123456', '30123457', '30123458'], 'phone'],
    ['Code', ['30123456', '30123457', '30123458'], 'number'],
    ['Code', ['+45 30 12 34 56', '+45 30 12 34 57', '+45 30 12 34 58'], 'phone'],
    ['PLZ', ['10551', '10552', '10553'], 'postcode'],
    ['Branch', ['1055', '1056', '1057'], 'number'],
    ['Email', ['a@b.example', 'c@d.example'], 'text'],
    ['Note', ['call back', 'a@b.example', 'c@d.example', '-'], 'text'],
  ])('%s with %j is %s', (name, values, type) => {
    expect(typeOfValues(name, values)).toBe(type);
  });
});

const never = new AbortController().signal;

function apiOf(parts: () => AsyncGenerator<ByteStreamPart, void>) {
  const explain = ({ words }: { words: string }) => ({
    code: 'network' as const,
    sent: 'maybe' as const,
    message: words,
  });
  const head = () => ({ charset: null, isSizeKnown: false });
  return { exportSimpleLeads: (): LeadBody => ({ [Symbol.asyncIterator]: parts, head, explain }) };
}

/** A service that answers these leads, and breaks off after them when there is an error. */
function answering(leads: readonly unknown[], error: AppError | null = null) {
  const list = JSON.stringify(leads);
  const bytes = Buffer.from(error === null ? list : `${list.slice(0, -1)},`);
  return apiOf(async function* () {
    yield { kind: 'bytes', bytes };
    yield { kind: 'end', complete: error === null, bytes: bytes.length, error };
  });
}
