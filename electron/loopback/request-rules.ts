import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Why a request is refused. Every refused request gets an answer with the reason. */
export interface Refusal {
  readonly status: 400 | 403 | 405 | 421;
  readonly message: string;
}

/**
 * Checks where a request comes from, before anything else. Any website can send requests to 127.0.0.1 and can point a
 * host name of its own at it (DNS rebinding), so the `Host` header and the origin of the page must both be this host's.
 * @param port the port this host listens on
 * @returns null when the request may be answered
 */
export function refusalOf(request: Pick<IncomingMessage, 'method' | 'headers'>, port: number): Refusal | null {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'POST') return { status: 405, message: 'This address takes only GET and POST.' };
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

/** A client that does not send the header (old browser, command line) is checked by origin, token and cookie alone. */
function isFromOwnPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

/** A typed or clicked address gets the page. After a click on another site SameSite=Strict keeps the cookie away. */
function isOpenedByPerson(method: string, headers: IncomingHttpHeaders): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}
