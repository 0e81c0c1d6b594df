import { PLAIN_NETWORK } from '../../foundation/network-access.ts';
import { getEventListeners } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createNetServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { MockAgent } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/time.ts';
import { listenForTest } from '../simulation/listen-fixture.ts';
import { AUTHORITY, GOOD, KEY } from '../simulation/spec-certificates.ts';
import { specProxy } from '../simulation/spec-proxy.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { DEFAULT_TIMEOUTS } from './timeouts.ts';
import { Transport, type TransportAnswer, type TransportOptions } from './transport.ts';

const GET = { method: 'GET', path: '/users', headers: {} } as const;
const POST = { method: 'POST', path: '/leads', headers: {}, body: '{}' } as const;

let clock: VirtualClock;
let transport: Transport;
let answer: RequestListener;
let heard: IncomingMessage[];
let connections: Socket[];
let address: string;

function transportTo(baseAddress: string, over: Partial<TransportOptions> = {}): Transport {
  const options = {
    clock,
    proxy: null,
    timeouts: DEFAULT_TIMEOUTS,
    network: { ...PLAIN_NETWORK, certificates: [AUTHORITY] },
    ...over,
  };
  transport = new Transport({ baseAddress, ...options });
  return transport;
}

/** The address of a proxy. */
const openProxy = async () => `http://127.0.0.1:${await listenForTest(specProxy())}`;

