import { SECOND } from '../../../shared/domain/time/time.ts';
import type { Clock } from '../../core/foundation/ports.ts';
import { codeOf } from '../../host/host-trouble.ts';
import { UpdateTrouble } from './release.ts';

/** Milliseconds without a byte, after which a connection counts as broken. */
const SILENCE = 60 * SECOND;
/** Bytes. A longer text cannot be a list of versions. */
const LONGEST_TEXT = 200_000;

/** Reads addresses as Chromium does: through the proxies and with the certificates of the system. */
export type Fetch = (address: string, init: { readonly signal: AbortSignal }) => Promise<Response>;

/**
 * The bytes at an address, as they come.
 *
 * @throws UpdateTrouble when it cannot be reached, answers with another status than 200, falls silent or breaks off
 */
export async function* bytesAt(fetch: Fetch, clock: Pick<Clock, 'after'>, address: URL): AsyncGenerator<Uint8Array> {
  const silence = new AbortController();
  const arm = () => clock.after(SILENCE, () => silence.abort(new Error('nothing came for a minute')));
  let timer = arm();
  let bytes = 0;
  try {
    const response = await fetch(address.href, { signal: silence.signal });
    if (response.status !== 200) throw answered(address, String(response.status));
    for await (const chunk of response.body ?? []) {
      timer.cancel();
      timer = arm();
      bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw error instanceof UpdateTrouble ? error : broken(address, bytes, error);
  } finally {
    timer.cancel();
    // A caller who stops reading ends the connection, too.
    silence.abort();
  }
}

/** @throws UpdateTrouble as `bytesAt`, and when the text is too long to be a list of versions */
export async function textAt(fetch: Fetch, clock: Pick<Clock, 'after'>, address: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytesAt(fetch, clock, address)) {
    length += chunk.length;
    if (length > LONGEST_TEXT) throw answered(address, 'with more than a list of versions');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function answered({ host }: URL, what: string): UpdateTrouble {
  return new UpdateTrouble(
    `The place for updates, ${host}, answered ${what}. Nothing was loaded. Try again later, or tell your administrator.`,
  );
}

function broken({ host }: URL, bytes: number, cause: unknown): UpdateTrouble {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  // The error of several addresses that were tried has a code and no message.
  const why = inner instanceof Error ? inner.message || codeOf(inner) : String(inner);
  return new UpdateTrouble(
    bytes === 0
      ? `The place for updates, ${host}, cannot be reached: ${why}. Nothing was loaded. Check the network, then try again.`
      : `The connection to the place for updates, ${host}, broke off before everything had come: ${why}. What came was removed, and nothing was installed. Try again.`,
    { cause },
  );
}
