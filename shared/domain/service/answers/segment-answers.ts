import { format } from '../../words/format.ts';
import { asBoolean, asId, asNumber, field, isObject, messageIn, type JsonObject, withoutCount } from './answers.ts';

/** Names of lists in an answer whose ids the service does not know, without regard to case. */
const MISSING_NAME = /unknown|missing|not_?found|invalid|non_?exist/i;
/** Levels of an answer that are looked into. */
const DEPTH = 4;

/**
 * Ids of those sent that the service says it does not know, in whatever case it writes them. The specification leaves the
 * answer open, so any list whose name says so is taken; null when the answer has none, or only others than were sent:
 * then nothing is known about missing ids.
 */
export function missingIds(answer: unknown, sent: ReadonlySet<string>): string[] | null {
  const lists = listsNamed(answer, DEPTH);
  if (lists.length === 0) return null;
  const named = lists.flat();
  const exact = new Set(named);
  const folded = new Set(named.flatMap((id) => (id === null || sent.has(id) ? [] : [id.toLowerCase()])));
  const missing = [...sent].filter((id) => exact.has(id) || folded.has(id.toLowerCase()));
  return missing.length === 0 && named.length > 0 ? null : missing;
}

/** What the answer to a change says of leads that it did not change, beside those in `missingIds`. */
export interface Shortfall {
  /** Ids of those sent that failed, and why. */
  readonly failed: readonly string[];
  readonly reason: string;
  /** Other leads may have failed, and the answer does not say which. */
  readonly isUnclear: boolean;
  /**
   * How many leads were changed by the service's own count, where all that it counts are fewer than were sent: mostly the others
   * were in the segment before, or not in it. Null without such a count.
   */
  readonly counted: number | null;
}

/** Names of members that speak of leads that failed, of leads that were changed, and of those that needed no change. */
const FAILED_NAME = /fail|error|reject|refus|skip|ignor|denied|not_?(added|removed|changed|allowed|processed)/i;
const MOVED_NAME =
  /^(leads?_?)?(added|removed|moved|succeeded|successful|success|affected|inserted)(_?(leads?|count|number|total))*$/i;
const SAME_NAME = /already|exist|present|unchanged|duplicate/i;

/** @param sent ids of the change. An answer in words of its own counts for what it says, never for more. */
export function shortfall(answer: unknown, sent: ReadonlySet<string>): Shortfall {
  const missing = new Set(missingIds(answer, sent));
  const entries = failedEntries(answer, DEPTH);
  const folded = new Map([...sent].map((id) => [id.toLowerCase(), id]));
  const ids = entries.map((entry) => {
    const id = idOf(entry) ?? '';
    return sent.has(id) ? id : folded.get(id.toLowerCase());
  });
  const words = new Set(
    entries.flatMap((entry) => (isObject(entry) ? (messageIn(JSON.stringify(entry))?.message ?? []) : [])),
  );
  return {
    failed: [...new Set(ids.flatMap((id) => (id === undefined || missing.has(id) ? [] : [id])))],
    reason: [...words].slice(0, MOST_REASONS).join('; '),
    isUnclear: answer === false || ids.includes(undefined) || isUnclear(answer, sent, DEPTH),
    counted: lowCount(answer, sent.size, DEPTH),
  };
}

/** What a person is told of `counted`. A batch that a person called arrived keeps the reason of its doubt: see `isLowCount`. */
export function lowCountWords(kind: 'add' | 'remove', counted: number): string {
  return kind === 'add'
    ? `${LOW_COUNT} ${format.number(counted)} as added: others may have been in the segment before.`
    : `${LOW_COUNT} ${format.number(counted)} as removed: others may not have been in the segment.`;
}

/** Whether the reason of a batch is of `lowCountWords`. */
export function isLowCount(reason: string): boolean {
  return reason.startsWith(LOW_COUNT);
}

const LOW_COUNT = 'The service counts';
const MOST_REASONS = 3;

/** Entries of lists of failures, and those of any list that say no for themselves. */
function failedEntries(value: unknown, depth: number, isFailed = false): unknown[] {
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.filter((entry) => isFailed || (isObject(entry) && saysNo(entry)));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    failedEntries(entry, depth - 1, FAILED_NAME.test(name) && !MISSING_NAME.test(name)),
  );
}

function saysNo(entry: JsonObject): boolean {
  const status = asNumber(field(entry, 'status', 'statusCode')) ?? 200;
  return asBoolean(field(entry, 'success', 'isSuccess', 'succeeded', 'ok')) === false || status >= 400;
}

/** Something but a list says no or speaks of failures, or a list of missing ids has none of those sent. */
function isUnclear(value: unknown, sent: ReadonlySet<string>, depth: number): boolean {
  if (depth === 0 || !isObject(value)) return false;
  if (saysNo(withoutCount(value))) return true;
  return Object.entries(value).some(([name, entry]) => {
    if (Array.isArray(entry))
      return MISSING_NAME.test(name) && entry.length > 0 && missingIds({ [name]: entry }, sent) === null;
    const isSpoken = (FAILED_NAME.test(name) || MISSING_NAME.test(name)) && isSomething(entry);
    return isSpoken || isUnclear(entry, sent, depth - 1);
  });
}

function lowCount(value: unknown, sent: number, depth: number): number | null {
  if (depth === 0 || !isObject(value)) return null;
  const members = Object.entries(value);
  const sumOf = (...names: readonly RegExp[]) =>
    members
      .filter(([name]) => names.some((of) => of.test(name)))
      .flatMap(([, entry]) => countIn(entry) ?? [])
      .reduce<number | null>((sum, count) => (sum ?? 0) + count, null);
  const moved = sumOf(MOVED_NAME);
  if (moved !== null) return (sumOf(MOVED_NAME, SAME_NAME, FAILED_NAME, MISSING_NAME) ?? 0) < sent ? moved : null;
  return members.map(([, entry]) => lowCount(entry, sent, depth - 1)).find((count) => count !== null) ?? null;
}

function countIn(value: unknown): number | null {
  return Array.isArray(value) ? value.length : typeof value === 'boolean' ? null : asNumber(value);
}

function isSomething(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== null && value !== false && value !== '' && asNumber(value) !== 0;
}

/** Ids of those sent that a refusal names. Short ids are found in any sentence, so they are not looked for. */
export function namedIds(words: string, sent: readonly string[]): string[] {
  const tokens = new Set(words.split(/[\s"'`,;:()[\]{}<>]+/).map((token) => token.replace(/[.!?]+$/, '')));
  return sent.filter((id) => id.length >= SHORTEST_NAMED && (tokens.has(id) || (/\s/.test(id) && words.includes(id))));
}

const SHORTEST_NAMED = 4;

/** Null stands for an entry without an id that can be read. */
function listsNamed(value: unknown, depth: number): (string | null)[][] {
  if (depth === 0 || !isObject(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    if (!Array.isArray(entry)) return listsNamed(entry, depth - 1);
    return MISSING_NAME.test(name) ? [entry.map(idOf)] : [];
  });
}

/** The entry itself, or what an object calls its id. */
function idOf(entry: unknown): string | null {
  if (!isObject(entry)) return asId(entry);
  const named = Object.entries(entry).find(([name]) => /^(lead)?(unique)?id$/i.test(name))?.[1];
  return asId(named);
}
