import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoopbackHost, isSameAddress, normaliseAddress } from './address.ts';

describe('normaliseAddress', () => {
  it.each([
    ['https://company.example/api', 'https://company.example/api'],
    ['https://company.example/api/', 'https://company.example/api'],
    ['company.example', 'https://company.example/api'],
    ['company.example/api', 'https://company.example/api'],
    ['  URL: https://company.example/api  ', 'https://company.example/api'],
    ['URL:https://company.example', 'https://company.example/api'],
    ['Base address = company.example', 'https://company.example/api'],
    ['HTTPS://Company.Example/API/', 'https://company.example/API'],
    ['<https://company.example/api>', 'https://company.example/api'],
    ['"https://company.example"', 'https://company.example/api'],
    ['https://company.example:443/api', 'https://company.example/api'],
    ['https://company.example:0443/api', 'https://company.example/api'],
    ['http://localhost:00080/api', 'http://localhost/api'],
    ['https://company.example:08443', 'https://company.example:8443/api'],
    ['https://company.example:8443', 'https://company.example:8443/api'],
    ['https://company.example/api/leads?x=1#y', 'https://company.example/api'],
    ['https://company.example/tenant/api', 'https://company.example/tenant/api'],
    ['https://company.example//api//', 'https://company.example/api'],
    ['//company.example/api', 'https://company.example/api'],
    ['http://127.0.0.1:4711', 'http://127.0.0.1:4711/api'],
    ['localhost:4711', 'http://localhost:4711/api'],
    ['http://[::1]:4711/api', 'http://[::1]:4711/api'],
    ['bücher.example', 'https://bücher.example/api'],
    ['https://company.example/%/api', 'https://company.example/api'],
    ['https://company.example./api', 'https://company.example/api'],
    ['127.0.0.1.:4711', 'http://127.0.0.1:4711/api'],
    ['http://localhost.:4711', 'http://localhost:4711/api'],
  ])('makes %s into %s', (typed, address) => {
    const result = normaliseAddress(typed);
    expect(result).toMatchObject({ ok: true, address });
    expect(normaliseAddress(address)).toEqual({ ok: true, address });
  });

  it('says what it understood only when that differs from what was typed', () => {
    expect(normaliseAddress('https://company.example/api')).not.toHaveProperty('note');
    expect(normaliseAddress('company.example')).toHaveProperty('note');
  });

  it.each([
    ['', /missing/],
    ['   ', /missing/],
    ['http://company.example/api', /unencrypted/],
    ['http://127.0.0.1.company.example/api', /unencrypted/],
    ['http://localhost.company.example', /unencrypted/],
    ['https://user:secret@company.example/api', /user name or a password/],
    ['user:secret@company.example', /user name or a password/],
    ['https://127.0.0.1:80@company.example', /user name or a password/],
    ['ftp://company.example', /ftp/],
    ['javascript:alert(1)', /not the address/],
    ['file:///etc/passwd', /file/],
    ['https://', /not the name/],
    ['https://com pany.example', /space/],
    ['https:\\\\company.example', /backslash/],
    ['https://company.example:99999', /not the name/],
    ['https://999.1.1.1/api', /not the name/],
    ['https://-a-.example', /not the name/],
    ['\uFDFA', /not the name/],
    ['https://\uFDFA/api', /not the name/],
  ])('refuses %s with a sentence', (typed, message) => {
    const result = normaliseAddress(typed);
    expect(result).toEqual({ ok: false, message: expect.stringMatching(message) });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('never answers an address that is neither https nor on this computer, whatever is typed', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom(
        'http',
        'https',
        'ftp',
        '://',
        '//',
        ':',
        '@',
        '/',
        '.',
        '127.0.0.1',
        'localhost',
        'company.example',
        '/api',
        ':80',
        '[::1]',
        '?',
        '#',
        '\\',
        '%2f',
        ' ',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
        (typed) => {
          const result = normaliseAddress(typed);
          if (!result.ok) return;
          expect(result.address).toMatch(
            /^https:\/\/|^http:\/\/(localhost|[^/]*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?\//,
          );
          expect(result.address.split('/')[2]).not.toContain('@');
          expect(normaliseAddress(result.address)).toEqual({ ok: true, address: result.address });
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

it('refuses a long row of closing quotes at once', () => {
  expect(normaliseAddress(`https://a${'"'.repeat(200_000)}b`).ok).toBe(false);
});

it.each([
  ['https://company.example/api', 'https://Company.example/API', true],
  ['https://bücher.example/api', 'https://xn--bcher-kva.example/api', true],
  ['http://127.000.000.001:4711/api', 'http://127.0.0.1:4711/api', true],
  ['http://localhost:4711/api', 'http://127.0.0.1:4711/api', false],
  ['http://localhost:4711/api', 'https://localhost:4711/api', false],
  ['https://company.example/api', 'https://company.example:8443/api', false],
  ['https://company.example/api', 'https://company.example/tenant/api', false],
  ['damaged', 'damaged', true],
  ['damaged', 'https://company.example/api', false],
])('%s and %s are of one service: %s', (one, other, isSame) => {
  expect(isSameAddress(one, other)).toBe(isSame);
  expect(isSameAddress(other, one)).toBe(isSame);
});

describe('isLoopbackHost', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['[::1]', true],
    ['LOCALHOST', true],
    ['127.0.0.1.example', false],
    ['127.0.0.256', false],
    ['0.0.0.0', false],
    ['example', false],
  ])('%s: %s', (host, isLocal) => expect(isLoopbackHost(host)).toBe(isLocal));
});
