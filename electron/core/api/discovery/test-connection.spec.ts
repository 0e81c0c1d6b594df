import { PLAIN_NETWORK } from '../../foundation/network-access.ts';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import { type TestStep, testStepSchema } from '../../../../shared/contract/account/discovery.ts';
import type { ConnectionReport } from './test-connection.ts';
import { AUTHORITY, GOOD, KEY } from '../simulation/spec-certificates.ts';
import { listenForTest } from '../simulation/listen-fixture.ts';
import { fastClock } from '../simulation/fast-clock.ts';
import { specClient } from '../simulation/spec-client.ts';
import { openSpecServer, type SpecServer } from '../simulation/spec-server.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';

const ALL_STEPS = testStepSchema.shape.id.exclude(['clock']).options;

/** Tests a service whose clock is `ahead` milliseconds ahead of ours; null: it does not tell its time. */
async function tested(ahead: number | null) {
  const clock = fastClock(50);
  const server = createServer((request, response) => {
    response.sendDate = false;
    if (ahead !== null) response.setHeader('date', new Date(clock.wallNow() + ahead).toUTCString());
    response.end(request.url === '/api/users' ? '[]' : '{"POST leads":50000}');
  });
  const client = specClient(`http://127.0.0.1:${await listenForTest(server)}/api`, { clock });
  const told: TestStep[] = [];
  const report = await client.testConnection((step) => told.push(step));
  const log = client.requestLog();
  await client.close();
  return { report, told, log };
}

it.each([
  [5 * 60_000, '5 minutes behind'],
  [200_000, '3 minutes behind'],
  [-45 * 60_000, '45 minutes ahead of'],
  [100_000, String.raw`(9\d|10\d) seconds behind`],
])('warns of a clock that is %i ms off', async (ahead, words) => {
  const { report, told } = await tested(ahead);
  expect(report.works).toBe(true);
  expect(report.steps.at(-1)).toMatchObject({
    id: 'clock',
    state: 'warning',
    detail: expect.stringMatching(`This computer's clock is ${words} the service's\\.`),
  });
  expect(told.at(-1)).toEqual(report.steps.at(-1));
});

it.each([0, null])('says nothing of a clock that is right or not told (%s)', async (ahead) => {
  const { report } = await tested(ahead);
  expect(report.works).toBe(true);
  expect(report.steps.map((step) => step.id)).toEqual(ALL_STEPS);
});

it('tells each step when it begins and when it ends, and has a line in the log for each request', async () => {
  const { report, told, log } = await tested(null);
  expect(told.slice(0, 2).map(({ id, state }) => [id, state])).toEqual([
    ['address', 'running'],
    ['address', 'ok'],
  ]);
  expect(log.map(({ outcome }) => outcome)).toEqual(report.requests.map(() => 'done'));
});

