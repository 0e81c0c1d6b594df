import type { Credentials } from '../../foundation/ports.ts';
import { HALF_SPELLED, LONGEST_HALF, spelled } from './spellings.ts';

/** Characters. A shorter password is part of too many words to be masked; its encoded forms are masked at any length. */
const SHORTEST_BARE = 3;
/** Characters. In leads a password is masked only when it cannot well be a word, a name or a number of the data. */
const SHORTEST_IN_DATA = 6;
/** Characters of an encoded form. A service may cut what it echoes: this much of it already gives the secret away. */
const SHORTEST_PIECE = 8;
/** The same in hexadecimal, for as many bytes: eight such characters may be digits alone, and a phone of a lead. */
const SHORTEST_HEX = 12;

/** What a service may put between the characters of a header that it echoes: line ends, quotes, commas. */
const BREAKS = /\\[nrt]?|[\s"',;|]/y;
/** How many of them may follow each other. */
export const MOST_BREAKS = 8;
/** CSV writes a quote twice. */
const QUOTE = /["']/y;

/** One secret text, and what may stand between its characters. */
export interface Form {
  readonly characters: readonly string[];
  readonly breaks: RegExp;
  /** How many breaks may follow each other. */
  readonly mostBreaks: number;
  /** Characters that must be there; the rest may be cut off. */
  readonly needed: number;
}

/** For words that a person sees. */
export function formsInWords(credentials: Credentials): readonly Form[] {
  const isLong = credentials.password.length >= SHORTEST_BARE;
  return [...encodedForms(credentials), ...(isLong ? bareForms(credentials) : [])];
}

/** For data, where a plain password could be a value that has nothing to do with it. */
export function formsInData(credentials: Credentials): readonly Form[] {
  return [...encodedForms(credentials), ...(isNoWord(credentials.password) ? bareForms(credentials) : [])];
}

/** Forms that are looked for together. */
export class FormSet {
  /** Forms by their first character: most places have none of these, and one look tells. */
  readonly #byFirst: ReadonlyMap<string, readonly Form[]>;
  readonly #anyFirst: RegExp;

  constructor(forms: readonly Form[]) {
    this.#byFirst = Map.groupBy(forms, ({ characters }) => characters[0] ?? '');
    this.#anyFirst = new RegExp([...this.#byFirst.keys()].map((first) => spelled(first).source).join('|'), 'iy');
  }

  /**
   * How much of a form stands at a place of a text, or of bytes that were decoded as Latin-1: the longest, 0 when too little
   * of all; and whether the text ends before one of the forms does. Case makes no difference.
   */
  at(text: string, place: number): { length: number; isOpen: boolean } {
    const hasNone = endOf(this.#anyFirst, text, place) === -1;
    let length = 0;
    let isOpen = false;
    for (const [first, forms] of this.#byFirst) {
      if (hasNone || endOf(spelled(first), text, place) === -1) {
        isOpen ||= isOpenAt(first, text, place);
        continue;
      }
      for (const form of forms) {
        const found = lengthAt(form, text, place);
        length = Math.max(length, found.length);
        isOpen ||= found.isOpen;
      }
    }
    return { length, isOpen };
  }
}

function lengthAt(form: Form, text: string, place: number): { length: number; isOpen: boolean } {
  const { characters, breaks, mostBreaks, needed } = form;
  let end = place;
  for (const [index, character] of characters.entries()) {
    let at = end;
    let next = endOf(spelled(character), text, at);
    for (let count = 0; next === -1 && index > 0 && count < mostBreaks; count++) {
      const after = endOf(breaks, text, at);
      if (after === -1) break;
      at = after;
      next = endOf(spelled(character), text, at);
    }
    if (next === -1) return { length: index < needed ? 0 : end - place, isOpen: isOpenAt(character, text, at) };
    end = next;
  }
  return { length: end - place, isOpen: end === text.length };
}

/** Whether the text may end within a character, which does not stand there. */
function isOpenAt(character: string, text: string, at: number): boolean {
  const rest = text.length - at;
  return (
    rest === 0 || (rest <= LONGEST_HALF && endOf(HALF_SPELLED, text, at) !== -1) || isHalfWide(character, text, at)
  );
}

/** Whether the text may end within a character in UTF-16, whose bytes can be those of plain letters. */
function isHalfWide(character: string, text: string, at: number): boolean {
  return (character.codePointAt(0) ?? 0) > 255 && text.length - at < 2 * character.length;
}

/** The end of what the sticky pattern matches at the place; -1 when it does not. */
function endOf(pattern: RegExp, text: string, place: number): number {
  pattern.lastIndex = place;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The part of the `Authorization` header behind "Basic " (RFC 7617, UTF-8). */
export function headerToken({ username, password }: Credentials): string {
  return Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
}

function encodedForms(credentials: Credentials): Form[] {
  const { username, password } = credentials;
  const header = headerToken(credentials);
  const pair = `${username}:${password}`;
  const texts = [header, ...base64Forms(Buffer.from(header))];
  const hex: string[] = [];
  // A service that reads the header in Latin-1, and encodes what it read.
  if (isLatin1(pair)) texts.push(...base64Forms(Buffer.from(pair, 'latin1')));
  if (password.length >= SHORTEST_IN_DATA)
    for (const encoding of isLatin1(password) ? (['utf8', 'latin1'] as const) : (['utf8'] as const)) {
      const bytes = Buffer.from(password, encoding);
      texts.push(...base64Forms(bytes));
      hex.push(bytes.toString('hex'));
    }
  return [
    ...texts.map((text) => encodedForm(text, SHORTEST_PIECE)),
    ...hex.map((text) => encodedForm(text, SHORTEST_HEX)),
  ];
}

function encodedForm(text: string, shortest: number): Form {
  const needed = Math.min(text.replace(/=+$/, '').length, shortest);
  return { characters: [...text], breaks: BREAKS, mostBreaks: MOST_BREAKS, needed };
}

/** Whether its bytes in Latin-1 are others than in UTF-8. */
function isLatin1(text: string): boolean {
  return /^[\0-\u00ff]*[\u0080-\u00ff][\0-\u00ff]*$/.test(text);
}

/** The password, composed or not, and what it becomes where its bytes are read as Latin-1 or windows-1252. */
function bareForms({ password }: Credentials): Form[] {
  const bytes = Buffer.from(password, 'utf8');
  const readings = [
    password,
    password.normalize('NFC'),
    password.normalize('NFD'),
    bytes.toString('latin1'),
    new TextDecoder('windows-1252').decode(bytes),
  ];
  return [...new Set(readings)].map((reading) => {
    const characters = [...reading];
    return { characters, breaks: QUOTE, mostBreaks: 1, needed: characters.length };
  });
}

function isNoWord(password: string): boolean {
  return password.length >= SHORTEST_IN_DATA && /\p{L}/u.test(password) && /[^\p{L}]/u.test(password);
}

/**
 * What every base64 text holds that encodes `bytes` somewhere inside: three forms, by where in a group of three bytes it
 * begins, without the characters at the edges that depend on what stands around it.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const dependsAtEnd = (before + bytes.length) % 3 === 0 ? 0 : 1;
    const form = encoded.slice([0, 2, 3][before], encoded.length - dependsAtEnd);
    return form.length < SHORTEST_PIECE ? [] : [form];
  });
}
