import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Credentials } from '../../foundation/ports.ts';
import { authorizationFor, masked, redact } from './redact.ts';

const credentials = { username: 'anna', password: 'p&"ä<\'>4' };
const tokenOf = (of: Credentials) => authorizationFor(of).slice('Basic '.length);
const token = tokenOf(credentials);
const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

describe('secrets in words', () => {
  it.each([
    ['as it is', credentials.password],
    ['in a URL', encodeURIComponent(credentials.password)],
    ['in a URL in Latin-1', 'p%26%22%E4%3C%27%3E4'],
    ['in a URL twice', encodeURIComponent(encodeURIComponent(credentials.password))],
    ['in an e-mail', `p&"=C3=A4<'>4`],
    ['in an e-mail in Latin-1', `p&"=E4<'>4`],
    ['in JSON', JSON.stringify(credentials.password).slice(1, -1)],
    [
      'in JSON, all escaped',
      [...credentials.password].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
    ['in JSON within JSON', JSON.stringify(JSON.stringify('p\\u0026\\"ä<\'>4'))],
    ['in a script', String.raw`p\x26\x22\xe4\x3c\x27\x3e4`],
    ['in a newer script', String.raw`p\u{26}\u{22}\u{000e4}\u{3c}\u{27}\u{3e}4`],
    ['in HTML', 'p&amp;&quot;ä&lt;&#39;&gt;4'],
    ['in HTML, all as numbers', [...credentials.password].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join('')],
    ['in other letters', credentials.password.toUpperCase()],
    ['in hexadecimal', Buffer.from(credentials.password).toString('hex')],
    ['in the header', token],
    ['in the header, in other letters', token.toLowerCase()],
    ['in the header without its end', token.replace(/=+$/, '')],
    ['in the header, cut off', token.slice(0, 10)],
    ['in the header over two lines', `${token.slice(0, 9)}\r\n ${token.slice(9)}`],
    ['in the header, in two strings', `["${token.slice(0, 9)}","${token.slice(9)}"]`],
    ['in the header in a URL', encodeURIComponent(token)],
    ['in the header, encoded again', base64(authorizationFor(credentials))],
    ['in a longer base64 text', base64(`user=anna&x=${credentials.password}&y`)],
  ])('are masked %s', (_name, form) => {
    const clean = redact(`It got ${form}, and stopped.`, credentials);
    expect(clean).toContain('•••');
    for (const part of [credentials.password, token.slice(0, 9), token.slice(9, 16)]) expect(clean).not.toContain(part);
    expect(clean.length).toBeLessThan(`It got ${form}, and stopped.`.length);
  });

  it('are masked to the last letter in a longer base64 text, of which they fill whole groups', () => {
    expect(redact(base64(`url${credentials.password}end`), credentials)).toBe(`${base64('url')}•••${base64('end')}`);
  });

  it.each(['Łódź-1', 'Müller-1', '👍secret-1', 'Ærø 2026!'])('are masked in %s', (password) => {
    const said = `The header was "${password}".`;
    expect(redact(said, { username: 'anna', password })).toBe('The header was "•••".');
  });

  it.each([
    ['read as Latin-1', Buffer.from('Käse-€9').toString('latin1')],
    ['read as windows-1252', 'KÃ¤se-â‚¬9'],
    ['in parts', 'Ka\u0308se-€9'],
  ])('are masked %s, in words and in bytes', async (_name, reading) => {
    const other = { username: 'anna', password: 'Käse-€9' };
    expect(redact(`It got ${reading}.`, other)).toBe('It got •••.');
    const data = Buffer.concat(await throughMask([Buffer.from(`["${reading}"]`)], other)).toString();
    expect(data).toMatch(/^\["\*+"\]$/);
  });

  it.each([
    ['the password', (form: string) => Buffer.from(form, 'latin1').toString('base64')],
    ['the password in hexadecimal', (form: string) => Buffer.from(form, 'latin1').toString('hex')],
    ['the header', (form: string) => Buffer.from(`anna:${form}`, 'latin1').toString('base64')],
  ])('are masked in Latin-1: %s', (_name, encoded) => {
    const other = { username: 'anna', password: 'Käse-öl9' };
    expect(redact(`It got ${encoded(other.password)}.`, other)).toMatch(/^It got .{0,3}•••.{0,3}\.$/);
  });

  it('are masked as the addresses of pages write them', () => {
    const secret = { username: 'anna', password: '~~~???>>> ~' };
    expect(redact('q=~~~???>>>+~', secret)).toBe('q=•••');
    const encoded = Buffer.from(`anna:${secret.password}`).toString('base64url');
    expect(encoded).toMatch(/[-_]/);
    expect(redact(`q=${encoded}`, secret)).toBe('q=•••');
    // The low byte alone of a letter is another letter.
    expect(redact('%41ódź-1', { username: 'anna', password: 'Łódź-1' })).toBe('%41ódź-1');
  });

  it('of one or two letters are masked in the encoded form only', () => {
    const short = { username: 'anna', password: 'ab' };
    expect(redact(`a cab ${authorizationFor(short)}`, short)).toBe('a cab Basic •••');
    expect(redact('a cab', { username: 'anna', password: 'cab' })).toBe('a •••');
    expect(redact('Og== x', { username: '', password: '' })).toBe('••• x');
  });

  it.each([7, 8])('are masked where the header was cut off behind eight letters and not behind fewer: %i', (length) => {
    const cut = `got ${token.slice(0, length)}, no more`;
    expect(redact(cut, credentials)).toBe(length === 8 ? 'got •••, no more' : cut);
  });

  it.each(['pass1', 'pass12'])('are masked in data, and encoded again, from six letters on: %s', async (password) => {
    const secret = { username: 'a much longer name', password };
    const isMasked = password.length === 6;
    const data = text(await throughMask([Buffer.from(`["${password}"]`)], secret));
    expect(data).toBe(isMasked ? '["******"]' : `["${password}"]`);
    for (const form of [Buffer.from(password).toString('hex'), base64(password).replace(/=+$/, '')])
      expect(redact(form, secret)).toBe(isMasked ? '•••' : form);
  });

  // In hexadecimal the password begins with 70617373.
  it.each(['70617373', '+45 70 61 73 73', '"7061","7373"'])('are not seen in a phone of a lead: %s', async (phone) => {
    const secret = { username: 'anna', password: 'password-26' };
    expect(redact(`The phone ${phone} is not valid.`, secret)).toBe(`The phone ${phone} is not valid.`);
    expect(text(await throughMask([Buffer.from(`1,${phone},2`)], secret))).toBe(`1,${phone},2`);
    const cut = Buffer.from(secret.password).toString('hex').slice(0, 12);
    expect(redact(`It got ${cut}.`, secret)).toBe('It got •••.');
  });

  // The letters at the edges have a part of what stands beside the password.
  it.each([
    ['', 'z', 0, 2],
    ['u', 'zzz', 2, 4],
    ['ur', 'zz', 3, 3],
  ])('are masked to the letter in a longer base64 text behind "%s"', (before, behind, first, last) => {
    const secret = { username: 'a much longer name', password: 'pass1234' };
    const form = base64(`${before}${secret.password}${behind}`);
    expect(redact(form, secret)).toBe(`${form.slice(0, first)}•••${form.slice(-last)}`);
  });

  it('stay unknown without credentials', () => {
    expect(redact('text', null)).toBe('text');
  });
});

/** The header's secret with something behind its first and its second letter. */
const brokenBy = (breaks: string) => [token.slice(0, 1), token.slice(1, 2), token.slice(2)].join(breaks);
const BREAKS = ['\t', '\n', '\v', '\f', '\r', ' ', '\u00a0', '"', "'", '\\', ',', ';', '|'];

it.each(BREAKS)('the header is masked with up to eight %j between its letters, in words and in bytes', async (one) => {
  const bytes = async (said: string) =>
    Buffer.concat(await throughMask([Buffer.from(said, 'latin1')], credentials)).toString('latin1');
  const near = `<${brokenBy(one.repeat(8))}>`;
  expect(redact(near, credentials)).toBe('<•••>');
  expect(await bytes(near)).not.toContain(token.slice(2, 5));
  // The encoded password behind them is masked by itself.
  const far = `<${brokenBy(one.repeat(9))}>`;
  for (const clean of [redact(far, credentials), await bytes(far)]) expect(clean).toContain(token.slice(2, 5));
});

async function throughMask(pieces: readonly Uint8Array[], secret: Credentials): Promise<Uint8Array[]> {
  async function* body() {
    yield* pieces;
  }
  const clean: Uint8Array[] = [];
  for await (const piece of masked(body(), secret)) clean.push(piece);
  return clean;
}
const text = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString('utf8');

describe('secrets in the bytes of an answer', () => {
  it('are masked wherever the pieces are cut, and nothing else changes', async () => {
    const secret = { username: 'anna', password: 'Gehéim-1' };
    const forms = [
      tokenOf(secret),
      'Gehéim-1',
      'Geh\\u00e9im-1',
      'GEH%C3%89IM-1',
      base64(`x${secret.password}y`).slice(0, -4),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom(...forms), fc.string({ maxLength: 9 })), { maxLength: 9 }),
        fc.array(fc.nat(200), { maxLength: 12 }),
        async (parts, cuts) => {
          const bytes = Buffer.from(parts.join('|'), 'utf8');
          const at = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort((a, b) => a - b);
          const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
          const clean = Buffer.concat(await throughMask(pieces, secret));
          expect(clean.byteLength).toBe(bytes.byteLength);
          for (const form of forms) expect(clean.includes(form)).toBe(false);
          const kept = parts.filter((part) => !forms.some((form) => part.includes(form)));
          if (kept.length === parts.length) expect(clean.equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each(['pass word"', "pa5555'", 'abc\\b/4'])('leave JSON readable: %s', async (password) => {
    const answer = { x: [`No ${password}`, password], y: password };
    const clean = text(await throughMask([Buffer.from(JSON.stringify(answer))], { username: 'anna', password }));
    expect(JSON.parse(clean)).toMatchObject({ x: [expect.stringMatching(/^No \*+$/), expect.stringMatching(/^\*+$/)] });
  });

  it.each(['Łódź-1', 'Müller-1', '👍secret-1', 'Ærø 2026!'])(
    'are masked when their first letters take several bytes: %s',
    async (password) => {
      const data = Buffer.from(`[{"a":"x ${password} y"}]`);
      const clean = text(await throughMask([data], { username: 'anna', password }));
      expect(clean).toBe(`[{"a":"x ${'*'.repeat(Buffer.byteLength(password))} y"}]`);
    },
  );

  it('are masked when they end with what they begin with, wherever the pieces are cut', async () => {
    const secret = { username: 'anna', password: 'Abc1-Abc1' };
    const data = Buffer.from('["Abc1-Abc1-Abc1!","Abc1-Abc1"]');
    for (let first = 0; first <= data.length; first += 1)
      for (let second = first; second <= data.length; second += 1) {
        const pieces = [data.subarray(0, first), data.subarray(first, second), data.subarray(second)];
        expect(text(await throughMask(pieces, secret))).toBe('["*********-Abc1!","*********"]');
      }
  });

  it('are masked in CSV, which writes a quote twice, and are not seen in what has one more', async () => {
    const data = Buffer.from('1,"No pass1""word","pass1"""word"');
    const clean = text(await throughMask([data], { username: 'anna', password: 'pass1"word' }));
    expect(clean).toBe('1,"No ***********","pass1"""word"');
  });

  it('are masked in a body that comes byte by byte', async () => {
    const secret = { username: 'anna', password: 'Gehéim-1' };
    const body = Buffer.from(`[{"a":"Gehéim-1","b":"\\u0047eh\\u00e9im-1","c":"${tokenOf(secret)}"}]`);
    const clean = text(
      await throughMask(
        [...body].map((byte) => Uint8Array.of(byte)),
        secret,
      ),
    );
    expect(clean).toMatch(/^\[\{"a":"\*+","b":"\*+","c":"\*+"\}\]$/);
  });

  it('of a piece that has none are the very bytes that came', async () => {
    const piece = Buffer.from('[{"a":"\\"x\\" 100 % & more","b":[1,2]}');
    const [clean] = await throughMask([piece], credentials);
    expect(clean?.buffer).toBe(piece.buffer);
    expect(clean?.byteOffset).toBe(piece.byteOffset);
  });

  it.each(['"\\\\secret-1"', '\\secret-1', '\\\\\\\\secret-1'])(
    'are masked where they begin with a backslash: %s',
    async (data) => {
      const secret = { username: 'anna', password: '\\secret-1' };
      for (let cut = 0; cut <= data.length; cut += 1) {
        const pieces = [Buffer.from(data.slice(0, cut)), Buffer.from(data.slice(cut))];
        expect(text(await throughMask(pieces, secret))).toMatch(/^"?\*+"?$/);
      }
    },
  );

  it('are looked for once in a long run of backslashes', { timeout: 10_000 }, async () => {
    const data = Buffer.from(`["${'\\'.repeat(120_000)}","${token}"]`);
    const clean = text(await throughMask([data], credentials));
    expect(clean.slice(0, 9) + clean.slice(-9)).toBe(`["${'\\'.repeat(7)}${'*'.repeat(7)}"]`);
  });

  it('are masked in UTF-16 and UTF-8 alike', async () => {
    const secret = { username: 'anna', password: 'secret word' };
    const wide = await throughMask([Buffer.from(`"secret word","${tokenOf(secret)}"`, 'utf16le')], secret);
    expect(Buffer.concat(wide).toString('utf16le')).toBe(`"***********","${'*'.repeat(tokenOf(secret).length)}"`);
  });

  it.each(['Łódź-1', '👍secret-1', 'Ābols-1'])('are masked in UTF-16 of either byte order: %s', async (password) => {
    for (const order of ['little', 'big']) {
      const wide = (said: string) => {
        const bytes = Buffer.from(said, 'utf16le');
        return order === 'little' ? bytes : bytes.swap16();
      };
      const stars = wide(password).map((byte) => (byte === 0 ? 0 : 42));
      const data = wide(`x;${password};y`);
      for (let cut = 0; cut < data.length; cut += 1) {
        const pieces = [data.subarray(0, cut), data.subarray(cut)];
        const clean = Buffer.concat(await throughMask(pieces, { username: 'anna', password }));
        expect([order, cut, clean]).toEqual([order, cut, Buffer.concat([wide('x;'), stars, wide(';y')])]);
      }
    }
  });

  // Four bytes are looked at together, by pairs: this header begins with bHBh.
  it('are masked where both pairs of their first four letters begin with the same one', async () => {
    const secret = { username: 'lpa', password: 'secret-26' };
    const token = tokenOf(secret);
    expect(text(await throughMask([Buffer.from(`0000${token}`)], secret))).toBe(`0000${'*'.repeat(token.length)}`);
  });

  it.each(['practice', '12345678', 'Anna', 'København'])(
    'a password that may be a value of a lead (%s) stays in data, and its encoded forms do not',
    async (password) => {
      const secret = { username: 'anna', password };
      const data = `{"success":true,"city":"${password}","header":"`;
      const clean = text(await throughMask([Buffer.from(`${data}${tokenOf(secret)}"}`)], secret));
      expect(clean).toBe(`${data}${'*'.repeat(tokenOf(secret).length)}"}`);
    },
  );

  it('a piece that ends with nothing of the secret is handed on at once', async () => {
    const seen: string[] = [];
    async function* body() {
      for (const piece of ['[{"a":1},', 'secret', ' word', ']']) {
        yield Buffer.from(piece);
        seen.push('|');
      }
    }
    for await (const piece of masked(body(), { username: 'anna', password: 'secret word' }))
      seen.push(Buffer.from(piece).toString());
    expect(seen.join('')).toBe('[{"a":1},|||***********]|');
  });
});
