import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient, ApiClientOptions } from '../client.ts';
import type { RequestOptions } from '../requests/request-tools.ts';
import { passTime } from '../simulation/passing-time.ts';
import { SPEC_CREDENTIALS, specClient } from '../simulation/spec-client.ts';
import { openSpecServer, type SpecServer } from '../simulation/spec-server.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';

let server: SpecServer;
let clock: VirtualClock;
let client: ApiClient;

beforeEach(async () => {
  server = await openSpecServer();
  clock = new VirtualClock();
  client = specClient(server.address, { clock });
});
afterEach(async () => {
  await client.close();
  await server.close();
});

async function restart(over: Partial<ApiClientOptions>): Promise<void> {
  await client.close();
  client = specClient(server.address, { clock, ...over });
}

const listUsers = (options?: RequestOptions) => passTime({ client, clock, server }, client.listUsers(options));

/** Answers each request with the next status, and the rest with an empty list. */
function answerWith(...statuses: readonly number[]): void {
  const left = [...statuses];
  server.answer = (_request, response) =>
    void response.writeHead(left.shift() ?? 200, { 'retry-after': '1' }).end('[]');
}

describe('a read that fails', () => {
  it.each([
    [{ lane: 'refresh' }, 4],
    [{ lane: 'person' }, 2],
    // A call that names no lane is a person's.
    [{}, 2],
  ] as const)('in the lane %o is sent %i times in all', async (options, times) => {
    server.answer = (_request, response) => void response.writeHead(503).end();
    expect(await listUsers(options)).toMatchObject({ ok: false, error: { code: 'rejected', status: 503 } });
    expect(server.heard).toHaveLength(times);
  });

  it('waits twice as long before each further request, with jitter', async () => {
    // A share that no other timer of the client has, so that these waits can be told from the rest.
    const share = 0.123_456_789;
    const shares: number[] = [];
    const after = clock.after.bind(clock);
    clock.after = (delay, callback) => (shares.push(delay / share), after(delay, callback));
    await restart({ random: () => share });
    answerWith(503, 503, 503);
    expect(await listUsers({ lane: 'refresh' })).toMatchObject({ ok: true });
    const waits = shares.filter((wait) => Math.abs(wait - Math.round(wait)) < 1e-6).map(Math.round);
    expect(waits).toEqual([500, 1_000, 2_000]);
  });

  it.each([
    [300, 'rejected'],
    [403, 'forbidden'],
  ])('with %i is not sent again, and the service is not taken for broken', async (status, code) => {
    server.answer = (_request, response) => void response.writeHead(status).end();
    for (let times = 1; times <= 6; times++) {
      expect(await listUsers({ lane: 'refresh' })).toMatchObject({ ok: false, error: { code } });
      expect(server.heard).toHaveLength(times);
    }
  });
});

describe('a read that is throttled', () => {
  it('waits for five minutes in all', async () => {
    answerWith(429, 429, 429, 429, 429);
    expect(await listUsers()).toMatchObject({ ok: true });
    answerWith(429, 429, 429, 429, 429, 429);
    expect(await listUsers()).toMatchObject({ ok: false, error: { code: 'rateLimited', period: 'minute' } });
    expect(server.heard).toHaveLength(12);
  });

  it('may still fail as often as any other', async () => {
    answerWith(429, 429, 503);
    expect(await listUsers()).toMatchObject({ ok: true });
    expect(server.heard).toHaveLength(4);
  });

  it('for the day gives up at once', async () => {
    let asked = 0;
    await restart({ credentials: async () => (asked++, SPEC_CREDENTIALS) });
    server.answer = (_request, response) => void response.writeHead(429, { 'retry-after': '7200' }).end();
    expect(await listUsers()).toMatchObject({ ok: false, error: { code: 'rateLimited', period: 'day' } });
    expect({ asked, heard: server.heard.length }).toEqual({ asked: 1, heard: 1 });
  });
});

it('refuses an answer without a body and one of another form', async () => {
  server.answer = (_request, response) => void response.end();
  expect(await client.readOrgUnit('x', [])).toMatchObject({
    ok: false,
    error: { code: 'network', message: expect.stringMatching(/ended early or is damaged/) },
  });
  server.answer = (_request, response) => void response.end('42');
  expect(await listUsers()).toMatchObject({
    ok: false,
    error: { code: 'network', sent: 'maybe', message: expect.stringMatching(/cannot read the form of the answer/) },
  });
});
