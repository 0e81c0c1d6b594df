import { createServer, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionReport, TestStepReport } from './test-connection.ts';
import { AUTHORITY, GOOD, KEY } from '../simulation/spec-certificates.ts';
import { fastClock, specClient } from '../simulation/spec-client.ts';
import { openSpecServer, type SpecServer } from '../simulation/spec-server.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';

/** Tests a service whose clock is so many milliseconds ahead of ours; null: it does not tell its time. */
async function tested(ahead: number | null): Promise<{ report: ConnectionReport; told: TestStepReport[] }> {
  const clock = fastClock(50);
  const server = createServer((request, response) => {
    response.sendDate = false;
    if (ahead !== null) response.setHeader('date', new Date(clock.wallNow() + ahead).toUTCString());
    response.end(request.url === '/api/users' ? '[]' : '{"POST leads":50000}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const client = specClient(`http://127.0.0.1:${port}/api`, { clock });
  const told: TestStepReport[] = [];
  const report = await client.testConnection((step) => told.push(step));
  await client.close();
  server.closeAllConnections();
  server.close();
  return { report, told };
}

it.each([
  [5 * 60_000, '5 minutes behind'],
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
  expect(report.steps.map((step) => step.id)).toEqual(['address', 'encryption', 'credentials', 'limits']);
});

describe('each step', () => {
  let server: SpecServer;
  beforeEach(async () => {
    server = await openSpecServer();
  });
  afterEach(() => server.close());

  /** What each service answers, by the end of its address; an empty list to the rest. */
  function answerWith(answers: Readonly<Record<string, string | number>>): void {
    server.answer = ({ url }, response: ServerResponse) => {
      response.sendDate = false;
      const given = Object.entries(answers).find(([end]) => url.endsWith(end))?.[1] ?? '[]';
      if (typeof given === 'number') response.writeHead(given, { 'retry-after': '7200' }).end();
      else response.end(given);
    };
  }

  async function report(signal?: AbortSignal): Promise<ConnectionReport> {
    const clock = new VirtualClock();
    clock.run(5_000);
    const client = specClient(server.address, { clock });
    const found = await client.testConnection(() => undefined, signal);
    await client.close();
    return found;
  }

  const detailOf = ({ steps }: ConnectionReport, id: TestStepReport['id']) => {
    const step = steps.find((entry) => entry.id === id);
    return [step?.state, step?.detail];
  };

  it('says how long it took', async () => {
    answerWith({});
    expect((await report()).steps.map(({ milliseconds }) => milliseconds)).toEqual([0, 0, 0, 0]);
  });

  it.each([
    ['[{"name":"Anna"}]', 'Accepted; 1 user is visible.'],
    ['[]', 'Accepted; 0 users are visible.'],
    ['[{"name":"Anna"},{"name":"Bo"}]', 'Accepted; 2 users are visible.'],
  ])('counts the users in %s', async (users, says) => {
    answerWith({ users });
    expect(detailOf(await report(), 'credentials')).toEqual(['ok', says]);
  });

  it('takes a used up quota for no failure', async () => {
    answerWith({ users: 429 });
    const found = await report();
    expect(found).toMatchObject({ works: true, error: null });
    expect(detailOf(found, 'credentials')).toEqual(['warning', expect.stringMatching(/is used up for today/)]);
  });

  it.each([
    [{ limits: '{"POST leads":1,"GET users":2}', counts: '{"POST leads":1}' }, 'ok', /recognises 2 of them/],
    [{ limits: '{"odd":1}', counts: '[]' }, 'warning', /does not recognise the form/],
    [{ limits: '{"POST leads":1}', counts: 404 }, 'warning', /does not state its limits and counts to this account/],
    [{ limits: 403, counts: '{"POST leads":1}' }, 'warning', /does not state its limits and counts to this account/],
  ])('judges the limits and counts %j', async (answers, state, says) => {
    answerWith(answers);
    expect(detailOf(await report(), 'limits')).toEqual([state, expect.stringMatching(says)]);
  });

  it('says nothing of the clock when another step failed', async () => {
    server.answer = (_request, response) =>
      void response.writeHead(401, { date: new Date(Date.UTC(2030, 0, 1)).toUTCString() }).end();
    const found = await report();
    expect(found).toMatchObject({ works: false, error: { code: 'auth' } });
    expect(found.steps.map(({ id }) => id)).toEqual(['address', 'encryption', 'credentials']);
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
    expect(meanwhile.steps.at(-1)).toMatchObject({ id: 'credentials', state: 'failed' });
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const clock = new VirtualClock(Date.parse('2125-06-15T04:05:22Z') - days * 24 * 3_600_000);
  const client = specClient(`https://localhost:${port}/api`, { clock, certificates: [AUTHORITY] });
  const { steps } = await client.testConnection(() => undefined);
  expect(steps[1]).toMatchObject({ id: 'encryption', state, detail: expect.stringMatching(says) });
  await client.close();
  server.closeAllConnections();
  server.close();
});
