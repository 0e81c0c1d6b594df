import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import { AUTHORITY, EXPIRED, GOOD, KEY, SELF_SIGNED } from '../api/simulation/spec-certificates.ts';
import { systemClock } from '../system/system-clock.ts';
import { authoritiesIn, readCertificateFile } from './certificate-file.ts';

const folder = specFolder('certificates');
const now = Date.parse('2026-11-26');
const read = (text: string | Buffer, at = now) => authoritiesIn(Buffer.from(text), 'ca.pem', at);
const inBytes = Buffer.from(AUTHORITY.replaceAll(/-----.+-----|\s/g, ''), 'base64');

it.each([
  ['as text', AUTHORITY],
  ['with the words and the line ends of Windows', `Subject: Spec Authority\r\n${AUTHORITY.replaceAll('\n', '\r\n')}`],
  ['in binary form', inBytes],
])('an authority %s', (_form, text) => {
  expect(read(text)).toEqual([{ name: 'Spec Authority', validTo: Date.parse('2126-10-28T04:03:16Z'), pem: AUTHORITY }]);
});

it('takes the authorities of a bundle, and leaves out servers and what has expired', () => {
  expect(read(`${GOOD}${SELF_SIGNED}${EXPIRED}${AUTHORITY}`).map(({ name }) => name)).toEqual([
    'localhost',
    'Spec Authority',
  ]);
});

describe('is refused in words', () => {
  it.each<[why: string, words: RegExp, text: string | Buffer, at?: number]>([
    ['no certificate', /^"ca.pem" holds no certificate\. Ask for .*BEGIN CERTIFICATE/, 'name,phone\nAnna,1\n'],
    ['an empty file', /holds no certificate/, ''],
    ['a private key', /holds a private key\. Lead Console needs none and has kept nothing/, KEY],
    ['a private key beside a certificate', /holds a private key/, `${AUTHORITY}${KEY}`],
    ['a server', /certificate of a server \(localhost\), not .*Ask for the certificate of Spec Authority/, GOOD],
    ['one that has ended', /has expired: Spec Authority ended on 2126-10-28/, AUTHORITY, Date.parse('2130-01-01')],
    ['one that has not begun', /is not valid yet: Spec Authority begins on 2026-11-21/, AUTHORITY, 0],
    ['a damaged one', /is damaged: certificate 2 of 2/, `${AUTHORITY}${AUTHORITY.replace('MIIB', 'AAAA')}`],
    ['more than anybody has', /more than 500/, AUTHORITY.repeat(501)],
  ])('%s', (_why, words, text, at) => {
    expect(() => read(text, at)).toThrow(words);
  });

  it('a file that is too large, and one that is not there', async () => {
    const path = join(folder, 'large.pem');
    writeFileSync(path, AUTHORITY.padEnd(1024 * 1024 + 1));
    await expect(readCertificateFile(path, 'large.pem', systemClock)).rejects.toThrow(
      '"large.pem" is larger than 1 MB',
    );
    await expect(readCertificateFile(join(folder, 'gone.pem'), 'gone.pem', systemClock)).rejects.toThrow(
      '"gone.pem" cannot be opened',
    );
  });

  it('one whose disk does not answer', async () => {
    const clock = {
      ...systemClock,
      after(milliseconds: number, callback: () => void) {
        expect(milliseconds).toBe(10_000);
        callback();
        return { cancel: () => undefined };
      },
    };
    const path = join(folder, 'slow.pem');
    writeFileSync(path, AUTHORITY);
    await expect(readCertificateFile(path, 'slow.pem', clock)).rejects.toThrow('not read within 10 seconds');
    expect(readFileSync(path, 'utf8')).toBe(AUTHORITY);
  });
});
