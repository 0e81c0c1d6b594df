import { describe, expect, it } from 'vitest';
import { EMPTY_LEDGER } from '../../../../shared/domain/quota/quota.ts';
import { HOUR } from '../../../../shared/domain/time/time.ts';
import { createMemoryLedger } from '../broker/ledger/ledger-store.ts';
import { fastClock } from '../simulation/fast-clock.ts';
import { SPEC_DIALECT } from '../simulation/spec-client.ts';
import type { CreateLeadOptions } from './lead-outcome.ts';
import { client, restart, server } from '../simulation/client-world.ts';

const create = (over: Partial<CreateLeadOptions> = {}) =>
  client.createLead(
    { campaignCode: 'C', data: { row: '1' }, poolName: '' },
    { lane: 'import', beforeSend: () => undefined, ...over },
  );

const lastOutcome = () => client.requestLog().at(-1)?.outcome;

describe('a lead that did not leave', () => {
  it('was cancelled before', async () => {
    const beforeSend = () => expect.unreachable('its step before the send is not taken');
    expect(await create({ signal: AbortSignal.abort(), beforeSend })).toEqual({
      outcome: 'notSent',
      reason: 'cancelled',
      message: 'Cancelled before it was sent.',
    });
    expect(server.heard).toEqual([]);
  });

  it('came after the end of the connection', async () => {
    await client.close();
    expect(await create()).toMatchObject({ outcome: 'notSent', reason: 'closed' });
  });

  it.each([
    ['is on a full disk', { errcode: 13 }, /disk .* is full/],
    ['is locked by another program', { errcode: 5 }, /Another program/],
    ['is in a read-only folder', { errcode: 8 }, /read-only/],
    ['is on a broken disk', { errcode: 10 }, /reported an error/],
    ['cannot be written for a reason nobody knows', {}, /could not write to its journal/],
  ])('was held back because the journal %s', async (_, facts, sentence) => {
    const beforeSend = () => {
      throw Object.assign(new Error('x'), facts);
    };
    const outcome = await create({ beforeSend });
    expect(outcome).toMatchObject({ outcome: 'notSent', reason: 'journal' });
    expect(JSON.stringify(outcome)).toMatch(sentence);
    expect(JSON.stringify(outcome)).toMatch(/the next row was not sent/);
    expect(server.heard).toEqual([]);
  });

  it('has no password, and says how to go on', async () => {
    await restart({ credentials: () => Promise.reject(new Error('locked')) });
    expect(await create()).toMatchObject({ reason: 'noCredentials', message: expect.stringMatching(/Sign in/) });
  });

  it('found nobody there', async () => {
    await server.close();
    expect(await create()).toMatchObject({
      outcome: 'notSent',
      reason: 'offline',
      message: expect.stringMatching(/refuses the connection.*The row was not sent\.$/),
    });
    expect(lastOutcome()).toBe('not sent (offline)');
  });
});

