import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { alertSchema, type QuotaAlert } from '../../../shared/contract/quota/quota-alerts.ts';
import { type AlertCause, type AlertFacts, alertCauses, standingId } from '../../../shared/domain/quota/alert-rules.ts';
import type { LedgerStore } from '../api/broker/ledger/ledger-store.ts';
import { KeptFact } from './kept-fact.ts';

const keptAlerts = z.array(alertSchema);
const keptTerms = z.record(z.string(), z.number());
/** `until`: Unix milliseconds. */
const keptOwner = z.object({ program: z.string(), until: z.number() }).nullable();

/** Milliseconds without a look until another program on the data folder looks: three times what lies between two. */
const OWNED_FOR = 90_000;

/** What changed with one look. */
export interface AlertNews {
  readonly raised: readonly QuotaAlert[];
  readonly takenBack: readonly QuotaAlert[];
}

/**
 * The alerts that stand, kept in the journal so that a restart neither forgets nor repeats one. Of the programs on a data
 * folder one looks for causes and takes what changed further; the others tell their own pages.
 */
export class QuotaAlerts {
  readonly #ledger: LedgerStore;
  readonly #standing: KeptFact<QuotaAlert[]>;
  /** Limits and price that are known to the person. */
  readonly #accepted: KeptFact<Record<string, number>>;
  readonly #owner: KeptFact<z.infer<typeof keptOwner>>;
  readonly #program = randomUUID();
  /** As the page of this program was told. */
  #told: readonly QuotaAlert[];

  constructor(ledger: LedgerStore) {
    this.#ledger = ledger;
    this.#standing = new KeptFact(ledger, 'alerts', keptAlerts, []);
    this.#accepted = new KeptFact(ledger, 'acceptedTerms', keptTerms, {});
    this.#owner = new KeptFact(ledger, 'alertsOwner', keptOwner, null);
    this.#told = this.list();
  }

  list(): QuotaAlert[] {
    return this.#standing.current;
  }

  /**
   * Raises what has a cause now, and takes back what has none any more.
   *
   * @returns `forPage`: since the last look of this program; `written`: by this look, for what is outside the program
   */
  look(facts: Omit<AlertFacts, 'accepted' | 'standing'>): { forPage: AlertNews; written: AlertNews } {
    const { before, now } = this.#ledger.atomically(() => {
      const standing = this.list();
      return { before: standing, now: this.#owns(facts.now) ? this.#found(facts, standing) : standing };
    });
    const forPage = newsOf(this.#told, now);
    this.#told = now;
    return { forPage, written: newsOf(before, now) };
  }

  #owns(now: number): boolean {
    const owner = this.#owner.current;
    const left = owner === null ? 0 : owner.until - now;
    const isOwn = owner?.program === this.#program;
    // After a jump of the clock the time of another program says nothing.
    if (!isOwn && left > 0 && left <= OWNED_FOR) return false;
    if (!isOwn || left < OWNED_FOR / 2 || left > OWNED_FOR)
      this.#owner.current = { program: this.#program, until: now + OWNED_FOR };
    return true;
  }

  /** Lets another program look. */
  close(): void {
    this.#ledger.atomically(() => {
      if (this.#owner.current?.program === this.#program) this.#owner.current = null;
    });
  }

  #found(facts: Omit<AlertFacts, 'accepted' | 'standing'>, standing: QuotaAlert[]): QuotaAlert[] {
    this.#learn(facts);
    const causes = alertCauses({ ...facts, accepted: this.#accepted.current, standing });
    const found = causes.map((cause) => alertOf(cause, standing, facts.now));
    if (JSON.stringify(found) !== JSON.stringify(standing)) this.#standing.current = found;
    return found;
  }

  /** A change that a person has seen is not news any more; the other alerts stand until their cause goes. */
  markSeen(alertId: string, terms: Readonly<Record<string, number>>): void {
    this.#ledger.atomically(() => {
      const standing = this.list();
      const alert = standing.find(({ id }) => id === alertId);
      if (alert === undefined) return;
      if (alert.kind === 'changed') this.#accept(pick(terms, alert.service ?? 'nightPrice'));
      this.#standing.current = standing.map((one) => (one === alert ? { ...one, isSeen: true } : one));
    });
  }

  /** The first figures count as known; only later changes raise an alert. */
  #learn({ budgets, nightPrice }: Omit<AlertFacts, 'accepted' | 'standing'>): void {
    const known = this.#accepted.current;
    const first: Record<string, number> = {};
    for (const { service, limit } of budgets) {
      if (limit !== null && known[service] === undefined) first[service] = limit;
    }
    if (nightPrice !== null && known['nightPrice'] === undefined) first['nightPrice'] = nightPrice;
    if (Object.keys(first).length > 0) this.#accept(first);
  }

  #accept(terms: Record<string, number>): void {
    this.#accepted.current = { ...this.#accepted.current, ...terms };
  }
}

/** With the time and the look of the one that stands for this cause already. */
function alertOf(cause: AlertCause, standing: readonly QuotaAlert[], now: number): QuotaAlert {
  const { day: _, ...shown } = cause;
  const id = standingId(cause, standing);
  const before = standing.find((alert) => alert.id === id);
  return { ...shown, id, raisedAt: before?.raisedAt ?? now, isSeen: before?.isSeen ?? false };
}

function newsOf(before: readonly QuotaAlert[], now: readonly QuotaAlert[]): AlertNews {
  const without = (alerts: readonly QuotaAlert[], others: readonly QuotaAlert[]) =>
    alerts.filter(({ id }) => others.every((other) => other.id !== id));
  return { raised: without(now, before), takenBack: without(before, now) };
}

function pick(terms: Readonly<Record<string, number>>, name: string): Record<string, number> {
  const value = terms[name];
  return value === undefined ? {} : { [name]: value };
}
