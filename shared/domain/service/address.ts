import { withoutEnd } from '../words/edges.ts';

/** The base address a person types or pastes, and what is made of it. */

/** In Node and in browsers; this folder has the types of neither. */
declare const URL: { canParse(text: string): boolean; new (text: string): { readonly href: string } };

export type AddressResult =
  | { readonly ok: true; readonly address: string; readonly note?: string }
  | { readonly ok: false; readonly message: string };

const refuse = (message: string): AddressResult => ({ ok: false, message });

/** True for a host that is this computer: only there may the connection go without encryption. */
export function isLoopbackHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  const parts = name.split('.');
  return (
    parts.length === 4 && parts[0] === '127' && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
  );
}

const LABEL = /^[\p{L}\p{N}_]([\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?$/u;

function isHost(host: string): boolean {
  if (/^\[[0-9a-f:.]+\]$/i.test(host)) return host.includes('::') || host.split(':').length === 8;
  if (host.length === 0 || host.length > 253) return false;
  if (/^[\d.]+$/.test(host)) {
    const parts = host.split('.');
    return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
  }
  return host.split('.').every((label) => LABEL.test(label));
}

/** `URL:`, `Base address =`, `API-URL:` and the like before the address itself. */
const PREFIX = /^[\p{L} _-]{1,30}\s*[:=]\s+(?=\S)/u;
const PREFIX_BEFORE_SCHEME = /^[\p{L} _-]{1,30}\s*[:=]\s*(?=https?:\/\/)/iu;

function stripped(text: string): string {
  const begun = text
    .trim()
    .replace(PREFIX_BEFORE_SCHEME, '')
    .replace(PREFIX, '')
    .replace(/^[<"'“”‘’«»(]+/, '');
  return withoutEnd(begun, /[>"'“”‘’«»)]/).trim();
}

/**
 * Makes `https://host/api` (no slash at the end) of what was typed: a pasted label, a missing scheme, a missing `/api`,
 * a slash, a query or a path behind `/api` are put right, and `note` says so. Plain http is accepted for this computer
 * only; user names, other schemes and invalid addresses are refused with a sentence.
 */
export function normaliseAddress(text: string): AddressResult {
  const typed = stripped(text);
  if (typed === '')
    return refuse('The address is missing. Type the address of the service, for example https://company.example/api.');
  if (/[\s\\]/.test(typed) || hasControl(typed)) {
    return refuse(
      'The address has a space or a backslash in it. Type it in one piece, for example https://company.example/api.',
    );
  }

  const schemed = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(typed);
  const scheme = schemed?.[1]?.toLowerCase() ?? null;
  if (scheme !== null && scheme !== 'https' && scheme !== 'http') {
    return refuse(
      `The address starts with ${scheme}://. The service is reached over https only; type https:// or leave the beginning out.`,
    );
  }
  const rest = (schemed?.[2] ?? typed).replace(/^\/\//, '');
  if (scheme === null && /^(javascript|data|file|mailto|ftp|about|blob|vbscript):/i.test(rest)) {
    return refuse(
      'That is not the address of a service. Type the host and /api, for example https://company.example/api.',
    );
  }

  const cut = rest.search(/[/?#]/);
  const authority = cut === -1 ? rest : rest.slice(0, cut);
  const tail = cut === -1 ? '' : rest.slice(cut);
  if (authority.includes('@')) {
    return refuse(
      'The address contains a user name or a password before an @. Type them in their own fields; an address may be shown and stored, a password may not.',
    );
  }

  const split = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority);
  // "company.example." is the same computer; certificates and the rule for this computer know it without the point.
  const host = (split?.[1]?.toLowerCase() ?? '').replace(/\.$/, '');
  const port = split?.[2] ?? '';
  const noComputer = `"${shortened(authority)}" is not the name of a computer. Check the address for typing errors, for example https://company.example/api.`;
  if (split === null || !isHost(host) || (port !== '' && (Number(port) < 1 || Number(port) > 65_535)))
    return refuse(noComputer);

  const isLocal = isLoopbackHost(host);
  if (scheme === 'http' && !isLocal) {
    return refuse(
      'The address starts with http://, so the password would travel unencrypted. Use https:// instead; nothing was sent.',
    );
  }
  const usedScheme = scheme ?? (isLocal && port !== '' ? 'http' : 'https');
  const isDefaultPort = Number(port) === (usedScheme === 'https' ? 443 : 80);
  const path = pathOf(tail);
  const address = `${usedScheme}://${host}${port === '' || isDefaultPort ? '' : `:${Number(port)}`}${path}`;
  // Characters that stand for several others, such as U+FDFA, are letters, but their letters are not the name of a computer.
  if (!URL.canParse(address)) return refuse(noComputer);
  return address === text.trim() ? { ok: true, address } : { ok: true, address, note: `Understood as ${address}` };
}

/**
 * Whether two addresses are those of one service, also where a name has letters beyond ASCII in one and stands for them in
 * the other, or the number of a computer is written in another way.
 */
export function isSameAddress(one: string, other: string): boolean {
  return spelledAlike(one) === spelledAlike(other);
}

function spelledAlike(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).toLowerCase();
}

/** The path up to and including the last `/api` segment; `/api` is added when it has none. */
function pathOf(tail: string): string {
  const path = (tail.split(/[?#]/)[0] ?? '').replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const segments = path
    .split('/')
    .map((segment) => safeDecode(segment).toWellFormed())
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const api = segments.map((segment) => segment.toLowerCase()).lastIndexOf('api');
  const kept = api === -1 ? [...segments, 'api'] : segments.slice(0, api + 1);
  return `/${kept.map(encodeURI).join('/')}`;
}

function safeDecode(segment: string): string {
  try {
    return decodeURI(segment);
  } catch {
    return segment.replace(/%/g, '');
  }
}

function hasControl(text: string): boolean {
  for (const character of text) if ((character.codePointAt(0) ?? 0) < 32) return true;
  return false;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