describe('a lead that may have arrived', () => {
  it('was cancelled while the service worked', async () => {
    const controller = new AbortController();
    server.answer = () => controller.abort();
    expect(await create({ signal: controller.signal })).toEqual({
      outcome: 'unknown',
      reason: 'cancelled',
      detail: 'Cancelled after it was sent; the lead may have been created.',
    });
    expect(lastOutcome()).toBe('no answer (cancelled)');
  });

  it('got no answer', async () => {
    server.answer = (_request, response) => void response.destroy();
    expect(await create()).toMatchObject({
      outcome: 'unknown',
      reason: 'noAnswer',
      detail: expect.stringMatching(/broke before the answer/),
    });
  });

  it('got an answer that is no HTTP', async () => {
    server.answer = (_request, response) => void response.socket?.end('NOT HTTP\r\n\r\n');
    expect(await create()).toMatchObject({ outcome: 'unknown', reason: 'brokenAnswer' });
  });

  it('got a yes that breaks off', async () => {
    server.answer = (_request, response) => {
      response.write('{"success":true');
      setImmediate(() => response.destroy());
    };
    expect(await create()).toMatchObject({ outcome: 'unknown', reason: 'noAnswer' });
    expect(lastOutcome()).toBe('answer broken off');
  });

  it('got an answer that is longer than a megabyte', async () => {
    server.answer = (_request, response) => void response.end(`{"success":true}${' '.repeat(1024 * 1024 - 16)}`);
    expect((await create()).outcome).toBe('created');
    expect(lastOutcome()).toBe('created');
    server.answer = (_request, response) => void response.end(`{"success":true}${' '.repeat(1024 * 1024 - 15)}`);
    expect(await create()).toMatchObject({
      outcome: 'unknown',
      reason: 'brokenAnswer',
      detail: expect.stringMatching(/far too large/),
    });
  });

  it('got an answer that was not over after two and a half minutes', async () => {
    const clock = fastClock(50);
    const near: typeof clock.after = (delay, callback) => clock.after(delay === 150_000 ? 3_000 : delay, callback);
    await restart({ clock: { ...clock, after: near } });
    const outcome = {
      outcome: 'unknown',
      reason: 'timeout',
      detail: '127.0.0.1 gave no complete answer within 150 s. The request may have arrived.',
    };
    server.answer = (_request, response) => void response.write(' ');
    expect(await create()).toEqual(outcome);
    expect(lastOutcome()).toBe('answer broken off');
    server.answer = () => undefined;
    expect(await create()).toEqual(outcome);
  });
});

it('keeps the wait for which a 503 asks before the next row', async () => {
  const clock = fastClock(50);
  await restart({ clock });
  server.answer = (_request, response) => void response.writeHead(503, { 'retry-after': '3' }).end();
  const began = clock.wallNow();
  const first = await create();
  expect(first).toMatchObject({
    outcome: 'unknown',
    reason: 'serverError',
    pause: { message: expect.stringMatching(/^The service failed \(503\) and asked for a pause until .*\d\d\.$/) },
  });
  const retryAt = first.outcome === 'unknown' ? (first.pause?.retryAt ?? 0) : 0;
  expect(retryAt - began).toBeGreaterThanOrEqual(3_000);
  server.answer = (_request, response) => void response.writeHead(503).end();
  expect(await create()).not.toHaveProperty('pause');
  expect(clock.wallNow() - began).toBeGreaterThanOrEqual(3_000);
});

it('is refused by the status alone when the words are lost', async () => {
  server.answer = (_request, response) => {
    response.writeHead(400, { 'content-length': '500' });
    response.write('{"message":"Not');
    setImmediate(() => response.destroy());
  };
  expect(await create()).toMatchObject({ outcome: 'rejected', status: 400, raw: '' });
});

it('has no id that is its own field, which the service sends back', async () => {
  server.answer = (_request, response) => void response.end('{"success":true,"data":{"ID":"CRM-7"}}');
  const lead = { campaignCode: 'C', data: { id: 'CRM-7' }, poolName: '' };
  const outcome = await client.createLead(lead, { lane: 'import', beforeSend: () => undefined });
  expect(outcome).toMatchObject({ outcome: 'created', leadId: null });
});