beforeEach(async () => {
  clock = new VirtualClock();
  heard = [];
  connections = [];
  answer = (_request, response) => void response.end('[]');
  const server = createServer((request, response) => {
    heard.push(request);
    answer(request, response);
  });
  server.on('connection', (socket) => connections.push(socket));
  address = `http://127.0.0.1:${await listenForTest(server)}/api`;
  transportTo(address);
});
afterEach(() => {
  vi.useRealTimers();
  transport.close();
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const closed = (socket: Socket | undefined) =>
  new Promise<void>((resolve) => (socket?.destroyed === false ? socket.once('close', () => resolve()) : resolve()));

async function answered(request: Parameters<Transport['send']>[0]): Promise<TransportAnswer> {
  const result = await transport.send(request);
  if (result.kind !== 'answer') throw new Error(result.failure.detail);
  return result;
}

async function read(request: Parameters<Transport['send']>[0], limit = 1_000) {
  return transport.readText(await answered(request), limit);
}

/** Sends a request that the service never answers, and waits until it was heard. */
async function hang(signal?: AbortSignal) {
  answer = () => undefined;
  const before = heard.length;
  const result = transport.send({ ...GET, ...(signal === undefined ? {} : { signal }) });
  while (heard.length === before) await turn();
  return result;
}

describe('connections', () => {
  it('are used again for reading, and once for a change', async () => {
    for (let times = 0; times < 5; times++) await read(GET);
    const forReading = connections.length;
    expect(forReading).toBeLessThan(5);
    for (let times = 0; times < 2; times++) await read(POST);
    await read({ ...GET, method: 'DELETE' });
    expect(connections).toHaveLength(forReading + 3);
    const kept = heard.map(({ headers }) => headers.connection === 'keep-alive');
    expect(kept).toEqual([true, true, true, true, true, false, false, false]);
  });

  it('for reading are eight at most, each with one request at a time', async () => {
    answer = () => undefined;
    const sent = Array.from({ length: 10 }, () => transport.send(GET));
    while (heard.length < 8) await turn();
    for (let turns = 0; turns < 20; turns++) await turn();
    expect([heard.length, connections.length]).toEqual([8, 8]);
    transport.close();
    await Promise.all(sent);
  });

  it.each([60, 70])('take headers of 64 KiB, and no more: %i', async (kibibytes) => {
    answer = (_request, response) => void response.setHeader('x-note', 'a'.repeat(kibibytes * 1024)).end('[]');
    for (const request of [GET, POST])
      expect(await transport.send(request)).toMatchObject(
        kibibytes === 60 ? { kind: 'answer' } : { failure: { sent: 'maybe', cause: 'brokenAnswer' } },
      );
  });

  it('that are idle for three seconds are closed, however long the service would keep them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answer = (_request, response) => void response.setHeader('keep-alive', 'timeout=60').end('[]');
    for (const idle of [0, 1_500, 4_500]) {
      vi.advanceTimersByTime(idle);
      await read(GET);
      // The connection is free again a moment after the answer was read.
      await turn();
    }
    const [first, second, third] = heard.map(({ socket }) => socket);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it('for a change end with it, even when the service would keep them', async () => {
    answer = (_request, response) => void response.setHeader('connection', 'keep-alive').end('[]');
    for (let times = 0; times < 3; times++) {
      await read(POST);
      await turn();
    }
    expect(connections).toHaveLength(3);
  });

  it('speak HTTP/1.1 with a service that offers more, directly and through a proxy', async () => {
    const versions: string[] = [];
    const secure = createSecureServer({ allowHTTP1: true, cert: GOOD, key: KEY }, (request, response) => {
      versions.push(request.httpVersion);
      response.end('[]');
    });
    const port = await listenForTest(secure);
    const proxy = await openProxy();
    transportTo(`https://localhost:${port}/api`);
    expect(await read(GET)).toEqual({ text: '[]', foreign: null });
    transport.close();
    transportTo(`https://service.example:${port}/api`, { proxy });
    expect(await read(GET)).toEqual({ text: '[]', foreign: null });
    expect(await read(POST)).toEqual({ text: '[]', foreign: null });
    expect(versions).toEqual(['1.1', '1.1', '1.1']);
  });
});

describe('what is sent', () => {
  it('goes below the base address, with the body that was given', async () => {
    const bodies: string[] = [];
    answer = (request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        bodies.push(`${request.method} ${request.url} ${body}`);
        response.end();
      });
    };
    await read(GET);
    await read(POST);
    expect(bodies).toEqual(['GET /api/users ', 'POST /api/leads {}']);
  });

  it('can be cancelled while the answer is waited for', async () => {
    const controller = new AbortController();
    const result = hang(controller.signal);
    while (heard.length === 0) await turn();
    controller.abort();
    expect(await result).toMatchObject({ kind: 'failed', failure: { sent: 'maybe', cause: 'cancelled' } });
  });
});

it('a call that is cancelled while its connection is opened ends at once, and nothing was sent', async () => {
  const port = await listenForTest(createNetServer((socket) => connections.push(socket)));
  transportTo(`https://localhost:${port}/api`, { timeouts: { ...DEFAULT_TIMEOUTS, connect: HOUR } });
  const controller = new AbortController();
  const result = transport.send({ ...POST, signal: controller.signal });
  while (connections.length === 0) await turn();
  controller.abort();
  expect(await result).toMatchObject({ kind: 'failed', failure: { sent: 'no', cause: 'cancelled' } });
});

describe('the signal of a call', () => {
  // A joined signal with a listener is kept by Node for good, and keeps the request with it.
  it.each([
    ['was answered', async (signal: AbortSignal) => void (await read({ ...POST, signal }))],
    [
      'broke off',
      async (signal: AbortSignal) => {
        answer = (_request, response) => response.destroy();
        expect(await transport.send({ ...POST, signal })).toMatchObject({ kind: 'failed' });
      },
    ],
    [
      'found no connection',
      async (signal: AbortSignal) => {
        transportTo('http://127.0.0.1:1/api');
        expect(await transport.send({ ...POST, signal })).toMatchObject({ failure: { sent: 'no' } });
      },
    ],
  ])('has no listener any more when the request %s', async (_name, work) => {
    const { signal } = new AbortController();
    await work(signal);
    await turn();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('a body', () => {
  it('is read up to its limit and no further', async () => {
    answer = (_request, response) => {
      response.write('12345');
      setImmediate(() => response.end('67890'));
    };
    expect(await read(GET, 10)).toEqual({ text: '1234567890', foreign: null });
    answer = (_request, response) => {
      response.write('12345');
      setImmediate(() => response.write('678901'));
    };
    expect(await read(GET, 10)).toMatchObject({ failure: { sent: 'maybe', cause: 'tooLarge' } });
    // The rest is not waited for.
    await closed(heard.at(-1)?.socket);
  });

  it('is whole although its reader was slower than the service', async () => {
    const pieces = Array.from({ length: 200 }, (_, at) => `${String(at).padStart(999, '.')},`);
    const sent = Promise.withResolvers<void>();
    answer = (_request, response) => {
      const left = [...pieces];
      const next = () => {
        const piece = left.shift();
        if (piece === undefined) response.end(sent.resolve);
        else response.write(piece, () => setImmediate(next));
      };
      next();
    };
    const slow = await answered(GET);
    await sent.promise;
    expect(await transport.readText(slow, 1_000_000)).toEqual({ text: pieces.join(''), foreign: null });
  });

  it('that breaks off is told from one that was cancelled', async () => {
    const controller = new AbortController();
    answer = (_request, response) => void response.write('12');
    const cancelled = await answered({ ...GET, signal: controller.signal });
    const text = transport.readText(cancelled, 1_000);
    controller.abort();
    expect(await text).toMatchObject({ failure: { sent: 'maybe', cause: 'cancelled' } });

    const broken = await answered({ ...GET, signal: new AbortController().signal });
    connections.at(-1)?.destroy();
    expect(await transport.readText(broken, 1_000)).toMatchObject({ failure: { sent: 'maybe', cause: 'noAnswer' } });
  });

  it('gives the first of several headers', async () => {
    answer = (_request, response) => void response.setHeader('x-note', ['one', 'two']).end();
    const { header } = await answered(GET);
    expect(header('x-note')).toBe('one');
    expect(header('x-none')).toBeUndefined();
  });
});

describe('after a wake', () => {
  it('requests take new connections, and those on the old ones get 15 s to end', async () => {
    await read(GET);
    const first = hang();
    while (heard.length < 2) await turn();
    transport.renew();
    const second = hang();
    while (heard.length < 3) await turn();
    const [, old, newer] = heard.map(({ socket }) => socket);
    expect(newer).not.toBe(old);

    clock.run(10_000);
    transport.renew();
    clock.run(14_999);
    answer = (_request, response) => void response.end('[]');
    expect(await read(GET)).toEqual({ text: '[]', foreign: null });
    expect(old?.destroyed).toBe(false);
    clock.run(15_000);
    expect(await first).toMatchObject({ kind: 'failed', failure: { cause: 'noAnswer' } });
    // The later of the old ones still has time, until the end.
    expect(newer?.destroyed).toBe(false);
    transport.close();
    expect(await second).toMatchObject({ kind: 'failed', failure: { cause: 'cancelled' } });
  });

  it('changes nothing before the first request', async () => {
    transport.renew();
    clock.run(20_000);
    expect(await read(GET)).toEqual({ text: '[]', foreign: null });
  });
});

describe('after its end', () => {
  it('nothing is sent, and what is under way is cancelled', async () => {
    const waiting = hang();
    while (heard.length === 0) await turn();
    answer = (_request, response) => void response.write('12');
    const begun = await answered(GET);
    transport.close();
    expect(await waiting).toMatchObject({ kind: 'failed', failure: { sent: 'maybe', cause: 'cancelled' } });
    expect(await transport.readText(begun, 1_000)).toMatchObject({ failure: { sent: 'maybe', cause: 'cancelled' } });
    const sent = heard.length;
    expect(await transport.send(GET)).toMatchObject({ kind: 'failed', failure: { sent: 'no', cause: 'cancelled' } });
    expect(heard).toHaveLength(sent);
  });
});

describe('an unasked 100 Continue', () => {
  const answerHead = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n';
  const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';

  it.each([
    ['one', [interim + answerHead + '{}']],
    [
      'with a header, in pieces',
      ['HTTP/1.1 1', '00 Continue\r\nX-A: 1\r', '\n\r\nHTTP/1.1 200 OK\r\nContent-Le', 'ngth: 2\r\n\r\n{}'],
    ],
    ['several', [interim, interim + interim, `${answerHead}{`, '}']],
    ['one of 64 KiB', [interim.replace('\r\n\r\n', `\r\nX-A: ${'a'.repeat(65_504)}\r\n\r\n`), `${answerHead}{}`]],
    ['behind other interim answers', [early, interim + early, `${interim}${early}${answerHead}{}`]],
    ['none', [`${answerHead}{}`]],
  ])('is passed over: %s', async (_, pieces) => {
    const server = createNetServer((socket) => {
      socket.once('data', () => {
        const left = [...pieces];
        const next = () => {
          const piece = left.shift();
          if (piece !== undefined) socket.write(piece, () => setImmediate(next));
        };
        next();
      });
    });
    transport.close();
    transportTo(`http://127.0.0.1:${await listenForTest(server)}/api`);
    const result = await answered(POST);
    expect(result.status).toBe(200);
    expect(await transport.readText(result, 100)).toMatchObject({ text: '{}' });
  });

  it('is passed over before each answer of a connection that is used again', async () => {
    let opened = 0;
    const server = createNetServer((socket) => {
      opened += 1;
      socket.on('data', () => socket.write(`${interim}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]`));
    });
    transport.close();
    transportTo(`http://127.0.0.1:${await listenForTest(server)}/api`);
    for (let request = 0; request < 6; request += 1)
      expect(await transport.readText(await answered(GET), 100)).toMatchObject({ text: '[]' });
    expect(opened).toBeLessThan(6);
  });

  it('is passed over through a proxy, before each answer', async () => {
    const server = createTlsServer({ cert: GOOD, key: KEY }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write(`${interim}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]`));
    });
    const port = await listenForTest(server);
    transport.close();
    transportTo(`https://service.example:${port}/api`, { proxy: await openProxy() });
    for (const request of [GET, GET, POST, POST]) expect(await read(request)).toEqual({ text: '[]', foreign: null });
  });

  it('that goes on for more than 64 KiB is not waited for', async () => {
    const endless = `HTTP/1.1 100 Continue\r\nX-A: ${'a'.repeat(64 * 1024)}`;
    const server = createNetServer((socket) => void socket.once('data', () => socket.write(endless)));
    transport.close();
    transportTo(`http://127.0.0.1:${await listenForTest(server)}/api`);
    expect(await transport.send(POST)).toMatchObject({ kind: 'failed', failure: { sent: 'maybe' } });
  });

  it('before a server that says no more leaves the request unknown', async () => {
    const server = createNetServer((socket) => void socket.once('data', () => socket.end(interim)));
    transport.close();
    transportTo(`http://127.0.0.1:${await listenForTest(server)}/api`);
    expect(await transport.send(POST)).toMatchObject({ kind: 'failed', failure: { sent: 'maybe' } });
  });
});

it('waits for a proxy that opens no way as long as for a connection, and blames no one else', async () => {
  const proxy = createServer();
  proxy.on('connect', (_request, socket: Socket) => void socket.on('error', () => undefined));
  const port = await listenForTest(proxy);
  const options = { proxy: `http://127.0.0.1:${port}`, timeouts: { ...DEFAULT_TIMEOUTS, connect: 300 } };
  transport.close();
  transportTo('https://service.example/api', options);
  expect(await transport.send(POST)).toMatchObject({
    failure: {
      sent: 'no',
      cause: 'offline',
      message: `The proxy 127.0.0.1:${port} opened no connection to service.example in time. Check the proxy setting, the network, and the address of the service. Nothing was sent.`,
    },
  });
});

it('sends through the network that it is given, step before the first byte and all, and opens no socket', async () => {
  const network = new MockAgent();
  network.disableNetConnect();
  const service = network.get(new URL(address).origin);
  service.intercept({ path: '/api/leads', method: 'POST', body: '{}' }).reply(200, '{"success":true}');
  service.intercept({ path: '/api/users' }).reply(200, '[]');
  const reach = () => Promise.reject(new Error('not asked'));
  transport.close();
  transportTo(address, { sockets: { open: () => ({ reading: service, writing: service }), reach } });
  const steps: string[] = [];
  const created = await transport.send(POST, () => steps.push('step'));
  expect(created).toMatchObject({ kind: 'answer', status: 200 });
  expect(await transport.readText(await answered(GET), 10)).toMatchObject({ text: '[]' });
  expect([steps, connections]).toEqual([['step'], []]);
});
