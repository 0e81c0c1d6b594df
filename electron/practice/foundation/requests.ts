import type { IncomingMessage } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import { bodyLimit } from './options.ts';

/** Parameters of a query; names without regard to case, several values by repeating or by commas. */
export class QueryParameters {
  readonly #values: readonly (readonly [string, string])[];

  /** @param ignored names in lower case that are not looked at */
  constructor(query: string, ignored: ReadonlySet<string> = new Set()) {
    this.#values = [...new URLSearchParams(query)]
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !ignored.has(name));
  }

  /** The first value that is not blank, without outer spaces. */
  first(name: string): string | null {
    const value = this.#values.find(([key, text]) => key === name.toLowerCase() && text.trim() !== '');
    return value === undefined ? null : value[1].trim();
  }

  /** All values, commas taken apart, blanks dropped. */
  list(name: string): string[] {
    return this.#values
      .filter(([key]) => key === name.toLowerCase())
      .flatMap(([, value]) => value.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== '');
  }

  /** Given without a value, or with anything but false, 0 and no, it is on. */
  flag(name: string): boolean {
    const found = this.#values.find(([key]) => key === name.toLowerCase());
    return found !== undefined && !['false', '0', 'no'].includes(found[1].trim().toLowerCase());
  }
}

export interface Target {
  /** Path parts, percent-decoded one by one. */
  readonly segments: readonly string[];
  /** The path as sent, without the query. */
  readonly path: string;
  readonly query: string;
}

/** null when the address cannot be decoded. */
export function parseTarget(url: string): Target | null {
  // A proxy-style request line carries the whole address.
  const relative = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = relative.indexOf('?');
  const path = mark < 0 ? relative : relative.slice(0, mark);
  const query = mark < 0 ? '' : relative.slice(mark + 1).replace(/#.*$/s, '');
  try {
    const segments = path.replace(/#.*$/s, '').split('/').slice(1).map(decodeURIComponent);
    if (segments.at(-1) === '') segments.pop();
    return { segments, path, query };
  } catch {
    return null;
  }
}

/** Compares digests, so that neither length nor a shared beginning can be measured. */
export function isAuthorized(header: string | undefined, username: string, password: string): boolean {
  const match = /^\s*basic\s+([A-Za-z0-9+/]+=*)\s*$/i.exec(header ?? '');
  if (match === null) return false;
  const given = createHash('sha256')
    .update(Buffer.from(match[1] as string, 'base64'))
    .digest();
  return timingSafeEqual(given, createHash('sha256').update(`${username}:${password}`, 'utf8').digest());
}

export type BodyReading =
  { readonly kind: 'complete'; readonly bytes: Buffer } | { readonly kind: 'tooLarge' } | { readonly kind: 'aborted' };

/** Reads the whole body, at most 10 MB. Never rejects. */
export function readBody(request: IncomingMessage): Promise<BodyReading> {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return Promise.resolve({ kind: 'tooLarge' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > bodyLimit) {
        chunks.length = 0;
        resolve({ kind: 'tooLarge' });
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => resolve({ kind: 'complete', bytes: Buffer.concat(chunks) }));
    request.on('error', () => resolve({ kind: 'aborted' }));
    request.on('close', () => resolve({ kind: 'aborted' }));
  });
}

/** Text of the body; null when it is not UTF-8. */
export function decodeText(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
