import { describe, expect, it, vi } from 'vitest';
import { createServer } from 'node:http';
import type { ApiClient } from '../client.ts';
import type { PriceProbe } from './price-probe.ts';
import type { Clock } from '../../foundation/ports.ts';
import { listenForTest } from '../simulation/listen-fixture.ts';
import { fastClock } from '../simulation/fast-clock.ts';
import { specClient } from '../simulation/spec-client.ts';

/** The spec's clock, moved to another time of day. */
function clockAt(wallStart: number): Clock {
  const clock = fastClock(50);
  const shift = wallStart - clock.wallNow();
  return { ...clock, wallNow: () => clock.wallNow() + shift };
}

const NIGHT = Date.UTC(2026, 10, 20, 23);
const NOON = Date.UTC(2026, 10, 20, 11);

interface Over {
  readonly at?: number;
  /** The service whose limit and count are told. */
  readonly service?: 'leadsegments' | 'users';
  readonly limit?: number;
  readonly others?: readonly number[];
  /** How many readings of the counts are answered. */
  readonly counts?: number;
  /** Status of the list that is probed. */
  readonly status?: number;
  /** The list goes on for ever. */
  readonly isEndless?: boolean;
}

/** A service that counts `price` units for a list without the header, and `others` units of somebody else. */
async function probed(
  price: number,
  over: Over = {},
): Promise<{ probe: PriceProbe; client: ApiClient; headers: string[] }> {
  let used = 100;
  let closed = 0;
  let countsLeft = over.counts ?? Number.POSITIVE_INFINITY;
  const { service = 'leadsegments', limit = 100_000, status = 200 } = over;
  const others = [...(over.others ?? [])];
  const headers: string[] = [];
  const server = createServer((request, response) => {
    response.removeHeader('date');
    response.sendDate = false;
    if (request.url === `/api/${service}`) {
      const isFair = 'x-rate-limit-fair-use-policy' in request.headers;
      headers.push(isFair ? 'fair' : 'plain');
      used += isFair ? 1 : price;
      used += others.shift() ?? 0;
      response.on('close', () => (closed += 1));
      if (over.isEndless === true) return void response.writeHead(status).write('[');
      return void response.writeHead(status).end('[]');
    }
    if (request.url?.endsWith('/limits')) {
      const limits = { 'GET leadsegments': limit, 'GET users': limit, 'GET simpleleads': limit };
      return void response.end(JSON.stringify(limits));
    }
    if (countsLeft-- <= 0) return void response.writeHead(404).end();
    response.end(JSON.stringify({ [`GET ${service}`]: used }));
  });
  const client = specClient(`http://127.0.0.1:${await listenForTest(server)}/api`, {
    clock: clockAt(over.at ?? NIGHT),
  });
  const probe = await client.probeNightPrice();
  await vi.waitFor(() => expect(closed).toBe(headers.length));
  await client.close();
  return { probe, client, headers };
}

describe('the probe of the off-hours price', () => {
  it.each([1, 4] as const)('settles a price of %i from three equal answers, sent without the header', async (price) => {
    const { probe, client, headers } = await probed(price);
    expect(probe).toMatchObject({ result: 'settled', units: price });
    expect(headers).toEqual(['plain', 'plain', 'plain']);
    expect(client.requestLog().filter(({ outcome }) => outcome === 'price probe')).toHaveLength(3);
    const { nightPrice, lastProbe } = client.quota();
    expect(nightPrice).toMatchObject({ units: price, source: 'probed' });
    expect(lastProbe).toEqual({
      at: expect.closeTo(nightPrice.at ?? 0, -3),
      isSettled: true,
      units: price,
      message: '',
    });
  });

  it('reads no more of a list than its beginning, and leaves the rest', async () => {
    expect((await probed(1, { isEndless: true })).probe).toMatchObject({ result: 'settled', units: 1 });
  });

  it('settles nothing when somebody else was at work', async () => {
    const { probe, client } = await probed(1, { others: [0, 3, 0] });
    expect(probe).toMatchObject({ result: 'unsettled', message: expect.stringContaining('1, 4, 1') });
    const { nightPrice, lastProbe } = client.quota();
    expect(nightPrice).toMatchObject({ units: 4, source: 'assumed' });
    expect(lastProbe).toMatchObject({ isSettled: false, units: null, message: expect.stringContaining('1, 4, 1') });
  });

  it('asks nothing in production hours', async () => {
    const { probe, headers } = await probed(4, { at: NOON });
    const message = expect.stringMatching(/production hours \(8:00 to 21:00, Europe\/Copenhagen\)/);
    expect(probe).toMatchObject({ result: 'unsettled', message });
    expect(headers).toEqual([]);
  });

  it('says so when the service does not tell its counts', async () => {
    const { probe } = await probed(4, { counts: 0 });
    expect(probe).toMatchObject({ result: 'unsettled', message: expect.stringContaining('cannot read the counts') });
  });

  it('says so when the counts cannot be read a second time', async () => {
    const { probe, headers } = await probed(4, { counts: 1 });
    expect(probe).toMatchObject({
      result: 'unsettled',
      message: expect.stringContaining('counts of the service again'),
    });
    expect(headers).toHaveLength(1);
  });

  it('takes a service whose count is told', async () => {
    const { probe, headers } = await probed(4, { service: 'users' });
    expect(probe).toMatchObject({ result: 'settled', units: 4 });
    expect(headers).toHaveLength(3);
  });

  it('settles no price that the specification does not know', async () => {
    const { probe } = await probed(2);
    expect(probe).toMatchObject({ result: 'unsettled', message: expect.stringContaining('2, 2, 2') });
  });

  it('asks nothing of services with a small quota, where the price is known', async () => {
    const { probe, headers } = await probed(4, { limit: 500 });
    expect(probe).toMatchObject({ result: 'unsettled', message: expect.stringContaining('small quota') });
    expect(headers).toEqual([]);
  });

  it('passes on why the request failed', async () => {
    const { probe } = await probed(4, { status: 403 });
    expect(probe).toMatchObject({ result: 'unsettled', message: expect.stringContaining('no right to') });
  });
});
