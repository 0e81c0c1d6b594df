import { Agent, request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FaultSpecification } from './faults.ts';
import { authorization, goodLead, startForSpec } from '../client-fixture.ts';
import type { Started } from '../client-fixture.ts';

/** The answer, or the error that took its place. */
async function outcome({ post }: Started): Promise<unknown> {
  return post(goodLead()).catch((error: unknown) => error);
}

async function withFault(
  fault: FaultSpecification,
  options = {},
): Promise<{ result: unknown; accepted: number; started: Started }> {
  const started = await startForSpec(options);
  started.service.faults.add(fault);
  const result = await outcome(started);
  return { result, accepted: started.service.ledger.accepted, started };
}

const html = expect.stringContaining('<html>') as string;

describe('what one fault does', () => {
  it.each<[string, FaultSpecification, unknown, number]>([
    ['reset before', { kind: 'reset' }, { code: 'ECONNRESET' }, 0],
    ['reset after', { kind: 'reset', when: 'after' }, { code: 'ECONNRESET' }, 1],
    ['close before', { kind: 'close' }, { message: 'socket hang up' }, 0],
    ['close after', { kind: 'close', when: 'after' }, { message: 'socket hang up' }, 1],
    ['500 before', { kind: 'status' }, { status: 500, json: { responseStatus: {} } }, 0],
    ['503 after', { kind: 'status', status: 503, when: 'after' }, { status: 503 }, 1],
    ['401 out of the blue', { kind: 'status', status: 401 }, { status: 401 }, 0],
    [
      'a page',
      { kind: 'html' },
      { status: 200, text: html, headers: { 'content-type': 'text/html; charset=utf-8' } },
      0,
    ],
    ['a page after', { kind: 'html', when: 'after' }, { status: 200, text: html }, 1],
    ['a body of nothing after', { kind: 'body', when: 'after' }, { status: 200, text: '' }, 1],
    ['broken JSON', { kind: 'body', body: '{"success":tr' }, { status: 200, text: '{"success":tr' }, 0],
    ['success false', { kind: 'refuse', message: 'No.' }, { status: 200, json: { success: false, message: 'No.' } }, 0],
    [
      'redirect',
      { kind: 'redirect', location: 'http://127.0.0.1:9/' },
      { status: 307, headers: { location: 'http://127.0.0.1:9/' } },
      0,
    ],
    ['cut body', { kind: 'truncate', bytes: 5 }, { message: 'aborted' }, 1],
    ['cut body by reset', { kind: 'truncate', how: 'reset' }, { code: 'ECONNRESET' }, 1],
    ['cut body with a proper end', { kind: 'truncate', bytes: 5, how: 'end' }, { status: 200, text: '{"suc' }, 1],
    [
      '429 for the minute',
      { kind: 'tooManyRequests', resetSeconds: 7, retryAfter: '9' },
      {
        status: 429,
        headers: {
          'x-rate-limit-limit': '240',
          'x-rate-limit-remaining': '0',
          'x-rate-limit-reset': '7',
          'retry-after': '9',
        },
      },
      0,
    ],
    [
      '429 for the day',
      { kind: 'tooManyRequests', period: 'day', resetSeconds: 4000 },
      { status: 429, headers: { 'x-rate-limit-limit': '100000' } },
      0,
    ],
    [
      'absurd headers',
      {
        kind: 'headers',
        headers: { 'X-Rate-Limit-Remaining': '-5', 'X-Rate-Limit-Reset': 'soon', 'X-Rate-Limit-Limit': null },
      },
      { status: 200, headers: { 'x-rate-limit-remaining': '-5', 'x-rate-limit-reset': 'soon' } },
      1,
    ],
  ])('%s', async (_name, fault, expected, accepted) => {
    const { result, accepted: really, started } = await withFault(fault);
    expect(result).toMatchObject(expected as object);
    expect(really).toBe(accepted);
    expect(await outcome(started)).toMatchObject({ status: 200, json: { success: true } });
  });

  it('leaves headers out', async () => {
    const { result } = await withFault({ kind: 'headers', headers: { 'X-Rate-Limit-Limit': null, Date: null } });
    expect(result).not.toHaveProperty(['headers', 'x-rate-limit-limit']);
  });

  it.each(['before', 'after'] as const)(
    'hangs without an answer, %s acceptance, until the service ends',
    async (when) => {
      const started = await startForSpec();
      started.service.faults.add({ kind: 'hang', when });
      const waiting = outcome(started);
      expect(await started.call('GET', '/users')).toMatchObject({ status: 200 });
      await started.service.close();
      expect(await waiting).toMatchObject({ message: 'socket hang up' });
    },
  );

  it('waits on the clock of the service, before and after acceptance', async () => {
    const started = await startForSpec();
    started.service.faults.add({ kind: 'latency', milliseconds: 5000, minimum: 4000 });
    let isAnswered = false;
    const waiting = outcome(started).then(() => (isAnswered = true));
    await started.call('GET', '/users');
    expect([isAnswered, started.service.ledger.accepted]).toEqual([false, 0]);
    started.clock.advance(5000);
    await waiting;
    expect(started.service.ledger.accepted).toBe(1);
  });

  it('takes a general latency, half before counting and half after', async () => {
    const started = await startForSpec({ latency: { minimum: 100, maximum: 200 } });
    const waiting = outcome(started);
    const arrived = new Promise<void>((resolve) => {
      const look = () => (started.service.counts()['Leads'] === undefined ? setImmediate(look) : setImmediate(resolve));
      look();
    });
    await arrived;
    for (let n = 0; n < 3; n += 1) {
      started.clock.advance(200);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await waiting).toMatchObject({ status: 200 });
  });

  it('sends exactly what comes before the break', async () => {
    const { service } = await startForSpec({ leads: 5000 });
    service.faults.add({ kind: 'truncate', bytes: 1_000_000 });
    const received = await new Promise<number>((resolve) => {
      let size = 0;
      const path = '/api/leads/csv?searchName=All%20leads';
      request({ host: '127.0.0.1', port: service.port, path, headers: { authorization } }, (response) => {
        response.on('data', (chunk: Buffer) => (size += chunk.length));
        response.on('error', () => resolve(size));
      }).end();
    });
    expect(received).toBe(1_000_000);
  });

  it('cuts a stream after rows or bytes', async () => {
    const { call, service } = await startForSpec({ leads: 5000 });
    service.faults.add({ kind: 'truncate', rows: 1200, how: 'end' });
    const rows = await call('GET', '/simpleleads');
    expect(rows.text.split('\n')).toHaveLength(1200);
    expect(rows.json).toBeUndefined();
    service.faults.add({ kind: 'truncate', bytes: 100_001, how: 'end' });
    expect(Buffer.byteLength((await call('GET', '/rawleads')).text)).toBe(100_001);
    service.faults.add({ kind: 'truncate', rows: 0, how: 'end' });
    expect((await call('GET', '/simpleleads')).text).toBe('[');
    service.faults.add({ kind: 'truncate', rows: 5000, how: 'end' });
    expect((await call('GET', '/simpleleads')).json).toHaveLength(5000);
    service.faults.add({ kind: 'truncate', rows: 10 });
    await expect(call('GET', '/simpleleads')).rejects.toThrow('aborted');
  });
});

