import type { Credentials } from '../../foundation/ports.ts';
import { HALF_SPELLED, spelled } from './spellings.ts';

/** Characters. A shorter password is part of too many words to be masked; its encoded forms are masked at any length. */
const SHORTEST_BARE = 3;
/** Characters. In leads a password is masked only when it cannot well be a word, a name or a number of the data. */
const SHORTEST_IN_DATA = 6;
/** Characters of an encoded form. A service may cut what it echoes: so much of it is already the secret. */
const SHORTEST_PIECE = 8;

/** What a service may put between the characters of a header that it echoes: line ends, quotes, commas. */
const BREAKS = /\\[nrt]?|[\s"',;|]/y;
/** CSV writes a quote twice. */
const QUOTE = /["']/y;

/** One secret text, and what may stand between its characters. */
interface Form {
  readonly characters: readonly string[];
  readonly breaks: RegExp;
  /** How many breaks may follow each other. */
  readonly mostBreaks: number;
  /** Characters that must be there; the rest may be cut off. */
  readonly needed: number;
}

/** The forms of one secret, to be found in text, or in bytes that were decoded as Latin-1. Case makes no difference. */
export class SecretForms {
  readonly #forms: readonly Form[];
  readonly #byFirst: ReadonlyMap<string, readonly Form[]>;
  readonly #mayBegin: RegExp;

  private constructor(forms: readonly Form[]) {
    this.#forms = forms;
    const firstOf = ({ characters }: Form) => (characters[0] ?? '').toLowerCase();
    const plain = forms.filter((form) => /^[a-z0-9]$/.test(firstOf(form)));
    this.#byFirst = Map.groupBy(plain, firstOf);
    this.#mayBegin = starts(forms);
  }

  /** For words that a person sees. */
  static inWords(credentials: Credentials): SecretForms {
    const isLong = credentials.password.length >= SHORTEST_BARE;
    return new SecretForms([...encodedForms(credentials), ...(isLong ? [bareForm(credentials)] : [])]);
  }

  /** For data, where a plain password could be a value that has nothing to do with it. */
  static inData(credentials: Credentials): SecretForms {
    return new SecretForms([
      ...encodedForms(credentials),
      ...(isNoWord(credentials.password) ? [bareForm(credentials)] : []),
    ]);
  }

  /** Where in the text the secret stands: beginning and end. */
  *places(text: string): Generator<readonly [number, number]> {
    for (let at = this.#next(text, 0); at !== -1;) {
      let length = 0;
      for (const form of this.#candidates(text, at)) length = Math.max(length, lengthAt(form, text, at).whole);
      if (length > 0) yield [at, at + length];
      at = this.#next(text, at + Math.max(1, length));
    }
  }

  /** Where an end begins that could go on as the secret; -1 without. */
  begun(text: string): number {
    for (let at = this.#next(text, 0); at !== -1; at = this.#next(text, at + 1))
      if (this.#candidates(text, at).some((form) => lengthAt(form, text, at).isOpen)) return at;
    return -1;
  }

  /** Nearly always a plain character stands there, and few forms begin with it. */
  #candidates(text: string, at: number): readonly Form[] {
    return this.#byFirst.get((text[at] ?? '').toLowerCase()) ?? this.#forms;
  }

  #next(text: string, from: number): number {
    this.#mayBegin.lastIndex = from;
    return this.#mayBegin.exec(text)?.index ?? -1;
  }
}

/** How much of the form stands at the place, 0 when too little, and whether the text ends before the form does. */
function lengthAt(form: Form, text: string, place: number): { whole: number; isOpen: boolean } {
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
    if (next === -1) {
      const isOpen = at === text.length || endOf(HALF_SPELLED, text, at) !== -1;
      return { whole: index < needed ? 0 : end - place, isOpen };
    }
    end = next;
  }
  return { whole: end - place, isOpen: end === text.length };
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
  const { password } = credentials;
  const header = headerToken(credentials);
  const ofPassword = password.length < SHORTEST_IN_DATA ? [] : [...base64Forms(password), hexOf(password)];
  return [header, ...base64Forms(header), ...ofPassword].map((text) => {
    const needed = Math.min(text.replace(/=+$/, '').length, SHORTEST_PIECE);
    return { characters: [...text], breaks: BREAKS, mostBreaks: 8, needed };
  });
}

function bareForm({ password }: Credentials): Form {
  const characters = [...password];
  return { characters, breaks: QUOTE, mostBreaks: 1, needed: characters.length };
}

function isNoWord(password: string): boolean {
  return password.length >= SHORTEST_IN_DATA && /\p{L}/u.test(password) && /[^\p{L}]/u.test(password);
}

/**
 * What every base64 text holds that encodes `text` somewhere inside: three forms, by where in a group of three bytes it
 * begins, without the characters at the edges that depend on what stands around it.
 */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const dependsAtEnd = (before + bytes.length) % 3 === 0 ? 0 : 1;
    const form = encoded.slice([0, 2, 3][before], encoded.length - dependsAtEnd);
    return form.length < SHORTEST_PIECE ? [] : [form];
  });
}

const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

/**
 * Where one of the forms may begin: three plain characters, a first one with something else than a letter behind it, or
 * what begins another spelling. A hundred times as fast as the forms themselves, and leads come by the million.
 */
function starts(forms: readonly Form[]): RegExp {
  const heads = forms.map(({ characters }) => characters.slice(0, 3).map((one) => inClass(one.toLowerCase())));
  const three = heads.filter((head) => head.length === 3).map((head) => head.map(oneOf).join(''));
  const nth = (at: number) => oneOf([...new Set(heads.map((head) => head[at] ?? ''))].join(''));
  const odd = String.raw`(?=[\s"',;|\\%&]|$)`;
  const bitByBit = [`${nth(0)}${odd}`, `${nth(0)}${nth(1)}${odd}`];
  return new RegExp([...new Set(three), ...bitByBit, String.raw`[\\%]`, '&'].join('|'), 'gi');
}

const oneOf = (members: string): string => (/^[a-z0-9]$/.test(members) ? members : `[${members}]`);

/** As a member of a class: ASCII as it is, or as its other spelling; for another character any byte. */
function inClass(character: string): string {
  if (character === ' ' || character === '+') return String.raw` +\-`;
  if (character === '/') return '/_';
  return (character.codePointAt(0) ?? 0) < 128 ? character.replace(/[\\\]^-]/, String.raw`\$&`) : String.raw`\x80-\xff`;
}
