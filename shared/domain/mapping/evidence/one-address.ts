import type { Place } from '../words/header-qualifiers.ts';
import { CLEAR, type NamedColumn, says } from './named-column.ts';

export const whoConcepts = ['FirstName', 'LastName', 'FullName', 'Company'];
export const addressConcepts = ['Address', 'HouseNumber', 'AddressLine2', 'PostalCode', 'City', 'Region', 'Country'];
/** Parts of which an address has at least one; a country or a region alone is not an address. */
const coreConcepts = new Set(['Address', 'PostalCode', 'City']);
/** Concepts of a person. An order may be delivered to somebody else than the buyer. */
const personConcepts = [...whoConcepts, 'Title', 'Phone', 'Phone2', 'MobilePhone', 'Email'];
/** Where a person lives or gets letters; a place of work beside a town that says nothing may be elsewhere. */
const ownPlaces: ReadonlySet<Place | ''> = new Set(['mailing', 'home'] as const);
/** Places in an order, whose only street belongs to the only town of the row. */
const orderPlaces: ReadonlySet<Place | ''> = new Set(['billing', 'delivery'] as const);
/** Share of the rows. */
const HALF = 0.5;
const preference: readonly (Place | '')[] = ['', 'work', 'billing', 'mailing', 'home', 'delivery', 'other'];

/** Street, post code and town of a lead come from the same address. */
export function oneAddress(columns: readonly NamedColumn[]): NamedColumn[] {
  const placeOf = (column: NamedColumn, concepts: readonly string[]) =>
    column.meanings.find((meaning) => meaning.strength >= CLEAR && concepts.includes(meaning.concept))?.place ?? '';
  const parts = columns.filter((column) => addressConcepts.some((concept) => says(column, concept)));
  const size = (place: Place | '') => {
    const own = parts.filter((column) => placeOf(column, addressConcepts) === place);
    const held = addressConcepts.filter((concept) => own.some((column) => says(column, concept)));
    return held.length + 10 * held.filter((concept) => coreConcepts.has(concept)).length;
  };
  const isSameConceptAt = (other: NamedColumn, column: NamedColumn, place: Place | '') =>
    placeOf(other, addressConcepts) === place &&
    addressConcepts.some((concept) => says(other, concept) && says(column, concept));
  const [chosen] = preference.toSorted((left, right) => size(right) - size(left));
  if (chosen === undefined || size(chosen) === 0) return [...columns];
  const example = parts.find((column) => placeOf(column, addressConcepts) === chosen)?.header ?? '';
  const isOfCompanies = columns.some((column) => says(column, 'Company') && column.fill >= HALF);
  const isOnlyOne = (column: NamedColumn) =>
    parts.includes(column) &&
    !parts.some((other) => other !== column && addressConcepts.some((name) => says(other, name) && says(column, name)));
  const mayBelong = (column: NamedColumn, place: Place | '') =>
    ownPlaces.has(place) || (place === 'work' && isOfCompanies) || (orderPlaces.has(place) && isOnlyOne(column));
  const isBesideBuyer = columns.some(
    (column) => whoConcepts.some((concept) => says(column, concept)) && placeOf(column, whoConcepts) !== 'delivery',
  );
  return columns.map((column) => {
    const place = placeOf(column, [...addressConcepts, ...personConcepts]);
    if (place === '' || place === chosen) return column;
    // "postal_address" or "Home address" beside "town": parts of one address, of which only one says which it is.
    if (mayBelong(column, place) && chosen === '' && !parts.some((other) => isSameConceptAt(other, column, chosen)))
      return column;
    // The only e-mail address of a row is the lead's, "secondary" or not; and so is the recipient where nobody else is named.
    const isOnly = (concept: string) =>
      (place === 'other' || !isBesideBuyer) && !columns.some((other) => other !== column && says(other, concept));
    const isOthers = place === 'delivery' || place === 'other';
    const ofPerson = personConcepts.filter((concept) => !isOnly(concept));
    const concepts = new Set(isOthers ? [...addressConcepts, ...ofPerson] : addressConcepts);
    return { ...column, otherPlace: { than: example, place, concepts } };
  });
}
