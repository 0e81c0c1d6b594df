import { firstCharacters } from '../../words/first-characters.ts';

/**
 * Reads the service's answers without trust: names in any case, envelopes of several kinds, numbers as text. The
 * caller keeps what cannot be read; nothing is dropped silently.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Statuses of a gateway that waited no longer; nginx and its kin say 499 when the program before them did so. */
export const TIMEOUTS: ReadonlySet<number> = new Set([408, 499, 504]);

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads JSON; `undefined` for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The first of `names` that `object` has with a value other than null, whatever the case of its letters. */
export function field(object: JsonObject, ...names: readonly string[]): unknown {
  const keys = Object.keys(object);
  let found: unknown;
  for (const name of names) {
    if (Object.hasOwn(object, name)) found = object[name];
    // One name may stand twice, in other letters and with another value.
    if (found === undefined || found === null)
      for (const key of keys) if (key.toLowerCase() === name.toLowerCase()) found ??= object[key];
    if (found !== undefined && found !== null) return found;
  }
  return found;
}

export function asText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return null;
}

/** Null, too, for a text such as `100.000`: in many countries the point stands between thousands. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return null;
  if (/^\s*-?[1-9]\d{0,2}\.\d{3}\s*$/.test(value)) return null;
  return Number(value);
}

export function asBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = asText(value)?.trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return null;
}

export function asTextList(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => asText(entry) ?? []);
  const text = asText(value);
  return text === null
    ? []
    : text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
}

const ENVELOPES = ['results', 'leads', 'data', 'items', 'value', 'users', 'segments', 'leadSegments', 'result'];

/** The list inside a bare array or an envelope; null when there is none. */
export function listIn(value: unknown, depth = 0): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || depth > 2) return null;
  for (const name of ENVELOPES) {
    const found = listIn(field(value, name), depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** A whole answer that names nothing: an empty list or map, or an envelope around one. */
export function isEmpty(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > 2) return false;
  return Object.values(value).every((entry) => isEmpty(entry, depth + 1));
}

/** Fields of a lead with their values, in the order in which the service names them: `data` as an object, or as a list of name and value. */
export function dataOf(lead: unknown): readonly (readonly [name: string, value: unknown])[] {
  const data = isObject(lead) ? field(lead, 'data') : undefined;
  if (isObject(data)) return Object.entries(data);
  if (!Array.isArray(data)) return [];
  return data.filter(isObject).flatMap((entry) => {
    const name = asText(field(entry, 'name', 'fieldName', 'field', 'importName', 'key'));
    return name === null ? [] : [[name, field(entry, 'value', 'fieldValue')] as const];
  });
}

/** The values of a lead as text, by field. */
export function textsOf(lead: unknown): Record<string, string> {
  const values = dataOf(lead).flatMap(([name, value]) => {
    const text = value === null ? '' : asText(value);
    return text === null ? [] : [[name, text.trim()] as const];
  });
  // A plain assignment would lose a field that is called __proto__.
  return Object.fromEntries(values);
}

/** The id of an exported lead; null when it has none that can be read. */
export function exportedIdOf(lead: JsonObject): string | null {
  return asId(field(lead, 'uniqueId', 'leadUniqueId', 'id'));
}

/** An id as text. Null, too, for a number that is too long to be read with all its digits: it would name another lead. */
export function asId(value: unknown): string | null {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? null : asText(value);
}

export interface ServiceMessage {
  readonly message: string;
  readonly fieldErrors: readonly { readonly field: string; readonly message: string }[];
}

const LONGEST_MESSAGE = 600;

/** Takes secrets out of a text: before it is cut, because nobody finds a part of one. */
type Clean = (text: string) => string;

const asItIs: Clean = (text) => text;

/**
 * The best words in an answer that says no: `message`, `error`, `errors[]`, `responseStatus`, plain text, the title of
 * a web page. Null when it has none.
 */
export function messageIn(body: string, clean = asItIs): ServiceMessage | null {
  const value = parseJson(body);
  const found = value === undefined ? null : messageOf(value, clean);
  if (found !== null) return { message: tidy(found.message, clean), fieldErrors: found.fieldErrors };
  if (value !== undefined) return null;
  const text = looksLikeHtml(body) ? htmlText(body, clean) : tidy(withoutTags(body), clean);
  return text === '' ? null : { message: text, fieldErrors: [] };
}

/**
 * Why an answer with a 2xx is a no all the same: `success` or another spelling of it is false, or it has an error of the
 * service, under one of `names`. Null when neither is so.
 */
export function errorBeside(
  value: unknown,
  names: readonly string[] = ['responseStatus', 'error'],
  clean = asItIs,
): string | null {
  if (!isObject(value)) return null;
  const words = messageOf(value, clean)?.message;
  if (verdictsIn([withoutCount(value)]).includes(false))
    return words === undefined ? 'no reason given' : tidy(words, clean);
  const hasError = names.map((name) => field(value, name)).some(saysWhy);
  return hasError && words !== undefined ? tidy(words, clean) : null;
}

/** False for an error that is only a form: null, false, 0, empty words, an object without any. */
function saysWhy(error: unknown): boolean {
  return error === true || (typeof error === 'number' && error !== 0) || messageOf(error, asItIs) !== null;
}

export function looksLikeHtml(body: string): boolean {
  return /^\s*(<\?xml[^>]*>\s*)?(<!doctype html|<html|<head|<body|<!--)/i.test(body);
}

/** As gateways write their refusals. */
function withoutTags(xml: string): string {
  return /^\s*</.test(xml) ? xml.replace(/<[^<>]*>/g, ' ') : xml;
}

function messageOf(value: unknown, clean: Clean, depth = 0): ServiceMessage | null {
  if (typeof value === 'string') return value.trim() === '' ? null : { message: value, fieldErrors: [] };
  if (Array.isArray(value)) {
    const fieldErrors = value.flatMap((entry) => fieldError(entry, clean) ?? []);
    const message = fieldErrors
      .map((entry) => (entry.field === '' ? entry.message : `${entry.field}: ${entry.message}`))
      .join('; ');
    return message === '' ? null : { message, fieldErrors };
  }
  if (!isObject(value) || depth > 3) return null;

  const status = field(value, 'responseStatus');
  const fromStatus = status === undefined ? null : messageOf(status, clean, depth + 1);
  if (fromStatus !== null) return fromStatus;

  const list = field(value, 'errors', 'validationErrors', 'fieldErrors', 'messages');
  const errors = isObject(list)
    ? Object.entries(list).map(([name, said]) => ({ fieldName: name, message: asTextList(said).join(' ') }))
    : list;
  const fromErrors = Array.isArray(errors) ? messageOf(errors, clean, depth + 1) : null;
  const own = [
    'message',
    'errorMessage',
    'error_description',
    'description',
    'detail',
    'title',
    'reason',
    'error',
    'errorCode',
  ]
    .map((name) => field(value, name))
    .map((candidate) =>
      isObject(candidate) ? (messageOf(candidate, clean, depth + 1)?.message ?? null) : asText(candidate),
    )
    .find((text) => text !== null && text.trim() !== '');
  if (own === undefined || own === null) return fromErrors;
  const fieldErrors = fromErrors?.fieldErrors ?? [];
  const shown = tidy(own, clean);
  const isSaid = fieldErrors.every((entry) => shown.includes(entry.message));
  return { message: fromErrors === null || isSaid ? own : `${own} (${fromErrors.message})`, fieldErrors };
}

function fieldError(entry: unknown, clean: Clean): { field: string; message: string } | null {
  if (typeof entry === 'string') return { field: '', message: tidy(entry, clean) };
  if (!isObject(entry)) return null;
  const message = asText(field(entry, 'message', 'errorMessage', 'description', 'error', 'errorCode'));
  const name = asText(field(entry, 'fieldName', 'field', 'importName', 'property', 'name')) ?? '';
  return message === null ? null : { field: name, message: tidy(message, clean) };
}

function htmlText(body: string, clean: Clean): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(body.slice(0, 20_000))?.[1]?.trim();
  return title === undefined || title === '' ? '' : tidy(title, clean);
}

