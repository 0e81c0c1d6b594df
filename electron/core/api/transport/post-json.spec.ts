import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { PLAIN_NETWORK } from '../../foundation/network-access.ts';
import { listenForTest } from '../simulation/listen-fixture.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { postOn } from './post-json.ts';

function listen(listener?: RequestListener) {
  const server = createServer(listener);
  return { server, port: listenForTest(server) };
}

/** @param proxy for each address but this computer's own */
function postWith(proxy: string | null) {
  const asked: string[] = [];
  const proxyFor = (address: string) => (asked.push(address), Promise.resolve(proxy));
  const network = { ...PLAIN_NETWORK, proxyAuthorization: () => 'Basic chosen' };
  return { post: postOn({ proxyFor, network, clock: new VirtualClock() }), asked };
}

it('posts JSON straight to this computer, tells the status, follows nobody and leaves', async () => {
  const heard: IncomingMessage[] = [];
  const bodies: string[] = [];
  const { server, port } = listen((request, response) => {
    heard.push(request);
    request.on('data', (piece: Buffer) => bodies.push(piece.toString()));
    request.on('end', () => response.writeHead(302, { location: '/elsewhere' }).end('moved'));
  });
  const left = new Promise((resolve) => server.on('connection', (socket) => socket.once('close', resolve)));
  const { post, asked } = postWith('http://127.0.0.1:1');
  expect(await post(`http://127.0.0.1:${await port}/hook?a=1`, '{"a":1}', 10_000)).toBe(302);
  expect(heard.map(({ method, url, headers }) => [method, url, headers['content-type']])).toEqual([
    ['POST', '/hook?a=1', 'application/json'],
  ]);
  expect([bodies, asked]).toEqual([['{"a":1}'], []]);
  await left;
});

it('waits for an answer as long as it may', async () => {
  const { port } = listen(() => undefined);
  await expect(postWith(null).post(`http://127.0.0.1:${await port}/`, '{}', 50)).rejects.toThrow(/timeout/);
});

it('waits no longer for a proxy that opens no way', async () => {
  const { server, port } = listen();
  server.on('connect', (_request, socket: Socket) => void socket.on('error', () => undefined));
  const { post } = postWith(`http://127.0.0.1:${await port}`);
  await expect(post('https://hook.example/alerts', '{}', 50)).rejects.toThrow(/timeout/i);
});

it.each([
  ['in the address of the proxy', 'anna:word@', `Basic ${Buffer.from('anna:word').toString('base64')}`],
  ['that a person chose', '', 'Basic chosen'],
])('signs in to a proxy with the password %s', async (_name, user, authorization) => {
  const { server, port } = listen();
  const heard: (string | undefined)[] = [];
  server.on('connect', ({ headers }, socket: Socket) => {
    heard.push(headers['proxy-authorization']);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const { post, asked } = postWith(`http://${user}127.0.0.1:${await port}`);
  await expect(post('https://hook.example/alerts', '{}', 10_000)).rejects.toThrow('Proxy response (502)');
  expect([heard, asked]).toEqual([[authorization], ['https://hook.example/alerts']]);
});
