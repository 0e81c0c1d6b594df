import { PLAIN_NETWORK } from '../foundation/network-access.ts';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import { authorizationFor } from './transport/redact.ts';
import type { ApiClient, ApiClientOptions } from './client.ts';
import { listenForTest } from './simulation/listen-fixture.ts';
import { AUTHORITY, EXPIRED, GOOD, KEY, OTHER_NAME, SELF_SIGNED } from './simulation/spec-certificates.ts';
import { leadsOf } from './reads/leads-of.ts';
import { fastClock } from './simulation/fast-clock.ts';
import { SPEC_CREDENTIALS, specClient } from './simulation/spec-client.ts';
import { specProxy } from './simulation/spec-proxy.ts';

const clients: ApiClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

const TOKEN = authorizationFor(SPEC_CREDENTIALS).replace('Basic ', '');

const plain = (listener: RequestListener) => listenForTest(createServer(listener));
const secure = (certificate: string, listener: RequestListener = answerEmptyList) =>
  listenForTest(createSecureServer({ cert: certificate, key: KEY }, listener));
const answerEmptyList: RequestListener = (_request, response) => void response.end('[]');

function clientFor(address: string, over: Partial<ApiClientOptions> = {}): ApiClient {
  const client = specClient(address, {
    network: { ...PLAIN_NETWORK, certificates: [AUTHORITY] },
    // Long: a computer that is busy is not a failure of the service.
    timeouts: { connect: 20_000, headers: 20_000, body: 20_000 },
    ...over,
  });
  clients.push(client);
  return client;
}

const lead = { campaignCode: 'C', data: { row: '1' } };
const quietly = { lane: 'import', beforeSend: () => undefined } as const;

/** Every text a person, a log or a file could get from this client. */
async function everythingSaid(client: ApiClient): Promise<string> {
  const query = { projects: [], modifiedFrom: null, statuses: [], closures: [] };
  const said: unknown[] = [];
  said.push(await client.createLead(lead, quietly));
  said.push(
    await client.listSegments(),
    await client.listUsers(),
    await client.readOrgUnit('x', []),
    await client.readLimits(),
    await client.readMyAccount(),
  );
  said.push(
    await client.changeSegment({ kind: 'add', id: 's', leadIds: ['1'] }),
    await client.changeSegment({ kind: 'remove', id: 's', leadIds: ['1'] }),
  );
  for await (const part of leadsOf(client.exportSimpleLeads(query))) said.push(part);
  const search = { searchName: 'x', modifiedFrom: null, project: null, include: [], extra: [] };
  for await (const part of client.exportLeads({ source: 'search', answer: 'csv', ...search }))
    if (part.kind === 'end') said.push(part);
  said.push(await client.testConnection((step) => said.push(step)));
  said.push(client.quota(), client.requestLog());
  return JSON.stringify(said);
}

/** The forms of the secret that a text holds. */
function secretsIn(text: string): string[] {
  const { password } = SPEC_CREDENTIALS;
  const forms = [TOKEN, password, JSON.stringify(password).slice(1, -1), encodeURIComponent(password)];
  return forms.filter((form) => text.includes(form));
}

