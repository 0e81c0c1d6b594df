/** Half a character at the end of a text: what may still become one of its spellings. */
export const HALF_SPELLED =
  /(?:(?:\\{1,8}[ux]?[0-9a-f{]{0,7}){1,2}|[%=][0-9a-f%=]{0,30}|&#?[a-z0-9]{0,8}|[\x80-\xff]{1,3})$/iy;

/** Characters. The longest text that it matches. */
export const LONGEST_HALF = 32;

// By character; there are few.
const known = new Map<string, RegExp>();

/** Matches a character at a place in any spelling, in text or in bytes that were decoded as Latin-1. */
export function spelled(character: string): RegExp {
  const pattern = known.get(character) ?? new RegExp(spellings(character), 'iy');
  known.set(character, pattern);
  return pattern;
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** A form's space, and the two characters that base64url writes differently. */
const OTHERS: Readonly<Record<string, string>> = { ' ': String.raw`\+`, '+': '-', '/': '_' };

/** Escaped, a letter beyond ASCII looks quite different in upper case. */
function spellings(character: string): string {
  if ((character.codePointAt(0) ?? 0) < 128) return inOneCase(character);
  return `(?:${[...new Set([character, character.toLowerCase(), character.toUpperCase()])].map(inOneCase).join('|')})`;
}

/** A character as itself, as bytes, in a URL, in an e-mail (quoted-printable), in JSON or a script, and in HTML. */
function inOneCase(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const utf8 = Buffer.from(character, 'utf8');
  const utf16 = Buffer.from(character, 'utf16le');
  const percent = (bytes: Uint8Array) =>
    [...bytes].map((byte) => `(?:%(?:25){0,2}|=)${byte.toString(16).padStart(2, '0')}`).join('');
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16));
  const ways = [
    percent(utf8),
    units.map((unit) => String.raw`\\{1,8}u${unit.padStart(4, '0')}`).join(''),
    String.raw`\\{1,8}(?:u\{0{0,5}${hex}\}|x${hex.padStart(2, '0')})`,
    `&#(?:0{0,6}${code}|x0{0,6}${hex});?`,
  ];
  if (code > 127) ways.push(literal(utf8.toString('latin1')));
  // Whoever looks for it in bytes has left out the zeros of UTF-16.
  if (code > 255)
    for (const wide of [utf16, Buffer.from(utf16).swap16()])
      ways.push(literal(wide.toString('latin1').replaceAll('\0', '')));
  if (code > 127 && code < 256) ways.push(percent(Uint8Array.of(code)));
  if (!/[a-z0-9]/i.test(character)) ways.push(String.raw`\\{1,8}${literal(character)}`);
  const entity = ENTITIES[character];
  if (entity !== undefined) ways.push(`&${entity};`);
  const other = OTHERS[character];
  if (other !== undefined) ways.push(other);
  // Last, so that what it begins (an entity, an escape) is read whole.
  return `(?:${[...ways, literal(character)].join('|')})`;
}
