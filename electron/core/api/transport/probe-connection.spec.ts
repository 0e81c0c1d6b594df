import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createNetServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listenForTest } from '../simulation/listen-fixture.ts';
import { AUTHORITY, GOOD, KEY, SELF_SIGNED } from '../simulation/spec-certificates.ts';
import { encrypt, lookAgain, openSocket, probeTarget, type ProbeTarget, signerOf } from './probe-connection.ts';

const targetOf = (over: Partial<ProbeTarget>): ProbeTarget => ({
  host: 'service.example',
  port: 443,
  proxy: null,
  proxyAuthorization: null,
  timeout: 20_000,
  certificates: [AUTHORITY],
  ...over,
});

const way = { proxyAuthorization: null, timeout: 1, certificates: [] };

it.each([
  ['https://service.example/api', 'service.example', 443],
  ['https://service.example:8443/api', 'service.example', 8443],
  ['http://localhost/api', 'localhost', 80],
  ['http://localhost:8080/api', 'localhost', 8080],
  ['https://[2001:db8::1]/api', '2001:db8::1', 443],
])('tries %s at its host and port', (address, host, port) => {
  expect(probeTarget(new URL(address), { ...way, proxy: null })).toMatchObject({ host, port });
});

it('takes the proxy, but not for this computer', () => {
  const proxy = 'http://proxy.example:3128';
  expect(probeTarget(new URL('https://service.example'), { ...way, proxy })).toMatchObject({ proxy });
  expect(probeTarget(new URL('https://localhost'), { ...way, proxy })).toMatchObject({ proxy: null });
});

describe('through a proxy', () => {
  /** A proxy that answers so; what it was asked. */
  async function proxyWith(answer: string) {
    const asked: { url: string; authorization: string | undefined }[] = [];
    const server = createServer();
    server.on('connect', (request, socket: Socket) => {
      asked.push({ url: request.url ?? '', authorization: request.headers['proxy-authorization'] });
      socket.end(answer);
    });
    return { port: await listenForTest(server), asked };
  }

  it.each([
    ['', undefined],
    ['anna:gr%C3%BCn%3A1@', `Basic ${Buffer.from('anna:grün:1').toString('base64')}`],
    ['anna:50%off%@', `Basic ${Buffer.from('anna:50%off%').toString('base64')}`],
  ])('opens a way with the credentials of its address (%s)', async (user, authorization) => {
    const { port, asked } = await proxyWith('HTTP/1.1 200 OK\r\n\r\n');
    const socket = await openSocket(targetOf({ proxy: `http://${user}127.0.0.1:${port}` }));
    socket.destroy();
    expect(asked).toEqual([{ url: 'service.example:443', authorization }]);
  });

  it('speaks TLS to a proxy of that kind, as the import does', async () => {
    const server = createSecureServer({ cert: GOOD, key: KEY });
    const asked: string[] = [];
    server.on('connect', (request: { url?: string }, socket: Socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 200 OK\r\n\r\n');
    });
    const port = await listenForTest(server);
    const proxy = `https://localhost:${port}`;
    (await openSocket(targetOf({ proxy }))).destroy();
    expect(asked).toEqual(['service.example:443']);
    await expect(openSocket(targetOf({ proxy, certificates: [] }))).rejects.toThrow(/certificate/);
  });

  it('finds a proxy whose address has numbers in brackets', async () => {
    // Nobody listens there, or the computer has no such network; to look it up as a name is neither.
    await expect(openSocket(targetOf({ proxy: 'http://[::1]:1' }))).rejects.toMatchObject({
      code: expect.not.stringMatching('ENOTFOUND') as string,
    });
  });

  it('gives up on a proxy that does not answer in time', async () => {
    const server = createServer();
    server.on('connect', () => undefined);
    const target = targetOf({ proxy: `http://127.0.0.1:${await listenForTest(server)}`, timeout: 100 });
    await expect(openSocket(target)).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
  });

  it('says so when the proxy refuses, and leaves it', async () => {
    const server = createServer();
    const left = new Promise((resolve) =>
      server.on('connect', (_request, socket: Socket) => {
        socket.once('end', resolve).resume();
        socket.write('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      }),
    );
    const proxy = `http://127.0.0.1:${await listenForTest(server)}`;
    await expect(openSocket(targetOf({ proxy }))).rejects.toThrow(
      /^Proxy response \(407\) !== 200 when HTTP Tunneling$/,
    );
    await left;
  });

  it('names the ways to sign in that it offers, each once', async () => {
    const offers = 'Proxy-Authenticate: NTLM, Basic realm="a, b", basic-2 x="1"\r\nProxy-Authenticate: NTLM\r\n';
    const { port } = await proxyWith(`HTTP/1.1 407 Required\r\n${offers}\r\n`);
    await expect(openSocket(targetOf({ proxy: `http://127.0.0.1:${port}` }))).rejects.toThrow(
      /; it offers NTLM, Basic, basic-2$/,
    );
  });
});

it.each([
  ['localhost', ['localhost']],
  // An address in numbers is not a name that a server could be asked for.
  ['127.0.0.1', []],
])('encrypts the way to %s, looks at its certificate and leaves', async (host, asked) => {
  const names: string[] = [];
  const nameAsked = (name: string, done: (error: null) => void) => (names.push(name), done(null));
  const server = createSecureServer({ cert: GOOD, key: KEY, SNICallback: nameAsked });
  const left = new Promise((resolve) => server.on('connection', (socket) => socket.once('close', resolve)));
  const target = targetOf({ host, port: await listenForTest(server) });
  expect(await encrypt(await openSocket(target), target)).toEqual({
    issuer: 'Spec Authority',
    validTo: Date.parse('2125-06-15T04:05:22Z'),
    protocol: 'TLSv1.3',
  });
  expect(names).toEqual(asked);
  await left;
});

it('gives up on a server that does not encrypt in time', async () => {
  const target = targetOf({ host: '127.0.0.1', port: await listenForTest(createNetServer()), timeout: 100 });
  await expect(encrypt(await openSocket(target), target)).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
});

it.each([
  ['the certificate that is missing here', GOOD, 'Spec Authority'],
  ['the last one that the server sent', GOOD + AUTHORITY, 'Spec Authority'],
  ['one that signed itself', SELF_SIGNED, 'Self Made'],
])('names the signer of %s', async (_name, cert, signer) => {
  const server = createSecureServer({ cert, key: KEY });
  const target = targetOf({ host: 'localhost', port: await listenForTest(server), certificates: [] });
  expect(await signerOf(target)).toBe(signer);
  const untrusted = Object.assign(new Error('untrusted'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  expect(await lookAgain(target, untrusted)).toEqual({ error: untrusted, signer });
});

it('names no signer where nobody answers', async () => {
  const target = targetOf({ host: '127.0.0.1', port: 1 });
  expect(await signerOf(target)).toBeNull();
  const lost = Object.assign(new Error('lost'), { code: 'ECONNREFUSED' });
  expect(await lookAgain(target, lost)).toEqual({ error: lost, signer: null });
});
