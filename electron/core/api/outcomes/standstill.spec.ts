import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../foundation/ports.ts';
import { systemClock } from '../../system/system-clock.ts';
import { specClient } from '../simulation/spec-client.ts';

/** Says its port, then each request; answers it while the thread of the client may stand still. */
const SERVICE = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer((request, response) => {
    parentPort.postMessage('heard');
    setTimeout(() => response.end('{"success":true,"leadId":"7"}'), 50);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** Ten times as fast, and on while the program stands still. */
const clock: Clock = {
  wallNow: () => Math.round(10 * (performance.timeOrigin + performance.now())),
  monotonicNow: () => 10 * performance.now(),
  after: (delayMs, callback) => systemClock.after(delayMs / 10, callback),
};

it('reads an answer that came before its deadline, though the program stood still until after it', async () => {
  const service = new Worker(SERVICE, { eval: true });
  onTestFinished(async () => void (await service.terminate()));
  const [port] = (await once(service, 'message')) as [number];
  const client = specClient(`http://127.0.0.1:${port}/api`, { clock, timeouts: { answer: 5_000 } });
  onTestFinished(() => client.close());
  const lead = { campaignCode: 'C-1', data: { Phone: '1' } };
  const created = client.createLead(lead, { lane: 'import', beforeSend: () => undefined });
  await once(service, 'message');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800);
  expect(await created).toMatchObject({ outcome: 'created', leadId: '7' });
});