describe('the credential', () => {
  it.each([300, 301, 302, 303, 307, 308])(
    'is not taken along by a redirect (%i), and the redirect is not followed',
    async (status) => {
      const heard: IncomingMessage[] = [];
      const elsewhere = await plain((request, response) => {
        heard.push(request);
        response.end('[]');
      });
      const port = await plain(
        (_request, response) =>
          void response.writeHead(status, { location: `http://127.0.0.1:${elsewhere}/api/users` }).end(),
      );
      const client = clientFor(`http://127.0.0.1:${port}/api`);
      const users = await client.listUsers();
      const created = await client.createLead(lead, quietly);
      expect(users).toMatchObject({
        ok: false,
        error: { code: 'rejected', message: expect.stringContaining('another address') },
      });
      // 307 and 308 ask for the same request elsewhere, so it was not carried out here; after any other the lead may
      // have been created, and is never sent again by itself.
      expect(created).toMatchObject(
        status >= 307 ? { outcome: 'notNow' } : { outcome: 'unknown', reason: 'brokenAnswer' },
      );
      const added = await client.changeSegment({ kind: 'add', id: 's', leadIds: ['1'] });
      const left = status >= 307 ? { code: 'forbidden' } : { code: 'network', sent: 'maybe' };
      expect(added).toMatchObject({ ok: false, error: left });
      expect(heard).toEqual([]);
    },
  );

  it('never leaves over plain http to another computer', () => {
    for (const address of [
      'http://company.example/api',
      'http://10.0.0.1/api',
      'http://127.0.0.1.company.example/api',
      'ftp://127.0.0.1/api',
    ]) {
      expect(() => specClient(address)).toThrow(/https/);
    }
  });

  it('goes to the host of the base address whatever ids and queries hold', async () => {
    const paths: string[] = [];
    const port = await plain((request, response) => {
      paths.push(request.url ?? '');
      response.end('[]');
    });
    const client = clientFor(`http://127.0.0.1:${port}/api`);
    await client.readOrgUnit('../../evil?x=1#y', ['a&b']);
    await client.readOrgUnit('..', []);
    await client.changeSegment({ kind: 'add', id: '//evil.example/x', leadIds: ['1'] });
    expect(paths).toEqual([
      '/api/orgunits/..%2F..%2Fevil%3Fx%3D1%23y?include=a%26b',
      '/api/orgunits/%2E%2E',
      '/api/leadsegments/%2F%2Fevil.example%2Fx/leads',
    ]);
  });

  it('is in no result, log or report, even when the service echoes the request', async () => {
    const port = await plain((request, response) => {
      const echo = `${request.headers.authorization} ${SPEC_CREDENTIALS.password} ${encodeURIComponent(SPEC_CREDENTIALS.password)}`;
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: `Cannot read ${echo}`, errors: [{ fieldName: echo, message: echo }] }));
    });
    expect(secretsIn(await everythingSaid(clientFor(`http://127.0.0.1:${port}/api`)))).toEqual([]);
  });

  it.each(['text/html', 'text/plain'])('is in no result when a page of %s echoes it with status 500', async (type) => {
    const port = await plain((request, response) => {
      response
        .writeHead(500, { 'content-type': type })
        .end(`<html><title>${request.headers.authorization}</title><pre>${SPEC_CREDENTIALS.password}</pre></html>`);
    });
    expect(secretsIn(await everythingSaid(clientFor(`http://127.0.0.1:${port}/api`)))).toEqual([]);
  });

  it('is in no result when a created lead is echoed with the request', async () => {
    const port = await plain(
      (request, response) =>
        void response.end(JSON.stringify({ success: true, uniqueId: '1', echo: request.headers.authorization })),
    );
    const outcome = await clientFor(`http://127.0.0.1:${port}/api`).createLead(lead, quietly);
    expect(outcome.outcome).toBe('created');
    expect(JSON.stringify(outcome)).not.toContain(TOKEN);
  });

  it('is not sent to a server whose certificate cannot be trusted, and the sentence says why', async () => {
    const heard: IncomingMessage[] = [];
    const listener: RequestListener = (request, response) => {
      heard.push(request);
      response.end('[]');
    };
    const cases = [
      { certificate: SELF_SIGNED, says: /signed by "Self Made"/ },
      { certificate: EXPIRED, says: /has expired/ },
      { certificate: OTHER_NAME, says: /belongs to another name/ },
    ];
    for (const { certificate, says } of cases) {
      const port = await secure(certificate, listener);
      const client = clientFor(`https://localhost:${port}/api`);
      const report = await client.testConnection(() => undefined);
      expect(report.works).toBe(false);
      expect(report.steps.map((step) => [step.id, step.state])).toEqual([
        ['address', 'ok'],
        ['encryption', 'failed'],
      ]);
      expect(report.error?.message).toMatch(says);
      expect(await client.createLead(lead, quietly)).toMatchObject({ outcome: 'notSent', reason: 'encryption' });
    }
    const untrusted = clientFor(`https://localhost:${await secure(GOOD, listener)}/api`, { network: PLAIN_NETWORK });
    expect((await untrusted.testConnection(() => undefined)).error?.message).toMatch(/signed by "Spec Authority"/);
    expect(heard).toEqual([]);
  });
});

