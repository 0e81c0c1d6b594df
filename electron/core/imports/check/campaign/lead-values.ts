import type { SharedValue } from '../../../../../shared/contract/check/campaign-rows.ts';
import { isClearlyPhone, looksLikePhone } from '../../../../../shared/domain/files/cell-shapes.ts';
import { isMasked } from '../../../../../shared/domain/files/loose-values.ts';
import { CLEAR_MEANING, headerMeanings } from '../../../../../shared/domain/mapping/index.ts';
import { judgePhone } from '../../../../../shared/domain/phones/judge-phone.ts';
import { asText, dataOf, exportedIdOf, field, isObject } from '../../../../../shared/domain/service/answers/answers.ts';
import { poolOf } from '../../fields/lead-pool.ts';
import { readPhone } from '../../fields/phone-reader.ts';
import type { KeptLead } from './rows-in-campaign.ts';
import type { ComparedBy } from './row-keys.ts';

/** Characters of a value that are kept beside a row: enough to see a difference. */
const LONGEST_KEPT = 500;

/** A value of a lead that a row may share. */
export interface LeadValue {
  readonly shares: SharedValue;
  /** As rows have it. */
  readonly value: string;
  readonly field: string;
  /** As the service shows it. */
  readonly text: string;
  /** A phone without a country prefix. */
  readonly isWithoutPrefix: boolean;
}

/** What a row can share with the lead. */
export function valuesOfLead(lead: unknown, by: ComparedBy): LeadValue[] {
  return dataOf(lead).flatMap(([name, given]): LeadValue[] => {
    const text = asText(given)?.trim() ?? '';
    if (text === '' || isMasked(text)) return [];
    const own = { field: name, text, isWithoutPrefix: false };
    const isKey = by.key !== null && name.toLowerCase() === by.key.toLowerCase();
    const found: LeadValue[] = isKey ? [{ ...own, shares: 'key', value: text.toLowerCase() }] : [];
    if (text.includes('@')) found.push({ ...own, shares: 'email', value: text.toLowerCase() });
    else if (holdsPhone(name, text, by.phoneFields)) {
      const phone = judgePhone(text, by.country, readPhone).key;
      const isWithoutPrefix = !/^\s*(?:\+|00)/.test(text);
      if (phone !== null) found.push({ ...own, shares: 'phone', value: phone, isWithoutPrefix });
    }
    return found;
  });
}

/** Digits alone may be a customer's number: only the name of the field tells such from a phone. */
function holdsPhone(name: string, text: string, known: ReadonlySet<string>): boolean {
  if (!looksLikePhone(text)) return false;
  if (known.has(name.toLowerCase()) || isClearlyPhone(text)) return true;
  return headerMeanings(name).some(({ concept, strength }) => /phone/i.test(concept) && strength >= CLEAR_MEANING);
}

/** What is kept of a lead beside a row. @param fields names in small letters */
export function keptLead(lead: unknown, fields: ReadonlySet<string>): KeptLead {
  const object = isObject(lead) ? lead : {};
  const data = dataOf(lead).flatMap(([name, value]) => {
    const text = value === null ? '' : asText(value);
    return text === null || !fields.has(name.toLowerCase()) ? [] : [[name, text.slice(0, LONGEST_KEPT)] as const];
  });
  return {
    id: exportedIdOf(object),
    status: asText(field(object, 'status')),
    closure: asText(field(object, 'closure', 'leadClosure')),
    pool: poolOf(object),
    uploadedBy: userOf(field(object, 'uploadedByUser', 'uploadedBy')),
    uploaded: asText(field(object, 'uploadTime')),
    sentBy: null,
    // A plain assignment would lose a field that is called __proto__.
    data: Object.fromEntries(data),
  };
}

function userOf(user: unknown): string | null {
  return isObject(user) ? asText(field(user, 'orgCode', 'username', 'name')) : asText(user);
}
