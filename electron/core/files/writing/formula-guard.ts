import { textBetween } from './utf8-texts.ts';

const EQUALS = 0x3d;
const AT = 0x40;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const PLUS = 0x2b;
const MINUS = 0x2d;

/** Phones and numbers: a formula of digits and the signs inside numbers can do no more than a sum. */
const harmless = /^[+-][\d\s().,/\u00a0\u2010-\u2015-]*(?:[eE][+-]?\d+)?%?$/;
/** The bytes of ASCII that `harmless` allows in any number after the sign. */
const harmlessBytes = new Uint8Array(256);
for (const byte of Buffer.from('0123456789().,/- \t\n\u000b\u000c\r', 'latin1')) harmlessBytes[byte] = 1;

/**
 * Whether a spreadsheet would run the cell as a formula: the text, in UTF-8, begins with `=`, `@`, tab or carriage return,
 * or with `+` or `-` and is neither a phone nor a number. `+49 30 123`, `+45-12`, `-12.5` and `+1 (555) 01` are not run.
 */
export function isFormula(bytes: Uint8Array, from: number, to: number): boolean {
  if (from === to) return false;
  const first = bytes[from];
  if (first === EQUALS || first === AT || first === TAB || first === CARRIAGE_RETURN) return true;
  if (first !== PLUS && first !== MINUS) return false;
  for (let at = from + 1; at < to; at += 1)
    if (harmlessBytes[bytes[at] as number] === 0) return !harmless.test(textBetween(bytes, from, to));
  return false;
}
