import { type Form, FormSet } from './secret-forms.ts';

/** Finds the forms of a secret in text. */
export class SecretWords {
  readonly #forms: FormSet;
  readonly #byFirst: ReadonlyMap<string, FormSet>;
  readonly #mayBegin: RegExp;

  constructor(forms: readonly Form[]) {
    this.#forms = new FormSet(forms);
    const firstOf = ({ characters }: Form) => (characters[0] ?? '').toLowerCase();
    const plain = forms.filter((form) => /^[a-z0-9]$/.test(firstOf(form)));
    this.#byFirst = new Map([...Map.groupBy(plain, firstOf)].map(([first, some]) => [first, new FormSet(some)]));
    this.#mayBegin = starts(forms);
  }

  /** Where in the text the secret stands: beginning and end. */
  *places(text: string): Generator<readonly [number, number]> {
    for (let at = this.#next(text, 0); at !== -1;) {
      const { length } = this.#candidates(text, at).at(text, at);
      if (length > 0) yield [at, at + length];
      at = this.#next(text, at + Math.max(1, length));
    }
  }

  /** Nearly always a plain character stands there, and few forms begin with it. */
  #candidates(text: string, at: number): FormSet {
    return this.#byFirst.get((text[at] ?? '').toLowerCase()) ?? this.#forms;
  }

  #next(text: string, from: number): number {
    this.#mayBegin.lastIndex = from;
    return this.#mayBegin.exec(text)?.index ?? -1;
  }
}

/**
 * Where one of the forms may begin: three plain characters, a first one with something else than a letter behind it, or
 * what begins another spelling. A hundred times as fast as the forms themselves, and a request log is long.
 */
function starts(forms: readonly Form[]): RegExp {
  const heads = forms.map((form) => headOf(form).map((one) => inClass(one.toLowerCase())));
  const whole = heads.map((head) => head.map(oneOf).join(''));
  const nth = (at: number) => oneOf([...new Set(heads.map((head) => head[at] ?? ''))].join(''));
  const odd = String.raw`(?=[\s"',;|\\%&]|$)`;
  const bitByBit = [`${nth(0)}${odd}`, `${nth(0)}${nth(1)}${odd}`];
  return new RegExp([...new Set(whole), ...bitByBit, ...otherSpellings(forms)].join('|'), 'gi');
}

/**
 * What begins a first character in another spelling: an escape, a percent sign with two digits, an entity. After backslashes
 * it stands as it is, too, unless it is a letter or digit.
 */
function otherSpellings(forms: readonly Form[]): readonly string[] {
  const firsts = new Set(forms.map(({ characters }) => (characters[0] ?? '').toLowerCase()));
  const escaped = [...firsts].filter((first) => !/^[a-z0-9]$/.test(first)).map(inClass);
  const ways = {
    '\\': String.raw`\\(?=\\{0,7}[ux${escaped.join('')}])`,
    '%': '%(?=[0-9a-f]{2})',
    '&': '&(?=[#a-z])',
  };
  return Object.entries(ways).map(([sign, way]) => (firsts.has(sign) ? oneOf(inClass(sign)) : way));
}

/** Its first three characters; fewer when one beyond ASCII is among them, which may take more than one place. */
function headOf({ characters }: Form): readonly string[] {
  const three = characters.slice(0, 3);
  const wide = three.findIndex((one) => !isAscii(one));
  return wide === -1 ? three : three.slice(0, wide + 1);
}

const isAscii = (character: string): boolean => (character.codePointAt(0) ?? 0) < 128;

const oneOf = (members: string): string => (/^[a-z0-9]$/.test(members) ? members : `[${members}]`);

/** As a member of a class: ASCII as it is, or as its other spelling; for another character all beyond ASCII. */
function inClass(character: string): string {
  if (character === ' ' || character === '+') return String.raw` +\-`;
  if (character === '/') return '/_';
  return isAscii(character) ? character.replace(/[\\\]^-]/, String.raw`\$&`) : String.raw`\x80-\uffff`;
}
