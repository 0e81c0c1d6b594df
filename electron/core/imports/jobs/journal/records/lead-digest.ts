// Why: decision 0636.
import { hash } from 'node:crypto';
import { campaignKey } from '../../../../../../shared/domain/service/campaign-code.ts';

export interface DigestedLead {
  readonly campaignCode: string;
  /** Import name to value, as it is sent. */
  readonly data: Readonly<Record<string, string>>;
  /** This field is another for every job, so it says nothing about the lead. */
  readonly tagField: string | null;
}

/** Bytes. Two of a billion leads are alike by chance once in 10^20 times. */
const LENGTH = 16;
const PHONE_FIELD = /phone|tele?fon|mobil/i;
/** Never widened: journals and teams keep digests, and a lead would get another one. */
const PHONE = /^[+(]?[\d\s().\-/]+$/;
/** Whoever reaches a lead by its phone knows it however it is spelled, "(+45) 33 15 12 34" as well. */
const SPELLED_PHONE = /^[+\d\s().\-\u2010-\u2015/]+$/;
/** A number with its country and the same number without it have this number of last digits in common. */
const PHONE_END = 8;

/**
 * Two rows with the same digest are the same lead for the same campaign: the same fields with the same values, however they
 * are spaced and in whatever case, phones by their last eight digits. Null for a row without a value.
 */
export function leadDigest({ campaignCode, data, tagField }: DigestedLead): Uint8Array | null {
  const fields = Object.entries(data)
    .filter(([field]) => field !== tagField)
    .map(([field, value]) => [field.trim().toLowerCase(), plain(field, value)])
    .filter(([, value]) => value !== '')
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  if (fields.length === 0) return null;
  const text = JSON.stringify([campaignKey(campaignCode), fields]);
  return hash('sha256', text, 'buffer').subarray(0, LENGTH);
}

function plain(field: string, value: string): string {
  const text = value.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  if (!PHONE_FIELD.test(field) || !PHONE.test(text)) return text;
  return text.replaceAll(/\D/g, '').slice(-PHONE_END);
}

/** With its "@" and without spaces; nobody can be written to with less. */
const MAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * The phones of a lead, by their last digits, and its e-mail addresses: "phone 33151234", "mail anna@example.com". Of several
 * phones the first is the one that a lead is known by: no mobile before another one, then by the name of the field.
 */
export function leadContacts(data: Readonly<Record<string, string>>): string[] {
  const fields = Object.entries(data).sort(([one], [other]) => (rankOf(one) < rankOf(other) ? -1 : 1));
  const contacts = fields.flatMap(([field, value]) => {
    const text = plain(field, value);
    if (MAIL.test(text)) return [`mail ${text}`];
    const end = SPELLED_PHONE.test(text) ? text.replaceAll(/\D/g, '').slice(-PHONE_END) : '';
    return PHONE_FIELD.test(field) && end.length === PHONE_END ? [`phone ${end}`] : [];
  });
  return [...new Set(contacts)];
}

function rankOf(field: string): string {
  // "false" comes before "true".
  return `${/mobil/i.test(field)} ${field.trim().toLowerCase()}`;
}
