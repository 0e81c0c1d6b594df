import type { ToldRights } from '../../../contract/account/discovery.ts';
import type { Segment } from '../../../contract/segments/segments.ts';
import { asBoolean, asId, asNumber, asText, asTextList, field, isObject, listIn } from './answers.ts';
import { matchService, type ServiceId } from '../services.ts';

/** Lists of the service, read as far as they can be; what cannot be read is given back as it came. */

export interface SegmentList {
  readonly segments: readonly Segment[];
  /** Entries that could not be read as a segment, as they came. */
  readonly unread: readonly unknown[];
}

export function readSegments(value: unknown): SegmentList | null {
  const list = listIn(value);
  if (list === null) return null;
  const segments: Segment[] = [];
  const unread: unknown[] = [];
  for (const entry of list) {
    const segment = readSegment(entry);
    if (segment === null) unread.push(entry);
    else segments.push(segment);
  }
  return { segments, unread };
}

function readSegment(entry: unknown): Segment | null {
  if (!isObject(entry)) return null;
  const uniqueId = asId(field(entry, 'uniqueId', 'id'));
  if (uniqueId === null || uniqueId === '') return null;
  return {
    uniqueId,
    name: asText(field(entry, 'name')) ?? uniqueId,
    isActive: asBoolean(field(entry, 'isActive', 'active')) ?? false,
    activeFrom: asText(field(entry, 'activeFrom')),
    activeTill: asText(field(entry, 'activeTill')),
    goalTargetValue: asNumber(field(entry, 'goalTargetValue')),
    goalCurrentValue: asNumber(field(entry, 'goalCurrentValue')) ?? 0,
  };
}

/** A user as far as the answer could be read. */
export interface UserRecord {
  readonly name: string;
  readonly orgCode: string | null;
  readonly email: string | null;
  /** The record as it came. */
  readonly raw: unknown;
}

export function readUsers(value: unknown): UserRecord[] | null {
  const list = listIn(value);
  if (list === null) return null;
  return list.map((raw, index) => {
    const entry = isObject(raw) ? raw : {};
    const orgCode = asText(field(entry, 'orgCode'));
    const email = asText(field(entry, 'email', 'eMail', 'emailAddress'));
    const parts = [asText(field(entry, 'firstName')), asText(field(entry, 'lastName'))].filter(
      (part) => part !== null && part !== '',
    );
    const joined = parts.length > 0 ? parts.join(' ') : null;
    const name =
      asText(field(entry, 'name', 'fullName', 'displayName')) ??
      joined ??
      asText(field(entry, 'userName', 'username', 'login'));
    return { name: name ?? orgCode ?? asText(raw) ?? `User ${index + 1}`, orgCode, email, raw };
  });
}

/** One line of the limits or the counts. */
export interface ServiceFigure {
  /** The service's own name for it. */
  readonly name: string;
  /** Keys of our ledger it belongs to; empty when none is recognised. */
  readonly services: readonly ServiceId[];
  readonly limit: number | null;
  readonly used: number | null;
  readonly remaining: number | null;
  readonly secondsLeft: number | null;
}

const NAME = ['service', 'serviceName', 'name', 'resource', 'path', 'key', 'endpoint'] as const;
const LIMIT = [
  'limit',
  'dailyLimit',
  'requestLimit',
  'requestsPerDay',
  'maxRequests',
  'max',
  'allowed',
  'quota',
] as const;
const USED = ['count', 'used', 'requestCount', 'requests', 'current', 'currentCount', 'usage', 'total'] as const;
const REMAINING = ['remaining', 'left', 'available'] as const;
const SECONDS = ['reset', 'secondsLeft', 'resetSeconds', 'resetIn', 'secondsToReset'] as const;
const MOST_FIGURES = 500;

/**
 * Reads limits (`what: 'limit'`) or counts (`what: 'used'`): a list of records, its only record, a map from
 * service to figure, or a map from service to record, bare or in an envelope. `what` says what a lone number means.
 */
export function readFigures(value: unknown, what: 'limit' | 'used'): ServiceFigure[] {
  const list =
    listIn(value) ?? (isObject(value) ? (listIn(field(value, what === 'limit' ? 'limits' : 'counts')) ?? null) : null);
  if (list !== null) return list.slice(0, MOST_FIGURES).flatMap((entry) => readFigure(null, entry, what) ?? []);
  if (!isObject(value)) return [];
  const inner = field(value, what === 'limit' ? 'limits' : 'counts', 'result', 'data', 'services');
  const map = isObject(inner) ? inner : value;
  // Some services write a list of one as its only entry.
  const only = readFigure(null, map, what);
  if (only !== null) return [only];
  return Object.entries(map)
    .slice(0, MOST_FIGURES)
    .flatMap(([name, entry]) => readFigure(name, entry, what) ?? []);
}

function readFigure(key: string | null, entry: unknown, what: 'limit' | 'used'): ServiceFigure | null {
  const lone = asNumber(entry);
  if (key !== null && lone !== null)
    return figure(key, what === 'limit' ? lone : null, what === 'used' ? lone : null, null, null);
  if (!isObject(entry)) return null;
  const verb = asText(field(entry, 'method', 'verb', 'httpMethod'));
  const said = asText(field(entry, ...NAME)) ?? key;
  if (said === null) return null;
  const name = verb === null || said.toUpperCase().includes(verb.toUpperCase()) ? said : `${verb} ${said}`;
  const limit = asNumber(field(entry, ...LIMIT));
  const used = asNumber(field(entry, ...USED));
  const remaining = asNumber(field(entry, ...REMAINING));
  if (limit === null && used === null && remaining === null) return null;
  return figure(name, limit, used, remaining, asNumber(field(entry, ...SECONDS)));
}

function figure(
  name: string,
  limit: number | null,
  used: number | null,
  remaining: number | null,
  secondsLeft: number | null,
): ServiceFigure {
  const isSane = (value: number | null) => value !== null && value >= 0 && value <= 1e12;
  const sane = (value: number | null) => (isSane(value) ? value : null);
  const derived = used ?? (limit !== null && remaining !== null ? limit - remaining : null);
  const seconds = sane(secondsLeft);
  return {
    name: name.slice(0, 200),
    services: matchService(name),
    limit: sane(limit),
    used: sane(derived),
    remaining: sane(remaining),
    secondsLeft: seconds !== null && seconds <= 86_460 ? seconds : null,
  };
}

/** What the service says about the account that asks. */
export interface MyAccount extends ToldRights {
  readonly raw: unknown;
}

export function readAccount(raw: unknown): MyAccount | null {
  if (!isObject(raw)) return null;
  const rights = field(raw, 'resourceRights');
  const entries = isObject(rights)
    ? Object.entries(rights).map(([name, verbs]) => [name, asTextList(verbs)] as const)
    : [];
  return {
    username: asText(field(raw, 'username', 'userName', 'name')),
    projectRights: asTextList(field(raw, 'projectRights')),
    resourceRights: Object.fromEntries(entries),
    entryAccess: asText(field(raw, 'leadDefinitionEntryAccess', 'entryAccess')),
    raw,
  };
}
