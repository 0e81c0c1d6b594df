import { headerTokens } from '../mapping/words/header-tokens.ts';

/** Names of columns that only one language uses, or two or three related ones. */
const words: Readonly<Record<string, string>> = {
  de: 'plz postleitzahl straße hausnummer hausnr ort wohnort vorname nachname rufnummer festnetz handy mobilfunk bundesland ansprechpartner',
  da: 'postnr postnummer by bynavn postdistrikt vej vejnavn gade fornavn efternavn tlf navn kommune husnr virksomhed cvr',
  no: 'postnr postnummer poststed sted gate gateadresse fornavn etternavn tlf navn kommune orgnr',
  sv: 'postnummer postnr postort ort gata gatuadress adress förnamn efternamn namn kommun företag orgnr',
  nl: 'straat plaats woonplaats huisnummer voornaam achternaam telefoon telefoonnummer mobiel bedrijf bedrijfsnaam',
  fi: 'postinumero postitoimipaikka osoite katuosoite lähiosoite kaupunki etunimi sukunimi puhelin puhelinnumero matkapuhelin yritys',
  fr: 'codepostal ville rue prénom nom commune société entreprise',
  es: 'códigopostal ciudad calle apellido apellidos nombre móvil teléfono población localidad empresa',
  us: 'zip zipcode zipcode5 postalzip',
  pl: 'kodpocztowy miasto ulica imię nazwisko miejscowość',
};

/** Where a language is spoken, and how likely a list in it is from there. */
const spoken: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  de: { DE: 1, AT: 0.7, CH: 0.7 },
  da: { DK: 1 },
  no: { NO: 1 },
  sv: { SE: 1 },
  nl: { NL: 1, BE: 0.6 },
  fi: { FI: 1 },
  fr: { FR: 1, BE: 0.6, CH: 0.6 },
  es: { ES: 1 },
  us: { US: 1 },
  pl: { PL: 1 },
};

const keyOf = (header: string) => headerTokens(header).join('');
const languagesOf = new Map<string, string[]>();
for (const [language, list] of Object.entries(words))
  for (const word of list.split(' ')) languagesOf.set(keyOf(word), [...(languagesOf.get(keyOf(word)) ?? []), language]);

/** How much a header points to each country: 1 for a word of one language, less for one that several share. */
export function countriesOfHeader(header: string): ReadonlyMap<string, number> {
  const languages = languagesOf.get(keyOf(header)) ?? [];
  const weights = new Map<string, number>();
  for (const language of languages)
    for (const [country, share] of Object.entries(spoken[language] ?? {}))
      weights.set(country, Math.max(weights.get(country) ?? 0, share / languages.length));
  return weights;
}

interface PostcodeShape {
  readonly pattern: RegExp;
  /** In a sentence after their number. */
  readonly words: string;
  readonly countries: readonly string[];
}

/** As the Universal Postal Union lists them. */
const shapes: readonly PostcodeShape[] = [
  { pattern: /^\d{5}$/, words: 'of 5 digits', countries: ['DE', 'FR', 'ES', 'FI', 'SE', 'US'] },
  { pattern: /^\d{5}-\d{4}$/, words: 'such as 12345-6789', countries: ['US'] },
  { pattern: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i, words: 'such as K1A 0B1', countries: ['CA'] },
  { pattern: /^\d{4}$/, words: 'of 4 digits', countries: ['DK', 'NO', 'AT', 'CH', 'BE'] },
  { pattern: /^\d{3} \d{2}$/, words: 'such as 123 45', countries: ['SE'] },
  { pattern: /^\d{4} ?[A-Z]{2}$/i, words: 'such as 1234 AB', countries: ['NL'] },
  { pattern: /^\d{2}-\d{3}$/, words: 'such as 12-345', countries: ['PL'] },
  { pattern: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i, words: 'such as SW1A 1AA', countries: ['GB'] },
  { pattern: /^D-?\d{5}$/i, words: 'that begin with D', countries: ['DE'] },
  { pattern: /^DK-?\d{4}$/i, words: 'that begin with DK', countries: ['DK'] },
  { pattern: /^A-?\d{4}$/i, words: 'that begin with A', countries: ['AT'] },
  { pattern: /^CH-?\d{4}$/i, words: 'that begin with CH', countries: ['CH'] },
];

/** The shape that most of these post codes have; null when there is none. `share`: of all that are filled. */
export function shapeOfPostcodes(postcodes: Iterable<string>): {
  readonly words: string;
  readonly countries: readonly string[];
  readonly count: number;
  readonly share: number;
} | null {
  const counts = shapes.map(() => 0);
  let filled = 0;
  for (const postcode of postcodes) {
    const text = postcode.trim();
    if (text === '') continue;
    filled += 1;
    const shape = shapes.findIndex(({ pattern }) => pattern.test(text));
    if (shape !== -1) counts[shape] = (counts[shape] ?? 0) + 1;
  }
  const count = Math.max(...counts);
  const found = count === 0 ? undefined : shapes[counts.indexOf(count)];
  return found === undefined ? null : { words: found.words, countries: found.countries, count, share: count / filled };
}
