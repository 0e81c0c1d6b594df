import { isSameConcept, type Phrase } from './header-phrases.ts';
import {
  codeWords,
  customerWords,
  nameWords,
  numberWords,
  orderWords,
  organisationWords,
  placeWords,
  plainWords,
  wholeAddressWords,
} from './header-qualifiers.ts';

/** Whether the words beside a known phrase leave its meaning as it is: "Customer city", but not "Manager phone". */

const addressConcepts = new Set(['Address', 'HouseNumber', 'AddressLine2', 'PostalCode', 'City', 'Region', 'Country']);
const placedConcepts = new Set([...addressConcepts, 'Phone', 'MobilePhone', 'Phone2', 'Fax', 'Email', 'Website']);
/** Concepts that may stand behind the word for an address: the person and the company it belongs to. */
const addressedConcepts = new Set('Company FirstName LastName FullName Phone MobilePhone Fax Email'.split(' '));
const codedConcepts = new Set(['CustomerNumber', 'CompanyNumber', 'PostalCode', 'PhoneCountryCode']);
const numberedConcepts = new Set([...codedConcepts, 'Phone', 'MobilePhone', 'Phone2', 'Fax', 'HouseNumber']);
const namedConcepts = new Set(['City', 'Address', 'Company', 'Country', 'Region', 'Department']);
const webConcepts = new Set(['Email', 'Website']);

/** What people write behind the street. */
const inStreet = ['HouseNumber', 'AddressLine2', 'Address'];
const doorWords = new Set(
  'dor door floor flat piso puerta tur stock stiege vaning kerros interno scala кв квартира'.split(' '),
);

/** What people write behind the number of a house: "Huisnummer + toevoeging", "Husnr. og bogstav". */
const numberEndings = new Set(
  'toevoeging zusatz letter huisletter bogstav bokstav esponente complement bis'.split(' '),
);

/** The first word on one side of a phrase that may make it something else. */
export function doubtIn(phrase: Phrase, side: readonly string[], isBefore: boolean): string | undefined {
  const { concept } = phrase;
  // "State/Province", "Street and house no."
  const said = side.filter((word) => !isFiller(word));
  if (isSameConcept(concept, said)) return undefined;
  // "Address, house number, floor and door"
  if (
    concept === 'Address' &&
    said.every((word) => doorWords.has(word) || inStreet.some((part) => isSameConcept(part, [word])))
  )
    return undefined;
  if (concept === 'HouseNumber' && said.every((word) => doorWords.has(word) || numberEndings.has(word)))
    return undefined;
  return side.find((word) => !isHarmless(phrase, word, isBefore, side));
}

function isHarmless(phrase: Phrase, word: string, isBefore: boolean, side: readonly string[]): boolean {
  const { concept } = phrase;
  if (isFiller(word) || customerWords.has(word)) return true;
  // The last word of a header says what the column holds: "Company address", but "Address company".
  if (word === 'company' && !isBefore) return false;
  if (placesFor(concept).has(placeWords.get(word) ?? '') && !(word === 'direct' && concept === 'Email')) return true;
  // "DENOMINAZIONESCUOLA", "Ragione sociale impresa"
  if (organisationWords.has(word) && (placedConcepts.has(concept) || concept === 'Company')) return true;
  const isAddress = phrase.tokens.some((token) => wholeAddressWords.has(token));
  if (nameWords.has(word)) return namedConcepts.has(concept) && !isAddress;
  if (numberWords.has(word)) return numberedConcepts.has(concept) || (concept === 'Address' && !isAddress);
  if (codeWords.has(word)) return codedConcepts.has(concept);
  // "Uwagi do zamówienia"
  if (concept === 'Notes' && orderWords.has(word)) return true;
  // "Landkode tlf.", "Country code (mobile)"
  if (concept === 'PhoneCountryCode' && (isSameConcept('Phone', [word]) || isSameConcept('MobilePhone', [word])))
    return true;
  if (concept === 'MobilePhone' && isSameConcept('Phone', [word])) return true;
  // "indirizzo_mail"
  if (webConcepts.has(concept) && (wholeAddressWords.has(word) || word === 'link')) return true;
  // "Shipping Address Organization", "Mailing address phone", "Default Address Phone"
  if (isBefore && wholeAddressWords.has(word) && addressedConcepts.has(concept))
    return concept === 'Company' || side.some((other) => placeWords.has(other) || other === 'default');
  // "Address 1: City"
  if (addressConcepts.has(concept) && concept !== 'Address' && wholeAddressWords.has(word)) return true;
  return isSameConcept(concept, [word]);
}

const allPlaces: ReadonlySet<string> = new Set(placeWords.values());
const noPlace: ReadonlySet<string> = new Set();
const workOnly: ReadonlySet<string> = new Set(['work']);
const orderPlaces: ReadonlySet<string> = new Set(['work', 'billing', 'mailing', 'delivery']);
const namePlaces: ReadonlySet<string> = new Set(['billing', 'mailing', 'delivery']);

/** "Home city", "Work phone" and "Billing name" belong to the lead; "Other name" and "Delivery note" do not. */
function placesFor(concept: string): ReadonlySet<string> {
  if (placedConcepts.has(concept)) return allPlaces;
  if (concept === 'Company') return orderPlaces;
  if (concept === 'FirstName' || concept === 'LastName' || concept === 'FullName') return namePlaces;
  return concept === 'JobTitle' || concept === 'Department' || concept === 'CompanyNumber' ? workOnly : noPlace;
}

/** A word without a meaning of its own. */
export function isFiller(word: string): boolean {
  return word.length === 1 || plainWords.has(word);
}