describe('when a fault happens', () => {
  const pattern = async (fault: FaultSpecification, count: number) => {
    const started = await startForSpec();
    started.service.faults.add(fault);
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) statuses.push((await started.post(goodLead(`Nr ${n}`))).status);
    return statuses;
  };

  it('happens once, several times, always, or after some that pass', async () => {
    expect(await pattern({ kind: 'status' }, 3)).toEqual([500, 200, 200]);
    expect(await pattern({ kind: 'status', times: 2, skip: 1 }, 4)).toEqual([200, 500, 500, 200]);
    expect(await pattern({ kind: 'status', times: 'always' }, 3)).toEqual([500, 500, 500]);
  });

  it('draws from the seed', async () => {
    const fault: FaultSpecification = { kind: 'status', times: 'always', probability: 0.5 };
    const first = await pattern(fault, 30);
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await pattern(fault, 30)).toEqual(first);
  });

  it.each<[string, FaultSpecification['match'], number]>([
    ['method', { method: 'get' }, 200],
    ['path', { path: '/LEA?s' }, 500],
    ['another path', { path: '/leads/*' }, 200],
    ['service', { service: 'Leads' }, 500],
    ['body', { bodyIncludes: 'Åsa' }, 500],
    ['another body', { bodyIncludes: 'Bjørn' }, 200],
    ['query', { queryIncludes: 'x=1' }, 200],
    ['fresh connections', { reusedConnection: false }, 500],
  ])('matches by %s', async (_name, match, status) => {
    const { result } = await withFault({ kind: 'status', ...(match === undefined ? {} : { match }) });
    expect(result).toMatchObject({ status });
  });

  it.each(['before', 'after'] as const)('closes reused connections only, %s acceptance', async (when) => {
    const { service, call } = await startForSpec();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    service.faults.add({ kind: 'close', when, match: { reusedConnection: true } });
    expect(await call('POST', '/leads', { body: goodLead(), agent })).toMatchObject({ status: 200 });
    await expect(call('POST', '/leads', { body: goodLead(), agent })).rejects.toThrow('socket hang up');
    expect(service.ledger.accepted).toBe(when === 'after' ? 2 : 1);
    expect(await call('POST', '/leads', { body: goodLead(), agent })).toMatchObject({ status: 200 });
  });

  it('can be listed and removed; waits and headers join another fault', async () => {
    const { service, post } = await startForSpec();
    const id = service.faults.add({ kind: 'status', times: 'always', status: 502 });
    service.faults.add({ kind: 'headers', headers: { 'X-Odd': '1' } });
    expect(await post(goodLead())).toMatchObject({ status: 502, headers: { 'x-odd': '1' } });
    expect(service.faults.list()).toMatchObject([{ id, matched: 1, fired: 1 }, { fired: 1 }]);
    expect([service.faults.remove(id), service.faults.remove(id)]).toEqual([true, false]);
    expect(await post(goodLead())).toMatchObject({ status: 200 });
  });
});
