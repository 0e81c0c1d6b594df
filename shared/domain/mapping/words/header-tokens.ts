/** Cuts headers into words, in the same way for what people write and for the words that the program knows. */

/** Accents are removed anyway, so the entity of an accented letter becomes the plain letter. */
const accentedEntity = /&([a-z])(?:uml|acute|grave|circ|cedil|tilde|ring|slash);/giu;
const ligatures: Readonly<Record<string, string>> = { '&szlig;': 'ss', '&aelig;': 'ae', '&oelig;': 'oe' };

/** "E-mail 1 - Value" → ["e","mail","1","value"]; "MobilePhone" → ["mobile","phone"]; without accents; ø becomes o, ß becomes ss. */
export function headerTokens(header: string): string[] {
  if (plainWords.test(header)) return header.split(' ');
  const cut = withoutEntities(header)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    // One capital of a row of them is enough: the whole row would be tried from each of its letters.
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase();
  return (beyondAscii.test(cut) ? spelt(cut) : cut).split(/[^\p{L}\d\u093e-\u094c]+/u).filter((token) => token !== '');
}

/** As most of the known phrases are, of which thousands are cut before the first header is judged. */
const plainWords = /^[a-z]+(?: [a-z]+)*$/;
const beyondAscii = /[^\0-\x7f]/;

function spelt(text: string): string {
  return (
    text
      .replaceAll('ß', 'ss')
      .replaceAll('ø', 'o')
      .replaceAll('æ', 'ae')
      .replaceAll('ı', 'i')
      .replaceAll('ł', 'l')
      .replaceAll('đ', 'd')
      // As signs are written out below, but with a small letter and apart from the next word.
      .replaceAll('№', ' no ')
      .replace(/[º°]/gu, ' ')
      .normalize('NFKD')
      .replace(accents, '')
  );
}

/** Not the vowels of Hindi, which no letter stands for: "पता" is the address, "पिता" the father and "पति" the husband. */
const accents = /(?![\u093e-\u094c])\p{M}/gu;

/** The header without blanks, case, accents and punctuation: two spellings of one name have the same key. */
export function headerKey(header: string): string {
  return headerTokens(header).join('');
}

/** 2 for "Phone 2" and "Address 1: Street 2", where the last single digit counts; 1 without a digit. */
export function headerOrdinal(header: string): number {
  return statedOrdinal(headerTokens(header)) ?? 1;
}

export function statedOrdinal(tokens: readonly string[]): number | undefined {
  // "Address 1&2" is both.
  if (tokens.some((token, at) => token === '1' && tokens[at + 1] === '2')) return undefined;
  const number = tokens.findLast((token) => /^[1-9]$/.test(token));
  return number === undefined ? undefined : Number(number);
}

/** Tables exported from web pages keep entities: "F&oslash;dselsdato", "Telefon&nbsp;1". */
function withoutEntities(header: string): string {
  if (!header.includes('&')) return header;
  return header.replace(accentedEntity, '$1').replace(/&[a-z]{2,8};|&#\d{1,6};/giu, (entity) => {
    const code = /^&#(\d+);$/.exec(entity)?.[1];
    return code === undefined ? (ligatures[entity.toLowerCase()] ?? ' ') : codePoint(Number(code));
  });
}

function codePoint(code: number): string {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : ' ';
}
