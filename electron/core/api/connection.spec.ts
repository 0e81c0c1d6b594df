import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import type { ApiClientOptions } from './api-client.ts';
import { createMemoryLedger } from './broker/ledger/ledger-store.ts';
import { createApiClient, type ApiClient } from './client.ts';
import { fastClock } from './simulation/fast-clock.ts';
import { SPEC_CREDENTIALS, SPEC_DIALECT, specClient } from './simulation/spec-client.ts';
import { openSpecServer, type SpecServer } from './simulation/spec-server.ts';
import { seededRandom, VirtualClock } from './simulation/virtual-clock.ts';

let server: SpecServer;
let client: ApiClient | null = null;

beforeEach(async () => {
  server = await openSpecServer();
});
afterEach(async () => {
  await client?.close();
  client = null;
  await server.close();
});

const open = (over: Partial<ApiClientOptions> = {}) => (client = specClient(server.address, over));

/** As the program makes one: with every choice left to the client. */
const openAsProgram = () =>
  (client = createApiClient({
    baseAddress: server.address,
    credentials: async () => SPEC_CREDENTIALS,
    clock: fastClock(50),
    random: seededRandom(7),
    ledger: createMemoryLedger(),
    log: { bug: () => 'spec', note: () => undefined },
    dialect: SPEC_DIALECT,
  }));

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const paths = () => server.heard.map(({ url }) => url.replace('/api', ''));
const COUNTS = '/myaccount/request/counts';

describe('a service that nobody can reach', () => {
  it('gets nothing until a connection opens again, and then what waited', async () => {
    const port = Number(new URL(server.address).port);
    let draws = 0;
    const random = () => (draws++, 0.5);
    const api = open({ random });
    let isSent = false;
    const create = () =>
      api.createLead({ campaignCode: 'C', data: {} }, { lane: 'import', beforeSend: () => void (isSent = true) });
    await server.close();
    for (let failures = 0; failures < 3; failures++) expect(await create()).toMatchObject({ outcome: 'notSent' });
    expect(api.quota().offline).toMatch(/refuses the connection/);

    isSent = false;
    const waiting = create();
    // Each try that fails draws the wait before the next one.
    for (const after = draws + 3; draws < after;) await turn();
    expect(isSent).toBe(false);

    server = await openSpecServer(port);
    server.answer = (_request, response) => void response.end('{"success":true,"uniqueId":"7"}');
    expect(await waiting).toMatchObject({ outcome: 'created', leadId: '7' });
    expect(api.quota().offline).toBe('');
    expect(paths()).toEqual(['/leads']);
  });
});

it('tries to reach the service at once after a sleep', async () => {
  const port = Number(new URL(server.address).port);
  const api = open({ clock: new VirtualClock() });
  await server.close();
  for (let failures = 0; failures < 3; failures++) {
    const created = api.createLead({ campaignCode: 'C', data: {} }, { lane: 'person', beforeSend: () => undefined });
    expect(await created).toMatchObject({ outcome: 'notSent' });
  }
  expect(api.quota().offline).not.toBe('');

  api.suspend();
  server = await openSpecServer(port);
  api.resume();
  for (let turns = 0; turns < 500 && api.quota().offline !== ''; turns++) await turn();
  expect(api.quota().offline).toBe('');
});

it('answers what waits for its turn when it ends', async () => {
  const api = open();
  api.suspend();
  const answers: unknown[] = [];
  const waiting = api.listUsers().then((answer) => answers.push(answer));
  await turn();
  await api.close();
  await Promise.race([waiting, turn()]);
  expect(answers).toMatchObject([{ ok: false, error: { code: 'cancelled' } }]);
  expect(server.heard).toEqual([]);
});

it('tells of a change of the zone of the production hours', () => {
  const clock = new VirtualClock();
  const api = open({ clock });
  const zones: string[] = [];
  api.onQuotaChange(() => zones.push(api.quota().productionZone.zone));
  api.setProductionZone('Asia/Tokyo');
  clock.run(100);
  expect(zones).toEqual(['Asia/Tokyo']);
});

it('reads limits and counts beside the first request', async () => {
  const api = openAsProgram();
  await api.listUsers();
  while (server.heard.length < 3) await turn();
  expect(paths()).toEqual(['/users', '/myaccount/request/limits', COUNTS]);
});

it('asks for the counts shortly before a used up day ends, and goes on when they have room again', async () => {
  const clock = new VirtualClock();
  const api = open({ clock });
  const used = { 'x-rate-limit-limit': '100000', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '7200' };
  server.answer = (_request, response) => void response.writeHead(429, used).end();
  expect(await api.listUsers()).toMatchObject({ ok: false, error: { code: 'rateLimited', period: 'day' } });
  const blockedUntil = api.quota().services.find(({ service }) => service === 'GET users')?.blockedUntil ?? 0;
  expect(blockedUntil).toBeGreaterThan(clock.wallNow() + 7_200_000);

  server.answer = ({ url }, response) => void response.end(url.endsWith(COUNTS) ? '{"GET users":5}' : '[]');
  clock.run(clock.monotonicNow() + blockedUntil - clock.wallNow() - 3_000);
  await turn();
  expect(await api.listUsers()).toMatchObject({ ok: false, error: { code: 'rateLimited' } });
  expect(paths()).toEqual(['/users']);

  clock.run(clock.monotonicNow() + 2_000);
  while (api.quota().readAt === null) await turn();
  expect(clock.wallNow()).toBeLessThan(blockedUntil);
  expect(await api.listUsers()).toMatchObject({ ok: true });
  expect(paths()).toEqual(['/users', COUNTS, '/users']);
});

it('asks for the counts again while a day is used up whose end the service has not named', async () => {
  const clock = new VirtualClock();
  const api = open({ clock, reconcile: true });
  let used = 100;
  server.answer = ({ url }, response) => {
    const units = url.endsWith('/limits') ? 100 : used;
    response.end(url.includes('/myaccount/') ? `{"GET users":${units}}` : '[]');
  };
  const isLeft = async (units: number) => {
    const daily = () => api.quota().services.find(({ service }) => service === 'GET users')?.daily;
    while (daily()?.remaining !== units) {
      // The counts wait for their turn behind the limits.
      clock.run(clock.monotonicNow() + 100);
      await turn();
    }
  };
  await api.listUsers();
  await isLeft(0);
  expect(await api.listUsers()).toMatchObject({ ok: false, error: { code: 'rateLimited', period: 'day' } });
  const before = paths();

  // Others began the day: it is over long before the 24 hours since the first request of this program.
  used = 0;
  clock.run(clock.monotonicNow() + 10 * MINUTE);
  expect(await api.listUsers()).toMatchObject({ ok: false, error: { code: 'rateLimited', period: 'day' } });
  await isLeft(100);
  expect(await api.listUsers()).toMatchObject({ ok: true });
  expect(paths().slice(before.length)).toEqual([COUNTS, '/users']);
});

it('debits what a request without fair use costs at this time of day', async () => {
  // 10:00 on the service's clock; the answers tell no other time.
  const clock = new VirtualClock(Date.UTC(2026, 10, 20, 9));
  server.answer = (_request, response) => {
    response.sendDate = false;
    response.end('[]');
  };
  const api = open({ clock, fairUse: false });
  await api.listUsers();
  expect(api.requestLog()).toMatchObject([{ units: 8 }]);
  expect(api.quota()).toMatchObject({ fairUse: false, services: [{ service: 'GET users', price: 8 }] });
});
