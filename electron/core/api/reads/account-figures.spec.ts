import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../api-client.ts';
import { passTime } from '../simulation/passing-time.ts';
import { specClient } from '../simulation/spec-client.ts';
import { openSpecServer, type SpecServer } from '../simulation/spec-server.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const USERS = '/users';
const LIMITS = '/myaccount/request/limits';
const COUNTS = '/myaccount/request/counts';

let server: SpecServer;
let clock: VirtualClock;
let client: ApiClient;

beforeEach(async () => {
  server = await openSpecServer();
  clock = new VirtualClock();
  client = specClient(server.address, { clock, reconcile: true });
});
afterEach(async () => {
  await client.close();
  await server.close();
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const listUsers = (): Promise<unknown> => client.listUsers();

/** Sends a person's request; the paths of all requests until the client has nothing more to do for some seconds. */
async function use(request = listUsers): Promise<string[]> {
  const before = server.heard.length;
  await passTime({ client, clock, server }, request());
  return server.heard.slice(before).map(({ url }) => url.replace('/api', ''));
}

const later = (milliseconds: number) => clock.run(clock.monotonicNow() + milliseconds);

/** The path with this end gets the status for so many requests; all other answers are empty lists. */
function refuse(status: number, ends: readonly string[], times = Number.POSITIVE_INFINITY): void {
  let left = times;
  server.answer = ({ url }, response) => {
    const isMeant = ends.some((end) => url.endsWith(end)) && left-- > 0;
    response.writeHead(isMeant ? status : 200, { 'retry-after': '1' }).end(isMeant ? '' : '[]');
  };
}

describe('limits and counts while requests are made', () => {
  it('are read at first use; the counts again after ten minutes', async () => {
    expect(await use()).toEqual([USERS, LIMITS, COUNTS]);
    later(9 * MINUTE);
    expect(await use()).toEqual([USERS]);
    later(MINUTE);
    expect(await use()).toEqual([USERS, COUNTS]);
    expect(await use()).toEqual([USERS]);
    later(10 * MINUTE);
    expect(await use()).toEqual([USERS, COUNTS]);
  });

  it('are read at once after a request that was throttled', async () => {
    await use();
    refuse(429, [USERS], 1);
    expect((await use()).sort()).toEqual([COUNTS, USERS, USERS]);
  });

  it('are not read with a password that was just refused: the service might lock the account', async () => {
    refuse(401, ['']);
    for (let times = 0; times < 3; times++) expect(await use()).toEqual([USERS]);
  });

  it('that a person asks for lead to no other reading', async () => {
    for (let times = 0; times < 3; times++) expect(await use(() => client.readCounts())).toEqual([COUNTS]);
  });

  it('are read once at a time', async () => {
    let held: ServerResponse | undefined;
    let isRefusing = false;
    server.answer = ({ url }, response) => {
      if (url.endsWith(LIMITS) && held === undefined) held = response;
      else if (url.endsWith(USERS) && isRefusing) response.writeHead(429, { 'retry-after': '1' }).end();
      else response.end('[]');
    };
    await client.listUsers();
    while (held === undefined) await turn();
    // A refusal makes the figures old that are being read.
    isRefusing = true;
    const users = client.listUsers();
    while (client.quota().services.every(({ refusedLastDay }) => refusedLastDay === 0)) await turn();
    isRefusing = false;
    later(10_000);
    await users;
    held.end('[]');
    expect(await use()).toEqual([USERS, COUNTS]);
    expect(server.heard.filter(({ url }) => url.endsWith(LIMITS))).toHaveLength(1);
  });

  it.each([
    [404, [LIMITS, COUNTS]],
    [403, [LIMITS, COUNTS]],
    [400, [LIMITS, COUNTS]],
    [404, [LIMITS]],
    [404, [COUNTS]],
  ] as const)('are asked for again after six hours when the service answered %i to %j', async (status, ends) => {
    refuse(status, ends);
    expect(await use()).toEqual([USERS, LIMITS, COUNTS]);
    later(5.5 * HOUR);
    expect(await use()).toEqual([USERS]);
    refuse(429, [USERS], 1);
    expect(await use()).toEqual([USERS, USERS]);
    refuse(status, ends);
    later(0.5 * HOUR);
    expect(await use()).toContain(COUNTS);
  });

  it.each([
    [503, [LIMITS, COUNTS]],
    [500, [COUNTS]],
    [401, [COUNTS]],
  ] as const)('are asked for again after ten minutes when the service failed with %i at %j', async (status, ends) => {
    refuse(status, ends);
    expect(await use()).toContain(COUNTS);
    later(9 * MINUTE);
    expect(await use()).toEqual([USERS]);
    refuse(0, []);
    later(MINUTE);
    expect(await use()).toContain(COUNTS);
  });
});

describe('what the figures teach', () => {
  const daily = () => client.quota().services.find(({ service }) => service === 'POST leads')?.daily;

  it('is the limit from the limits, and the use and its end from the counts', async () => {
    server.answer = (_request, response) =>
      void response.end('[{"service":"leads","method":"POST","limit":50000,"count":12,"reset":3600}]');
    await client.readLimits();
    expect(daily()).toMatchObject({ limit: 50_000, used: 0, resetsAt: null, source: 'counted' });
    await client.readCounts();
    expect(daily()).toMatchObject({
      used: 12,
      resetsAt: clock.wallNow() + HOUR,
      source: 'confirmed',
    });
  });
});
