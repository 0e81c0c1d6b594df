import type { RequestLogEntry } from '../../../../shared/contract/quota/quota.ts';

/** Requests. A minute and a half of an import; older ones are dropped. */
const CAPACITY = 500;

/** The last requests, for a person who wants to see what was sent. Holds no query values, no bodies and no secrets. */
export class RequestLog {
  private entries: RequestLogEntry[] = [];
  private nextId = 1;

  add(entry: Omit<RequestLogEntry, 'id'>): void {
    this.entries.push({ ...entry, id: this.nextId++ });
    if (this.entries.length > CAPACITY) this.entries.splice(0, this.entries.length - CAPACITY);
  }

  list(): readonly RequestLogEntry[] {
    return [...this.entries];
  }
}

/** The path without ids and without the values of its query: `/leadsegments/…/leads?projects&statuses`. */
export function pathForLog(path: string): string {
  const [before = '', query] = path.split('?', 2);
  const plain = before.replace(/^(\/leadsegments\/)[^/]+/, '$1…').replace(/^(\/orgunits\/)[^/]+/, '$1…');
  if (query === undefined) return plain;
  const names = [...new Set(query.split('&').map((pair) => pair.split('=', 1)[0] ?? ''))];
  return `${plain}?${names.join('&')}`;
}
