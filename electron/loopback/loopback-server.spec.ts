import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import type { GrantedFile } from '../core/foundation/ports.ts';
import { systemClock } from '../core/system/system-clock.ts';
import { createFileTokens } from '../host/file-tokens.ts';
import { HostTrouble } from '../host/host-trouble.ts';
import { createFileExchange, type FileExchange } from './file-exchange.ts';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';
import { isForOwnerOnly } from '../core/foundation/this-system-fixture.ts';

const UPLOAD_LIMIT = 100_000;
const root = specFolder('loopback');
writeFileSync(join(root, 'index.html'), '<script nonce="__CSP_NONCE__">');
const granted: GrantedFile[] = [];
const asked: { channel: string; args: unknown }[] = [];
const bugs: string[] = [];
let aborted = 0;
let hanging = Promise.withResolvers<void>();
let files: FileExchange;
let server: LoopbackServer;
let own: string;
let cookie: string;

interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** Raw requests: fetch sets Host and Origin itself. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: server.port, method, path, headers: { host: `127.0.0.1:${server.port}`, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send('POST', path, { origin: own, cookie, ...json, ...headers }, JSON.stringify(body));
const tokenOf = (address: string) => /#token=(\S+)$/.exec(address)?.[1] ?? '';

beforeAll(async () => {
  const tokens = createFileTokens((file) => granted.push(file));
  files = createFileExchange({ dataFolder: root, tokens, limitBytes: UPLOAD_LIMIT });
  server = await startLoopbackServer({
    pageFolder: root,
    port: 0,
    key: 'the key of this host',
    files,
    clock: systemClock,
    log: { bug: (where, error) => (bugs.push(`${where}: ${String(error)}`), 'log-1'), note: () => undefined },
    async gate(channel, args, signal) {
      asked.push({ channel, args });
      if (channel === 'hang') {
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            aborted += 1;
            resolve();
          });
          hanging.resolve();
        });
      }
      if (channel === 'bug') throw new Error('/home/kim/secret');
      return { ok: true, value: { channel } };
    },
  });
  own = `http://127.0.0.1:${server.port}`;
  const entered = await send(
    'POST',
    '/session',
    { origin: own, ...json },
    JSON.stringify({ token: tokenOf(server.freshAddress()) }),
  );
  cookie = String(entered.headers['set-cookie']?.[0]).split(';')[0] ?? '';
});
afterAll(async () => {
  await server.close();
});

