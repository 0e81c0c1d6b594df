import {
  CALL_END_CAUSES,
  CALL_STATUSES,
  LEAD_CLOSURES,
  LEAD_STATUSES,
  type LeadStatus,
  type ServiceValue,
} from './lead-life-cycle.ts';

/** By name in any case, or by its number; null for one that the specification does not know. */
export function leadStatus(value: unknown): LeadStatus | null {
  return lookUp<LeadStatus>(LEAD_STATUSES, value);
}

/** The closure of a lead that is not closed yet: a service may leave the field out then. */
export const NOT_CLOSED = 'NotSet';

/** By name in any case, or by its number; null for one that the specification does not know. */
export function leadClosure(value: unknown): ServiceValue | null {
  return lookUp<ServiceValue>(LEAD_CLOSURES, value);
}

/** The names as the specification spells them, and their numbers, because a service may answer either. An unknown name stays. */
export function namesAndNumbers(names: readonly string[], known: readonly ServiceValue[]): string[] {
  return names.flatMap((name) => {
    const found = known.find((one) => one.name.toLowerCase() === name.toLowerCase());
    return found === undefined ? [name] : [found.name, String(found.value)];
  });
}

/** What a column holds, as far as its path tells. Fields of `data` are the campaign's own and never one of these. */
export type ValueKind = 'status' | 'closure' | 'callStatus' | 'callEndCause';

const TABLES: Readonly<Record<ValueKind, readonly ServiceValue[]>> = {
  status: LEAD_STATUSES,
  closure: LEAD_CLOSURES,
  callStatus: CALL_STATUSES,
  callEndCause: CALL_END_CAUSES,
};

/** @param path of a column, for example `status` or `lastCall.endCause` */
export function valueKind(path: string): ValueKind | null {
  const parts = path
    .toLowerCase()
    .split(/[.[\]]+/)
    .filter((part) => part !== '' && !/^\d+$/.test(part));
  if (parts[0] === 'data') return null;
  const name = parts.at(-1) ?? '';
  const isOfCall = parts.slice(0, -1).some((part) => /calls?$/.test(part));
  if (/^(call)?endcause$/.test(name)) return 'callEndCause';
  if (name === 'callstatus' || (isOfCall && name === 'status')) return 'callStatus';
  if (parts.length > 1) return null;
  if (/^(lead)?status$/.test(name)) return 'status';
  return /^(lead)?closure$/.test(name) ? 'closure' : null;
}

/** By the service's name in any case, or by its number; null for one that the specification does not know. */
export function serviceValue(kind: ValueKind, value: unknown): ServiceValue | null {
  return lookUp(TABLES[kind], value);
}

/** What a value of a column means; null when the specification does not say. @param path as the export names the column */
export function meaningOf(path: string, value: unknown): ServiceValue | null {
  const kind = valueKind(path);
  return kind === null ? null : serviceValue(kind, value);
}

function lookUp<Entry extends ServiceValue>(entries: readonly Entry[], value: unknown): Entry | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim().toLowerCase();
  return entries.find((entry) => entry.name.toLowerCase() === text || String(entry.value) === text) ?? null;
}