function tidy(text: string, clean: Clean): string {
  const line = clean(text.replace(/\s+/g, ' ').trim());
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line;
}

export type LeadResult =
  /** `isSaid`: the answer says yes; otherwise only the id does. */
  | { readonly kind: 'created'; readonly leadId: string | null; readonly isSaid: boolean }
  /** Its message is empty when the answer has no words. */
  | ({ readonly kind: 'rejected' } & ServiceMessage)
  /** It holds neither a yes nor a no. */
  | { readonly kind: 'unreadable' };

/** What is left of `object` without the lead's own fields. */
function unsent(object: JsonObject, sentFields: readonly string[]): JsonObject {
  const sent = new Set(sentFields.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(object).filter(([name]) => !sent.has(name.toLowerCase())));
}

/** The service's words in a result that holds neither a yes nor a no; empty when it has none. */
export function wordsInResult(body: string, sentFields: readonly string[] = [], clean = asItIs): string {
  const value = parseJson(body);
  const words = isObject(value) ? messageOf(unsent(value, sentFields), clean) : null;
  return tidy(words?.message ?? '', clean);
}

const ID_NAMES = ['uniqueId', 'leadUniqueId', 'uniqueLeadId', 'leadId', 'id'] as const;

const VERDICTS: ReadonlySet<string> = new Set(['success', 'issuccess', 'succeeded']);
/** Where a verdict stands, besides the answer itself. */
const RESULTS = ['result', 'results'] as const;
const MAY_STAND_TWICE: ReadonlySet<string> = new Set([...VERDICTS, ...RESULTS]);

/**
 * Reads JSON in which a verdict, or a result that holds one, may stand twice under one name, of which JSON.parse would keep
 * the last: each gets small and capital letters of its own.
 */
