import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { refusalOf } from './request-rules.ts';

const port = 4711;
const own = 'http://127.0.0.1:4711';

function status(method: string, headers: IncomingHttpHeaders): number | null {
  return refusalOf({ method, headers: { host: '127.0.0.1:4711', ...headers } }, port)?.status ?? null;
}

describe('who may come near', () => {
  it('is our own page', () => {
    expect(status('POST', { origin: own, 'sec-fetch-site': 'same-origin' })).toBeNull();
    expect(status('GET', { 'sec-fetch-site': 'same-origin' })).toBeNull();
    expect(status('GET', {})).toBeNull();
  });

  it('is a person who opens the address, from wherever', () => {
    for (const site of ['none', 'cross-site', 'same-site'])
      expect(
        status('GET', { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }),
      ).toBeNull();
  });

  it.each([
    ...['lead-console.evil:4711', 'localhost:4711', '127.0.0.1'],
    ...['127.0.0.1:80', '127.0.0.1:47110', '[::1]:4711', '0.0.0.0:4711', ''],
  ])('is nobody who believes to be at %j', (host) => {
    expect(status('GET', { host })).toBe(421);
    expect(status('POST', { host, origin: own })).toBe(421);
  });

  it.each([
    ...[undefined, 'null', 'https://evil.example', 'http://127.0.0.1:4712', 'http://127.0.0.1'],
    ...['https://127.0.0.1:4711', 'http://127.0.0.1:4711.evil.example', 'http://localhost:4711'],
  ])('is no page at %j that sends something', (origin) => {
    expect(status('POST', origin === undefined ? {} : { origin })).toBe(403);
    if (origin !== undefined) expect(status('GET', { origin })).toBe(403);
  });

  it.each(['cross-site', 'same-site', 'none'])('is no script, picture or frame of a page that is %s', (site) => {
    expect(status('POST', { origin: own, 'sec-fetch-site': site })).toBe(403);
    expect(status('GET', { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' })).toBe(
      403,
    );
    expect(status('GET', { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })).toBe(
      403,
    );
  });

  it.each(['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])('speaks no %s', (method) => {
    expect(status(method, { origin: own })).toBe(405);
  });
});
