import { describe, expect, it } from 'vitest';
import { bodyLimit } from '../foundation/options.ts';
import { goodLead, startForSpec } from '../client-fixture.ts';

const problem = (errorCode: string) => ({ responseStatus: expect.objectContaining({ errorCode }) as unknown });

describe('POST /leads', () => {
  it('accepts a lead and has it in the ledger before it answers', async () => {
    const { post, service } = await startForSpec();
    const reply = await post({ ...goodLead('Þórunn'), leadPoolName: 'Messe uge 47' });
    expect(reply).toMatchObject({ status: 200, json: { success: true } });
    const [entry] = service.ledger.entries();
    expect(entry).toMatchObject({
      sequence: 1,
      at: '2026-11-17T12:47:00.000Z',
      campaignCode: 'EU-MESSE-26',
      poolName: 'Messe uge 47',
      data: { FirstName: 'Þórunn', Phone: '+45 12 34 56 78' },
      requestId: reply.headers['x-practice-request'],
    });
    expect(reply.json).toMatchObject({ uniqueId: entry?.uniqueId });
  });

  it('takes both spellings of the two names, and any case of the campaign code', async () => {
    const { post, service } = await startForSpec();
    const { data } = goodLead();
    for (const body of [
      { campaignCode: 'eu-messe-26', data },
      { CampaignCode: 'EU-MESSE-26', Data: data },
    ]) {
      expect(await post(body)).toMatchObject({ json: { success: true } });
    }
    expect(service.ledger.accepted).toBe(2);
  });

  it.each([12, true, null])(
    'refuses %s as a value, as the specification types it, unless the dialect takes it',
    async (value) => {
      const body = { ...goodLead(), data: { ...goodLead().data, Age: value } };
      const { post } = await startForSpec();
      expect(await post(body)).toMatchObject({ status: 400, json: problem('SerializationException') });
      const { post: postAny, service } = await startForSpec({ dialect: { dataValues: 'any' } });
      expect(await postAny(body)).toMatchObject({ status: 200, json: { success: true } });
      expect(service.ledger.entries()[0]?.data['Age']).toBe(String(value ?? ''));
    },
  );

  it('insists on one spelling when the dialect says so', async () => {
    const { post } = await startForSpec({ dialect: { importNames: 'camel' } });
    expect(await post(goodLead())).toMatchObject({ status: 400 });
    expect(await post({ campaignCode: 'EU-MESSE-26', data: goodLead().data })).toMatchObject({ status: 200 });
  });

  it('names the automatic pool after the service day, which begins at midnight in Copenhagen', async () => {
    const { post, service, clock } = await startForSpec();
    clock.set(Date.parse('2026-11-17T22:59:59Z'));
    await post(goodLead());
    clock.advance(1000);
    await post({ ...goodLead(), LeadPool: ' ' });
    expect(service.ledger.entries().map(({ poolName }) => poolName)).toEqual([
      '(auto) 2026-11-17',
      '(auto) 2026-11-18',
    ]);
  });

  it('says success false for a lead that fails validation, and keeps it out of the ledger', async () => {
    const { post, service } = await startForSpec();
    const missing = await post({ CampaignCode: 'DK-ENERGI-26', data: { Fornavn: 'Søren' } });
    const letters = await post({ CampaignCode: 'DK-ENERGI-26', data: { Telefon1: '4,67E+11' } });
    const empty = await post({ CampaignCode: 'EU-MESSE-26', data: { FirstName: ' ' } });
    for (const reply of [missing, letters, empty])
      expect(reply).toMatchObject({ status: 200, json: { success: false } });
    expect(letters.json).toMatchObject({
      errors: [{ fieldName: 'Telefon1', message: expect.stringContaining('letters') as string }],
    });
    expect(service.ledger).toMatchObject({ accepted: 0, rejected: 3 });
  });

  it('does not take a field for a phone because of a part of its name', async () => {
    const { post } = await startForSpec();
    const data = { Immobilienart: 'Haus', Telefonzeit: 'ab 16 Uhr' };
    expect(await post({ CampaignCode: 'EU-MESSE-26', data })).toMatchObject({ json: { success: true } });
  });

  it.each([
    ['malformed JSON', { raw: '{"CampaignCode":' }, 'SerializationException'],
    ['a list', { raw: '[1]' }, 'SerializationException'],
    ['bytes that are not UTF-8', { raw: new Uint8Array([0x7b, 0xff, 0x7d]) }, 'SerializationException'],
    ['nesting without end', { raw: '['.repeat(200_000) }, 'SerializationException'],
    ['no body', { raw: '' }, 'MissingBody'],
    ['another content type', { raw: '{}', headers: { 'content-type': 'text/plain' } }, 'UnsupportedContentType'],
    ['no campaign', { body: { data: {} } }, 'NotEmpty'],
    ['an unknown campaign', { body: { CampaignCode: 'X', data: {} } }, 'UnknownCampaign'],
    ['no data', { body: { CampaignCode: 'EU-MESSE-26' } }, 'NotEmpty'],
    ['data as text', { body: { CampaignCode: 'EU-MESSE-26', data: 'x' } }, 'NotEmpty'],
    ['a nested value', { body: { CampaignCode: 'EU-MESSE-26', data: { Phone: ['1'] } } }, 'SerializationException'],
  ])('answers 400 to %s', async (_name, settings, errorCode) => {
    const { call, service } = await startForSpec();
    expect(await call('POST', '/leads', settings)).toMatchObject({ status: 400, json: problem(errorCode) });
    expect(service.ledger).toMatchObject({ accepted: 0, rejected: 1 });
  });

  it('refuses a body over 10 MB with and without a declared length', async () => {
    const { call, service } = await startForSpec();
    const declared = await call('POST', '/leads', {
      raw: '{}',
      headers: { 'content-length': String(bodyLimit + 1) },
    }).catch((error: unknown) => error);
    expect(declared).toMatchObject({ status: 413 });
    expect(service.ledger.accepted).toBe(0);
  });

  it('keeps field names that are dangerous for careless programs', async () => {
    const { call, service } = await startForSpec();
    await call('POST', '/leads', {
      raw: '{"CampaignCode":"EU-MESSE-26","data":{"__proto__":"a","constructor":"b","FirstName":"c"}}',
    });
    expect(Object.keys(service.ledger.entries()[0]?.data ?? {})).toEqual(['__proto__', 'constructor', 'FirstName']);
    expect(
      (await call('GET', '/leads/csv?searchName=All%20leads', { headers: { accept: 'text/csv' } })).text.split('\r\n'),
    ).toHaveLength(53);
  });

  it('takes leads of permitted projects only', async () => {
    const { post } = await startForSpec({ projectRights: ['B2B*'] });
    expect(await post(goodLead())).toMatchObject({ status: 403 });
    expect(await post({ CampaignCode: 'DE-SCHULE-26Q4', data: { Schulname: 'Käthe' } })).toMatchObject({
      json: { success: true },
    });
  });
});
