import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Credentials } from '../../foundation/ports.ts';
import { authorizationFor, masked, redact } from './redact.ts';
import { FormSet, formsInWords } from './secret-forms.ts';
import { SecretWords } from './secret-words.ts';

/** Ways to write a letter that another program may take for it; `=C3` in an e-mail only behind a first letter. */
const WAYS: readonly ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => letter.toUpperCase(),
  (letter) => encodeURIComponent(letter),
  (letter) => encodeURIComponent(encodeURIComponent(encodeURIComponent(letter))),
  (letter) => [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (letter) => [...Buffer.from(letter)].map((byte) => `%2525${byte.toString(16).padStart(2, '0')}`).join(''),
  (letter) => JSON.stringify(letter).slice(1, -1),
  (letter) => `\\${letter}`,
  (letter) => `\\\\\\\\\\\\\\\\${letter}`,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  (letter) => `\\\\\\\\\\\\\\\\U${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
  (letter) => `\\\\u{${letter.charCodeAt(0).toString(16)}}`,
  (letter) => `&#${letter.charCodeAt(0)};`,
  (letter) => `&#x${letter.charCodeAt(0).toString(16)}`,
  (letter) => letter.replace('&', '&amp;').replace('<', '&lt;').replace('"', '&quot;'),
];
const SECRETS: readonly Credentials[] = [
  'p&"ä<4',
  '\\secret-1',
  '%41-käse',
  '&amp;-26',
  '"quoted" 9',
  'ä-1-Ä',
  '^-]x9',
  '<b>1',
].map((password) => ({ username: 'anna', password }));

/** Every place is looked at, not only those at which the short cut does. */
function* everyPlace(secret: Credentials, text: string): Generator<readonly [number, number]> {
  const forms = new FormSet(formsInWords(secret));
  for (let at = 0; at < text.length; at += 1) {
    const { length } = forms.at(text, at);
    if (length === 0) continue;
    yield [at, at + length];
    at += length - 1;
  }
}

it('are found at the same places as without the short cut, in every spelling, between signs that begin one', () => {
  const noise = fc.stringMatching(/^[\\%&ux#;{}0-9a-f"' ]{0,12}$/);
  const way = fc.constantFrom(...WAYS);
  let found = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...SECRETS),
      fc.array(fc.tuple(noise, fc.array(way, { minLength: 10, maxLength: 10 }), fc.boolean()), { maxLength: 4 }),
      (secret, parts) => {
        const text = parts
          .map(([before, ways, isHeader]) => {
            const whole = isHeader ? authorizationFor(secret).slice('Basic '.length) : secret.password;
            return before + [...whole].map((letter, at) => (ways[at % ways.length] ?? String)(letter)).join('');
          })
          .join(' ');
        const places = [...new SecretWords(formsInWords(secret)).places(text)];
        expect(places).toEqual([...everyPlace(secret, text)]);
        found += places.length;
      },
    ),
    { numRuns: 1500 },
  );
  expect(found).toBeGreaterThan(1000);
});

it.each(['\\', '%', '&', '\\u0', '\\u0041', '%41', '&#65;', '&#', '%25'])(
  'cost next to nothing in a long run of %s, in words and in the bytes of an answer',
  { timeout: 10_000 },
  async (sign) => {
    const text = sign.repeat(Math.floor(600_000 / sign.length));
    const secret = { username: 'anna', password: 'secret-26' };
    expect(redact(text, secret)).toBe(text);
    async function* body() {
      yield Buffer.from(text);
    }
    let bytes = 0;
    for await (const piece of masked(body(), secret)) bytes += piece.byteLength;
    expect(bytes).toBe(text.length);
  },
);
