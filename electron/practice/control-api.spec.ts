import { describe, expect, it } from 'vitest';
import { goodLead, startForSpec } from './client-fixture.ts';
import type { CallSettings } from './client-fixture.ts';

const bare = { authorization: '' };

async function started(options = {}) {
  const { call, ...rest } = await startForSpec(options);
  const control = (method: string, path: string, more: CallSettings = {}) =>
    call(method, `/practice${path}`, { atRoot: true, ...more, headers: { ...bare, ...more.headers } });
  return { call, control, ...rest };
}

describe('the control API', () => {
  it('answers the state and the ledger without counting the request', async () => {
    const { control, post, service } = await started();
    await post(goodLead('Første'));
    await post(goodLead('Anden'));
    await post({ CampaignCode: 'X', data: {} });
    expect((await control('GET', '/state')).json).toMatchObject({
      url: service.url,
      time: '2026-11-17T12:47:00.000Z',
      speed: 0,
      ledger: { accepted: 2, rejected: 1, refused: 0 },
      services: { Leads: { requests: 3, admitted: 3, units: 24, statuses: { 200: 2, 400: 1 } } },
      campaigns: expect.arrayContaining([expect.objectContaining({ code: 'EU-MESSE-26' })]) as unknown,
    });
    expect((await control('GET', '/ledger?offset=1&limit=5')).json).toMatchObject({
      accepted: 2,
      offset: 1,
      entries: [{ sequence: 2, data: { FirstName: 'Anden' } }],
    });
    expect(Object.keys(service.counts())).toEqual(['Leads']);
  });

  it('adds, lists and removes faults', async () => {
    const { control, call } = await started();
    expect(
      (
        await control('POST', '/faults', {
          body: { kind: 'status', status: 503, match: { path: '/users' }, times: 'always' },
        })
      ).json,
    ).toEqual({ id: 1 });
    expect(await call('GET', '/users')).toMatchObject({ status: 503 });
    expect((await control('GET', '/faults')).json).toMatchObject([{ id: 1, fired: 1 }]);
    expect(await control('DELETE', '/faults/7')).toMatchObject({ status: 404 });
    expect((await control('DELETE', '/faults/1')).json).toEqual([]);
    await control('POST', '/faults', { body: { kind: 'reset', times: 3 } });
    expect(await control('DELETE', '/faults')).toMatchObject({ status: 200 });
    expect(await call('GET', '/users')).toMatchObject({ status: 200 });
  });

  it.each([
    ['no kind', {}],
    ['an unknown kind', { kind: 'explode' }],
    ['an unknown part', { kind: 'reset', afterwards: true }],
    ['a wrong type', { kind: 'status', status: '500' }],
    ['an unknown match', { kind: 'reset', match: { verb: 'GET' } }],
    ['a header that would split the answer', { kind: 'headers', headers: { 'X-A': 'b\r\nX-C: d' } }],
    ['a chance over 1', { kind: 'reset', probability: 2 }],
    ['no times', { kind: 'reset', times: 0 }],
  ])('refuses a fault with %s', async (_name, body) => {
    const { control } = await started();
    expect(await control('POST', '/faults', { body })).toMatchObject({
      status: 400,
      json: { message: expect.any(String) as string },
    });
    expect((await control('GET', '/faults')).json).toEqual([]);
  });

  it('moves and speeds the clock', async () => {
    const { control, clock } = await started();
    expect((await control('POST', '/clock', { body: { advanceSeconds: 60, advanceMilliseconds: 500 } })).json).toEqual({
      time: '2026-11-17T12:48:00.500Z',
      speed: 0,
    });
    expect((await control('POST', '/clock', { body: { set: '2026-12-24T00:00:00Z' } })).json).toMatchObject({
      time: '2026-12-24T00:00:00.000Z',
    });
    await control('POST', '/clock', { body: { speed: 60 } });
    expect(clock.speed).toBe(60);
    for (const body of [
      { set: 'soon' },
      { set: '-271821-04-20T00:00:00Z' },
      { advanceSeconds: 1e300 },
      { set: 5 },
      { speed: -1 },
      { advanceSeconds: -1 },
      { advance: 1 },
    ]) {
      expect(await control('POST', '/clock', { body })).toMatchObject({ status: 400 });
    }
  });

  it('changes leads as agents would, until the reset', async () => {
    const { control, call, service } = await started({ leads: 10 });
    const changed = async () => {
      const { json } = await call('GET', '/simpleleads?ModifiedFrom=2026-11-17');
      return (json as { status: string; lastModifiedTime: string }[]).map(
        (lead) => `${lead.status} ${lead.lastModifiedTime.slice(0, 16)}`,
      );
    };
    expect(await changed()).toEqual([]);
    expect(await control('POST', '/changes', { body: { every: 4, status: 'failed' } })).toMatchObject({ status: 200 });
    expect(await changed()).toEqual(Array.from({ length: 3 }, () => 'Failed 2026-11-17T13:47'));
    service.changeLeads({ every: 8, status: 'Removed' });
    expect(await changed()).toEqual(['Removed', 'Failed', 'Removed'].map((status) => `${status} 2026-11-17T13:47`));
    for (const body of [{ every: 0, status: 'New' }, { every: 1, status: 'Lost' }, {}])
      expect(await control('POST', '/changes', { body })).toMatchObject({ status: 400 });
    // The specification clears the data of these leads, and keeps that of all others.
    service.changeLeads({ every: 8, status: 'Anonymized' });
    const { json } = await call('GET', '/simpleleads?ModifiedFrom=2026-11-17');
    const fields = (json as { data: object }[]).map(({ data }) => Object.keys(data).length > 0);
    expect(fields).toEqual([false, true, false]);
    await control('POST', '/reset');
    expect(await changed()).toEqual([]);
  });

  it('forgets everything on reset', async () => {
    const { control, post, service } = await started();
    await post(goodLead());
    service.faults.add({ kind: 'reset' });
    await control('POST', '/reset');
    expect(service.ledger).toMatchObject({ accepted: 0, rejected: 0 });
    expect(await post(goodLead())).toMatchObject({ status: 200, headers: { 'x-rate-limit-remaining': '99992' } });
    expect(service.ledger.entries()).toMatchObject([{ sequence: 1 }]);
  });

  it('hands out the sample files', async () => {
    const { control } = await started();
    const list = (await control('GET', '/samples')).json as { name: string; size: number }[];
    expect(list).toHaveLength(5);
    expect(await control('GET', `/samples/${list[0]?.name ?? ''}`)).toMatchObject({
      status: 200,
      headers: { 'content-length': String(list[0]?.size) },
    });
    expect(await control('GET', '/samples/..%2f..%2fetc%2fpasswd')).toMatchObject({ status: 404 });
  });

  it.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a request that a browser marks as cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a name pointed at this computer', { host: 'evil.example' }],
  ])('refuses %s without the password', async (_name, headers) => {
    const { control, service, call } = await started();
    expect(await control('POST', '/reset', { headers })).toMatchObject({ status: 401 });
    expect(await control('GET', '/ledger', { headers })).toMatchObject({ status: 401 });
    expect(await call('GET', '/practice/state', { atRoot: true, headers })).toMatchObject({ status: 200 });
    expect(service.counts()).toEqual({});
  });

  it.each([
    ['GET', '/'],
    ['GET', '/nothing'],
    ['PUT', '/faults'],
    ['GET', '/state/more'],
  ])('has nothing for %s %s', async (method, path) => {
    const { control } = await started();
    expect(await control(method, path)).toMatchObject({ status: 404 });
  });

  it.each(['[', '[]', '"text"', 'null'])('refuses the body %s', async (raw) => {
    const { control } = await started();
    expect(await control('POST', '/clock', { raw })).toMatchObject({ status: 400 });
  });
});