describe('each step', () => {
  let server: SpecServer;
  eachTime(async () => (server = await openSpecServer()));

  /** What each service answers, by the end of its address; an empty list to the rest. */
  function answerWith(answers: Readonly<Record<string, string | number>>): void {
    server.answer = ({ url }, response: ServerResponse) => {
      response.sendDate = false;
      const given = Object.entries(answers).find(([end]) => url.split('?', 1)[0]?.endsWith(end))?.[1] ?? '[]';
      if (typeof given === 'number') response.writeHead(given, { 'retry-after': '7200' }).end();
      else response.end(given);
    };
  }

  async function report(signal?: AbortSignal, clock = new VirtualClock()): Promise<ConnectionReport> {
    clock.run(5_000);
    const client = specClient(server.address, { clock });
    const found = await client.testConnection(() => undefined, signal);
    await client.close();
    return found;
  }

  const detailOf = ({ steps }: ConnectionReport, id: TestStep['id']) => {
    const step = steps.find((entry) => entry.id === id);
    return [step?.state, step?.detail];
  };

  it('says how long it took, but for one that the answer to another settled', async () => {
    const clock = new VirtualClock();
    server.answer = (_, response: ServerResponse) => {
      clock.run(clock.monotonicNow() + 1);
      response.sendDate = false;
      response.end('[]');
    };
    const { steps } = await report(undefined, clock);
    const times = new Map(steps.map(({ id, milliseconds }) => [id, milliseconds]));
    for (const id of ['prefix', 'counts', 'metadata'] as const) expect([id, times.get(id)]).toEqual([id, 1]);
    for (const id of ['encryption', 'credentials', 'limits'] as const) expect([id, times.get(id)]).toEqual([id, null]);
  });

  it('asks for the users when the service states no limits', async () => {
    answerWith({ limits: 404, users: '[{"name":"Anna"}]' });
    const found = await report();
    expect(found).toMatchObject({ works: true, error: null });
    expect(detailOf(found, 'credentials')).toEqual(['ok', 'Accepted.']);
    expect(detailOf(found, 'counts')).toEqual(['warning', expect.stringMatching(/^Not asked/)]);
    expect(found.requests.map(({ path }) => path.split('?', 1)[0])).toEqual([
      ...['/myaccount/request/limits', '/users', '/myaccount', '/metadata', '/rawleads', '/rawleads/csv'],
    ]);
  });

  it('takes the beginning of a list of more users than it reads', async () => {
    const users = JSON.stringify(Array.from({ length: 12_000 }, () => ({ name: 'Anna Andersen' })));
    answerWith({ limits: 404, users });
    expect(await report()).toMatchObject({ works: true, error: null });
    answerWith({ limits: 404, users: `Welcome ${users}` });
    expect(detailOf(await report(), 'prefix')).toEqual([
      'failed',
      expect.stringMatching(/text instead of data: "Welcome/),
    ]);
  });

  it('is no success when the service does not have what nothing needs', async () => {
    answerWith({ limits: '{"POST leads":1}', metadata: 404 });
    expect(detailOf(await report(), 'metadata')).toEqual(['absent', expect.stringMatching(/Nothing here needs it\.$/)]);
  });

  it('takes a used up quota for no failure, and waits for no minute', async () => {
    answerWith({ limits: 429 });
    const found = await report();
    expect(found).toMatchObject({ works: true, error: null });
    expect(detailOf(found, 'credentials')).toEqual(['warning', expect.stringMatching(/quota is used up/)]);
    expect(detailOf(found, 'counts')).toEqual(['warning', expect.stringMatching(/^Not asked\./)]);
  });

  it.each([
    ['limits', { limits: '{"POST leads":1,"GET users":2}' }, 'ok', /^Limits of 2 services\.$/],
    ['limits', { limits: '[{"service":"Leads","limit":9}]' }, 'ok', /^Limits of 1 service\.$/],
    ['limits', { limits: '{"odd":1}' }, 'warning', /does not recognise the form/],
    ['counts', { limits: '{"POST leads":1}', counts: 404 }, 'warning', /counts is not served \(404\)/],
    ['limits', { limits: 403 }, 'warning', /limits was refused \(403\)/],
    ['raw', { limits: '{"POST leads":1}', rawleads: 403 }, 'warning', /refused \(403\)\. Raw leads do not work/],
    ['raw', { limits: '{"POST leads":1}', rawleads: 429 }, 'warning', /failed \(429\)\. Test again later\.$/],
    ['raw', { limits: '{"POST leads":1}', rawleads: 500 }, 'warning', /failed \(500\)\. Test again later\.$/],
    ['search', { limits: '{"POST leads":1}', rawleads: 403 }, 'ok', /^Lead search answers/],
    [
      'search',
      { limits: '{"POST leads":1}', rawleads: 403, simpleleads: '{"Results":[]}' },
      'ok',
      /^Lead search answers/,
    ],
    [
      'search',
      { limits: '{"POST leads":1}', rawleads: 403, simpleleads: '<html>' },
      'warning',
      /^The answer of lead search could not/,
    ],
    [
      'search',
      { limits: '{"POST leads":1}', rawleads: 403, simpleleads: 'null' },
      'warning',
      /^The answer of lead search could not/,
    ],
  ] as const)('judges %s by %j', async (id, answers, state, says) => {
    answerWith(answers);
    expect(detailOf(await report(), id)).toEqual([state, expect.stringMatching(says)]);
  });

  it('asks a service no more whose minute is used up', async () => {
    server.answer = (_request, response: ServerResponse) => {
      response.sendDate = false;
      response.writeHead(429, { 'retry-after': '30' }).end();
    };
    expect(detailOf(await report(), 'counts')).toEqual([
      'warning',
      'Not asked. The quota of this service is used up now.',
    ]);
    expect(new Set(server.heard.map(({ url }) => url.split('?')[0])).size).toBe(server.heard.length);
    const client = specClient(server.address, { clock: new VirtualClock() });
    await client.testConnection(() => undefined);
    expect(client.requestLog()[0]?.outcome).toBe('throttled');
    await client.close();
  });

  it('tells the rights that the service states', async () => {
    const rights = { Leads: ['GET', 'POST'] };
    const account = { username: 'anna', projectRights: ['P1'], resourceRights: rights, entryAccess: 'All' };
    answerWith({ limits: '{"POST leads":1,"GET users":1}', myaccount: JSON.stringify(account) });
    const found = await report();
    expect(detailOf(found, 'rights')).toEqual(['ok', 'Rights for 1 resource.']);
    expect(found.rights).toEqual(account);
    answerWith({ limits: '{"POST leads":1}', myaccount: JSON.stringify({ resourceRights: { ...rights, Users: [] } }) });
    expect(detailOf(await report(), 'rights')).toEqual(['ok', 'Rights for 2 resources.']);
    expect(detailOf(await report(), 'limits')).toEqual(['ok', 'Limits of 1 service.']);
  });

  it('looks for the table of raw leads at the other path when there is nothing at the first', async () => {
    answerWith({ limits: '{"POST leads":1}', rawleads: 404, 'rawleads/csv': 'UniqueLeadId,FieldName,FieldValue\n' });
    expect(detailOf(await report(), 'raw')).toEqual([
      'warning',
      expect.stringMatching(/^\/rawleads\/csv answers a table, \/rawleads does not\./),
    ]);
  });

  it('says of CSV without a line that it shows nothing', async () => {
    server.answer = ({ url }, response: ServerResponse) => {
      response.sendDate = false;
      if (url.includes('/rawleads')) response.writeHead(200, { 'content-type': 'text/csv' }).end();
      else response.end('[]');
    };
    expect(detailOf(await report(), 'raw')).toEqual([
      'warning',
      '/rawleads answered without a line: no lead was changed since yesterday, or the path is wrong.',
    ]);
  });

  it('takes the names that a running service describes itself with, and offers those that differ', async () => {
    const described = {
      operations: [
        {
          request: {
            name: 'ImportLead',
            properties: [{ name: 'campaignCode' }, { name: 'data' }, { name: 'LeadPool' }],
          },
        },
        { request: { name: 'GetUsers', properties: [] } },
      ],
      types: [{ name: 'ImportLeadResponse', properties: [{ name: 'Success' }, { name: 'UniqueId' }] }],
    };
    answerWith({ metadata: JSON.stringify(described), limits: '{"POST leads":1}' });
    const found = await report();
    expect(detailOf(found, 'metadata')).toEqual(['ok', '2 operations described, 2 of them used here.']);
    const findings = new Map(found.settle(0, []).map((finding) => [finding.point, finding]));
    expect(findings.get('metadata')?.verdict).toBe('confirmed');
    expect(findings.get('importNames')).toMatchObject({ verdict: 'contradicted', offer: { bodyCase: 'camel' } });
    expect(findings.get('poolField')).toMatchObject({ verdict: 'contradicted', offer: { poolField: 'LeadPool' } });
  });

  it('sends no request twice, and six at most, however the service answers', async () => {
    for (const answers of [
      {},
      { limits: 404, users: '[]' },
      { counts: 500, metadata: 500, myaccount: 500 },
      { rawleads: 404 },
    ]) {
      server.heard.length = 0;
      answerWith(answers);
      const found = await report();
      expect(found.works).toBe(true);
      expect(server.heard.length).toBeLessThanOrEqual(6);
      expect(found.requests).toHaveLength(server.heard.length);
      expect(new Set(server.heard.map(({ url }) => url)).size).toBe(server.heard.length);
    }
  });

  it('keeps of leads the names of their fields and no value, and reads only their beginning', async () => {
    const lead = { uniqueId: 'L-1', data: { Phone: '+4520304050', Firma: 'Ærø Energi' }, priority: 7 };
    const leads = JSON.stringify(Array.from({ length: 2000 }, () => lead));
    server.answer = ({ url }, response: ServerResponse) => {
      response.sendDate = false;
      if (url.includes('/rawleads'))
        response
          .writeHead(200, { 'content-type': 'Text/CSV; charset=utf-8' })
          .end('UniqueLeadId,FieldName,FieldValue\nL-1,Phone,+4520304050\n');
      else response.end(url.includes('/simpleleads') ? leads : '[]');
    };
    const { requests } = await report();
    const kept = JSON.stringify(requests);
    expect(kept).toContain('Phone');
    expect(kept).toContain('UniqueLeadId,FieldName,FieldValue');
    for (const value of ['4520304050', 'Ærø', 'L-1', '7'])
      expect(requests.map(({ answer }) => answer).join()).not.toContain(value);
    expect(requests.find(({ path }) => path.startsWith('/simpleleads'))?.bytes).toBe(16 * 1024);
    expect(requests.find(({ path }) => path.startsWith('/rawleads'))?.contentType).toBe('text/csv');
  });

  it('reads of each answer as much as it needs', async () => {
    const long = ' '.repeat(3 * 1024 * 1024);
    server.answer = ({ url }, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'X'.repeat(150) });
      const table = `UniqueLeadId,FieldName,FieldValue\n${long}`;
      response.end(url.includes('/limits') ? '{"POST leads":1}' : url.includes('/rawleads') ? table : long);
    };
    const { requests } = await report();
    expect(requests.map(({ path, bytes }) => [path.split(/[?/]/)[1], bytes])).toEqual([
      ['myaccount', 16],
      ['myaccount', 256 * 1024],
      ['myaccount', 256 * 1024],
      ['metadata', 2 * 1024 * 1024],
      ['rawleads', 2 * 1024],
      ['simpleleads', 16 * 1024],
    ]);
    expect(requests[0]?.contentType).toBe('x'.repeat(100));
  });

  it('says that the path of the address is wrong when nothing is there', async () => {
    answerWith({ limits: 404, users: 404 });
    const found = await report();
    expect(found).toMatchObject({ works: false, error: { code: 'notFound' } });
    expect(detailOf(found, 'prefix')).toEqual(['failed', expect.stringMatching(/path of the address may be wrong/)]);
    expect(server.heard).toHaveLength(2);
  });

  it.each([
    [302, 'rejected', /redirects to another address/],
    [400, 'notFound', /found nothing at .* \(400\)/],
    [406, 'rejected', /does not offer this format/],
    [499, 'notFound', /\(499\)/],
    [503, 'rejected', /The service failed \(503\)/],
  ])('says what an answer with status %i to the first questions means', async (status, code, says) => {
    answerWith({ limits: status, users: status });
    expect((await report()).error).toMatchObject({ code, message: expect.stringMatching(says) });
  });

  it('says what the service said of the path', async () => {
    server.answer = (_request, response) => void response.writeHead(404).end('{"message":"Try /api/v2"}');
    expect((await report()).error?.message).toContain('(404). It said: Try /api/v2. The path');
    server.answer = (_request, response) => void response.writeHead(500).end('<html>Broken</html>');
    expect((await report()).error?.message).toBe('The service failed (500). Try again later.');
  });

  it('says nothing of the clock when another step failed', async () => {
    server.answer = (_request, response) =>
      void response.writeHead(401, { date: new Date(Date.UTC(2030, 0, 1)).toUTCString() }).end();
    const found = await report();
    expect(found).toMatchObject({ works: false, error: { code: 'auth' } });
    expect(found.steps.map(({ id }) => id)).toEqual(['address', 'encryption', 'prefix', 'credentials']);
  });

  it('can be cancelled before it begins and while it waits', async () => {
    const cancelled = { works: false, error: { code: 'cancelled' } };
    const before = await report(AbortSignal.abort());
    expect(before).toMatchObject(cancelled);
    expect(before.steps.map(({ id, state, detail }) => [id, state, detail])).toEqual([
      ['address', 'failed', 'Cancelled.'],
    ]);
    const controller = new AbortController();
    server.answer = () => controller.abort();
    const meanwhile = await report(controller.signal);
    expect(meanwhile).toMatchObject(cancelled);
    expect(meanwhile.steps.at(-1)).toMatchObject({ id: 'prefix', state: 'failed' });
    expect(server.heard).toHaveLength(1);
  });
});

it.each([
  [13, 'warning', /but the certificate expires soon: certificate valid until 2125-06-15/],
  [15, 'ok', /^Encrypted \(TLSv1\.3\); certificate valid until 2125-06-15, signed by Spec Authority\.$/],
])('%i days before a certificate ends, encryption is %s', async (days, state, says) => {
  const server = createSecureServer({ cert: GOOD, key: KEY }, (_request, response) => {
    response.sendDate = false;
    response.end('[]');
  });
  const clock = new VirtualClock(Date.parse('2125-06-15T04:05:22Z') - days * 24 * 3_600_000);
  const client = specClient(`https://localhost:${await listenForTest(server)}/api`, {
    clock,
    network: { ...PLAIN_NETWORK, certificates: [AUTHORITY] },
  });
  const { steps } = await client.testConnection(() => undefined);
  expect(steps[1]).toMatchObject({ id: 'encryption', state, detail: expect.stringMatching(says) });
  await client.close();
});
