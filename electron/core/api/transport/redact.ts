// Why: decision 0156.
import type { Credentials } from '../../foundation/ports.ts';
import { type Place, SecretBytes } from './secret-bytes.ts';
import { formsInData, formsInWords, headerToken } from './secret-forms.ts';
import { SecretWords } from './secret-words.ts';

const MASK = '•••';
const STAR = '*'.charCodeAt(0);
const NOTHING = Buffer.alloc(0);

/** The value of the `Authorization` header (RFC 7617, UTF-8). */
export function authorizationFor(credentials: Credentials): string {
  return `Basic ${headerToken(credentials)}`;
}

interface Forms {
  readonly credentials: Credentials;
  readonly inWords: SecretWords;
  readonly inData: SecretBytes;
}

let last: Forms | null = null;

/** Nearly every request has the credentials of the one before. */
function formsOf(credentials: Credentials): Forms {
  const { username, password } = credentials;
  if (last?.credentials.username !== username || last.credentials.password !== password)
    last = {
      credentials: { username, password },
      inWords: new SecretWords(formsInWords(credentials)),
      inData: new SecretBytes(formsInData(credentials)),
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
 * always masked; the password itself only when it is not a plain word or number, which could be a value of a lead.
 * A piece without the secret goes on as it came, uncopied; one that ends with what may become the secret waits for the next.
 */
export async function* masked(
  body: AsyncIterable<Uint8Array>,
  credentials: Credentials,
): AsyncGenerator<Uint8Array, void> {
  const { inData } = formsOf(credentials);
  let kept = NOTHING;
  for await (const piece of body) {
    const bytes = kept.length === 0 ? bufferOf(piece) : Buffer.concat([kept, piece]);
    const { plain, placeOf } = narrow(bytes);
    const { places, open } = inData.find(plain);
    const whole = placeOf(open);
    // A copy: whoever gets the first part may give its memory away.
    kept = whole === bytes.length ? NOTHING : Buffer.from(bytes.subarray(whole));
    if (whole > 0) yield starred(bytes.subarray(0, whole), places, placeOf);
  }
  if (kept.length === 0) return;
  const { plain, placeOf } = narrow(kept);
  yield starred(kept, inData.findAll(plain), placeOf);
}

type PlaceOf = (index: number) => number;

function starred(bytes: Buffer, places: readonly Place[], placeOf: PlaceOf): Buffer {
  if (places.length === 0) return bytes;
  const changed = Buffer.from(bytes);
  for (const [from, to] of places) for (let at = from; at < to; at += 1) changed[placeOf(at)] = STAR;
  return changed;
}

/** The bytes without the zeros that UTF-16 and UTF-32 put between those of plain letters, and where each stood. */
function narrow(bytes: Buffer): { readonly plain: Buffer; readonly placeOf: PlaceOf } {
  if (!bytes.includes(0)) return { plain: bytes, placeOf: (index) => index };
  const plain = Buffer.alloc(bytes.length);
  const places = new Uint32Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0) continue;
    plain[length] = bytes[at] as number;
    places[length] = at;
    length += 1;
  }
  return {
    plain: plain.subarray(0, length),
    placeOf: (index) => (index < length ? (places[index] as number) : bytes.length),
  };
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
