import type { EarlierUse } from './earlier.ts';
import type { HeaderConcept } from '../words/header-concepts.ts';
import type { Place } from '../words/header-qualifiers.ts';
import type { HeaderMeaning } from '../words/header-meanings.ts';
import type { NamedColumn } from './named-column.ts';

/** A field that a column may fill. */
export interface Target {
  field: string;
  label: string;
  /** Both as headers are compared. */
  keys: readonly string[];
  /** "Phone 2": 2. */
  ordinal: number;
  concept: HeaderConcept | undefined;
  /** Which of several addresses or phones the field is for. */
  place: Place | undefined;
}

export interface NameEvidence {
  /** 0 without evidence, 1 when the name is clear, more for an earlier decision. */
  strength: number;
  reason: string;
  isSubstitute: boolean;
}

const nothing: NameEvidence = { strength: 0, reason: '', isSubstitute: false };

/** What the name of a column, and earlier mappings of that name (`mapped`), say about a field. */
export function nameEvidence(
  column: NamedColumn,
  target: Target,
  mapped: readonly EarlierUse[],
  known: boolean,
): NameEvidence {
  const { header, key, noted } = column;
  if (header === '') return nothing;
  const [latest] = mapped;
  const same = mapped.find((entry) => entry.field.toLowerCase() === target.field.toLowerCase());
  if (same !== undefined)
    return {
      strength: same.field.toLowerCase() === latest?.field.toLowerCase() ? 1.12 : 1,
      reason: same.reason ?? 'Mapped this way before.',
      isSubstitute: false,
    };
  const elsewhere = mapped.length > 0 ? 0.8 : 1;
  const isName = key !== '' && target.keys.includes(key);
  if (isName && (known || target.concept !== undefined))
    return { strength: 1.08 * elsewhere, reason: 'Same name as the field.', isSubstitute: false };
  // "Phone (private)" may be another phone than the field "Phone"; a unit changes no other name.
  if (known && noted !== null && target.concept === undefined && target.keys.includes(noted.key))
    return {
      strength: elsewhere,
      reason: `Same name as the field, without “${noted.note}”.`,
      isSubstitute: false,
    };
  const meaning = meaningFor(column, target);
  if (meaning === undefined) return nothing;
  const verb = meaning.isMisspelt === true ? 'reads like' : 'means';
  const isSubstitute = meaning.concept !== target.concept?.name;
  return {
    strength: meaning.strength * placeFactor(column, meaning, target) * elsewhere,
    reason: `"${meaning.word}" ${verb} ${isSubstitute ? 'a phone' : target.field}.`,
    isSubstitute,
  };
}

const otherPhones: Readonly<Record<string, readonly string[]>> = {
  Phone: ['Phone2', 'MobilePhone'],
  Phone2: ['Phone', 'MobilePhone'],
};
/** Factor. A phone of one kind may fill the field of another kind, but never before the column that is named so. */
const OTHER_PHONE = 0.86;

function meaningFor(column: NamedColumn, target: Target): HeaderMeaning | undefined {
  const name = target.concept?.name ?? '';
  const own = column.meanings.find((entry) => entry.concept === name);
  if (own !== undefined) return own;
  const [other] = column.meanings.filter((entry) => otherPhones[name]?.includes(entry.concept) === true);
  return other === undefined || other.strength < 0.75
    ? undefined
    : { ...other, strength: Math.min(0.82, other.strength) * OTHER_PHONE };
}

/** Factor. "Phone 2" is not the first phone, "Home city" not the town of the office, unless there is no other. */
function placeFactor(column: NamedColumn, meaning: HeaderMeaning, target: Target): number {
  const isPlaced = target.place !== undefined && meaning.place !== undefined;
  if (isPlaced && target.place !== meaning.place) return 0.5;
  if (target.place === undefined && column.otherPlace?.concepts.has(meaning.concept) === true) return 0.5;
  const placed = isPlaced ? 1.12 : 1;
  if (secondOfItsKind.has(meaning.concept)) return placed;
  const { stated } = column;
  // Any phone may be the second one, and a little less the third.
  if (stated === undefined && meaning.concept !== target.concept?.name)
    return target.ordinal > 2 ? 0.95 * placed : placed;
  return placed * (target.ordinal === (stated ?? 1) ? 1 : stated === undefined ? 0.82 : 0.78);
}

const secondOfItsKind = new Set(['Phone2', 'AddressLine2']);
