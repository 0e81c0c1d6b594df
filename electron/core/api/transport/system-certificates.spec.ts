import { expect, it } from 'vitest';
import { systemStoreRead, systemStoreSize, trustedCertificates } from './system-certificates.ts';

/** A store as on a company's Mac: reading it holds its thread, until it is told to go on. */
const slow = (gate: Int32Array) =>
  `const { parentPort } = require('node:worker_threads');
   const gate = new Int32Array(require('node:worker_threads').getEnvironmentData('gate'));
   Atomics.wait(gate, 0, 0, ${gate.length * 20_000});
   parentPort.postMessage(['certificate of the company']);`;

it('is read beside the work, waited for up to a limit, and known to later connections', async () => {
  const { setEnvironmentData } = await import('node:worker_threads');
  const gate = new Int32Array(new SharedArrayBuffer(4));
  setEnvironmentData('gate', gate.buffer);
  let isReached = () => undefined as void;
  let cancelled = 0;
  const clock = {
    after(_milliseconds: number, callback: () => void) {
      isReached = callback;
      return { cancel: () => void (cancelled += 1) };
    },
  };
  const waited = systemStoreRead(clock, slow(gate));
  // Meanwhile this thread goes on.
  await new Promise((resolve) => setImmediate(resolve));
  isReached();
  await waited;
  expect([systemStoreSize(), trustedCertificates(['mine']).at(-1)]).toEqual([0, 'mine']);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await systemStoreRead(clock);
  // Nothing is waited for any more: a program that ends would wait with it.
  expect(cancelled).toBe(2);
  expect(trustedCertificates([])).toContain('certificate of the company');
});
