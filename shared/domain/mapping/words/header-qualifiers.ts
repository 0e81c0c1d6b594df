/** Words that stand beside the word for a field and change, place or only decorate what it says. */

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Words that make a column something else than its name says: "Email consent", "Phone type", "Company founded date". */
export const turningWords: ReadonlySet<string> = new Set(
  words(
    `consent permission optin opt optout unsubscribe unsubscribed subscribed bounced bounce status type typ kind valid
     validated verified validation flag date datum dato datoen dag time tid zeit updated created modified changed count
     antal anzahl amount belob betrag score rating hash md5 preference preferred source kilde quelle samtykke einwilligung
     zustimmung tilladelse toestemming suostumus consentement consentimiento samtycke lupa kielto
     label extension ext carrier provider operator language sprache sprog last first seen contacted called calls attempts
     result reason yomi phonetic prefix suffix initials maiden nickname size population timezone marketing newsletter
     birthplace fodested fodeort geburtsort operateur operador anbieter aard soort tipo tyyppi
     fecha aantal taille tamano cantidad lettre
     ind flg yn`,
  ),
);

/** Words that change nothing: "Customer e-mail", "Primary phone", "Phone 1 - Value". */
export const plainWords: ReadonlySet<string> = new Set(
  words(
    `the a of de der die das des del du la le el den det en ett et and und og och ja y value wert vaerdi varde valeur
     valor contact kontakt kontaktperson contacto lead customer kunde kunden kund client cliente klant asiakas person
     personal primary primaer main haupt hoved hovud huvud principal my our your full field text tekst texto n own
     ansprechpartner kontaktpersonen contactpersoon yhteyshenkilo cus cust crm fld txt formatted default officers unite legale etablissement siege
     kontaktens required optional mandatory pflichtfeld obligatorisk obligatoire obligatorio obligatoriskt verplicht
     pakraevet pakrevd valgfri dd mm yy yyyy aaaa jjjj tt jj incl kontaktoplysning kontaktinfo allgemein algemeen general generel generell generique yleinen standard extern external naturl naturliche fra from fijo fixe fast fest fasta vast vaste on pa for til fur`,
  ),
);

/** Beside a phone they are plain; beside a town they make it the town's number. */
export const numberWords: ReadonlySet<string> = new Set(words('nr no n num number numbers nummer numero numer nro'));

/** A customer's code is his number; a phone's code is something else. */
export const codeWords: ReadonlySet<string> = new Set(words('id code kode codigo'));

/** "Customer" in all its forms: with a number word they are the customer's number, whichever comes first. */
export const customerWords: ReadonlySet<string> = new Set(
  words(
    `customer kunde kunden kund kundens client cliente klant asiakas asiakkaan tilaaja tilaajan member medlem medlems mitglied mitglieds
     relatie debitor debiteur abonne socio lid jasen`,
  ),
);

/** "Street name", "Navn på by": the name of a place or a company is the place or the company. */
export const nameWords: ReadonlySet<string> = new Set(words('name navn namn naam nimi nom nombre'));

/** Which of several addresses or phones of one row a column speaks of. */
export type Place = 'work' | 'billing' | 'mailing' | 'home' | 'delivery' | 'other';

const placesOf: Readonly<Record<Place, string>> = {
  work: `work business office buro kontor arbejde arbete arbeid arb job jobb arbejds arbets arbeids tyo werk zakelijk geschaftlich dienstlich dienstl geschaftl gesch
     direct direkt bureau professionnel trabajo oficina company organization organisation firma firmen virksomhed foretag bedrijf
     entreprise empresa unternehmen account employer registered reg beliggenhedsadresse forretningsadresse corporate
    `,
  billing: `billing invoice faktura fakturering fakturerings rechnung rechnungs rechnungsadresse fakturaadresse
     facturation factuur facturacion lasku laskutus`,
  mailing: 'mailing postal correspondence korrespondenz postadresse postadress correspondentie',
  home: 'hjemme private privat priv privata prive personnel home hjem hem hus bolig koti thuis casa domicile particular',
  delivery: `shipping delivery levering leverings leverans lieferung liefer lieferadresse leveringsadresse livraison
     envio verzending verzend bezorg toimitus`,
  other: 'other alternative alternate annen anden andere autre otro weitere muu secondary secondaire sekundaer',
};

/** Words that tell one of several of the same kind apart: "Private phone", "E-Mail geschäftlich", "billing_city". */
export const placeWords: ReadonlyMap<string, Place> = new Map(
  Object.entries(placesOf).flatMap(([place, text]) => words(text).map((word) => [word, place as Place] as const)),
);

/** Words that mean a field on their own or beside a word for an address, and much else beside any other word. */
export const vagueWords: ReadonlySet<string> = new Set(words('by place service web'));

/** What people shorten, as the word the phrases are written with. */
const shortened: Readonly<Record<string, string>> = {
  addr: 'address',
  adr: 'adresse',
  ph: 'phone',
  nbr: 'number',
  nm: 'name',
  cd: 'code',
  acct: 'account',
  cust: 'customer',
  kd: 'kunde',
  medl: 'medlem',
  tfn: 'telefon',
  mob: 'mobil',
  str: 'strasse',
  hnr: 'hausnummer',
};

/** "Hjemmetelefon", "privatmail": a place and a thing in one word. */
const placedEnding = /^(.{3,}?)(telefon|telefoon|tlf|tel|mobil|mail|epost|adresse|adress)$/u;
const nameEnding = /^(.{3,})(?:name|navn|namn|naam)$/u;
const numberEnding = /^(.{3,}?)(?:nummer|nr|nro|numero)$/u;

/** A token written out: "mobnr" → "mobil", "nr"; "Straßenname" → "strasse", "name"; a word that `isKnown` stays whole. */
export function writtenOut(token: string, isKnown: (word: string) => boolean): string[] {
  const whole = shortened[token];
  if (whole !== undefined) return [whole];
  if (isKnown(token) || placeWords.has(token)) return [token];
  const [, placed = '', thing = ''] = placedEnding.exec(token) ?? [];
  if (placeWords.has(placed)) return [placed, thing];
  const joined = nameEnding.exec(token)?.[1] ?? '';
  // "Straßenname", "Ortsname", "Unternehmensname": without the letter that joins the two, if that makes a word.
  const heads = [joined.replace(/en$/u, ''), joined.replace(/[sn]$/u, '')].filter((head) => head !== joined);
  const named = [...heads, joined].find((head) => isKnown(head) || customerWords.has(head));
  if (named !== undefined) return [named, 'name'];
  const head = numberEnding.exec(token)?.[1];
  return head === undefined ? [token] : [shortened[head] ?? head, 'nr'];
}
