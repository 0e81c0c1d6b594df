import type { RequestLogEntry } from '../../../../shared/contract/quota/quota.ts';

const CAPACITY = 500;
const BODY_LIMIT = 4 * 1024;

/** The last requests, for a person who wants to know what was said. Holds no query values and no secrets. */
export class RequestLog {
  private entries: RequestLogEntry[] = [];
  private readonly bodies = new Map<number, string>();
  private readonly listeners = new Set<(entry: RequestLogEntry) => void>();
  private nextId = 1;

  /** `body`: text of a refused answer, already without secrets; cut at 4 KB. */
  add(entry: Omit<RequestLogEntry, 'id'>, body: string | null): void {
    const full = { ...entry, id: this.nextId++ };
    this.entries.push(full);
    if (body !== null && body !== '') this.bodies.set(full.id, body.slice(0, BODY_LIMIT));
    if (this.entries.length > CAPACITY) {
      for (const old of this.entries.splice(0, this.entries.length - CAPACITY)) this.bodies.delete(old.id);
    }
    for (const listener of this.listeners) listener(full);
  }

  list(): readonly RequestLogEntry[] {
    return [...this.entries];
  }

  body(id: number): string | null {
    return this.bodies.get(id) ?? null;
  }

  listen(listener: (entry: RequestLogEntry) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

/** The path with ids taken out and the values of the query left out: `/leadsegments/…/leads?projects&statuses`. */
export function pathForLog(path: string): string {
  const [before = '', query] = path.split('?', 2);
  const plain = before.replace(/^(\/leadsegments\/)[^/]+/, '$1…').replace(/^(\/orgunits\/)[^/]+/, '$1…');
  if (query === undefined) return plain;
  const names = [...new Set(query.split('&').map((pair) => pair.split('=', 1)[0] ?? ''))];
  return `${plain}?${names.join('&')}`;
}
