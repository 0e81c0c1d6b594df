import { createServer, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOUR } from '../../../shared/domain/time/time.ts';
import type { ApiClient } from './client.ts';
import { createLedgerStore } from './broker/ledger/ledger-store.ts';
import { listenForTest } from './simulation/listen-fixture.ts';
import { fastClock } from './simulation/fast-clock.ts';
import { specClient } from './simulation/spec-client.ts';

/** Milliseconds of the fast clock: a slow machine takes its time for a request. */
const ABOUT = HOUR / 3;
const DAY_USED_UP = { 'x-rate-limit-limit': '100000', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '3600' };

const right = fastClock(50);
const dated = () => ({ date: new Date(right.wallNow()).toUTCString() });

let address: string;
let database: DatabaseSync;
let heard: string[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  heard = [];
  const server = createServer((request, response) => {
    heard.push(request.method ?? '');
    request.resume().on('end', () => answer(response));
  });
  address = `http://127.0.0.1:${await listenForTest(server)}/api`;
  database = new DatabaseSync(':memory:');
});
afterEach(() => database.close());

const create = (client: ApiClient) =>
  client.createLead(
    { campaignCode: 'C-1', data: { Phone: '+45 1' }, poolName: null },
    { lane: 'import', beforeSend: () => undefined },
  );

/** A client that the service has told that the day is used up; the program is started again with the clock right. */
async function afterUsedUpDay(clock = right): Promise<ApiClient> {
  const before = specClient(address, { clock, ledger: createLedgerStore(database) });
  answer = (response) => void response.writeHead(429, { ...DAY_USED_UP, ...dated() }).end();
  expect(await create(before)).toMatchObject({ outcome: 'notNow', kind: 'daily' });
  await before.close();
  return specClient(address, { clock: right, ledger: createLedgerStore(database), reconcile: true });
}

it('a used up day lasts by the clock of the service when this computer was a day ahead', async () => {
  const client = await afterUsedUpDay({ ...right, wallNow: () => right.wallNow() + 24 * HOUR });
  const end = right.wallNow() + HOUR;
  try {
    answer = (response) => void response.writeHead(200, dated()).end('[]');
    expect(await create(client)).toMatchObject({ outcome: 'notNow', kind: 'daily' });
    // Turned away, it asks for the counts, whose answer tells the time.
    const block = () => client.quota().services.find(({ service }) => service === 'POST leads')?.blockedUntil ?? 0;
    await expect.poll(block).toBeLessThan(end + ABOUT);
    expect(block()).toBeGreaterThan(end - ABOUT);
    expect(await create(client)).toMatchObject({ outcome: 'notNow', kind: 'daily' });
    expect(heard.filter((method) => method === 'POST')).toHaveLength(1);
  } finally {
    await client.close();
  }
});

it('a used up day lasts whatever century an answer names', async () => {
  const client = await afterUsedUpDay();
  try {
    answer = (response) => void response.writeHead(200, { date: 'Fri, 29 Nov 1926 12:00:00 GMT' }).end('[]');
    expect(await create(client)).toMatchObject({ outcome: 'notNow', kind: 'daily' });
    // The limits have been read when the counts are asked for.
    await expect.poll(() => heard.filter((method) => method === 'GET').length).toBeGreaterThan(1);
    expect(await create(client)).toMatchObject({ outcome: 'notNow', kind: 'daily' });
    expect(heard.filter((method) => method === 'POST')).toHaveLength(1);
  } finally {
    await client.close();
  }
});