function parseVerdicts(text: string): unknown {
  // A string that never ends would be looked for at each of its quotes.
  if (parseJson(text) === undefined) return undefined;
  let count = 0;
  return parseJson(
    text.replace(/"([^"\\]*(?:\\.[^"\\]*)*)"(?=(\s*:)?)/g, (quoted: string, name: string, colon?: string) => {
      if (colon === undefined || !MAY_STAND_TWICE.has(name.toLowerCase())) return quoted;
      const letters = [...name].map((letter, at) => ((count >> at) & 1 ? letter.toUpperCase() : letter.toLowerCase()));
      count += 1;
      return `"${letters.join('')}"`;
    }),
  );
}

/** Each yes and each no of these objects, under any spelling of its name; null for a value that is neither. */
function verdictsIn(objects: readonly JsonObject[]): (boolean | null)[] {
  return objects
    .flatMap((object) => Object.entries(object))
    .filter(([name]) => VERDICTS.has(name.toLowerCase()))
    .map(([, value]) => asBoolean(value));
}

/** Without a `succeeded` that counts leads: 0 does not refuse them, because they may all have been in the segment before. */
export function withoutCount(value: JsonObject): JsonObject {
  return typeof field(value, 'succeeded') === 'number' ? unsent(value, ['succeeded']) : value;
}

/** The words of the first of these objects that has any. */
function wordsIn(objects: readonly JsonObject[], clean: Clean): ServiceMessage | null {
  return objects.map((object) => messageOf(object, clean)).find((words) => words !== null) ?? null;
}

/** Characters of an answer without words that a person is shown. */
const SHOWN_ANSWER = 300;

export function shownAnswer(text: string): string {
  return text.length > SHOWN_ANSWER ? `${firstCharacters(text, SHOWN_ANSWER)}…` : text;
}

/** Members of a result that say nothing of why: who the lead is, and the lead itself. */
const NO_REASONS: ReadonlySet<string> = new Set([
  ...VERDICTS,
  ...ID_NAMES.map((id) => id.toLowerCase()),
  'data',
  'lead',
]);

interface Wordless {
  readonly body: string;
  /** Names of the lead's own fields: a service that sends the lead back says nothing by their values. */
  readonly sentFields?: readonly string[];
  readonly clean: Clean;
}

/**
 * For a person: that a refusal holds no words of a reason, and what it holds instead, as it came.
 *
 * @param status of the answer; left out for a 200
 */
export function wordlessRefusal({ body, sentFields = [], clean }: Wordless, status: string): string {
  const value = parseJson(body);
  const held = isObject(value) || Array.isArray(value) ? heldIn(value, new Set(sentFields.map(folded))) : undefined;
  const text = held === undefined ? '' : clean(JSON.stringify(held));
  return text === ''
    ? `The service refused the lead and gave no reason${status}.`
    : `The service refused the lead, and Lead Console cannot read why${status}. It answered: ${shownAnswer(text)}`;
}

const folded = (name: string): string => name.toLowerCase();

/** Without what is empty; undefined when nothing is left. A list or an object under the name of a field says what is wrong with it. */
function heldIn(value: unknown, sent: ReadonlySet<string>, depth = 0): unknown {
  if (value === null || value === '' || depth > 50) return undefined;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => heldIn(entry, sent, depth + 1)).filter((entry) => entry !== undefined);
    return entries.length === 0 ? undefined : entries;
  }
  if (!isObject(value)) return value;
  const isSentBack = (name: string, member: unknown) => sent.has(name) && !isObject(member) && !Array.isArray(member);
  const members = Object.entries(value)
    .filter(([name, member]) => !NO_REASONS.has(folded(name)) && !isSentBack(folded(name), member))
    .map(([name, member]) => [name, heldIn(member, sent, depth + 1)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/**
 * Reads the result of a lead import that came with a 200. `success` decides; an id without it counts as a yes.
 *
 * @param sentFields names of the lead's own fields: a service that sends the lead back says nothing by them
 */
export function readLeadResult(body: string, sentFields: readonly string[] = [], clean = asItIs): LeadResult {
  const value = parseVerdicts(body);
  if (!isObject(value)) return { kind: 'unreadable' };
  const at = (...names: string[]) =>
    Object.entries(value)
      .flatMap(([name, member]) => (names.includes(name.toLowerCase()) ? member : []))
      .filter(isObject);
  const results = [value, ...at(...RESULTS)];
  const inner = [...results, ...at('data', 'lead').map((object) => unsent(object, sentFields))];
  const own = verdictsIn(results);
  const said = own.some((verdict) => verdict !== null) ? own : verdictsIn(inner);
  // The request may have gone well, and the lead within it not.
  if (said.includes(true) && said.includes(false)) return { kind: 'unreadable' };
  const leadId = inner.map((object) => asId(field(object, ...ID_NAMES))).find((id) => id !== null && id !== '') ?? null;
  if (said.includes(true)) return { kind: 'created', leadId, isSaid: true };
  if (said.includes(false)) {
    const words = wordsIn(said === own ? results : inner, clean);
    return { kind: 'rejected', message: tidy(words?.message ?? '', clean), fieldErrors: words?.fieldErrors ?? [] };
  }
  return leadId !== null && said.length === 0 && wordsIn(results, clean) === null
    ? { kind: 'created', leadId, isSaid: false }
    : { kind: 'unreadable' };
}
