import { z } from 'zod';
import { alertSchema, type QuotaAlert } from '../../../shared/contract/quota/quota-alerts.ts';
import { type AlertFacts, alertCauses, standingId } from '../../../shared/domain/quota/alert-rules.ts';
import type { LedgerStore } from '../api/broker/ledger/ledger-store.ts';

const STANDING = 'alerts';
const ACCEPTED = 'acceptedTerms';
const keptAlerts = z.array(alertSchema).max(200);
const keptTerms = z.record(z.string(), z.number());

/** What changed with one look. */
export interface AlertNews {
  readonly raised: readonly QuotaAlert[];
  readonly takenBack: readonly QuotaAlert[];
}

/** The alerts that stand, kept in the journal so that a restart neither forgets nor repeats one. */
export class QuotaAlerts {
  readonly #ledger: LedgerStore;
  #standing: QuotaAlert[];
  #accepted: Record<string, number>;

  constructor(ledger: LedgerStore) {
    this.#ledger = ledger;
    this.#standing = readFact(ledger, STANDING, keptAlerts) ?? [];
    this.#accepted = readFact(ledger, ACCEPTED, keptTerms) ?? {};
  }

  list(): QuotaAlert[] {
    return [...this.#standing];
  }

  /** Raises what has a cause now, and takes back what has none any more. */
  look(facts: Omit<AlertFacts, 'accepted' | 'standing'>): AlertNews {
    this.#learn(facts);
    const causes = alertCauses({ ...facts, accepted: this.#accepted, standing: this.#standing });
    const known = new Map(this.#standing.map((alert) => [alert.id, alert]));
    const next = causes.map((cause) => {
      const { day: _, ...shown } = cause;
      const id = standingId(cause, this.#standing);
      const before = known.get(id);
      return { ...shown, id, raisedAt: before?.raisedAt ?? facts.now, isSeen: before?.isSeen ?? false };
    });
    const ids = new Set(next.map(({ id }) => id));
    const raised = next.filter(({ id }) => !known.has(id));
    const takenBack = this.#standing.filter(({ id }) => !ids.has(id));
    const isNew = JSON.stringify(next) !== JSON.stringify(this.#standing);
    this.#standing = next;
    if (isNew) this.#ledger.writeFact(STANDING, JSON.stringify(next));
    return { raised, takenBack };
  }

  /** A change that a person has seen is not news any more; the other alerts stand until their cause goes. */
  markSeen(alertId: string, terms: Readonly<Record<string, number>>): void {
    const alert = this.#standing.find(({ id }) => id === alertId);
    if (alert === undefined) return;
    if (alert.kind === 'changed') this.#accept({ ...this.#accepted, ...pick(terms, alert.service ?? 'nightPrice') });
    this.#standing = this.#standing.map((one) => (one === alert ? { ...one, isSeen: true } : one));
    this.#ledger.writeFact(STANDING, JSON.stringify(this.#standing));
  }

  /** The first figures count as known; only later changes raise an alert. */
  #learn({ budgets, nightPrice }: Omit<AlertFacts, 'accepted' | 'standing'>): void {
    const first: Record<string, number> = {};
    for (const { service, limit } of budgets) {
      if (limit !== null && this.#accepted[service] === undefined) first[service] = limit;
    }
    if (this.#accepted['nightPrice'] === undefined) first['nightPrice'] = nightPrice;
    if (Object.keys(first).length > 0) this.#accept({ ...this.#accepted, ...first });
  }

  #accept(terms: Record<string, number>): void {
    this.#accepted = terms;
    this.#ledger.writeFact(ACCEPTED, JSON.stringify(terms));
  }
}

function pick(terms: Readonly<Record<string, number>>, name: string): Record<string, number> {
  const value = terms[name];
  return value === undefined ? {} : { [name]: value };
}

/** Null for a fact that is missing or that a damaged journal holds. */
function readFact<Value>(ledger: LedgerStore, name: string, schema: z.ZodType<Value>): Value | null {
  try {
    const read = schema.safeParse(JSON.parse(ledger.readFact(name) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
