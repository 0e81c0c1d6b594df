import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { PLAIN_NETWORK } from '../../foundation/network-access.ts';
import { listenForTest } from '../simulation/listen-fixture.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { DEFAULT_TIMEOUTS, timeoutsWithin } from './timeouts.ts';
import { Transport } from './transport.ts';

it.each([
  [300_000, 300_000],
  [5_000, DEFAULT_TIMEOUTS.headers],
])('a whole answer within %i ms may begin within %i ms', (answer, headers) => {
  expect(timeoutsWithin(answer)).toEqual({ answer, list: answer, headers });
});

it('looks once more why a proxy refused for no longer than somebody waits for it', async () => {
  const proxy = createServer();
  const controller = new AbortController();
  let asked = 0;
  proxy.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined);
    if ((asked += 1) === 1) socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    else controller.abort();
  });
  const port = await listenForTest(proxy);
  const transport = new Transport({
    baseAddress: 'https://service.example/api',
    clock: new VirtualClock(),
    proxy: `http://127.0.0.1:${port}`,
    timeouts: DEFAULT_TIMEOUTS,
    network: PLAIN_NETWORK,
  });
  const request = { method: 'POST', path: '/leads', headers: {}, body: '{}', signal: controller.signal } as const;
  expect(await transport.send(request)).toMatchObject({ failure: { sent: 'no', cause: 'cancelled' } });
  expect(asked).toBe(2);
  transport.close();
});