describe('a lead for which there are no units', () => {
  const withLedger = (used: number) => {
    const ledger = createMemoryLedger();
    ledger.write('POST leads', { ...EMPTY_LEDGER, limit: 20_000, used });
    return restart({ ledger });
  };

  it('waits for the end of the day when nobody knows the time', async () => {
    await withLedger(20_000);
    expect(await create()).toEqual({
      outcome: 'notNow',
      kind: 'daily',
      retryAt: null,
      message: "Today's quota for creating leads is used up. The rest goes on when the day is over.",
    });
  });

  it('hears by when at the latest, as long as the service has not named the end', async () => {
    const clock = fastClock(50);
    const now = clock.wallNow();
    const day = { periodStart: now - 12 * HOUR, periodEnd: now + 12 * HOUR };
    const ledger = createMemoryLedger();
    ledger.write('POST leads', { ...EMPTY_LEDGER, ...day, limit: 20_000, used: 20_000 });
    await restart({ ledger, clock });
    expect(await create()).toMatchObject({ message: expect.stringMatching(/ goes on at .* at the latest\.$/) });
    const end = { source: 'counts', at: now } as const;
    ledger.write('POST leads', { ...ledger.read('POST leads'), origins: { ...EMPTY_LEDGER.origins, end } });
    await restart({ ledger, clock });
    expect(await create()).toMatchObject({ message: expect.stringMatching(/ goes on at \d\d:\d\d( on \d+ \w+)?\.$/) });
  });

  it('hears that the rest is reserved', async () => {
    await withLedger(18_000);
    expect(await create()).toMatchObject({
      retryAt: null,
      message: "What is left of today's quota is reserved for people. The rest goes on when the day is over.",
    });
    expect((await create({ lane: 'person' })).outcome).toBe('unknown');
  });

  it('hears that the share of the day is used up', async () => {
    const ledger = createMemoryLedger();
    ledger.write('POST leads', { ...EMPTY_LEDGER, limit: 20_000, used: 5_000 });
    ledger.writeFact('shares POST leads', '- 25');
    await restart({ ledger });
    expect(await create()).toMatchObject({
      message:
        "Today's quota has been used up to the share that you set for Lead Console. The rest goes on when the day is over.",
    });
  });

  it('hears the time of a block in the time zone of the service', async () => {
    server.answer = (_request, response) =>
      void response
        .writeHead(429, { 'x-rate-limit-limit': '100000', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '7200' })
        .end();
    const outcome = await create();
    expect(outcome).toMatchObject({
      kind: 'daily',
      message: expect.stringMatching(/used up\. The rest goes on at \d\d:\d\d\.$/),
    });
  });
});

it.each([{ 'x-rate-limit-limit': '240', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '20' }, {}])(
  'hears of a wait of an hour beside headers %o as a pause, not as a used up day',
  async (headers) => {
    server.answer = (_request, response) => void response.writeHead(429, { ...headers, 'retry-after': '3600' }).end();
    const message = expect.stringMatching(/^The service asked for a pause\. The rest goes on at \d\d:\d\d.*\.$/);
    // The one that met it, and the next one, which does not leave.
    for (const _ of [1, 2]) expect(await create()).toMatchObject({ outcome: 'notNow', kind: 'daily', message });
    expect(server.heard).toHaveLength(1);
  },
);

it('waits a minute from now when the pause was over before the answer was read', async () => {
  const clock = fastClock(50);
  await restart({ clock });
  server.answer = (_request, response) => {
    response.writeHead(429, { 'retry-after': '0' }).flushHeaders();
    setTimeout(() => response.end(), 100);
  };
  const outcome = await create();
  expect(outcome).toMatchObject({ kind: 'rateLimited' });
  const pause = (outcome.outcome === 'notNow' ? (outcome.retryAt ?? 0) : 0) - clock.wallNow();
  expect(pause).toBeGreaterThan(30_000);
  expect(pause).toBeLessThanOrEqual(60_000);
});

it('sends the fair use header or leaves it out, as the lead wants it', async () => {
  await create({ fairUse: false });
  await create({ fairUse: true });
  await restart({ fairUse: false });
  await create();
  await create({ fairUse: true });
  expect(server.heard.map(({ headers }) => 'x-rate-limit-fair-use-policy' in headers)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

it('names the pool only when there is one', async () => {
  await create();
  await client.createLead(
    { campaignCode: 'C', data: {}, poolName: null },
    { lane: 'person', beforeSend: () => undefined },
  );
  await restart({ dialect: { ...SPEC_DIALECT, bodyCase: 'camel' } });
  await create();
  expect(server.heard.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { CampaignCode: 'C', data: { row: '1' } },
    { CampaignCode: 'C', data: {} },
    { campaignCode: 'C', data: { row: '1' } },
  ]);
});
