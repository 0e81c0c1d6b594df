// Why: decision 0043.
import { randomBytes } from 'node:crypto';
import { textIn } from '../host/gate.ts';
import { AlreadyOpen } from '../host/interactive-lock.ts';

/** Milliseconds. The running host is on this computer; one that does not answer by then hangs. */
const WAIT = 10_000;

/** A key for `POST /address`, for as long as the host runs. */
export function newDoorKey(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Asks the browser host that holds the data folder for a fresh address. Its imports go on.
 * @param error why this host could not start
 * @returns null when the folder is not held, when the desktop app holds it, or when the host gives no address
 */
export async function addressOfRunningHost(error: unknown): Promise<string | null> {
  if (!(error instanceof AlreadyOpen) || error.door === null) return null;
  const { port, key } = error.door;
  const own = `http://127.0.0.1:${port}`;
  try {
    const response = await fetch(`${own}/address`, {
      method: 'POST',
      headers: { origin: own, 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
      signal: AbortSignal.timeout(WAIT),
    });
    const address = textIn(await response.json(), 'address');
    // It goes to a terminal and to a browser: nothing but an address of that host.
    return new RegExp(`^${own}/#token=[\\w-]{43}$`).test(address) ? address : null;
  } catch {
    // It is ending or hangs: the sentence that names it says what to do.
    return null;
  }
}
