/**
 * Characters without width that are not letters: zero-width spaces, soft hyphens, byte order marks inside a file, marks for
 * the direction of writing (U+202E shows "gpj.exe" for "exe.jpg"), and controls. Joiners between letters are not invisible
 * characters: Persian, Hindi and some emoji are written with them.
 */
const invisible =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[!-~][\u200c\u200d]|[\u200c\u200d][!-~]/;
const each = new RegExp(`${invisible.source}`, 'gu');

const anywhere =
  // oxlint-disable-next-line no-control-regex -- as above
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;

/** Fast, for long texts; true also for joiners between letters. */
export function mayHoldInvisible(text: string): boolean {
  return anywhere.test(text);
}

/** The same for UTF-8 between two positions, without decoding it. */
export function mayHoldInvisibleBytes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte < 0xc2 || !mayBeginInvisible.has(byte)) continue;
    const next = bytes[at + 1] as number;
    const last = bytes[at + 2] as number;
    if (byte === 0xe2) {
      if (next === 0x80 && ((last >= 0x8b && last <= 0x8f) || (last >= 0xaa && last <= 0xae))) return true;
      if (next === 0x81 && last >= 0xa0 && last <= 0xa9) return true;
    } else if (byte === 0xc2 ? next === 0xad : byte === 0xd8 ? next === 0x9c : false) return true;
    else if (byte === 0xe1 ? next === 0xa0 && last === 0x8e : byte === 0xef && next === 0xbb && last === 0xbf)
      return true;
  }
  return false;
}

export function holdsInvisible(text: string): boolean {
  return anywhere.test(text) && invisible.test(text);
}

/** The text with the code of every invisible character in its place: "Bob⟨U+202E⟩". */
export function withInvisibleNamed(text: string): string {
  return text.replace(each, (found) =>
    [...found].map((character) => (/[!-~]/.test(character) ? character : nameOf(character))).join(''),
  );
}

function nameOf(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** First bytes of the UTF-8 form of these characters; others begin with them too. */
export const mayBeginInvisible: ReadonlySet<number> = new Set([0xc2, 0xd8, 0xe1, 0xe2, 0xef]);

/** First bytes of UTF-8 characters some of which are blank. */
export const mayBeginBlanks: ReadonlySet<number> = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);
