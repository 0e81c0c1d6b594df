import { describe, expect, it } from 'vitest';
import { EMPTY_LEDGER, exhausted } from '../../../../shared/domain/quota/quota.ts';
import { HOUR } from '../../../../shared/domain/time/time.ts';
import { createMemoryLedger } from '../broker/ledger/ledger-store.ts';
import type { CreateLeadOptions } from '../outcomes/lead-outcome.ts';
import { fastClock } from '../simulation/fast-clock.ts';
import { client, restart, server } from '../simulation/client-world.ts';

const create = (over: Partial<CreateLeadOptions> = {}) =>
  client.createLead({ campaignCode: 'C', data: {} }, { lane: 'person', beforeSend: () => undefined, ...over });

async function heard(count: number): Promise<void> {
  while (server.heard.length < count) await new Promise((resolve) => setImmediate(resolve));
}

describe('the end', () => {
  async function closesSoon(): Promise<void> {
    const since = performance.now();
    await client.close();
    expect(performance.now() - since).toBeLessThan(4_000);
  }

  it('waits for every change that is under way, and no longer', async () => {
    await restart({ clock: fastClock(1) });
    server.answer = (_request, response) => {
      setTimeout(() => response.end('{"success":true}'), server.heard.length * 60);
    };
    const outcomes = Promise.all([create(), create()]);
    await heard(2);
    await closesSoon();
    expect((await outcomes).map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  });

  it('does not wait for what is read', async () => {
    await restart({ clock: fastClock(1) });
    server.answer = () => undefined;
    const users = client.listUsers();
    await heard(1);
    await closesSoon();
    expect(await users).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  it('does not wait for a change whose own step before the send failed', async () => {
    await restart({ clock: fastClock(1) });
    const fails = () => {
      throw new Error('the disk is full');
    };
    expect(await create({ beforeSend: fails })).toMatchObject({ outcome: 'notSent', reason: 'journal' });
    await closesSoon();
  });

  it('does not wait for a change to which no answer came', async () => {
    await restart({ clock: fastClock(1) });
    server.answer = (_request, response) => void response.destroy();
    expect((await create()).outcome).toBe('unknown');
    await closesSoon();
  });

  it('waits five seconds for a change at most', async () => {
    server.answer = () => undefined;
    const outcome = create();
    await heard(1);
    await client.close();
    expect(await outcome).toMatchObject({ outcome: 'unknown', reason: 'cancelled' });
  });
});

it('takes a request back that waits for its turn', async () => {
  await restart({ clock: fastClock(1) });
  const controller = new AbortController();
  let finish = () => {};
  server.answer = (_request, response) => (finish = () => void response.end('{"success":true}'));
  const first = create({ lane: 'import' });
  await heard(1);
  const second = create({ lane: 'import', signal: controller.signal });
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect(await second).toMatchObject({ outcome: 'notSent', reason: 'cancelled' });
  finish();
  expect((await first).outcome).toBe('created');
  expect(server.heard).toHaveLength(1);
});

it('that a day turns away which is remembered as used up has the service asked for its figures, and so its clock', async () => {
  const now = fastClock(1).wallNow();
  const ledger = createMemoryLedger();
  ledger.write('POST leads', exhausted(EMPTY_LEDGER, 100_000, now + HOUR, now));
  await restart({ ledger, reconcile: true });
  expect(await create({ lane: 'import' })).toMatchObject({ outcome: 'notNow', kind: 'daily' });
  await heard(1);
  expect(server.heard[0]?.url).toMatch(/\/myaccount\/request\//);
});

describe('the log', () => {
  it('has the status, the time and what is left, and no status without an answer', async () => {
    const clock = fastClock(1);
    await restart({ clock: { ...clock, monotonicNow: () => clock.monotonicNow() + 1_000_000_000 } });
    server.answer = (_request, response) => void response.writeHead(200, { 'x-rate-limit-remaining': '7' }).end('[]');
    await client.listUsers();
    server.answer = (_request, response) => void response.end('[]');
    await client.listUsers();
    server.answer = (_request, response) => void response.destroy();
    await create();
    const log = client.requestLog();
    expect(log).toMatchObject([
      { status: 200, outcome: 'done', remaining: 7, method: 'GET', lane: 'person', units: 1 },
      { status: 200, outcome: 'done', remaining: null },
      { status: null, outcome: 'no answer (noAnswer)', remaining: null },
    ]);
    for (const { milliseconds } of log) expect(milliseconds).toBeLessThan(1_000_000);
  });
});

describe('the details of a request', () => {
  const details = () => client.requestDetail(client.requestLog().at(-1)?.id ?? 0);

  it('have what was sent without the secret, and the words of a refusal only', async () => {
    server.answer = (_request, response) =>
      void response.writeHead(400, { 'x-rate-limit-limit': '240' }).end('No Phone.');
    await create();
    const refused = details();
    server.answer = (_request, response) =>
      void response.writeHead(200, { 'x-rate-limit-limit': 'x'.repeat(300) }).end('[]');
    await client.listUsers();
    expect(details()?.answered).toContainEqual({ name: 'x-rate-limit-limit', value: 'x'.repeat(200) });
    expect(refused?.sent).toContainEqual({ name: 'authorization', value: 'Basic •••' });
    expect(refused?.sent).toContainEqual({ name: 'content-type', value: 'application/json' });
    expect(refused?.answered).toContainEqual({ name: 'x-rate-limit-limit', value: '240' });
    // The words about a lead may name the person: they stand in the job alone.
    expect(refused?.body).toBeNull();
    server.answer = (_request, response) => void response.writeHead(400).end('No rights.');
    await client.listUsers();
    expect(details()?.body).toBe('No rights.');
    server.answer = (_request, response) => void response.writeHead(400).end('x'.repeat(5000));
    await client.listUsers();
    expect(details()?.body).toHaveLength(4096);
    server.answer = (_request, response) => void response.end('[]');
    await client.listUsers();
    expect(details()?.body).toBeNull();
  });
});

describe('the rate headers', () => {
  const answered = async (headers: Record<string, string>) => {
    server.answer = (_request, response) => void response.writeHead(200, headers).end('[]');
    await client.listUsers();
    return client.quota().services[0]?.lastHeaders;
  };

  it('are kept as they came, for a person', async () => {
    expect(await answered({})).toBeNull();
    expect(await answered({ 'x-rate-limit-reset': '5' })).toBeNull();
    expect(await answered({ 'x-rate-limit-limit': '240' })).toMatchObject({ limit: '240', remaining: '', reset: '' });
    expect(await answered({ 'x-rate-limit-remaining': 'x'.repeat(50) })).toMatchObject({
      limit: '',
      remaining: 'x'.repeat(40),
    });
  });

  it.each([3, -3])('that name a time mean the clock of the service, which is %i hours ahead', async (hours) => {
    const clock = fastClock(1);
    await restart({ clock });
    const there = () => clock.wallNow() + hours * HOUR;
    const date = (time: number) => new Date(time).toUTCString();
    const pauseAfter = async (headers: () => Record<string, string>) => {
      server.answer = (_request, response) => void response.writeHead(429, { date: date(there()), ...headers() }).end();
      const outcome = await create();
      return outcome.outcome === 'notNow'
        ? [outcome.kind, Math.round(((outcome.retryAt ?? 0) - clock.wallNow()) / 1000)]
        : [];
    };
    const soon = ['rateLimited', expect.closeTo(62, -2)];
    expect(await pauseAfter(() => ({ 'retry-after': date(there() + 60_000) }))).toEqual(soon);
    await restart({ clock });
    const reset = () => String(Math.round(there() / 1000) + 60);
    const rate = { 'x-rate-limit-limit': '240', 'x-rate-limit-remaining': '0' };
    expect(await pauseAfter(() => ({ ...rate, 'x-rate-limit-reset': reset() }))).toEqual(soon);
  });
});

it('sends the type of a body only with a body', async () => {
  await client.listUsers();
  await create();
  expect(server.heard.map(({ headers }) => headers['content-type'])).toEqual([undefined, 'application/json']);
});

describe('a service that', () => {
  const used = () => client.quota().services.find(({ service }) => service === 'POST leads')?.daily.used;

  it('nobody finds costs nothing, and is out of reach after three requests', async () => {
    await server.close();
    await create();
    await create();
    expect(client.quota().offline).toBe('');
    await create();
    expect(client.quota().offline).toMatch(/refuses the connection/);
    expect(used()).toBe(0);
    expect(client.requestLog()[0]?.outcome).toBe('not sent (offline)');
  });

  it('offers no encryption is out of reach too', async () => {
    await restart({}, server.address.replace('http://127.0.0.1', 'https://localhost'));
    for (let index = 0; index < 3; index++) await create();
    expect(client.quota().offline).toMatch(/encryption/);
  });

  it('was not asked in the end is not', async () => {
    await server.close();
    for (let index = 0; index < 3; index++) {
      const controller = new AbortController();
      const answered = create({ signal: controller.signal });
      // After the admission, and before a connection can be open.
      while ((used() ?? 0) === 0) await Promise.resolve();
      controller.abort();
      const outcome = await answered;
      expect(outcome).toMatchObject({ outcome: 'notSent', reason: 'cancelled' });
    }
    expect(client.quota().offline).toBe('');
    expect(used()).toBe(0);
  });

  it('breaks connections is not, and may have counted each request', async () => {
    server.answer = (_request, response) => void response.destroy();
    for (let index = 0; index < 3; index++) await create();
    expect(client.quota().offline).toBe('');
    expect(used()).toBe(3);
  });
});
