// Why: decision 0087.
import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import { countryOfText } from '../../places/country-of-text.ts';
import { isClearlyPhone } from '../../files/cell-shapes.ts';
import { phrasesOfMoreLanguages } from '../words/header-concepts.ts';
import {
  codeWords,
  customerWords,
  localWords,
  numberWords,
  organisationWords,
  placeWords,
  plainWords,
  vagueWords,
  wholeAddressWords,
} from '../words/header-qualifiers.ts';
import { withSuppliers } from './by-supplier.ts';
import { datePartsAmong } from './date-parts.ts';
import { CLEAR, meaningsAbove, type NamedColumn, says } from './named-column.ts';
import { addressConcepts, oneAddress, whoConcepts } from './one-address.ts';
import { withAddressByRole, withPersonByRole } from './person-by-role.ts';
import { withoutSharedEnding, withoutSharedPrefixes } from './shared-prefix.ts';
import { readPart } from '../words/header-phrases.ts';
import { headerKey, headerTokens, statedOrdinal } from '../words/header-tokens.ts';
import { areNames, areWholeNames, isAddressList, isNamelessHeader } from './nameless-evidence.ts';
import { hasGivenName, mostlyOrganisations } from '../words/value-signs.ts';
import { headerMeanings, turnedBy, type HeaderMeaning } from '../words/header-meanings.ts';

export function namedColumns(columns: readonly ColumnProfile[]): NamedColumn[] {
  const most = Math.max(0, ...columns.map((column) => column.filled));
  const headers = columns.map((profile) => profile.header.trim());
  const said = withoutSharedPrefixes(withoutSharedEnding(headers.map(readPart))).map(lastOfStack);
  const isAmongPeople = columns.some(isAboutPeople) || isAddressList(columns);
  const isDatePart = datePartsAmong(said);
  const names = columns.filter(areNames);
  const wholeNames = columns.filter(areWholeNames);
  const phones = columns.filter(areClearlyPhones);
  const mail = columns.find(isMail)?.first ?? '';
  const noted = headers.map(withoutNote);
  const isOnly = (key: string) => noted.filter((other) => other?.key === key).length === 1;
  const named = columns.map((profile, index): NamedColumn => {
    const header = headers[index] ?? '';
    const fill = most === 0 ? 1 : profile.filled / most;
    const saying = said[index] ?? '';
    const meanings = meaningsAbove(profile, saying, isDatePart[index] === true);
    const isTurned = meanings.length === 0 && turnedBy(saying) !== null;
    const stated = statedOrdinal(headerTokens(header));
    const nameless = isNamelessHeader(header)
      ? {
          profile,
          left: columns[index - 1],
          right: columns[index + 1],
          before: columns[index - 2],
          isAmongPeople,
          isBesideNames: names.some((other) => other !== profile),
          isBesideWholeNames: wholeNames.some((other) => other !== profile),
          isBesidePhones: phones.some((other) => other !== profile),
          mail,
        }
      : null;
    const own = noted[index] ?? null;
    return {
      profile,
      header,
      key: headerKey(header),
      saidKey: headerKey(saying),
      noted: own !== null && isOnly(own.key) ? own : null,
      stated,
      meanings,
      isTurned,
      fill,
      nameless,
      otherPlace: null,
    };
  });
  const asHeaders = byValues(amongPeople(besideStreet(besideState(amongAddress(inItsLanguage(named))))));
  const byRoles = withAddressByRole(withPersonByRole(withNamesOnly(ofThings(withPlacesOfPeople(asHeaders)))));
  // "Vendor" beside "Vendor contact" and "Vendor phone": a company would leave no person to whom they belong.
  return oneAddress(withNameParts(withHalves(withSuppliers(byRoles))));
}

/** The column with a hint that its values have to confirm in place of each meaning that is not sure. */
function doubted(column: NamedColumn, isUnsure: (meaning: HeaderMeaning) => boolean = () => true): NamedColumn {
  const meanings = column.meanings.map((meaning) => (isUnsure(meaning) ? { ...meaning, strength: 0.5 } : meaning));
  return { ...column, meanings };
}

