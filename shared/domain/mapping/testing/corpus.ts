import { clubSources } from './corpus-clubs.ts';
import { exportSources } from './corpus-exports.ts';
import { fieldSources } from './corpus-field.ts';
import { listSources } from './corpus-lists.ts';
import { corpusValues } from './corpus-values.ts';

/**
 * Headers of lead files as people really write them, with the field they mean, for specs and the mapping bench.
 * One line a file; each column is `header > field > kind of values`; a field of `-` must stay without a suggestion,
 * `A/B` accepts either, `A/-` either or none; a kind of `=x ¦ y` is the values themselves. Made up after exports of CRM
 * systems, dialers, web shops, registers and hand-made lists.
 */
export interface CorpusColumn {
  header: string;
  accepted: readonly string[];
  values: readonly string[];
}

export interface CorpusFile {
  name: string;
  columns: readonly CorpusColumn[];
}

const values: Record<string, readonly string[]> = {
  first: ['Jens', 'Ida', 'Søren', 'Anna Marie', 'Lars'],
  last: ['Hansen', 'Møller', 'Ågård', 'Nielsen', 'Berg'],
  full: ['Jens Hansen', 'Ida Møller', 'Søren Ågård', 'Anna Marie Nielsen', 'Lars Berg'],
  company: ['Hansen & Søn ApS', 'Nordlys A/S', 'Bäckerei Müller GmbH', '3M Danmark', 'Byg-it I/S'],
  phone: ['86123456', '75 12 34 56', '+45 33 11 22 33', '98765432', '62 20 10 00'],
  mobile: ['+4520123456', '+4530123457', '+4540123458', '+4550123459', '+4560123460'],
  bare: ['4520123456', '4530123457', '4540123458', '4550123459', '4560123460'],
  email: ['jens@firma.dk', 'ida@nordlys.dk', 'info@backerei.de', 'anna.marie@post.se', 'lars@byg-it.no'],
  street: ['Storegade 12', 'Havnevej 3, 2. tv', 'Hauptstr. 5', 'Kungsgatan 44', 'Nygate 1B'],
  zip: ['8000', '5600', '0783', '9000', '2100'],
  longzip: ['10115', '80331', '20095', '50667', '01067'],
  city: ['Aarhus', 'Faaborg', 'Berlin', 'Malmö', 'Oslo'],
  country: ['Denmark', 'Denmark', 'Germany', 'Sweden', 'Norway'],
  code: ['DK', 'DK', 'DE', 'SE', 'NO'],
  dial: ['45', '45', '49', '46', '47'],
  url: ['www.firma.dk', 'https://nordlys.dk', 'http://backerei.de', 'www.post.se', 'byg-it.no'],
  date: ['2026-05-04', '2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08'],
  birth: ['04.05.1971', '12.11.1985', '01.01.1990', '30.06.1966', '23.09.1979'],
  number: ['12', '7', '130', '25', '3'],
  amount: ['1.250,00', '300,50', '99,95', '12.000,00', '7,10'],
  id: ['K-1001', 'K-1002', 'K-1003', 'K-1004', 'K-1005'],
  digits: ['100001', '100002', '100003', '100004', '100005'],
  flag: ['yes', 'no', 'yes', 'yes', 'no'],
  word: ['new', 'hot', 'cold', 'new', 'lost'],
  gender: ['m', 'f', 'm', 'f', 'm'],
  title: ['Mr', 'Ms', 'Mr', 'Ms', 'Dr'],
  job: ['Manager', 'Owner', 'Buyer', 'CEO', 'Assistant'],
  note: ['call after 10', 'wants offer on windows', '', 'moved in May, see mail', 'no thanks'],
  empty: ['', '', '', '', ''],
  ...corpusValues,
};

