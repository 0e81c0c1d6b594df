// Why: decision 0156.
import type { Credentials } from '../../foundation/ports.ts';
import { headerToken, SecretForms } from './secret-forms.ts';

const MASK = '•••';
const STAR = '*'.charCodeAt(0);
/** Bytes. Longer than any secret in its longest spelling: only so much of an end is looked at for a beginning. */
const LONGEST = 8 * 1024;

/** The value of the `Authorization` header (RFC 7617, UTF-8). */
export function authorizationFor(credentials: Credentials): string {
  return `Basic ${headerToken(credentials)}`;
}

interface Forms {
  readonly credentials: Credentials;
  readonly inWords: SecretForms;
  readonly inData: SecretForms;
}

let last: Forms | null = null;

/** Nearly every request has the credentials of the one before. */
function formsOf(credentials: Credentials): Forms {
  const { username, password } = credentials;
  if (last?.credentials.username !== username || last.credentials.password !== password)
    last = {
      credentials: { username, password },
      inWords: SecretForms.inWords(credentials),
      inData: SecretForms.inData(credentials),
    };
  return last;
}

/**
 * Takes every form of the secret out of a text that a person, a log or a file may see. A service, a proxy or an
 * error page can echo the request that it got.
 */
export function redact(text: string, credentials: Credentials | null): string {
  if (credentials === null) return text;
  let clean = '';
  let end = 0;
  for (const [from, to] of formsOf(credentials).inWords.places(text)) {
    clean += text.slice(end, from) + MASK;
    end = to;
  }
  return clean + text.slice(end);
}

/**
 * The pieces of a body without the secret: stars stand in its place, so that lengths and places stay. Encoded forms are
 * always masked; the password itself only when it is no plain word or number, which could be a value of a lead.
 * A piece that ends with what may become a secret waits for the next one.
 */
export async function* masked(
  body: AsyncIterable<Uint8Array>,
  credentials: Credentials,
): AsyncGenerator<Uint8Array, void> {
  const { inData } = formsOf(credentials);
  let kept: Uint8Array = new Uint8Array(0);
  for await (const piece of body) {
    const bytes = kept.byteLength === 0 ? piece : Buffer.concat([kept, piece]);
    const end = Math.max(0, bytes.byteLength - LONGEST);
    const tail = narrow(bytes.subarray(end));
    const begun = inData.begun(tail.text);
    const whole = begun === -1 ? bytes.byteLength : end + tail.placeOf(begun);
    // A copy: whoever gets the first part may give its memory away.
    kept = bytes.slice(whole);
    if (whole > 0) yield mask(bytes.subarray(0, whole), inData);
  }
  if (kept.byteLength > 0) yield mask(kept, inData);
}

function mask(bytes: Uint8Array, forms: SecretForms): Uint8Array {
  const { text, placeOf } = narrow(bytes);
  let changed: Buffer | null = null;
  for (const [from, to] of forms.places(text)) {
    changed ??= Buffer.from(bytes);
    for (let at = from; at < to; at++) changed[placeOf(at)] = STAR;
  }
  return changed ?? bytes;
}

/** One character a byte, without the zeros that UTF-16 and UTF-32 put between those of plain letters. */
function narrow(bytes: Uint8Array): { text: string; placeOf: (index: number) => number } {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!whole.includes(0)) return { text: whole.toString('latin1'), placeOf: (index) => index };
  const places: number[] = [];
  for (const [place, byte] of whole.entries()) if (byte !== 0) places.push(place);
  const text = Buffer.from(places.map((place) => whole[place] ?? 0)).toString('latin1');
  return { text, placeOf: (index) => places[index] ?? whole.byteLength };
}