describe('the door', () => {
  it('has an address with a token in the part that is never sent', () => {
    expect(server.freshAddress()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
  });

  it('takes a token once, and only as JSON from its own page', async () => {
    const token = tokenOf(server.freshAddress());
    const body = JSON.stringify({ token });
    expect((await send('POST', '/session', { ...json }, body)).status).toBe(403);
    expect((await send('POST', '/session', { origin: 'https://evil.example', ...json }, body)).status).toBe(403);
    expect((await send('POST', '/session', { origin: own, 'content-type': 'text/plain' }, body)).status).toBe(403);
    const entered = await send('POST', '/session', { origin: own, ...json }, body);
    expect(entered.status).toBe(204);
    expect(entered.headers['set-cookie']?.[0]).toMatch(/HttpOnly; SameSite=Strict$/);
    const again = await send('POST', '/session', { origin: own, ...json }, body);
    expect(again.status).toBe(403);
    expect(JSON.parse(again.text)).toMatchObject({ ok: false, error: { code: 'auth' } });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('gives a fresh address to whoever knows the key of the data folder', async () => {
    const body = (key: string) => JSON.stringify({ key });
    expect((await send('POST', '/address', { ...json }, body('the key of this host'))).status).toBe(403);
    for (const wrong of ['', 'the key of that host'])
      expect((await send('POST', '/address', { origin: own, ...json }, body(wrong))).status).toBe(403);
    const given = await send('POST', '/address', { origin: own, ...json }, body('the key of this host'));
    expect(given.status).toBe(200);
    const token = tokenOf(JSON.parse(given.text).address);
    expect((await send('POST', '/session', { origin: own, ...json }, JSON.stringify({ token }))).status).toBe(204);
  });

  it('lets a browser that is in reopen the used address', async () => {
    const reopened = await post('/session', { token: 'used' });
    expect(reopened.status).toBe(204);
    expect(reopened.headers['set-cookie']).toBeUndefined();
  });

  it('is shut to everything but the page itself', async () => {
    for (const [method, path] of [
      ['POST', '/call/job:list'],
      ['GET', '/events'],
      ['POST', '/files?name=a.csv'],
      ['GET', '/files/file-1'],
      ['GET', '/call/job:list'],
    ] as const) {
      const headers = { origin: own, ...json };
      for (const wrong of ['', `lead-console-${server.port}=wrong`, cookie.replace(/=.*/, '=')]) {
        const reply = await send(method, path, { ...headers, cookie: wrong }, method === 'POST' ? '{}' : undefined);
        expect([reply.status, path]).toEqual([401, path]);
        expect(JSON.parse(reply.text)).toMatchObject({ ok: false, error: { code: 'auth' } });
      }
    }
    expect(asked).toEqual([]);
    expect((await send('GET', '/')).status).toBe(200);
  });

  it('is shut to other names and pages, cookie or not', async () => {
    const rebound = await send(
      'POST',
      '/call/job:list',
      { host: `evil.example:${server.port}`, origin: own, cookie, ...json },
      '{}',
    );
    expect(rebound.status).toBe(421);
    expect((await send('GET', '/', { host: 'evil.example' })).status).toBe(421);
    expect((await post('/call/job:list', {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post('/call/job:list', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(
      (await send('GET', '/events', { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' })).status,
    ).toBe(403);
    expect(asked).toEqual([]);
  });
});

it('reads no more than 64 KB of a stranger', async () => {
  const reply = await send('POST', '/session', { origin: own, ...json }, Buffer.alloc(200_000, 0x20));
  expect([reply.status, JSON.parse(reply.text).error.code]).toEqual([413, 'validation']);
});

describe('the page', () => {
  it('comes with the policy of the desktop and a fresh nonce', async () => {
    const [one, two] = [await send('GET', '/'), await send('GET', '/index.html')];
    const policies = [one, two].map((reply) => String(reply.headers['content-security-policy']));
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1]);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(one.text).toBe(`<script nonce="${nonces[0]}">`);
    expect(policies[0]).not.toContain('unsafe-');
    expect(one.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    expect(one.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('has nothing outside its folder', async () => {
    for (const path of ['/../package.json', '/..%2f..%2fetc/passwd', '//etc/passwd', '/open-host.sqlite'])
      expect((await send('GET', path)).status).toBe(404);
    expect((await send('POST', '/index.html', { origin: own, cookie }, '')).status).toBe(404);
  });

  it('is found under its own name only, and an address that is none is no bug', async () => {
    const status = async (target: string) => (await send('GET', target)).status;
    expect([await status('//'), await status('//elsewhere'), await status('//elsewhere/index.html')]).toEqual([
      200, 404, 404,
    ]);
    for (const target of ['http://[', 'http://elsewhere/', '*'])
      expect([target, await status(target)]).toEqual([target, 400]);
  });
});

describe('calls', () => {
  it('carry arguments and outcomes as JSON', async () => {
    const reply = await post('/call/job:get', { jobId: 'ø' });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toEqual({ ok: true, value: { channel: 'job:get' } });
    expect(asked.at(-1)).toEqual({ channel: 'job:get', args: { jobId: 'ø' } });
  });

  it('are refused with a reason when they are no JSON or too large', async () => {
    const plain = await send('POST', '/call/job:list', { origin: own, cookie, 'content-type': 'text/plain' }, '{}');
    expect([plain.status, JSON.parse(plain.text).error.code]).toEqual([415, 'validation']);
    const half = await send('POST', '/call/job:list', { origin: own, cookie, ...json }, '{"half');
    expect([half.status, JSON.parse(half.text).error.code]).toEqual([400, 'validation']);
    const large = await post('/call/job:list', { text: 'x'.repeat(5 * 1024 * 1024) });
    expect([large.status, JSON.parse(large.text).error.code]).toEqual([413, 'validation']);
  });

  it('are no bug when their page goes before it has said all', async () => {
    bugs.length = 0;
    await new Promise<void>((resolve) => {
      const headers = { host: `127.0.0.1:${server.port}`, origin: own, cookie, ...json, 'content-length': '1000' };
      const asked = request({ host: '127.0.0.1', port: server.port, method: 'POST', path: '/call/list', headers });
      asked.on('error', () => undefined).on('close', resolve);
      asked.write('{');
      setTimeout(() => asked.destroy(), 50);
    });
    await post('/call/list', {});
    expect(bugs).toEqual([]);
  });

  it('answer a bug without its details', async () => {
    const reply = await post('/call/bug', {});
    expect(reply.status).toBe(500);
    expect(reply.text).toContain('log-1');
    expect(reply.text).not.toContain('secret');
  });

  it('are abandoned with the page', async () => {
    hanging = Promise.withResolvers();
    const leaving = new AbortController();
    const headers = { origin: own, cookie, ...json };
    const call = fetch(`${own}/call/hang`, { method: 'POST', headers, body: '{}', signal: leaving.signal });
    await hanging.promise;
    leaving.abort();
    await expect(call).rejects.toThrow(/abort/);
    await vi.waitFor(() => expect(aborted).toBe(1), 5000);
  });
});

describe('events', () => {
  /** Reads until `wanted` has been seen. */
  async function listen(lastEventId: string | null, wanted: string, act: () => void): Promise<string> {
    const headers = { cookie, ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }) };
    const stop = new AbortController();
    const response = await fetch(`${own}/events`, { headers, signal: stop.signal });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    act();
    let text = '';
    const reader = response.body?.getReader();
    while (!text.includes(wanted)) text += new TextDecoder().decode((await reader?.read())?.value);
    stop.abort();
    return text;
  }

  it('arrive by name with their payload, and what was missed arrives on return', async () => {
    const text = await listen(null, '"two"', () => {
      server.emit('save:progress', { callId: 'one', rows: 1, rowsTotal: 2 });
      server.emit('save:progress', { callId: 'two', rows: 1, rowsTotal: 2 });
    });
    expect(text).toContain('event: save:progress\ndata: {"callId":"one","rows":1,"rowsTotal":2}\n\n');
    const firstId = /id: (\d+)/.exec(text)?.[1] ?? '';
    server.emit('save:progress', { callId: 'three', rows: 1, rowsTotal: 2 });
    const resumed = await listen(firstId, '"three"', () => undefined);
    expect(resumed).toContain('"two"');
    expect(resumed).not.toContain('"one"');
  });
});

describe('files', () => {
  const upload = (name: string, body: Buffer) =>
    send('POST', `/files?name=${encodeURIComponent(name)}`, { origin: own, cookie }, body);

  it('go to the core under a token; the page learns no path', async () => {
    const reply = await upload('../Jørgens leads.CSV', Buffer.from('a;b\n'));
    const { value } = JSON.parse(reply.text) as { value: { token: string; name: string; size: number } };
    expect(value).toEqual({ token: expect.stringMatching(/^file-/), name: 'Jørgens leads.CSV', size: 4 });
    const file = granted.find(({ token }) => token === value.token);
    expect(file?.path.startsWith(join(root, 'uploads'))).toBe(true);
    expect(file?.path.endsWith('.csv')).toBe(true);
    expect(isForOwnerOnly(file?.path ?? '')).toBe(true);
    expect(reply.text).not.toContain(root);
  });

  it.each([
    ['1763000000123', 1_763_000_000_123],
    ['0', 0],
    ['-5', null],
    ['soon', null],
    ['1e99', null],
  ])('are as old as the file they were made of: %s', async (modified, expected) => {
    const reply = await send(
      'POST',
      `/files?name=a.csv&modified=${modified}`,
      { origin: own, cookie },
      Buffer.from('a'),
    );
    const { value } = JSON.parse(reply.text) as { value: { token: string } };
    const changedAt = statSync(granted.find(({ token }) => token === value.token)?.path ?? '').mtimeMs;
    if (expected === null) expect(changedAt).toBeGreaterThan(1_763_000_000_123);
    else expect(changedAt).toBe(expected);
  });

  it('are refused whole when they are too large, and leave nothing behind', async () => {
    const before = readdirSync(join(root, 'uploads')).length;
    const reply = await upload('large.csv', Buffer.alloc(UPLOAD_LIMIT + 1));
    expect(JSON.parse(reply.text)).toMatchObject({ ok: false, error: { code: 'file', reason: 'tooLarge' } });
    const streamed = await send(
      'POST',
      '/files?name=x.csv',
      { origin: own, cookie, 'transfer-encoding': 'chunked' },
      Buffer.alloc(UPLOAD_LIMIT * 3),
    );
    expect(JSON.parse(streamed.text)).toMatchObject({ ok: false, error: { code: 'file', reason: 'tooLarge' } });
    expect(readdirSync(join(root, 'uploads'))).toHaveLength(before);
  });

  it('need a name', async () => {
    for (const name of ['', '..', '/'])
      expect(JSON.parse((await upload(name, Buffer.from('x'))).text)).toMatchObject({ error: { reason: 'name' } });
  });

  it('are handed over with their own name, and only those that were saved', async () => {
    const target = await files.target('Årets leads.csv');
    const place = granted.find(({ token }) => token === target.token);
    const missing = await send('GET', `/files/${target.token}`, { cookie });
    expect([missing.status, JSON.parse(missing.text).error.code]).toEqual([404, 'notFound']);
    writeFileSync(place?.path ?? '', 'saved');
    const reply = await send('GET', `/files/${target.token}`, { cookie });
    expect(reply.text).toBe('saved');
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="_rets leads.csv"; filename*=UTF-8''%C3%85rets%20leads.csv`,
    );
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    });
    // Handed out, it is gone from the disk, name and folder too.
    await vi.waitFor(() => expect(readdirSync(join(root, 'downloads'))).toEqual([]));
    expect((await send('GET', `/files/${target.token}`, { cookie })).status).toBe(404);
    const uploaded = granted.find(({ access }) => access === 'read');
    for (const token of [uploaded?.token ?? '', 'file-unknown', '../open-host.sqlite', '%2e%2e%2findex.html'])
      expect((await send('GET', `/files/${token}`, { cookie })).status).toBe(404);
  });

  it('are no bug when their page goes before they have come, and can be fetched again', async () => {
    bugs.length = 0;
    const target = await files.target('large.csv');
    const path = granted.find(({ token }) => token === target.token)?.path ?? '';
    writeFileSync(path, Buffer.alloc(30_000_000));
    await new Promise<void>((resolve) => {
      const headers = { host: `127.0.0.1:${server.port}`, cookie };
      const asked = request({ host: '127.0.0.1', port: server.port, path: `/files/${target.token}`, headers });
      asked.on('response', (response) => response.once('data', () => response.destroy()).on('close', resolve));
      asked.end();
    });
    expect((await send('GET', `/files/${target.token}`, { cookie })).text).toHaveLength(30_000_000);
    await vi.waitFor(() => expect(existsSync(path)).toBe(false));
    expect(bugs).toEqual([]);
  });

  it('are gone after cleaning up', async () => {
    await files.clear();
    expect(readdirSync(root)).toEqual(['index.html']);
  });
});

it('says which port is taken', async () => {
  const again = startLoopbackServer({
    pageFolder: root,
    key: '',
    port: server.port,
    files,
    clock: systemClock,
    log: { bug: () => '', note: () => undefined },
    gate: async () => ({ ok: true, value: null }),
  });
  await expect(again).rejects.toThrow(HostTrouble);
  await expect(again).rejects.toThrow(/Port \d+ is in use/);
});
