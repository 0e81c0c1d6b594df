import { isLoopbackHost } from '../../../../shared/domain/service/address.ts';
import type { PracticeAccess } from '../../foundation/ports.ts';

/** Milliseconds for one answer of a program on this computer. */
const PATIENCE = 10_000;

/**
 * Asks the practice service on this computer about itself, below `/practice`. The service counts no such request, so it
 * does not wait in the client's queue. Resolves with the JSON of the answer.
 *
 * @param path below `/practice`
 * @throws Error without an answer of success, and for an address that is not this computer's
 */
export async function askPractice(
  { address, username, password }: PracticeAccess,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const url = new URL(`/practice/${path}`, address);
  if (!isLoopbackHost(url.hostname)) throw new Error(`The practice service is not at ${url.host}.`);
  // Loaded when it is needed: decision 0221.
  const { request } = await import('undici');
  const answer = await request(url, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`The practice service answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text) as unknown;
}
