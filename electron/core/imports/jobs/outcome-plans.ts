// Why: decision 0448.
import type { OutcomePlan, PlannedReadings } from '../../../../shared/contract/jobs/outcome-plan.ts';
import { formatServiceTime, knownZone, wallClockAt } from '../../../../shared/domain/service/service-time.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/time.ts';
import { Failure, isCancellation } from '../../foundation/failure.ts';
import type { Timer } from '../../foundation/ports.ts';
import type { FeatureServices } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { OutcomePlanStore } from './journal/outcome-plan-store.ts';
import type { OutcomeReadings } from './outcome-readings.ts';
import type { RunningJobs } from './running-jobs.ts';

/** Milliseconds between two looks at the clock: a plan names a minute. */
const LOOK_EVERY = MINUTE;
/** Milliseconds after which a reading that failed is tried once more. */
const AGAIN_AFTER = HOUR;

type Services = Pick<FeatureServices, 'clock' | 'emit'>;

/** Reads what became of an account's imports once a day, where a person planned it. */
export class OutcomePlans implements Disposable {
  readonly #services: Services;
  readonly #session: AccountSession;
  readonly #jobs: RunningJobs;
  readonly #readings: OutcomeReadings;
  readonly #store: OutcomePlanStore;
  readonly #closing = new AbortController();
  #timer: Timer | null = null;
  #isReading = false;
  /** Unix milliseconds. */
  #notBefore = 0;

  constructor(services: Services, session: AccountSession, jobs: RunningJobs, readings: OutcomeReadings) {
    this.#services = services;
    this.#session = session;
    this.#jobs = jobs;
    this.#readings = readings;
    this.#store = new OutcomePlanStore(session.journal);
  }

  get current(): PlannedReadings {
    return this.#store.read();
  }

  /** From now on the clock is looked at. */
  start(): void {
    this.#timer = this.#services.clock.after(LOOK_EVERY, () => {
      // A journal that cannot be written is named in the log; the next minute looks again.
      this.#jobs.upkeep.inBackground('read outcomes as planned', () => this.#look());
      this.start();
    });
  }

  plan(wanted: OutcomePlan): PlannedReadings {
    const { day, minute } = this.#now();
    const isPast = wanted.minute !== null && wanted.minute <= minute;
    this.#store.write(wanted, isPast ? day : null);
    this.#notBefore = 0;
    return this.#store.read();
  }

  [Symbol.dispose](): void {
    this.#timer?.cancel();
    this.#closing.abort();
  }

  #now(): { readonly day: string; readonly minute: number } {
    const clock = wallClockAt(this.#services.clock.wallNow(), knownZone(this.#session.account.dialect.timeZone));
    return { day: formatServiceTime(clock).slice(0, 10), minute: clock.hour * 60 + clock.minute };
  }

  async #look(): Promise<void> {
    if (this.#isReading || this.#services.clock.wallNow() < this.#notBefore) return;
    const { plan } = this.#store.read();
    const { day, minute } = this.#now();
    if (plan.minute === null || minute < plan.minute || !this.#store.begin(day)) return;
    this.#isReading = true;
    try {
      await this.#read(plan.days, day);
    } finally {
      this.#isReading = false;
    }
  }

  async #read(days: number, day: string): Promise<void> {
    const { clock, emit } = this.#services;
    const at = clock.wallNow();
    const { store } = this.#jobs;
    const imports = store
      .all()
      .filter(({ id, createdAt }) => createdAt >= at - days * DAY && store.rows.tally(id).created > 0)
      .map(({ id }) => id);
    let trouble = '';
    try {
      const tools = { signal: this.#closing.signal, onProgress: () => undefined, lane: 'reconcile' } as const;
      if (imports.length > 0) await this.#readings.read(imports, false, tools);
    } catch (error) {
      this.#store.again(day);
      if (!(error instanceof Failure) || isCancellation(error)) throw error;
      trouble = error.message;
      this.#notBefore = clock.wallNow() + AGAIN_AFTER;
    }
    this.#store.end({ at, imports: imports.length, trouble });
    emit('job:plannedRead', { accountId: this.#session.account.id });
  }
}