const sources: readonly string[] = [
  'crm english: First Name > FirstName > first | Last Name > LastName > last | Company > Company > company | Job Title > JobTitle > job | Email > Email > email | Phone > Phone > phone | Mobile > MobilePhone > mobile | Street > Address > street | City > City > city | State > Region > city | Zip > PostalCode > longzip | Country > Country > country | Lead Source > - > word | Lead Status > - > word | Created Date > - > date | Email Opt Out > - > flag',
  'dialer english: lead_id > - > digits | phone_code > PhoneCountryCode > dial | phone_number > Phone > bare | title > Title > title | first_name > FirstName > first | middle_initial > MiddleName/- > gender | last_name > LastName > last | address1 > Address > street | city > City > city | state > Region > code | postal_code > PostalCode > zip | country_code > Country > code | gender > Gender > gender | date_of_birth > DateOfBirth > birth | alt_phone > Phone2 > bare | email > Email > email | comments > Notes > note | called_count > - > number',
  'crm danish: Fornavn > FirstName > first | Efternavn > LastName > last | Firma > Company > company | Stilling > JobTitle > job | E-mail > Email > email | Telefon > Phone > phone | Mobil > MobilePhone > mobile | Adresse > Address > street | Postnr. > PostalCode > zip | By > City > city | Land > Country > country | Bemærkninger > Notes > note | CVR-nr. > CompanyNumber > digits | Kundenr. > CustomerNumber > digits | Oprettet dato > - > date | Samtykke > - > flag',
  'danish hand made: Navn > FullName > full | Tlf > Phone > phone | Mobilnummer > MobilePhone > mobile | Mail > Email > email | Vej > Address > street | Postnummer > PostalCode > zip | Bynavn > City > city | Virksomhed > Company > company | Kontaktperson > - > empty | Noter > Notes > note | Sidst kontaktet > - > date',
  'danish shop: Kunde ID > CustomerNumber > id | Virksomhedsnavn > Company > company | Fulde navn > FullName > full | E-mailadresse > Email > email | Telefonnummer > Phone > phone | Hjemmeside > Website > url | Gade > Address > street | Husnr > HouseNumber > number | Postby > City > city | Ordredato > - > date | Beløb > - > amount | Antal ordrer > - > number',
  'crm swedish: Förnamn > FirstName > first | Efternamn > LastName > last | Företag > Company > company | Befattning > JobTitle > job | E-post > Email > email | Telefonnummer > Phone > phone | Mobiltelefon > MobilePhone > mobile | Gatuadress > Address > street | Postnummer > PostalCode > zip | Postort > City > city | Land > Country > country | Anteckningar > Notes > note | Organisationsnummer > CompanyNumber > digits | Kundnummer > CustomerNumber > digits',
  'swedish hand made: Namn > FullName > full | Tel > Phone > phone | Mobil > MobilePhone > mobile | Epost > Email > email | Adress > Address > street | Stad > City > city | Hemsida > Website > url | Kommentar > Notes > note | Kön > Gender > gender | Född > DateOfBirth > birth',
  'crm norwegian: Fornavn > FirstName > first | Etternavn > LastName > last | Bedrift > Company > company | Stilling > JobTitle > job | E-postadresse > Email > email | Telefon > Phone > phone | Mobiltelefon > MobilePhone > mobile | Gateadresse > Address > street | Postnummer > PostalCode > zip | Poststed > City > city | Fylke > Region > city | Nettside > Website > url | Org.nr > CompanyNumber > digits | Merknad > Notes > note',
  'crm german: Anrede > Title > title | Vorname > FirstName > first | Nachname > LastName > last | Firma > Company > company | Abteilung > Department > word | E-Mail > Email > email | Telefon > Phone > phone | Mobil > MobilePhone > mobile | Fax > Fax > phone | Straße > Address > street | Hausnummer > HouseNumber > number | PLZ > PostalCode > longzip | Ort > City > city | Bundesland > Region > city | Land > Country > country | Geburtsdatum > DateOfBirth > birth | Kundennummer > CustomerNumber > digits | Bemerkung > Notes > note | Webseite > Website > url',
  'german export: Firmenname > Company > company | Ansprechpartner > FullName > full | Ansprechpartner Funktion > JobTitle/- > job | Rufnummer > Phone > phone | Handynummer > MobilePhone > mobile | Mailadresse > Email > email | Strasse > Address > street | Postleitzahl > PostalCode > longzip | Stadt > City > city | Branche > - > word | Umsatz > - > amount | Mitarbeiterzahl > - > number | Letzter Kontakt am > - > date | Einwilligung E-Mail > - > flag',
  'german schools: BSN > - > id | Schulname > -/FullName/Company > company | PLZ > PostalCode > longzip | Adresse > Address > street | Telefon > Phone > phone | Telefax > Fax > phone | eMail > Email > email | Internet > Website > url',
  'crm dutch: Voornaam > FirstName > first | Achternaam > LastName > last | Bedrijfsnaam > Company > company | Functie > JobTitle > job | E-mailadres > Email > email | Telefoonnummer > Phone > phone | Mobiel > MobilePhone > mobile | Straat > Address > street | Huisnummer > HouseNumber > number | Postcode > PostalCode > zip | Woonplaats > City > city | Land > Country > country | Opmerkingen > Notes > note | KvK-nummer > CompanyNumber > digits | Klantnummer > CustomerNumber > digits | Geslacht > Gender > gender',
  'crm finnish: Etunimi > FirstName > first | Sukunimi > LastName > last | Yritys > Company > company | Sähköposti > Email > email | Puhelin > Phone > phone | Matkapuhelin > MobilePhone > mobile | Katuosoite > Address > street | Postinumero > PostalCode > longzip | Kaupunki > City > city | Maa > Country > country | Y-tunnus > CompanyNumber > id | Huomautus > Notes > note | Syntymäaika > DateOfBirth > birth | Kotisivu > Website > url',
  'crm french: Civilité > Title > title | Prénom > FirstName > first | Nom de famille > LastName > last | Société > Company > company | Fonction > JobTitle > job | Courriel > Email > email | Téléphone > Phone > phone | Portable > MobilePhone > mobile | Adresse > Address > street | Code postal > PostalCode > longzip | Ville > City > city | Pays > Country > country | Remarques > Notes > note | Date de naissance > DateOfBirth > birth | SIRET > CompanyNumber > digits',
  'crm spanish: Nombre > FirstName/FullName > first | Apellidos > LastName > last | Empresa > Company > company | Cargo > JobTitle > job | Correo electrónico > Email > email | Teléfono > Phone > phone | Móvil > MobilePhone > mobile | Dirección > Address > street | Código postal > PostalCode > longzip | Ciudad > City > city | Provincia > Region > city | País > Country > country | Observaciones > Notes > note | Fecha de nacimiento > DateOfBirth > birth | Sitio web > Website > url',
  'upper case: FIRSTNAME > FirstName > first | LASTNAME > LastName > last | EMAIL > Email > email | PHONE NUMBER > Phone > phone | MOBILE NO > MobilePhone > mobile | ZIPCODE > PostalCode > longzip | TOWN > City > city | COUNTRY > Country > country | COMPANY NAME > Company > company | DOB > DateOfBirth > birth | GENDER > Gender > gender | ADDRESS > Address > street',
  'camel case: firstName > FirstName > first | lastName > LastName > last | emailAddress > Email > email | phoneNumber > Phone > phone | mobilePhone > MobilePhone > mobile | streetAddress > Address > street | postalCode > PostalCode > zip | city > City > city | countryCode > Country > code | companyName > Company > company | jobTitle > JobTitle > job | createdAt > - > date | updatedAt > - > date | isActive > - > flag',
  'snake case: customer_id > CustomerNumber > digits | given_name > FirstName > first | family_name > LastName > last | e_mail > Email > email | home_phone > Phone > phone | cell_phone > MobilePhone > mobile | address_line_1 > Address > street | address_line_2 > AddressLine2 > note | post_code > PostalCode > zip | town > City > city | country > Country > country | opt_in > - > flag | email_verified > - > flag | phone_type > - > word | last_login > - > date',
  'traps: Email consent > - > flag | Phone consent > - > flag | Email type > - > word | Phone type > - > word | Email status > - > word | Mobile opt-in > - > flag | Name of product > - > word | Company founded date > - > date | Address type > - > word | First contact > - > date | Last contact > - > date | Last call > - > date | Call result > - > word | City population > - > number | Number of employees > - > number | Country rank > - > number',
  'more traps: Username > - > word | File name > - > word | Campaign name > - > word | Product name > - > word | Phone calls > - > number | Email count > - > number | Date > - > date | Time > - > number | Status > - > word | Type > - > word | Source > - > word | Score > - > number | Amount > - > amount | Id > - > digits | Key > - > id | Tax > - > amount | Facts > - > note',
  'values that contradict: Email > - > flag | Phone > - > word | Mobile > - > date | Zip > - > note | First name > - > email | Website > - > number | Date of birth > - > flag',
  'no header words, clear values: Kolonne A > - > word | Kolonne B > Email > email | Kolonne C > Phone/- > mobile | Kolonne D > - > number',
  'no header: > - > digits | > - > word | > Email > email | > Phone/- > mobile | > - > city | > - > note',
  'two of each: Phone 1 > Phone > phone | Phone 2 > Phone2 > phone | Email 1 > Email > email | Email 2 > - > empty | Address 1 > Address > street | Address 2 > AddressLine2 > note | Name > FullName > full | Post code > PostalCode > zip | City > City > city',
  'contacts export: Name > FullName > full | Given Name > FirstName > first | Additional Name > MiddleName > empty | Family Name > LastName > last | Yomi Name > - > empty | Name Prefix > Title > title | Birthday > DateOfBirth > birth | Gender > Gender > gender | Occupation > JobTitle > job | Notes > Notes > note | E-mail 1 - Type > - > word | E-mail 1 - Value > Email > email | Phone 1 - Type > - > word | Phone 1 - Value > Phone > phone | Address 1 - Type > - > word | Address 1 - Street > Address/- > street | Address 1 - City > City/- > city | Address 1 - Postal Code > PostalCode/- > zip | Organization 1 - Name > Company/- > company | Website 1 - Value > Website > url',
  'work and home: Work e-mail > Email > email | Home phone > Phone > phone | Mobile (private) > MobilePhone > mobile | Firma (Hauptsitz) > -/Company > company | Customer name > FullName > full | Customer no. > CustomerNumber > digits | Contact e-mail > - > empty | Primary address > Address > street | Town/City > City > city | Postcode/ZIP > PostalCode/- > zip',
  'public register: id > - > id | name > FullName/Company > company | abbreviation > - > word | description > - > note | classification > - > word | parent_id > - > id | founding_date > - > date | url > Website > url | jurisdiction_code > - > code | phone > Phone > phone | email > Email > email | address > Address > street | tags > - > word | source_url > -/Website > url',
  'spending: Department > Department > word | Entity > - > company | Date of Payment > - > date | Expense Type > - > word | Expense Area > - > word | Supplier > Company > company | Transaction Number > - > digits | Amount > - > amount | Description > -/Notes > note | Supplier Post Code > PostalCode > longzip | Supplier Type > - > word | Contract Number > - > digits | Project Code > - > id',
  'budget: Exercice > - > number | Section > - > word | D/R > - > word | Fonction > - > number | Libellé fonction > - > note | Nature > - > digits | BP2015 > - > amount',
];

function valuesOf(kind: string): readonly string[] {
  const found = kind.startsWith('=') ? kind.slice(1).split(' ¦ ') : values[kind];
  if (found === undefined) throw new Error(`no values of the kind ${kind}`);
  return found;
}

const pattern = /^([^>]*)> *([^>]+?) *> *(\w+|=.*)$/;

export const corpus: readonly CorpusFile[] = [
  ...sources,
  ...exportSources,
  ...listSources,
  ...clubSources,
  ...fieldSources,
].map((source) => {
  const divider = source.indexOf(': ');
  return {
    name: source.slice(0, divider),
    columns: source
      .slice(divider + 2)
      .split(' | ')
      .map((column) => {
        const match = pattern.exec(column.trimStart());
        if (match === null) throw new Error(`not a column of the corpus: ${column}`);
        return {
          header: (match[1] ?? '').trim(),
          accepted: (match[2] ?? '').split('/'),
          values: valuesOf(match[3] ?? ''),
        };
      }),
  };
});

export const labelledHeaders = corpus.reduce((count, file) => count + file.columns.length, 0);
