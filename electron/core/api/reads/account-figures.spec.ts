import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../shared/domain/time/time.ts';
import type { ApiClient } from '../client.ts';
import { createMemoryLedger } from '../broker/ledger/ledger-store.ts';
import { passTime } from '../simulation/passing-time.ts';
import { specClient } from '../simulation/spec-client.ts';
import { openSpecServer, type SpecServer } from '../simulation/spec-server.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';

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
async function use(request: () => Promise<unknown> = listUsers): Promise<string[]> {
  const before = server.heard.length;
  await passTime({ client, clock, server }, request());
  return server.heard.slice(before).map(({ url }) => url.replace('/api', ''));
}

const later = (milliseconds: number) => clock.run(clock.monotonicNow() + milliseconds);

/** The path with this end gets the status for a number of requests; all other answers are empty lists. */
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

  it('are read once just before a day that is used up is asked for again, however many requests were refused', async () => {
    await use();
    server.answer = ({ url }, response) =>
      void response.writeHead(url.endsWith(USERS) ? 429 : 200, { 'retry-after': '7200' }).end('[]');
    await use(() => Promise.all([listUsers(), listUsers()]));
    const until = client.quota().services.find(({ service }) => service === 'GET users')?.blockedUntil ?? 0;
    later(until - clock.wallNow() - 1);
    expect(await use(() => Promise.resolve())).toEqual([COUNTS]);
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

  it('is the end of the day as it was when the service named it, however late the rest of its answer comes', async () => {
    const body = '[{"service":"leads","method":"POST","count":12,"reset":3600}]';
    let held: ServerResponse | undefined;
    server.answer = (_request, response) => {
      response.write(body.slice(0, 9));
      held = response;
    };
    const read = client.readCounts();
    while (client.quota().clockOffset === null) await turn();
    const heardAt = clock.wallNow();
    later(9_000);
    held?.end(body.slice(9));
    await read;
    expect(daily()).toMatchObject({ used: 12, resetsAt: heardAt + HOUR });
  });

  it('is nothing of a day that was over before the rest of the answer came: what left since is of the next one', async () => {
    let held: ServerResponse | undefined;
    server.answer = ({ url }, response) => {
      if (!url.endsWith(COUNTS)) return void response.end('[]');
      response.write('[{"name":"Account",');
      held = response;
    };
    const read = client.readCounts();
    while (client.quota().clockOffset === null) await turn();
    later(9_000);
    await client.listUsers();
    const own = () => client.quota().services.find(({ name }) => name === 'Account')?.daily.own;
    held?.end('"count":1,"reset":8}]');
    await read;
    expect(own()).toBe(3);
  });

  it('is no end of the day when the computer slept over the answer: nobody knows when the service named it', async () => {
    let held: ServerResponse | undefined;
    server.answer = (_request, response) => {
      response.write('[{"service":"leads",');
      held = response;
    };
    const read = client.readCounts();
    while (client.quota().clockOffset === null) await turn();
    clock.sleep(9_000);
    held?.end('"method":"POST","count":12,"reset":3600}]');
    await read;
    expect(daily()).toMatchObject({ used: 12, resetsAt: null });
  });

  it('is at once that a day is used up, also for a request that waits', async () => {
    let held: ServerResponse | undefined;
    server.answer = ({ url }, response) => {
      if (url.endsWith(USERS)) held = response;
      else response.end('[{"name":"GET users","limit":100,"count":100}]');
    };
    const first = client.listUsers({ lane: 'import' });
    const second = client.listUsers({ lane: 'import' });
    while (held === undefined) await turn();
    await client.readLimits();
    await client.readCounts();
    expect(await second).toMatchObject({ ok: false, error: { code: 'rateLimited', period: 'day' } });
    held.end('[]');
    expect(await first).toMatchObject({ ok: true });
  });

  it('is that endpoints share a counter, with what each of them used before', async () => {
    server.answer = ({ url }, response) =>
      void response.end(url.endsWith(LIMITS) ? '[{"name":"Organization","limit":900}]' : '[]');
    await listUsers();
    await client.readOrgUnit('a', []);
    await client.readLimits();
    const shared = client.quota().services.find(({ name }) => name === 'Organization');
    expect(shared?.daily).toMatchObject({ limit: 900, used: 2 });
  });

  it('is shown to a person as it came, up to 16 kB', async () => {
    const told = { 'POST leads': 50_000, 'Odd thing': 1 };
    server.answer = (_request, response) => void response.end(JSON.stringify(told));
    await client.readLimits();
    expect(JSON.parse(client.quota().rawLimits ?? '')).toEqual(told);
    server.answer = (_request, response) => void response.end(JSON.stringify(['x'.repeat(20_000)]));
    await client.readCounts();
    expect(client.quota().rawCounts).toHaveLength(16 * 1024);
  });

  it('is on which counter an endpoint without a name draws: the one that rises by what it used', async () => {
    let count = 1;
    server.answer = ({ url }, response) =>
      void response.end(url.endsWith(USERS) ? '[]' : `[{"name":"OrgUnits","count":${count}}]`);
    const named = () => client.quota().services.find(({ name }) => name === 'OrgUnits');
    await use(() => client.readOrgUnit('a', []));
    const startedAt = client.quota().services.find(({ service }) => service === 'GET orgunits')?.daily.startedAt;
    expect(startedAt).not.toBeNull();
    later(10 * MINUTE);
    await use();
    for (let times = 0; times < 5; times++) await use();
    count = 6;
    // Limits may tell a figure of any time beside.
    await use(() => client.readLimits());
    expect(named()?.endpoints).toMatchObject([{ service: 'GET orgunits' }]);
    later(10 * MINUTE);
    await use(() => client.readCounts());
    expect(named()).toMatchObject({
      endpoints: [{ service: 'GET users' }, { service: 'GET orgunits' }],
      daily: { used: 6, own: 6, others: 0, startedAt },
    });
  });

  it.each([false, true])('is that by its headers, too (while the disk is full: %s)', async (isFull) => {
    const bugs: string[] = [];
    const ledger = createMemoryLedger();
    const full = {
      ...ledger,
      writeFact: () => {
        throw new Error('The disk is full.');
      },
    };
    await client.close();
    client = specClient(server.address, {
      clock,
      reconcile: true,
      ledger: isFull ? full : ledger,
      log: {
        bug: (place, error) => {
          bugs.push(`${place}: ${String(error)}`);
          return 'spec';
        },
        note: () => undefined,
      },
    });
    let remaining = 10_000;
    server.answer = (_request, response) => {
      remaining -= 1;
      response.writeHead(200, {
        'x-rate-limit-limit': '10000',
        'x-rate-limit-remaining': String(remaining),
        'x-rate-limit-reset': String(80_000 - Math.floor(clock.monotonicNow() / 1_000)),
      });
      response.end('[{"name":"GET myaccount","count":1}]');
    };
    const answers: unknown[] = [];
    await use(async () => answers.push(await client.readCounts()));
    await use(async () => answers.push(await client.listUsers()));
    expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
    expect(client.quota().services.map(({ endpoints }) => endpoints.map(({ service }) => service))).toEqual([
      ['GET users', 'GET myaccount'],
    ]);
    expect([...new Set(bugs)]).toEqual(
      isFull ? ['write which endpoints share a counter to the journal: Error: The disk is full.'] : [],
    );
  });
});

