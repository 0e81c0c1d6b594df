import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AUTHORITY, GOOD, KEY } from '../core/api/simulation/spec-certificates.ts';
import { specProxy } from '../core/api/simulation/spec-proxy.ts';
import { listening } from '../core/api/simulation/spec-server.ts';
import { type BatchBench, createBatchBench, importOf, people } from './batch-fixture.ts';

const PASSWORD = 'word of the proxy';
const SIGN_IN = { LEAD_CONSOLE_PROXY_USERNAME: 'anna', LEAD_CONSOLE_PROXY_PASSWORD: PASSWORD };

let bench: BatchBench;
let url: string;
let proxy: string;
let trusted: string;
const close: (() => void)[] = [];

beforeAll(async () => {
  bench = await createBatchBench();
  trusted = bench.file('company.pem', AUTHORITY);
  // The service behind an encryption that only the authority of the company has signed.
  const service = createTlsServer({ cert: GOOD, key: KEY, ALPNProtocols: ['http/1.1'] }, (socket) =>
    joined(socket, connect(bench.practice.port, '127.0.0.1')),
  );
  url = `https://service.example:${await listening(service)}/api`;
  const gate = specProxy({ signIn: `anna:${PASSWORD}` });
  proxy = `http://127.0.0.1:${await listening(gate)}`;
  close.push(
    () => service.close(),
    () => gate.close(),
  );
});

afterAll(async () => {
  for (const end of close) end();
  await bench.close();
});

function joined(one: Socket, other: Socket): void {
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
  one.pipe(other).pipe(one);
}

function run(args: readonly string[], environment: Record<string, string>) {
  const own = ['--url', url, '--data-dir', bench.dataFolder];
  return bench.runProgram([...args, ...own], { bare: true, environment: { HTTPS_PROXY: proxy, ...environment } });
}

it('imports through a proxy with a password, over encryption that the company has signed', async () => {
  const result = bench.path('result.csv');
  const ended = await run(importOf(bench.file('leads.csv', people(2)), result, '--map', 'auto'), {
    ...SIGN_IN,
    LEAD_CONSOLE_CA_FILE: trusted,
  });
  expect([ended.stderr, ended.code]).toEqual(['', 0]);
  expect(bench.practice.ledger.entries()).toHaveLength(2);
  // What signs in to the proxy stays in the program.
  const files = readdirSync(bench.dataFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  const told = [ended.stdout, ended.stderr, ...files].join('\n');
  for (const secret of [PASSWORD, Buffer.from(`anna:${PASSWORD}`).toString('base64')])
    expect(told).not.toContain(secret);
});

it.each<[missing: string, environment: () => Record<string, string>, words: RegExp]>([
  ['the password', () => ({ LEAD_CONSOLE_CA_FILE: trusted }), /set LEAD_CONSOLE_PROXY_USERNAME and LEAD_CONSOLE/],
  ['the certificate', () => SIGN_IN, /signed by "Spec Authority".*LEAD_CONSOLE_CA_FILE/s],
  [
    'half of the sign-in',
    () => ({ LEAD_CONSOLE_PROXY_USERNAME: 'anna' }),
    /both LEAD_CONSOLE_PROXY_USERNAME and LEAD_CONSOLE_PROXY_PASSWORD/,
  ],
  [
    'a certificate in the file',
    () => ({ ...SIGN_IN, LEAD_CONSOLE_CA_FILE: bench.file('key.pem', KEY) }),
    /key\.pem" holds a private key/,
  ],
  [
    'an address in HTTPS_PROXY',
    () => ({ HTTPS_PROXY: 'foo bar' }),
    /\(HTTPS_PROXY\) is not the address of an HTTP proxy/,
  ],
  [
    'HTTP in HTTPS_PROXY (FTP)',
    () => ({ HTTPS_PROXY: 'ftp://127.0.0.1:9' }),
    /\(HTTPS_PROXY\) is not the address of an HTTP/,
  ],
  [
    'HTTP in HTTPS_PROXY (SOCKS)',
    () => ({ HTTPS_PROXY: 'socks5://127.0.0.1:9' }),
    /is not the address of an HTTP proxy/,
  ],
  ['the proxy', () => ({ HTTPS_PROXY: 'http://127.0.0.1:9' }), /No connection to the proxy 127\.0\.0\.1:9,/],
])('says so where %s is missing', async (_missing, environment, words) => {
  const { stdout, stderr, code } = await run(['check'], environment());
  expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toMatch(words);
  expect(code).toBe(2);
});
