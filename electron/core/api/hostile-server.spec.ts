import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_LEDGER } from '../../../shared/domain/quota/quota.ts';
import { createMemoryLedger } from './broker/ledger/ledger-store.ts';
import type { ApiClient } from './client.ts';
import type { CreateLeadOutcome } from './outcomes/lead-outcome.ts';
import {
  BEHAVIOURS,
  accepts,
  startHostileServer,
  type Behaviour,
  type HostileServer,
} from './simulation/hostile-server.ts';
import { specClient } from './simulation/spec-client.ts';

let server: HostileServer;
let client: ApiClient;

const TIMEOUTS = { connect: 1_000, headers: 250, body: 250 };
const begin = async () => {
  server = await startHostileServer();
  client = specClient(`http://127.0.0.1:${server.port}/api`, { timeouts: TIMEOUTS });
};
const end = async () => {
  await client.close();
  await server.close();
};

let sent: string[] = [];
const create = (row: string, lane: 'import' | 'person' = 'import') =>
  client.createLead({ campaignCode: 'C', data: { row } }, { lane, beforeSend: () => sent.push(row) });

/** What each behaviour must come out as. */
const EXPECTED: Record<Behaviour, readonly CreateLeadOutcome['outcome'][]> = {
  created: ['created'],
  createdWithoutRateHeaders: ['created'],
  createdWithAbsurdRateHeaders: ['created'],
  createdThenClosed: ['created'],
  createdTwiceOver: ['created', 'unknown'],
  refusedWith200: ['rejected'],
  refusedWith400: ['rejected'],
  resetOnConnect: ['unknown', 'notSent'],
  closedOnConnect: ['unknown', 'notSent'],
  resetAfterAccepting: ['unknown'],
  closedAfterAccepting: ['unknown'],
  cutBody: ['unknown'],
  cutChunks: ['unknown'],
  failedAfterAccepting: ['unknown'],
  failedBeforeAccepting: ['unknown'],
  webPage: ['unknown'],
  nothingReadable: ['unknown'],
  garbage: ['unknown'],
  silence: ['unknown'],
  redirect: ['notNow'],
  movedAfterAccepting: ['unknown'],
  seeOtherAfterAccepting: ['unknown'],
  forbidden: ['notNow'],
};

beforeEach(async () => {
  sent = [];
  await begin();
});
afterEach(end);

describe('one lead before a hostile server', () => {
  it.each(BEHAVIOURS)('%s', async (behaviour) => {
    server.plan([behaviour]);
    const outcome = await create('one');
    expect(EXPECTED[behaviour]).toContain(outcome.outcome);
    expect(server.connections()).toBe(1);
    expect(server.accepted.get('one') ?? 0).toBe(accepts(behaviour) ? 1 : 0);
    // A connection that never stood carries nothing, and its row has no intent.
    expect(sent).toEqual(outcome.outcome === 'notSent' ? [] : ['one']);
  });
});

it('never creates a row twice and never calls a doubtful one certain, in any order of misbehaviour', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...BEHAVIOURS), { minLength: 1, maxLength: 14 }), async (behaviours) => {
      await end();
      await begin();
      sent = [];
      server.plan(behaviours);
      const rows = behaviours.map((_, index) => `row-${index}`);
      const outcomes = await Promise.all(rows.map((row, index) => create(row, index % 5 === 0 ? 'person' : 'import')));
      const wrong = outcomes.filter((outcome, index) => {
        const row = rows[index] ?? '';
        const accepted = server.accepted.get(row) ?? 0;
        const behaviour = server.doneTo.get(row);
        const isTwice = accepted > 1;
        const isLost = accepted === 1 && outcome.outcome !== 'created' && outcome.outcome !== 'unknown';
        const isMixedUp = outcome.outcome === 'created' && outcome.leadId !== `lead-${row}`;
        const isFalselyCertain = outcome.outcome === 'notSent' && behaviour !== undefined;
        const isMisread = behaviour !== undefined && !EXPECTED[behaviour].includes(outcome.outcome);
        return isTwice || isLost || isMixedUp || isFalselyCertain || isMisread;
      });
      expect(wrong).toEqual([]);
      const left = rows.filter((_, index) => outcomes[index]?.outcome !== 'notSent');
      expect([...sent].sort()).toEqual(left.sort());
      expect(server.connections()).toBe(rows.length);
    }),
    { numRuns: 15 },
  );
}, 60_000);

it('counts what may have arrived and gives back what certainly did not', async () => {
  server.plan(['created', 'failedAfterAccepting', 'silence']);
  for (const row of ['a', 'b', 'c']) await create(row);
  const used = () => client.quota().services.find((service) => service.service === 'POST leads')?.daily.used;
  expect(used()).toBe(3);
  await server.close();
  const refused = await create('d');
  expect(refused).toMatchObject({ outcome: 'notSent', reason: 'offline' });
  expect(used()).toBe(3);
});

it('hears nothing of a row that was cancelled before, not even a connection', async () => {
  const options = { lane: 'import', signal: AbortSignal.abort(), beforeSend: () => sent.push('x') } as const;
  const outcome = await client.createLead({ campaignCode: 'C', data: { row: 'x' } }, options);
  expect([outcome.outcome, sent, server.connections()]).toEqual(['notSent', [], 0]);
});

it('gives requests under way 15 s after a wake, then calls them unknown', async () => {
  await client.close();
  client = specClient(`http://127.0.0.1:${server.port}/api`, {
    timeouts: { connect: 1_000, headers: 60_000, body: 60_000 },
  });
  server.plan(['silence']);
  const pending = create('asleep');
  while (server.accepted.get('asleep') === undefined) await new Promise((resolve) => setImmediate(resolve));
  client.suspend();
  const waiting = create('later');
  client.resume();
  expect((await waiting).outcome).toBe('created');
  expect(await pending).toMatchObject({ outcome: 'unknown', reason: 'noAnswer' });
});

it('keeps the answer of a row when the disk is full by the time it comes', async () => {
  await client.close();
  const ledger = createMemoryLedger();
  let isFull = false;
  const fill = () =>
    queueMicrotask(() => {
      isFull = true;
    });
  // A small service: its headers speak of the day, so that every answer is written to the ledger.
  ledger.write('POST leads', { ...EMPTY_LEDGER, limit: 240 });
  const write = (...args: Parameters<typeof ledger.write>) => {
    if (isFull) throw new Error('database or disk is full');
    ledger.write(...args);
  };
  client = specClient(`http://127.0.0.1:${server.port}/api`, { ledger: { ...ledger, write }, timeouts: TIMEOUTS });
  const answered = await client.createLead(
    { campaignCode: 'C', data: { row: 'x' } },
    { lane: 'import', beforeSend: fill },
  );
  expect(answered.outcome).toBe('created');
  expect(client.quota().services[0]?.daily).toMatchObject({ used: 40, source: 'confirmed' });
  expect(await create('y')).toMatchObject({ outcome: 'notSent', reason: 'journal' });
});