/** "Annual use (kWh)" → the key of "Annual use", and the note "(kWh)". */
function withoutNote(header: string): NamedColumn['noted'] {
  const [, name = '', note = ''] = /^([^([]+)(\([^()]+\)|\[[^[\]]+\])$/u.exec(header) ?? [];
  const key = headerKey(name);
  return key === '' ? null : { key, note };
}

const phonePlaces = new Set(
  'office kontor buro bureau oficina work business home hjem privat direct durchwahl'.split(' '),
);

/** "Customer" is the company or the person that its values are, and "Office" a phone over phones; else they may be anything. */
function byValues(columns: readonly NamedColumn[]): NamedColumn[] {
  const hasName = columns.some((column) => ['FirstName', 'LastName', 'FullName'].some((name) => says(column, name)));
  const hasCity = columns.some((column) => says(column, 'City'));
  return columns.map((column, at) => {
    const { kinds, sampled, first, longest, oddest } = column.profile;
    if (sampled === 0 || column.meanings.length > 0) return column;
    const meaning = (concept: string) => [{ concept, strength: 0.9, word: column.header }];
    if (phonePlaces.has(column.key) && kinds.phone >= sampled * MOSTLY && [first, longest].every(isClearlyPhone))
      return { ...column, meanings: meaning('Phone').map((own) => ({ ...own, place: placeWords.get(column.key) })) };
    if (codeWords.has(column.saidKey) && [first, longest, oddest].every((value) => postcodeOnly.test(value.trim())))
      return { ...column, meanings: meaning('PostalCode') };
    if (column.key === 'kraj') {
      // A country in Poland, a region in the Czech Republic, the town behind its Slovene word for a post code.
      const isTown = !hasCity && slovenePostcodes.has(columns[at - 1]?.key ?? '');
      const place = isTown ? 'City' : 'Region';
      return { ...column, meanings: meaning([first, longest, oddest].every(isCountry) ? 'Country' : place) };
    }
    if (column.key === 'st' && hasCity && [first, longest, oddest].every((value) => /^[A-Z]{2}$/.test(value.trim())))
      return { ...column, meanings: meaning('Region') };
    const isOrganisation = organisationWords.has(column.saidKey);
    if (!customerWords.has(column.saidKey) && !isOrganisation) return column;
    // A word for any unit, over a few that come again and again: departments of one company.
    if (isOrganisation && sampled >= FEW && column.profile.distinct * UNITS_REPEAT <= sampled) return column;
    if (isCompanies(column)) return { ...column, meanings: meaning('Company') };
    if (isOrganisation) return column;
    const isPeople = kinds.name >= sampled * MOSTLY && [first, longest, oddest].filter(hasGivenName).length >= 2;
    return isPeople && !hasName ? { ...column, meanings: meaning('FullName') } : column;
  });
}

const slovenePostcodes = new Set(['poštna številka', 'poštna štev', 'poštna št'].map(headerKey));

/** "61-701" in Poland and "1012 AB" in the Netherlands: shapes that only post codes have. */
const postcodeOnly = /^(?:\d{2}-\d{3}|\d{4} [A-Z]{2})$/;

function isCountry(value: string): boolean {
  return countryOfText(value.trim()) !== null;
}

const municipality = /^(?:kommune|kommun|gemeinde|gemeente|comune|gmina|obec|municipality|concello|municipio)/u;

/** "Kommunenavn" that repeats, or beside people or companies with their streets, is where they are, not who they are. */
function withPlacesOfPeople(columns: readonly NamedColumn[]): NamedColumn[] {
  const isWho = (column: NamedColumn) =>
    whoConcepts.some((concept) => says(column, concept) && !isMunicipality(column));
  const isOfPeople = columns.some(isWho) && columns.some((column) => says(column, 'Address'));
  return columns.map((column) => {
    const { distinct, sampled } = column.profile;
    return isMunicipality(column) && (isOfPeople || (sampled >= FEW && distinct * 2 <= sampled))
      ? doubted(column, ({ concept }) => concept === 'Company')
      : column;
  });
}

/** Values. Fewer may repeat by chance. */
const FEW = 4;
/** Times that a department comes, on average. */
const UNITS_REPEAT = 4;

function isMunicipality({ key }: NamedColumn): boolean {
  return municipality.test(key);
}

/** Share of the values. */
const MOSTLY = 0.8;
const things =
  /^(?:bygning|ejendom|eiendom|fastighet|byggnad|building|property|gebaude|immobilie|liegenschaft|kiinteist|rakennu|gebouw|pand$|batiment|edificio|immobile|budyn|budov|nemovitost|ingatlan|epulet|matrikel|product|produkt|vare$|varenr|varenavn|artikel|article|equipment|udstyr|vehicle|koretoj|fahrzeug)/u;
const personConceptsOnly = ['FirstName', 'LastName', 'JobTitle', 'DateOfBirth', 'Gender', 'Email', 'MobilePhone'];

/** The names in a list of buildings or goods, without anything of a person, are theirs. */
function ofThings(columns: readonly NamedColumn[]): NamedColumn[] {
  const thing = columns.map(({ header }) => headerTokens(header).find((token) => things.test(token))).find(Boolean);
  const isOfPeople = columns.some((column) => personConceptsOnly.some((concept) => says(column, concept)));
  if (thing === undefined || isOfPeople) return [...columns];
  return columns.map((column) =>
    bareNames.has(column.key)
      ? { ...column, meanings: column.meanings.map((meaning) => ({ ...meaning, strength: 0.5, doubt: thing })) }
      : column,
  );
}

/**
 * Of names that stood in several rows, the lowest: "Anschrift - Ort - PLZ" is the post code of an address. Only where the
 * names above it are parts of the same address, because "Manager - City" is somebody else's.
 */
function lastOfStack(header: string): string {
  const names = header.split(' - ');
  const last = names.at(-1) ?? '';
  const isOfAddress = (name: string) =>
    headerMeanings(name).some(({ concept, strength }) => addressConcepts.includes(concept) && strength >= CLEAR);
  // "City - business address": the last one says which town it is.
  const isPlaced = headerMeanings(last)[0]?.place !== undefined;
  const saysWhich = isPlaced && headerTokens(last).some((word) => wholeAddressWords.has(word));
  return names.length > 1 && !saysWhich && names.every(isOfAddress) ? last : header;
}

/** "State" and "Estado" are part of an address only near one; elsewhere they are the progress of a lead. */
function amongAddress(columns: readonly NamedColumn[]): NamedColumn[] {
  const places = columns.map((column) =>
    addressConcepts.some((concept) => concept !== 'Region' && says(column, concept)),
  );
  return columns.map((column, index) =>
    column.meanings.some(isStateWord) &&
    (isOfLead(column.header) || !places.slice(Math.max(0, index - 3), index + 4).includes(true))
      ? doubted(column)
      : column,
  );
}

/** "EstadoLead", "Lead state": how far the lead is, also beside a town. */
function isOfLead(header: string): boolean {
  return headerTokens(header).some((token) => token === 'lead' || token === 'leads');
}

function isStateWord({ concept, word }: HeaderMeaning): boolean {
  return concept === 'Region' && stateWords.has(word.toLowerCase());
}

const stateWords = new Set(['state', 'estado', 'district']);

/** "County" beside "State" is a part of that state, whichever of them stands first. */
function besideState(columns: readonly NamedColumn[]): NamedColumn[] {
  const hasState = columns.some(({ meanings }) =>
    meanings.some(
      ({ concept, word, strength }) =>
        concept === 'Region' && strength >= CLEAR && headerTokens(word).includes('state'),
    ),
  );
  const isCounty = ({ concept, word }: HeaderMeaning) => concept === 'Region' && word.toLowerCase() === 'county';
  if (!hasState) return [...columns];
  return columns.map((column) => ({
    ...column,
    meanings: column.meanings.map((meaning) =>
      isCounty(meaning) ? { ...meaning, strength: Math.min(CLEAR, meaning.strength) } : meaning,
    ),
  }));
}

/** What languages of one word list call their columns, as keys. */
interface Spoken {
  /** What only files of these languages have. */
  readonly known: ReadonlySet<string>;
  /** What also means something else elsewhere. */
  readonly local: ReadonlySet<string>;
}

let spokenOnce: readonly Spoken[] | undefined;

/** Cut when the first file is mapped. */
function otherLanguages(): readonly Spoken[] {
  return (spokenOnce ??= phrasesOfMoreLanguages.map((phrases) => {
    const keys = phrases.map(headerKey);
    return {
      known: new Set(keys.filter((key) => !localWords.has(key))),
      local: new Set(keys.filter((key) => localWords.has(key))),
    };
  }));
}

/** Letters of Vietnamese and Turkish: "Họ" is a last name and "İl" a city, whatever stands beside them; "Ho" may be anything. */
const lettersOfOne = /[\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9\u0130\u0131]/;

/** "Via", "Grad" and "Obec" mean a field where another header is of such a language; else they may mean anything. */
function inItsLanguage(columns: readonly NamedColumn[]): NamedColumn[] {
  if (!columns.some(({ key }) => localWords.has(key))) return [...columns];
  // "PSČ nemovitosti" has such a word as well.
  const isOf = ({ key, header, meanings }: NamedColumn, { known, local }: Spoken) =>
    known.has(key) ||
    meanings.some(({ word }) => !localWords.has(headerKey(word)) && known.has(headerKey(word))) ||
    (local.has(key) && lettersOfOne.test(header.normalize('NFC')));
  const all = otherLanguages();
  const spoken = all.filter((languages) => columns.some((column) => isOf(column, languages)));
  // "Voie" is in none of these lists.
  const isSpoken = (key: string) =>
    (all.some(({ local }) => local.has(key)) ? spoken.filter(({ local }) => local.has(key)) : spoken).length > 0;
  return columns.map((column) => (localWords.has(column.key) && !isSpoken(column.key) ? doubted(column) : column));
}

function isMail({ kinds, sampled }: ColumnProfile): boolean {
  return sampled > 0 && kinds.email >= sampled / 2;
}

/** Not dates, and with a sign or a 0 that customer numbers do not have. */
function areClearlyPhones({ kinds, sampled, first, longest }: ColumnProfile): boolean {
  const isMostly = sampled > 0 && kinds.phone >= sampled * MOSTLY && kinds.date * 2 < sampled;
  return isMostly && [first, longest].every(isClearlyPhone);
}

/** E-mail addresses, streets, people or companies. */
function isAboutPeople(profile: ColumnProfile): boolean {
  const { signs } = profile;
  if (isMail(profile)) return true;
  return signs !== undefined && (signs.street >= 0.7 || signs.organisation >= 0.5 || signs.givenName >= 0.5);
}

/** "Number" to the right of a street is the number of the house, when the values are as short. */
function besideStreet(columns: readonly NamedColumn[]): NamedColumn[] {
  return columns.map((column, index) => {
    const left = columns[index - 1];
    const { longest, filled } = column.profile;
    const isNumber = numberWords.has(column.key) && filled > 0 && longest.trim().length <= 6 && /\d/.test(longest);
    return isNumber && left !== undefined && says(left, 'Address')
      ? { ...column, meanings: [{ concept: 'HouseNumber', strength: 0.9, word: column.header }] }
      : column;
  });
}

/** "Service" is somebody's department in a list of people; in a list of offices it is what they do. */
function amongPeople(columns: readonly NamedColumn[]): NamedColumn[] {
  if (columns.some((column) => ['FirstName', 'LastName', 'JobTitle'].some((concept) => says(column, concept))))
    return [...columns];
  const isService = ({ concept, word }: HeaderMeaning) => concept === 'Department' && word.toLowerCase() === 'service';
  return columns.map((column) => (column.profile.filled > 0 ? doubted(column, isService) : column));
}

/** "Contact" and "Leder" are people when the values are names; they may as well be phones, addresses or texts. */
function withNamesOnly(columns: readonly NamedColumn[]): NamedColumn[] {
  return columns.map((column) => {
    const { kinds, sampled } = column.profile;
    const isNamed = sampled > 0 && kinds.name >= sampled / 2;
    const isVague = ({ concept, word }: HeaderMeaning) => concept === 'FullName' && vagueWords.has(headerKey(word));
    return isNamed ? column : doubted(column, isVague);
  });
}

const firstHalves = new Set(['first', 'given', 'vor']);
const lastHalves = new Set(['last', 'family', 'sur', 'nach']);

/** "First" and "Last" beside each other are names; alone they are the first and last of anything. */
function withHalves(columns: readonly NamedColumn[]): NamedColumn[] {
  if (!columns.some(({ key }) => firstHalves.has(key)) || !columns.some(({ key }) => lastHalves.has(key)))
    return [...columns];
  return columns.map((column) => {
    if (!firstHalves.has(column.key) && !lastHalves.has(column.key)) return column;
    const concept = firstHalves.has(column.key) ? 'FirstName' : 'LastName';
    return { ...column, isTurned: false, meanings: [{ concept, strength: 0.95, word: column.header }] };
  });
}

const bareNames = new Set(
  'name navn namn naam nimi nom nombre nome nume jmeno meno ime nazwa nazev nazov nev neve nafn nama 이름 ชื่อ tên नाम'
    .split(' ')
    .map(headerKey),
);
/** The last name in Serbian and Macedonian, and the name before it in Bulgarian. */
const lastOrMiddleName = headerKey('презиме');
/** "Name" beside "Vorname" is the last name, "Nombre" beside "Apellidos" the first, and "Navn" over "Nord ApS" a company. */
function withNameParts(columns: readonly NamedColumn[]): NamedColumn[] {
  const first = columns.find((column) => says(column, 'FirstName'));
  const hasLast = columns.some((column) => says(column, 'LastName'));
  const isFirstOfTwo = columns.some((column) => isBareName(column) && (column.stated ?? 1) === 1);
  return columns.map((column) => {
    if (column.key === lastOrMiddleName && !hasLast)
      return { ...column, meanings: [{ concept: 'LastName', strength: 0.95, word: column.header }] };
    if (!isBareName(column)) return column;
    // "Name 2" goes on where "Name 1" ends.
    if ((column.stated ?? 1) > 1 && isFirstOfTwo) return doubted(column);
    // "Recipient name" beside "Last name" is still somebody else's.
    const place = column.meanings.find(({ concept }) => concept === 'FullName')?.place;
    const placed = place === undefined ? {} : { place };
    const meaning = (concept: string): HeaderMeaning[] => [
      { concept, strength: 0.95, word: column.header, ...placed },
      { concept: 'FullName', strength: 0.5, word: column.header, ...placed },
    ];
    if (isCompanies(column)) return { ...column, meanings: meaning('Company') };
    if (first !== undefined && !hasLast && !holdsWhole(column, first))
      return { ...column, meanings: meaning('LastName') };
    if (first === undefined && hasLast) return { ...column, meanings: meaning('FirstName') };
    return column;
  });
}

/** "Name", "nomUniteLegale", "billing_name"; not "Kontaktperson", which is one whole person. */
function isBareName({ key, header, meanings, profile }: NamedColumn): boolean {
  if (bareNames.has(key.replace(/\d$/u, ''))) return true;
  const whole = meanings.find((meaning) => meaning.concept === 'FullName' && meaning.strength >= CLEAR);
  if (whole === undefined || profile.filled === 0) return false;
  // "Asiakkaan nimi" is the name of a customer, whoever that is.
  const bare = (text: string) =>
    headerTokens(text)
      .filter((word) => !customerWords.has(word) && !plainWords.has(word) && !/^\d+$/.test(word))
      .join('');
  // "Ansprechpartner Name"
  return bareNames.has(bare(whole.word)) || bareNames.has(bare(header));
}

/** Whether a name contains the first name of the same row. */
function holdsWhole(name: NamedColumn, first: NamedColumn): boolean {
  const whole = name.profile.first.trim().toLowerCase();
  const part = first.profile.first.trim().toLowerCase();
  return part !== '' && whole !== part && whole.split(/[\s,]+/).includes(part);
}

function isCompanies({ profile }: NamedColumn): boolean {
  return (profile.signs?.organisation ?? 0) >= mostlyOrganisations;
}
