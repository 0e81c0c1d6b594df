import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import { specClient } from '../simulation/spec-client.ts';
import { openSpecServer, type SpecServer } from '../simulation/spec-server.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';

let server: SpecServer;
let clock: VirtualClock;
eachTime(async () => {
  clock = new VirtualClock();
  clock.run(5_000);
  return (server = await openSpecServer());
});

/** Tests a service that answers the second question so, and the others well. What is told of that question and its step. */
async function asked(answer: (response: ServerResponse) => void) {
  server.answer = ({ url }, response) => {
    response.sendDate = false;
    if (url.endsWith('/counts')) answer(response);
    else response.end(url.endsWith('/limits') ? '{"POST leads":1}' : '[]');
  };
  const client = specClient(server.address, { clock });
  const report = await client.testConnection(() => undefined);
  const log = client.requestLog().filter(({ path }) => path.endsWith('/counts'));
  await client.close();
  const { works, requests, steps } = report;
  const question = requests.find(({ path }) => path.endsWith('/counts'));
  return {
    works,
    requests,
    question,
    outcome: log[0]?.outcome,
    detail: steps.find(({ id }) => id === 'counts')?.detail,
  };
}

const pass = (milliseconds: number) => clock.run(clock.monotonicNow() + milliseconds);
const json = { 'content-type': 'Application/JSON; charset=utf-8' };
const nothing = { status: null, contentType: '', bytes: 0, answer: '' };

it.each<[string, (response: ServerResponse) => void, object, string, RegExp]>([
  [
    'a good answer',
    (response) => response.writeHead(200, json).end('\uFEFF{"POST leads":7}'),
    { status: 200, contentType: 'application/json', bytes: 19, answer: '{"POST leads":7}' },
    'done',
    /^Counts of 1 service\.$/,
  ],
  [
    'a refusal',
    (response) => response.writeHead(403).end('No.'),
    { status: 403, contentType: '', bytes: 3, answer: 'No.' },
    'refused (403)',
    /refused \(403\)/,
  ],
  [
    'a refusal for now',
    (response) => response.writeHead(429, { 'retry-after': '30' }).end('Later.'),
    { status: 429, bytes: 6, answer: 'Later.' },
    'throttled',
    /failed \(429\)/,
  ],
  [
    'a compressed answer',
    (response) => response.end(gzipSync('{}')),
    nothing,
    'unreadable',
    /compressed data \(gzip\)/,
  ],
  [
    'an answer that breaks off',
    (response) => {
      response.writeHead(200, { 'content-length': 10 }).write('{"');
      setImmediate(() => response.destroy());
    },
    nothing,
    'answer broken off',
    /broke before the answer had arrived/,
  ],
  [
    'no answer',
    (response) => response.destroy(),
    nothing,
    'no answer (noAnswer)',
    /broke before the answer had arrived/,
  ],
])('tells of %s what came, in the report and in the log', async (_name, answer, told, outcome, says) => {
  const found = await asked(answer);
  expect(found.question).toMatchObject({ number: 2, path: '/myaccount/request/counts', milliseconds: 0, ...told });
  expect([found.outcome, found.detail]).toEqual([outcome, expect.stringMatching(says)]);
  // The test goes on.
  expect(found.works).toBe(true);
  expect(found.requests.map(({ number }) => number).slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
});

describe('waits half a minute for an answer', () => {
  const late = 'gave no complete answer within 30 s. The request may have arrived.';

  it.each([29_999, 30_000])('to begin: %i ms', async (milliseconds) => {
    const found = await asked((response) => {
      pass(milliseconds);
      response.end('{"POST leads":7}');
    });
    const isLate = milliseconds === 30_000;
    expect(found.question).toMatchObject({ status: isLate ? null : 200, milliseconds });
    expect(found.outcome).toBe(isLate ? 'no answer (timeout)' : 'done');
    expect(found.detail).toMatch(isLate ? late : 'Counts of 1 service.');
    expect(found.works).toBe(true);
  });

  it('to end', async () => {
    const found = await asked((response) => {
      response.writeHead(200).write('{');
      setTimeout(() => pass(30_000), 5);
    });
    expect(found.question).toMatchObject({ ...nothing, milliseconds: 30_000 });
    expect([found.outcome, found.detail]).toEqual(['answer broken off', expect.stringContaining(late)]);
  });
});

it('ends with a service that is gone, and tells of no request that was not sent', async () => {
  server.answer = (_request, response) => {
    response.sendDate = false;
    response.end('{"POST leads":1}', () => void server.close());
  };
  const client = specClient(server.address, { clock });
  const { works, error, requests } = await client.testConnection(() => undefined);
  await client.close();
  expect({ works, error }).toMatchObject({ works: false, error: { code: 'network', sent: 'no' } });
  expect(requests.map(({ path }) => path)).toEqual(['/myaccount/request/limits']);
});

it('keeps the clock and the reset that the service tells, as long as a reset can be', async () => {
  server.answer = ({ url }, response) => {
    response.setHeader('date', 'Fri, 20 Nov 2026 09:00:00 GMT');
    response.setHeader('x-rate-limit-reset', `${'9'.repeat(39)}xyz`);
    response.end(url.endsWith('/limits') ? '{"POST leads":1}' : '[]');
  };
  const client = specClient(server.address, { clock });
  const report = await client.testConnection(() => undefined);
  await client.close();
  const reset = report.settle(0, []).find(({ point }) => point === 'resetHeader');
  expect(reset?.evidence).toContain(`"${'9'.repeat(39)}x"`);
});
