/** What Windows-1252 shows for the bytes from 0x80 to 0x9F; five have no sign there and stay control characters. */
const HIGH_SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A sign that UTF-8 begins a letter of Europe or a typographic sign with, and one that its next byte shows. */
const twoForOne = /[\u00c2-\u00c5\u00ce-\u00d1\u00e2][\u0080-\u00bf\u0152-\u2122]/;

/** Letters of Latin, Greek and Cyrillic, and signs that people type. By chance, other letters come out of ordinary text. */
const ordinary = /^[\u0000-\u007f\u00a0-\u017f\u0370-\u04ff\u2010-\u2044\u20ac\u2122]*$/;

/** False for nearly every text, at little cost; true where `readOnce` has to look. */
export function mayBeReadTwice(text: string): boolean {
  return twoForOne.test(text);
}

/**
 * "Søren" of "SÃ¸ren": the text that was UTF-8, was read as Windows-1252 and saved again. Null for a text of which that is
 * not certain in every letter.
 */
export function readOnce(text: string): string | null {
  if (!twoForOne.test(text)) return null;
  let bytes = '';
  for (const sign of text) {
    const high = HIGH_SIGNS.indexOf(sign);
    const byte = high === -1 ? (sign.codePointAt(0) ?? 0) : 0x80 + high;
    if (byte > 0xff) return null;
    bytes += `%${byte.toString(16).padStart(2, '0')}`;
  }
  try {
    const read = decodeURIComponent(bytes);
    return ordinary.test(read) ? read : null;
  } catch {
    return null;
  }
}
