/**
 * The code of a number format, cut into what it is made of (ECMA-376, 18.8.31). What the parts mean for a lead's value is
 * decided in `number-formats.ts`.
 */
export type FormatPart =
  /** Text that the sheet shows as it is. */
  | { kind: 'literal'; text: string }
  /** `0` fills with zeros, `?` with blanks, `#` with nothing. */
  | { kind: 'digit'; fill: '0' | '#' | '?' }
  /** `slash`: stands between the parts of a date, or makes the number a fraction. */
  | { kind: 'point' | 'group' | 'percent' | 'exponent' | 'slash' | 'general' | 'text' }
  /** Letters of a date or a time: `yyyy`, `m`, `hh`, `ss`, `am/pm`. */
  | { kind: 'date'; letters: string }
  /** `[h]`, `[mm]`, `[ss]`: time that runs past a day. */
  | { kind: 'elapsed' };

export interface FormatCondition {
  operator: '<' | '<=' | '>' | '>=' | '=' | '<>';
  value: number;
}

export interface FormatSection {
  /** The numbers that the section is for, where the code says so. */
  condition: FormatCondition | null;
  parts: readonly FormatPart[];
}

const bracketCondition = /^(<=|>=|<>|<|>|=)\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/;
const bracketElapsed = /^(?:h+|m+|s+)$/i;
/** A currency and a language, which is a number or a name: `$kr-414`, `$-en-US`, `$-x-sysdate`. */
const bracketSymbol = /^\$([^-\]]*)(?:-[0-9A-Za-z,@-]+)?$/;
/** Colours in any language, and how East Asian digits and calendars are written: nothing of that changes the value. */
const bracketManner = /^(?:~?\p{L}+\d*|\p{L}+ ?\d+|DBNum\d+|NatNum\d+.*)$/iu;
/** Signs that a sheet shows without quotation marks. */
const bareLiteral = /[\s$€£¥¤+\-():!^&'~{}<>=\u00a0-\uffff]/;

/** The sections of a code, in order; null when a part of it is not understood, so that nobody guesses. */
export function readFormatCode(code: string): FormatSection[] | null {
  const sections: FormatSection[] = [];
  let condition: FormatCondition | null = null;
  let parts: FormatPart[] = [];
  for (let at = 0; at < code.length;) {
    const rest = code.slice(at);
    if (rest.startsWith(';')) {
      sections.push({ condition, parts });
      condition = null;
      parts = [];
      at += 1;
      continue;
    }
    if (rest.startsWith('[')) {
      const end = rest.indexOf(']');
      if (end === -1) return null;
      const found = readBracket(rest.slice(1, end));
      if (found === null) return null;
      if ('operator' in found) condition = found;
      else if (found.kind !== 'literal' || found.text !== '') parts.push(found);
      at += end + 1;
      continue;
    }
    const next = readPart(rest);
    if (next === null) return null;
    if (next.part !== null) parts.push(next.part);
    at += next.length;
  }
  sections.push({ condition, parts });
  return sections.length > 4 ? null : sections;
}

function readBracket(inside: string): FormatPart | FormatCondition | null {
  const condition = bracketCondition.exec(inside);
  if (condition !== null) return { operator: condition[1] as FormatCondition['operator'], value: Number(condition[2]) };
  if (bracketElapsed.test(inside)) return { kind: 'elapsed' };
  const symbol = bracketSymbol.exec(inside);
  if (symbol !== null) return { kind: 'literal', text: symbol[1] ?? '' };
  return bracketManner.test(inside) ? { kind: 'literal', text: '' } : null;
}

/** The part at the start of `rest`; `part` is null for what only takes up room. */
function readPart(rest: string): { part: FormatPart | null; length: number } | null {
  const first = rest.charAt(0);
  switch (first) {
    case '"': {
      const end = rest.indexOf('"', 1);
      return end === -1 ? null : { part: { kind: 'literal', text: rest.slice(1, end) }, length: end + 1 };
    }
    case '\\':
      return rest.length < 2 ? null : { part: { kind: 'literal', text: rest.charAt(1) }, length: 2 };
    case '_':
    case '*':
      return rest.length < 2 ? null : { part: null, length: 2 };
    case '0':
    case '#':
    case '?':
      return { part: { kind: 'digit', fill: first }, length: 1 };
    case '.':
      return { part: { kind: 'point' }, length: 1 };
    case ',':
      return { part: { kind: 'group' }, length: 1 };
    case '%':
      return { part: { kind: 'percent' }, length: 1 };
    case '@':
      return { part: { kind: 'text' }, length: 1 };
    case '/':
      return { part: { kind: 'slash' }, length: 1 };
    default:
  }
  const word = /^(?:general|standard|am\/pm|a\/p|a{3,4}|e[+-]|b[12]|([ymdhsgeb])\1*)/i.exec(rest)?.[0];
  if (word !== undefined) return { part: readWord(word), length: word.length };
  return bareLiteral.test(first) || /[1-9]/.test(first) ? { part: { kind: 'literal', text: first }, length: 1 } : null;
}

function readWord(word: string): FormatPart {
  if (/^(?:general|standard)$/i.test(word)) return { kind: 'general' };
  return /^e[+-]$/i.test(word) ? { kind: 'exponent' } : { kind: 'date', letters: word.toLowerCase() };
}
