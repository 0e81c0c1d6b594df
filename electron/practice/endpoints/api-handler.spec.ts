import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { goodLead, send, startForSpec } from '../client-fixture.ts';

const rateHeaders = {
  'x-rate-limit-limit': expect.stringMatching(/^\d+$/) as string,
  'x-rate-limit-remaining': expect.stringMatching(/^\d+$/) as string,
  'x-rate-limit-reset': expect.stringMatching(/^\d+$/) as string,
};
const envelope = {
  responseStatus: {
    errorCode: expect.any(String) as string,
    message: expect.any(String) as string,
    errors: expect.any(Array) as unknown[],
  },
};

describe('every answer', () => {
  it.each([
    ['GET', '/users', 200, {}],
    ['GET', '/users', 401, { authorization: 'Basic xxx' }],
    ['GET', '/no-such-thing', 404, {}],
    ['PUT', '/leads', 405, {}],
    ['GET', '/simpleleads', 406, { accept: 'text/html' }],
    ['GET', '/leads/csv?searchName=x', 406, { accept: 'application/json' }],
    ['GET', '/simpleleads?Statuses=Nonsense', 400, {}],
    ['GET', '/orgunits/unknown', 404, {}],
    ['GET', '/orgunits/%E0%A4%A', 400, {}],
  ])('%s %s %i carries the rate headers, errors the envelope', async (method, path, status, headers) => {
    const { call } = await startForSpec();
    const reply = await call(method, path, { headers });
    expect(reply).toMatchObject({ status, headers: rateHeaders });
    expect(status === 200 ? envelope : reply.json).toMatchObject(envelope);
  });

  it('names the methods of a path with a 405', async () => {
    const { call } = await startForSpec();
    expect((await call('PUT', '/leads')).headers['allow']).toBe('POST, GET');
  });

  it('words errors as the dialect says', async () => {
    const plain = await startForSpec({ dialect: { errorForm: 'message' } });
    expect((await plain.call('GET', '/nothing')).json).toEqual({ message: expect.any(String) as string });
    const page = await startForSpec({ dialect: { errorForm: 'html' } });
    expect(await page.call('GET', '/nothing')).toMatchObject({
      status: 404,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  });
});

describe('authentication and rights', () => {
  it.each([
    ['nothing', undefined],
    ['a wrong password', `Basic ${Buffer.from('practice:wrong').toString('base64')}`],
    ['a wrong user', `Basic ${Buffer.from('other:practice').toString('base64')}`],
    ['another scheme', 'Bearer practice'],
    ['no base64', 'Basic ÿ'],
  ])('answers 401 to %s and accepts nothing', async (_name, authorization) => {
    const { call, service } = await startForSpec();
    const reply = await call('POST', '/leads', { body: goodLead(), headers: { authorization: authorization ?? '' } });
    expect(reply).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.stringContaining('Basic') as string },
    });
    expect(service.ledger).toMatchObject({ accepted: 0, refused: 1 });
  });

  it('takes a password with a colon and letters outside ASCII', async () => {
    const { call } = await startForSpec({ username: 'bjørn', password: 'a:ø:ż' });
    const authorization = `Basic ${Buffer.from('bjørn:a:ø:ż').toString('base64')}`;
    expect(await call('GET', '/myaccount', { headers: { authorization } })).toMatchObject({
      status: 200,
      json: { username: 'bjørn' },
    });
  });

  it('answers 403 to resources and verbs the account has no right to', async () => {
    const { call, post } = await startForSpec({ resourceRights: { Leads: ['Get'], LeadSegments: ['Get', 'Post'] } });
    expect(await post(goodLead())).toMatchObject({ status: 403 });
    expect(await call('GET', '/leads?searchName=All%20leads')).toMatchObject({ status: 200 });
    expect(await call('DELETE', '/leadsegments/SEG-0148/leads')).toMatchObject({ status: 403 });
    expect(await call('POST', '/leadsegments/SEG-0148/leads')).toMatchObject({ status: 200 });
    expect(await call('GET', '/users')).toMatchObject({ status: 403 });
  });

  it('answers the rights of the account', async () => {
    const { call } = await startForSpec({ projectRights: ['B2B*', 'Nord?ys'] });
    expect((await call('GET', '/myaccount')).json).toMatchObject({
      username: 'practice',
      projectRights: ['B2B*', 'Nord?ys'],
      resourceRights: { Leads: ['GET', 'POST', 'PUT', 'DELETE'], SimpleLeads: ['GET'] },
    });
  });
});

describe('content types', () => {
  it.each([
    [undefined, 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/*;q=0.5, text/html;q=0.4', 'application/json; charset=utf-8'],
    ['text/html', 'text/html; charset=utf-8'],
    ['application/json;q=0, */*', 'text/html; charset=utf-8'],
  ])('Accept %s gets %s', async (accept, type) => {
    const { call } = await startForSpec();
    const reply = await call('GET', '/users', { headers: accept === undefined ? {} : { accept } });
    expect(reply).toMatchObject({ status: 200, headers: { 'content-type': type } });
  });

  it('answers 406 when nothing fits', async () => {
    const { call } = await startForSpec();
    for (const accept of ['image/png', 'application/xml', 'text/csv', 'application/json;q=0']) {
      expect(await call('GET', '/users', { headers: { accept } })).toMatchObject({ status: 406 });
    }
  });
});

describe('odd requests', () => {
  it('answers HEAD like GET, without the body', async () => {
    const { call } = await startForSpec();
    const [head, get] = [await call('HEAD', '/users'), await call('GET', '/users')];
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': get.headers['content-length'] } });
    expect(await call('HEAD', '/simpleleads')).toMatchObject({ status: 200, text: '' });
  });

  it('takes paths in any case and with a slash at the end', async () => {
    const { service, call } = await startForSpec();
    expect(await call('GET', '/SimpleLeads/')).toMatchObject({ status: 200 });
    expect(await send(service.port, 'GET', '/API/users', { atRoot: true })).toMatchObject({ status: 200 });
    expect(await send(service.port, 'GET', '/users', { atRoot: true })).toMatchObject({ status: 404 });
    expect(await send(service.port, 'GET', '/api', { atRoot: true })).toMatchObject({ status: 404 });
  });

  it.each([
    ['no HTTP at all', 'nonsense\r\n\r\n', '400'],
    ['headers without end', `GET /api/users HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n`, '431'],
    ['a length that is no number', 'POST /api/leads HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n', '400'],
  ])('survives %s', async (_name, bytes, status) => {
    const { service, call } = await startForSpec();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('error', () => resolve(text));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
    expect(await call('GET', '/users')).toMatchObject({ status: 200 });
  });

  it('accepts nothing of a body that ends early', async () => {
    const { service, call } = await startForSpec();
    const body = JSON.stringify(goodLead());
    await new Promise<void>((resolve) => {
      const head = `POST /api/leads HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${Buffer.from('practice:practice').toString('base64')}\r\nContent-Length: ${body.length + 50}\r\n\r\n`;
      const socket = connect(service.port, '127.0.0.1', () => socket.end(head + body));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
      socket.resume();
    });
    expect(await call('GET', '/users')).toMatchObject({ status: 200 });
    expect(service.ledger.accepted).toBe(0);
  });
});