describe('a counter of which no endpoint is known', () => {
  const tell = (figures: unknown) => {
    server.answer = (_request, response) => void response.end(JSON.stringify(figures));
  };
  const limits = async () => void (await client.readLimits());
  const counts = async () => void (await client.readCounts());
  const unmatched = () => client.quota().unmatched;

  it('is shown with its limit and what was used of it, each as it was told last', async () => {
    tell([{ name: 'Dialer', limit: 100, count: 5 }]);
    await limits();
    expect(unmatched()).toEqual([{ name: 'Dialer', limit: 100, used: null, at: clock.wallNow() }]);
    later(1_000);
    tell([{ name: 'Dialer', count: 7 }]);
    await counts();
    expect(unmatched()).toEqual([{ name: 'Dialer', limit: 100, used: 7, at: clock.wallNow() }]);
    tell([{ name: 'Dialer', limit: 200 }]);
    await limits();
    expect(unmatched()).toMatchObject([{ limit: 200, used: 7 }]);
    tell([{ name: 'Dialer', limit: 300, count: 8 }]);
    await counts();
    expect(unmatched()).toMatchObject([{ limit: 300, used: 8 }]);
  });

  it('may tell a bare number: a limit when limits were asked for, and what was used when counts were', async () => {
    tell({ Dialer: 100 });
    await limits();
    tell({ Dialer: 7 });
    await counts();
    expect(unmatched()).toMatchObject([{ name: 'Dialer', limit: 100, used: 7 }]);
  });

  it('is also a second name for an endpoint', async () => {
    tell([
      { name: 'POST leads', limit: 100 },
      { name: 'leadimport', limit: 200 },
    ]);
    await limits();
    expect(unmatched()).toMatchObject([{ name: 'leadimport', limit: 200 }]);
  });

  it('is one of fifty at most, and those go on', async () => {
    tell(Array.from({ length: 60 }, (_none, index) => ({ name: `Dialer ${'x'.repeat(index)}`, limit: index })));
    await limits();
    expect(unmatched()).toHaveLength(50);
    tell([
      { name: 'Dialer ', count: 9 },
      { name: 'Another', count: 1 },
    ]);
    await counts();
    expect(unmatched()).toHaveLength(50);
    expect(unmatched()[0]).toMatchObject({ limit: 0, used: 9 });
  });
});

describe('a connection test', () => {
  it('reads the figures as its own steps, and they are read as usual afterwards', async () => {
    const heard = await use(() => client.testConnection(() => undefined));
    expect(heard.filter((path) => path === LIMITS || path === COUNTS)).toEqual([LIMITS, COUNTS]);
    expect(await use()).toEqual([USERS, COUNTS]);
  });

  it('takes nothing for lost that the service may not have counted yet', async () => {
    server.answer = ({ url }, response) =>
      void response.end(url.endsWith(COUNTS) ? '[{"name":"Account","count":1}]' : '[]');
    await use(() => client.readCounts());
    later(10 * MINUTE);
    await use(() => client.testConnection(() => undefined));
    const sent = client.requestLog().filter(({ service }) => service === 'GET myaccount').length;
    expect(client.quota().services.find(({ name }) => name === 'Account')?.daily).toMatchObject({
      own: sent,
      others: 0,
    });
  });
});
