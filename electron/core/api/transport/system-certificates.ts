import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../foundation/ports.ts';

/** Milliseconds. On company Macs reading the store takes up to two minutes; a person at a sign-in waits for less. */
const PATIENCE = 20_000;

/** In a thread: the call itself holds up everything else in its own. */
const PROGRAM = `const { parentPort } = require('node:worker_threads');
parentPort.postMessage(require('node:tls').getCACertificates('system'));`;

/** The certificates of this computer's store, once they are read; for the whole process. */
let found: readonly string[] = [];
let reading: Promise<void> | null = null;

/** Resolves when the store is read, or was waited for long enough: then it is read on, and known to later connections. */
export async function systemStoreRead(clock: Pick<Clock, 'after'>, program = PROGRAM): Promise<void> {
  reading ??= read(program);
  const { promise, resolve } = Promise.withResolvers<void>();
  const limit = clock.after(PATIENCE, resolve);
  await Promise.race([reading, promise]);
  limit.cancel();
}

/** What Node trusts, and this computer as far as it is known. Company networks put their own signer into the store. */
export function trustedCertificates(extra: readonly string[]): string[] {
  return [...new Set([...getCACertificates('default'), ...found]), ...extra];
}

/** Another number when the store was read meanwhile. */
export function systemStoreSize(): number {
  return found.length;
}

async function read(program: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const thread = new Worker(program, { eval: true });
  // A program that ends does not wait for it.
  thread.unref();
  thread.once('message', (certificates: readonly string[]) => (found = certificates));
  // Without the store there are still Node's own certificates.
  thread.once('error', () => resolve());
  thread.once('exit', () => resolve());
  await promise;
}
