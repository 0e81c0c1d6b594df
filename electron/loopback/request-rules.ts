import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Why a request is turned away: an answer with a reason, never silence. */
export interface Refusal {
  readonly status: 400 | 403 | 405 | 421;
  readonly message: string;
}

/**
 * Whether a request may come near this program at all. Any website can send requests to 127.0.0.1, and a name of its
 * own can be made to lead here (DNS rebinding), so the address the browser believes to be at and the page that asks
 * are checked before anything else.
 * @param port the port this host listens on
 */
export function refusalOf(request: Pick<IncomingMessage, 'method' | 'headers'>, port: number): Refusal | null {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'POST') return { status: 405, message: 'Only GET and POST are understood here.' };
  if (headers.host !== `127.0.0.1:${port}`) {
    return { status: 421, message: `Lead Console answers at http://127.0.0.1:${port}/ only. Open that address.` };
  }
  const own = `http://127.0.0.1:${port}`;
  if (method === 'POST' && headers.origin !== own) return stranger;
  if (headers.origin !== undefined && headers.origin !== own) return stranger;
  return isFromOwnPage(headers) || isOpenedByPerson(method, headers) ? null : stranger;
}

const stranger: Refusal = {
  status: 403,
  message: 'This request came from another page. Lead Console answers its own page only.',
};

/** A client without the header (old browser, command line) is held by origin, token and cookie alone. */
function isFromOwnPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

/** A typed or clicked address. It gets the page, and the cookie's SameSite=Strict keeps a click elsewhere without a session. */
function isOpenedByPerson(method: string, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET' || headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document')
    return false;
  return true;
}
