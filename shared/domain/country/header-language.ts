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
  pt: 'cep cidade rua sobrenome nome telemóvel celular concelho freguesia empresa bairro',
  it: 'cap città via cognome nome cellulare provincia comune azienda indirizzo',
  us: 'zip zipcode zipcode5 postalzip',
  pl: 'kodpocztowy miasto ulica imię nazwisko miejscowość',
};

/** Where a language is spoken, and how likely a list in it is from there. */
const spoken: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  de: { DE: 1, AT: 0.7, CH: 0.7 },
  da: { DK: 1 },
  no: { NO: 1 },
  sv: { SE: 1, FI: 0.5 },
  nl: { NL: 1, BE: 0.6 },
  fi: { FI: 1 },
  fr: { FR: 1, BE: 0.6, CH: 0.6 },
  es: { ES: 1, MX: 0.6, AR: 0.6, CO: 0.6, CL: 0.6, PE: 0.6 },
  pt: { PT: 1, BR: 1 },
  it: { IT: 1, CH: 0.5 },
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
