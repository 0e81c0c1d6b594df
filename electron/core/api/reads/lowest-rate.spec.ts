import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../system/system-clock.ts';
import type { ApiClient } from '../client.ts';
import { specClient } from '../simulation/spec-client.ts';
import { listenForTest } from '../simulation/listen-fixture.ts';
import { leadsOf } from './leads-of.ts';

const EVERYTHING = { projects: [], modifiedFrom: null, statuses: [], closures: [] };

let client: ApiClient;
let answer: RequestListener;

/** A service with `answer`, and a client that waits `body` milliseconds and wants `lowestRate` bytes a second. */
async function serve(body: number, lowestRate: number): Promise<void> {
  const server = createServer((request, response) => answer(request, response));
  const address = `http://127.0.0.1:${await listenForTest(server)}/api`;
  client = specClient(address, { clock: systemClock, timeouts: { body, lowestRate } });
}

afterEach(() => client.close());

async function collect() {
  const leads: unknown[] = [];
  for await (const part of leadsOf(client.exportSimpleLeads(EVERYTHING))) {
    if (part.kind === 'end') return { leads, end: part };
    leads.push(...part.leads);
  }
  throw new Error('the stream had no end');
}

it('gives up on a body that drips, and on one that stands still, and says at which rate', async () => {
  await serve(600, 1000);
  const timers: NodeJS.Timeout[] = [];
  answer = (_request, response) => {
    response.write('[');
    timers.push(setInterval(() => response.write('{"a":1},'), 50));
  };
  const dripped = await collect();
  for (const timer of timers) clearInterval(timer);
  expect(dripped.leads.length).toBeGreaterThan(0);
  expect(dripped.end).toMatchObject({ complete: false, rows: dripped.leads.length, error: { code: 'network' } });
  expect(dripped.end.error?.message).toMatch(
    /sent the list too slowly.*nothing arrives for 1 seconds, or fewer than 1000 bytes a second/,
  );

  answer = (_request, response) => void response.write('[{"a":1},');
  const still = await collect();
  expect(still.end.error?.message).toMatch(/stopped sending the list.*fewer than 1000 bytes a second/);
});

it('waits for a slow reader as long as it takes', async () => {
  await serve(1_000, 1_000_000);
  answer = (_request, response) => {
    response.write(`[${'{"a":1},'.repeat(100)}`);
    setTimeout(() => response.end('{"a":1}]'), 100);
  };
  let end: unknown;
  for await (const part of client.exportSimpleLeads(EVERYTHING)) {
    if (end === undefined) await new Promise((resolve) => setTimeout(resolve, 1_500));
    end = part;
  }
  expect(end).toMatchObject({ kind: 'end', complete: true, error: null });
});