describe('the test of a connection', () => {
  it('tells each step of an encrypted connection that works', async () => {
    const port = await secure(GOOD, (request, response) => {
      // The client's clock runs fast here; without a date there is nothing to compare it with.
      response.sendDate = false;
      const isFigures = request.url?.includes('/myaccount/') === true;
      response.end(isFigures ? '{"POST leads": 100000}' : '[{"name":"Anna"}]');
    });
    const states: string[] = [];
    const report = await clientFor(`https://localhost:${port}/api`).testConnection((step) =>
      states.push(`${step.id} ${step.state}`),
    );
    expect(report.works).toBe(true);
    expect(states.filter((state) => !state.endsWith('running')).slice(0, 6)).toEqual([
      ...['address ok', 'encryption ok', 'prefix ok', 'credentials ok', 'limits ok', 'counts ok'],
    ]);
    expect(report.steps[1]?.detail).toMatch(/valid until 2[01]\d\d-.*Spec Authority/);
  });

  it.each([
    [401, 'credentials', 'failed', /user name or the password/],
    [403, 'credentials', 'warning', /may not read/],
    [406, 'prefix', 'failed', /does not offer this format/],
    [404, 'prefix', 'failed', /path of the address may be wrong/],
    [500, 'prefix', 'failed', /failed \(500\)/],
  ])('explains status %i', async (status, id, state, says) => {
    const port = await plain((_request, response) => void response.writeHead(status).end());
    const report = await clientFor(`http://127.0.0.1:${port}/api`).testConnection(() => undefined);
    const step = report.steps.find((entry) => entry.id === id);
    expect(step?.state).toBe(state);
    expect(step?.detail).toMatch(says);
  });

  it('explains a web page in place of data', async () => {
    const port = await plain(
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>'),
    );
    const report = await clientFor(`http://127.0.0.1:${port}/api`).testConnection(() => undefined);
    expect(report.error?.message).toMatch(/web page instead of data/);
  });

  it('explains JSON that ends early', async () => {
    const port = await plain((_request, response) => void response.end('[{"name":"An'));
    const report = await clientFor(`http://127.0.0.1:${port}/api`).testConnection(() => undefined);
    expect(report.error?.message).toMatch(/ended early/);
  });

  it('explains a port where nobody listens', async () => {
    const server = createServer();
    const port = await listenForTest(server);
    await new Promise((resolve) => server.close(resolve));
    const report = await clientFor(`http://127.0.0.1:${port}/api`).testConnection(() => undefined);
    expect(report.steps.map((step) => step.id)).toEqual(['address']);
    expect(report.error).toMatchObject({
      code: 'network',
      sent: 'no',
      message: expect.stringContaining('refuses the connection'),
    });
  });

  it('explains a port that does not speak encryption', async () => {
    const port = await plain(answerEmptyList);
    const report = await clientFor(`https://localhost:${port}/api`).testConnection(() => undefined);
    expect(report.error).toMatchObject({ code: 'network', sent: 'no', message: expect.stringContaining('encryption') });
  });

  it('explains a service that says nothing', async () => {
    const port = await plain(() => undefined);
    const report = await clientFor(`http://127.0.0.1:${port}/api`, {
      timeouts: { connect: 20_000, headers: 200, body: 20_000 },
    }).testConnection(() => undefined);
    expect(report.error?.message).toMatch(/sent nothing for too long|no complete answer within/);
  });
});

it('goes through a proxy in an encrypted tunnel that shows the proxy nothing', async () => {
  const port = await secure(GOOD, (_request, response) => void response.end('{"success":true,"uniqueId":"7"}'));
  let seen = '';
  const proxyPort = await listenForTest(
    specProxy({
      onAsk(request, socket) {
        seen += `${request.url} ${JSON.stringify(request.headers)} `;
        socket.on('data', (piece: Buffer) => (seen += piece.toString('latin1')));
      },
    }),
  );
  const proxied = { proxy: `http://127.0.0.1:${proxyPort}`, clock: fastClock(10) };
  const client = clientFor(`https://service.example:${port}/api`, proxied);
  expect(await client.createLead(lead, quietly)).toMatchObject({ outcome: 'created', leadId: '7' });
  expect((await client.testConnection(() => undefined)).steps[0]?.detail).toContain('through the proxy');
  expect(seen).toContain(`service.example:${port}`);
  expect(seen).not.toContain(TOKEN);
  expect(seen).not.toContain('authorization');
});

it('does not use a proxy for this computer', async () => {
  const port = await plain((_request, response) => void response.end('{"success":true}'));
  const client = clientFor(`http://127.0.0.1:${port}/api`, { proxy: 'http://127.0.0.1:9' });
  expect((await client.createLead(lead, quietly)).outcome).toBe('created');
});

it('explains a proxy that does not open the way', async () => {
  const proxyPort = await plain((_request, response) => void response.end());
  const proxy = createServer();
  proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
  const closedPort = await listenForTest(proxy);
  for (const port of [proxyPort, closedPort]) {
    const client = clientFor('https://service.example/api', { proxy: `http://127.0.0.1:${port}` });
    expect(await client.createLead(lead, quietly)).toMatchObject({
      outcome: 'notSent',
      message: expect.stringMatching(/proxy|The row was not sent/i),
    });
  }
});
