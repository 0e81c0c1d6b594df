import type { RequestDetail } from '../../../../shared/contract/account/diagnostics.ts';
import type { RequestLogEntry } from '../../../../shared/contract/quota/quota.ts';

/** Requests. A minute and a half of an import; older ones are dropped. */
const CAPACITY = 500;

/** The last requests, for a person who wants to see what was sent. Lines hold no query values, no bodies and no secrets. */
export class RequestLog {
  #entries: RequestLogEntry[] = [];
  readonly #details = new Map<number, RequestDetail>();
  #nextId = 1;

  add(entry: Omit<RequestLogEntry, 'id'>, detail?: RequestDetail): void {
    const id = this.#nextId++;
    this.#entries.push({ ...entry, id });
    if (detail !== undefined) this.#details.set(id, detail);
    if (this.#entries.length <= CAPACITY) return;
    for (const { id: old } of this.#entries.splice(0, this.#entries.length - CAPACITY)) this.#details.delete(old);
  }

  /** Headers, and the words of a refusal; null for a request that is not in the log any more. */
  detail(id: number): RequestDetail | null {
    return this.#details.get(id) ?? null;
  }

  list(): readonly RequestLogEntry[] {
    return [...this.#entries];
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
