import { headerConcepts } from './header-concepts.ts';

/** Words people put above columns, in nine languages, and what they mean for a lead. */

/** "E-mail 1 - Value" → ["e","mail","1","value"]; "MobilePhone" → ["mobile","phone"]; accents go, ø and ß are spelt. */
export function headerTokens(header: string): string[] {
  return header
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\d]+/u)
    .filter((token) => token !== '');
}

/** The header without blanks, case, accents and punctuation: what two spellings of one name share. */
export function headerKey(header: string): string {
  return headerTokens(header).join('');
}

/** Words that make a column something else than its name says: "Email consent", "Phone type", "Company founded date". */
const turningWords = new Set(
  (
    'consent permission optin opt optout unsubscribe unsubscribed bounced status type typ kind valid validated verified validation flag date datum dato datoen dag time tid zeit updated created modified changed count ' +
    'antal anzahl amount belob betrag score rating hash md5 preference preferred source kilde quelle samtykke einwilligung zustimmung tilladelse toestemming suostumus consentement consentimiento ' +
    'label extension ext carrier provider operator language sprache sprog last first seen contacted called calls attempts result reason yomi prefix suffix initials maiden'
  ).split(' '),
);

/** Words that change nothing: "Customer e-mail", "Primary phone", "Phone 1 - Value". */
const plainWords = new Set(
  (
    'the a of de der die das des du la le el den det en ett et value wert vaerdi varde valeur valor contact kontakt kontaktperson contacto lead customer kunde kunden kund client klant asiakas cliente person personal ' +
    'primary primaer main haupt hoved hovud huvud principal my our your full field text nr no num number nummer numero numer n own ansprechpartner kontaktpersonen contactpersoon yhteyshenkilo cus cust crm fld txt'
  ).split(' '),
);

/** Words that tell one of several of the same kind apart: "Private phone", "E-Mail geschäftlich". */
const placeWords = new Set(
  (
    'private privat privata prive home hjem hem hus bolig koti thuis casa domicile work business office buro kontor arbejde arbete arbeid job tyo werk zakelijk geschaftlich dienstlich direct direkt ' +
    'bureau professionnel personnel trabajo particular oficina'
  ).split(' '),
);

/** One meaning of a header. `strength`: 1 says it all, below 0.6 is a hint that needs the values to agree. */
export interface HeaderMeaning {
  concept: string;
  strength: number;
  /** The word of the header that says so. */
  word: string;
}

interface Phrase {
  concept: string;
  tokens: string[];
  key: string;
}

const phrases: readonly Phrase[] = headerConcepts.flatMap((concept) =>
  concept.phrases.map((phrase) => {
    const tokens = headerTokens(phrase);
    return { concept: concept.name, tokens, key: tokens.join('') };
  }),
);

const byKey = Map.groupBy(phrases, (phrase) => phrase.key);

/** What a header can mean, best first; at most one entry per concept. */
export function headerMeanings(header: string): HeaderMeaning[] {
  const tokens = headerTokens(header);
  if (tokens.length === 0) return [];
  const words = tokens.filter((token) => !/^\d+$/.test(token));
  const best = new Map<string, HeaderMeaning>();
  const offer = (concept: string, strength: number, word: string) => {
    if (strength > (best.get(concept)?.strength ?? 0)) best.set(concept, { concept, strength, word });
  };
  for (const phrase of byKey.get(tokens.join('')) ?? byKey.get(words.join('')) ?? [])
    offer(phrase.concept, 1, header.trim());
  for (const { phrase, rest } of phrasesWithin(words)) {
    if (rest.some((word) => turningWords.has(word))) continue;
    const unknown = rest.filter((word) => word.length > 1 && !plainWords.has(word) && !placeWords.has(word));
    const placed = rest.some((word) => placeWords.has(word));
    const share = phrase.key.length / words.join('').length;
    const strength = unknown.length > 0 ? Math.min(0.55, 0.3 + share * 0.3) : placed ? 0.82 : 0.9;
    offer(phrase.concept, strength, phrase.tokens.join(' '));
  }
  return [...best.values()].sort((left, right) => right.strength - left.strength);
}

/** 2 for "Phone 2": the second of its kind; 1 without a number. */
export function headerOrdinal(header: string): number {
  const number = headerTokens(header).find((token) => /^[1-9]$/.test(token));
  return number === undefined ? 1 : Number(number);
}

const longestPhrase = Math.max(...phrases.map((phrase) => phrase.tokens.length)) + 1;

/** Known phrases that are part of the words, each with the words around it; whole words only. */
function phrasesWithin(words: readonly string[]): { phrase: Phrase; rest: string[] }[] {
  const found: { phrase: Phrase; rest: string[] }[] = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let end = start + 1; end <= Math.min(words.length, start + longestPhrase); end += 1) {
      if (end - start === words.length) continue;
      const rest = [...words.slice(0, start), ...words.slice(end)];
      for (const phrase of byKey.get(words.slice(start, end).join('')) ?? []) found.push({ phrase, rest });
    }
  }
  return found;
}

const otherHeaderWords = new Set(
  (
    'id key code number no nr name type date amount total count status year month day price quantity description category group department comment reference title age gender sex ' +
    'state region province county district value unit currency start end created updated url link text label class level rank score list vendor supplier product item order invoice account ' +
    'organisation organization period location section source salutation anrede titel jahr monat datum betrag menge art abteilung konto kunde summe ' +
    'annee mois montant libelle nature fonction exercice ano mes fecha importe jaar maand bedrag omschrijving aar ar belob beskrivelse bemaerkning maned belopp manad'
  ).split(' '),
);

/** Whether a cell reads like the name of a column. */
export function isHeaderWord(text: string): boolean {
  if (text.length > 60) return false;
  const tokens = headerTokens(text);
  if (tokens.length === 0 || tokens.length > 6) return false;
  if (byKey.has(tokens.join(''))) return true;
  const words = tokens.filter((token) => !/^\d+$/.test(token));
  if (words.length === 0) return false;
  const known = words.filter((word) => otherHeaderWords.has(word) || byKey.has(word) || turningWords.has(word)).length;
  return known >= Math.ceil(words.length / 2) && known > 0;
}
