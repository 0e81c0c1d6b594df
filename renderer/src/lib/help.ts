import type { ServiceValue } from '../../../shared/domain/service/leads/lead-life-cycle.ts';
import {
  meaningOf,
  serviceValue,
  valueKind,
  type ValueKind,
} from '../../../shared/domain/service/leads/lead-status.ts';

/**
 * Elements that show a value of the service carry its address in `data-help`: the card that explains it, F1 and the
 * page of the life cycle read it.
 */
export function helpAddress(kind: ValueKind, name: string): string {
  return `${kind}:${name}`;
}

/** For a value of a column; undefined when nothing is known about it. */
export function helpForValue(path: string, value: string): string | undefined {
  const kind = valueKind(path);
  const known = meaningOf(path, value);
  return kind === null || known === null ? undefined : helpAddress(kind, known.name);
}

export interface HelpTopic {
  readonly kind: ValueKind;
  readonly value: ServiceValue;
}

const KINDS: readonly ValueKind[] = ['status', 'closure', 'callStatus', 'callEndCause'];

/** Null for an address that leads nowhere. */
export function readHelpAddress(address: string | null): HelpTopic | null {
  const [name, value] = (address ?? '').split(':');
  const kind = KINDS.find((known) => known === name);
  const known = kind === undefined ? null : serviceValue(kind, value);
  return kind === undefined || known === null ? null : { kind, value: known };
}

/** The address at an element: its own, of what it stands in, or of what a cell of a grid holds. */
export function helpAt(element: Element | null): string | null {
  const holder = element?.closest('[data-help]') ?? element?.closest('[role="gridcell"]')?.querySelector('[data-help]');
  return holder?.getAttribute('data-help') ?? null;
}
