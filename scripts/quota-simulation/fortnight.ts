import { seededRandom, VirtualClock } from '../../electron/core/api/simulation/virtual-clock.ts';
import type { Random } from '../../electron/core/foundation/ports.ts';
import type { JobView } from '../../electron/core/quota/job-view.ts';
import { USUAL_TERMS } from '../../shared/contract/imports/imports.ts';
import { formatServiceTime, wallClockAt } from '../../shared/domain/service/service-time.ts';
import type { ServiceId } from '../../shared/domain/service/services.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/time.ts';
import { SimulatedAccount, ZONE } from './account.ts';
import { PracticeCounters } from './practice-counters.ts';

/** 06:00 in Copenhagen, a Monday. */
const START = Date.UTC(2026, 10, 16, 5);
const RECONCILE = 10 * MINUTE;
/** Rows that an import keeps in the broker's queue. */
const DEPTH = 6;

export interface FortnightOptions {
  readonly days: number;
  readonly seed: number;
  readonly nightPrice: 1 | 4;
  readonly limitsShape: 'list' | 'map';
  /** Part of the usual rows of each job: a spec simulates less. */
  readonly volume: number;
}

/** Days of use with several jobs, people and other clients. */
export function simulateFortnight(options: FortnightOptions) {
  using run = new Fortnight(options);
  return run.run();
}

interface PlannedJob {
  readonly id: string;
  rows: number;
  /** When it was planned: from then on the forecast knows it. */
  readonly knownAt: number;
  readonly startsAt: number;
  readonly fairUse: boolean;
  queued: number;
  waits: boolean;
}

class Fortnight implements Disposable {
  readonly #options: FortnightOptions;
  readonly #clock = new VirtualClock(START);
  readonly #random: Random;
  readonly #service: PracticeCounters;
  readonly #account: SimulatedAccount;
  readonly #jobs: PlannedJob[] = [];
  readonly #unseen = new Map<string, number>();
  readonly #forecasts = new Map<number, { at: number; said: number; resetsAt: number }[]>();
  readonly #emptyAt = new Map<number, number>();
  #requests = 0;
  #report = {
    /** Comparisons of own use of a period between ledger and service while nobody else used the counter. */
    compared: 0,
    /** Most units by which own use of a period differed between ledger and service at a reading of the counts. */
    worstDifference: 0,
    reconciles: 0,
    /** Readings that reported others' use although nobody else had used the counter in its period. */
    falseOthers: 0,
    /** Most readings until others' use was reported. */
    readingsUntilFound: 0,
    othersSpans: 0,
  };

  constructor(options: FortnightOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    this.#service = new PracticeCounters(this.#clock, options.nightPrice, options.limitsShape);
    const jobs: JobView = {
      demands: () =>
        this.#jobs
          .filter(({ rows, knownAt }) => rows > 0 && knownAt <= this.#clock.wallNow())
          .map(({ id, rows, fairUse, startsAt }) => {
            const startAt = formatServiceTime(wallClockAt(startsAt, ZONE)).slice(0, 16);
            const terms = { ...USUAL_TERMS, fairUse, startAt };
            return { id, name: id, rows, terms, isRunning: false, ratePerMinute: null };
          }),
      unknownRows: () => [],
      isInTeam: () => false,
      countWith: () => undefined,
    };
    this.#account = new SimulatedAccount(this.#clock, this.#random, this.#service, {
      nightPrice: options.nightPrice,
      jobs,
    });
  }

  run() {
    const { days } = this.#options;
    for (let day = 0; day < days; day++) this.#planDay(day);
    this.#people();
    this.#account.ask('limits', () => this.#reconcile());
    for (let hour = 1; hour <= days * 24; hour++) this.#clock.run(hour * HOUR);
    // Requests under way come back; nothing new begins.
    this.#jobs.length = 0;
    this.#clock.run(days * DAY + 2 * MINUTE);
    const charged = [...this.#service.charged.own.values()].reduce((sum, units) => sum + units, 0);
    return {
      requests: this.#requests,
      /** Units that the service charged us since the beginning, and the same in the ledger. */
      charged,
      counted: this.#account.ownTotal(),
      ...this.#report,
      throttled: this.#account.throttled,
      exhaustions: this.#exhaustions(),
    };
  }

  [Symbol.dispose](): void {
    this.#account[Symbol.dispose]();
  }

  #at(instant: number, work: () => void): void {
    this.#clock.after(instant - this.#clock.wallNow(), work);
  }

  #planDay(day: number): void {
    const { volume } = this.#options;
    const begins = START + day * DAY;
    const rows = () => Math.round((4_000 + this.#random() * 16_000) * volume);
    this.#plan(`morning ${day}`, { rows: rows(), knownAt: begins, startsAt: begins + 3 * HOUR, fairUse: true });
    this.#plan(`noon ${day}`, { rows: rows(), knownAt: begins, startsAt: begins + 7.5 * HOUR, fairUse: true });
    // At night without fair use: four units a row, or one.
    const night = { rows: Math.round(rows() / 8), knownAt: begins, startsAt: begins + 16 * HOUR, fairUse: false };
    this.#plan(`night ${day}`, night);
    if (day % 4 === 2) this.#others('GET simpleleads', begins + 5 * HOUR, 3 * HOUR, 12 * volume);
    if (day % 3 === 1) this.#others('POST leads', begins + 3 * HOUR, 6 * HOUR, 30 * volume);
    // A day that runs out: another program sends all day, and our people use the rest.
    if (day % 7 === 5) this.#exhaust(day, begins);
  }

  #plan(id: string, job: Pick<PlannedJob, 'rows' | 'knownAt' | 'startsAt' | 'fairUse'>): void {
    const planned = { id, ...job, queued: 0, waits: false };
    this.#jobs.push(planned);
    this.#at(job.startsAt, () => this.#fill(planned));
  }

  #fill(job: PlannedJob): void {
    while (!job.waits && job.queued < Math.min(DEPTH, job.rows)) {
      job.queued++;
      this.#requests++;
      this.#account.send('POST leads', 'import', job.fairUse, (status) => {
        job.queued--;
        if (status === 200) job.rows--;
        // Without a unit for jobs, or after a 429, it tries again in a while, as a job that waits.
        if (status === 200) this.#fill(job);
        else this.#wait(job);
      });
    }
  }

  #wait(job: PlannedJob): void {
    if (job.waits) return;
    job.waits = true;
    this.#clock.after(5 * MINUTE, () => {
      job.waits = false;
      this.#fill(job);
    });
  }

  #people(): void {
    const { days } = this.#options;
    const kinds: readonly ServiceId[] = [
      'GET leads',
      'GET simpleleads',
      'GET rawleads',
      'GET leadsegments',
      'GET users',
    ];
    const next = () => {
      if (this.#clock.monotonicNow() > days * DAY) return;
      const kind = kinds[Math.floor(this.#random() * kinds.length)] ?? 'GET users';
      this.#requests++;
      this.#account.send(kind, 'person', true);
      this.#clock.after((1 + this.#random() * 6) * MINUTE, next);
    };
    next();
  }

  #others(service: ServiceId, from: number, length: number, perMinute: number): void {
    this.#report.othersSpans++;
    const end = from + length;
    const next = () => {
      if (this.#clock.wallNow() >= end) return;
      this.#service.arrive(service, true, 'others');
      this.#clock.after((MINUTE / perMinute) * (0.5 + this.#random()), next);
    };
    this.#at(from, next);
  }

  /** Others use 130 requests a minute of the leads until nothing is left. */
  #exhaust(day: number, begins: number): void {
    this.#others('POST leads', begins + 2 * HOUR, 20 * HOUR, 130);
    const said: { at: number; said: number; resetsAt: number }[] = [];
    this.#forecasts.set(day, said);
    const look = () => {
      const period = this.#account.quota.snapshot().services.find(({ service }) => service === 'POST leads');
      if (period === undefined || this.#service.left('POST leads') < 1) {
        this.#emptyAt.set(day, this.#clock.wallNow());
        return;
      }
      const { outlook, daily } = period;
      const isSaid = outlook.state === 'runsOut' || outlook.state === 'lasts';
      // Whoever says that it lasts says: not before the reset.
      if (isSaid && daily.resetsAt !== null) {
        const at = this.#clock.wallNow();
        said.push({ at, said: outlook.runsOutAt.middle ?? daily.resetsAt, resetsAt: daily.resetsAt });
      }
      if (this.#clock.wallNow() < begins + 23 * HOUR) this.#clock.after(MINUTE, look);
    };
    this.#at(begins + 2.5 * HOUR, look);
  }

  /** Days that ran out: percent of the forecasts from half an hour on that were within a tenth of the time to the truth. */
  #exhaustions() {
    return [...this.#emptyAt].map(([day, emptyAt]) => {
      const begins = START + day * DAY + 2 * HOUR;
      const errors = (this.#forecasts.get(day) ?? [])
        // A forecast for the period before is about another day.
        .filter(({ at, resetsAt }) => at - begins >= HOUR / 2 && resetsAt > emptyAt)
        .map(({ said }) => Math.abs(said - emptyAt) / (emptyAt - begins));
      const within = errors.filter((error) => error <= 0.1).length;
      return { day, forecasts: errors.length, within: (100 * within) / Math.max(1, errors.length) };
    });
  }

  #reconcile(): void {
    this.#account.ask('counts', () => {
      this.#compare();
      this.#clock.after(RECONCILE, () => this.#reconcile());
    });
  }

  /** The service's own division of each counter beside the ledger's. */
  #compare(): void {
    this.#report.reconciles++;
    for (const state of this.#account.broker.known()) {
      if (!this.#account.broker.budgets.areNamed) continue;
      if (this.#account.broker.budgets.of(state.service).name === null) continue;
      const counter = this.#service.counterOf(state.service);
      const own = this.#service.charge(counter, 'own');
      const others = this.#service.charge(counter, 'others');
      const { byWhom } = state.daily;
      // While an endpoint has not found its counter, what it used is ours but stands with no budget.
      const isClear = state.inFlight === 0 && others === 0 && byWhom.told !== null && this.#unassigned() === 0;
      if (isClear) {
        this.#report.compared++;
        this.#report.worstDifference = Math.max(this.#report.worstDifference, Math.abs(byWhom.own - own));
      }
      if (byWhom.others > others) this.#report.falseOthers++;
      // This number of requests may be under way, and hide as many of others'.
      const mustShow = others > 12 + this.#unassigned();
      const waited = mustShow && byWhom.others === 0 ? (this.#unseen.get(counter) ?? 0) + 1 : 0;
      this.#unseen.set(counter, waited);
      this.#report.readingsUntilFound = Math.max(this.#report.readingsUntilFound, mustShow ? waited + 1 : 0);
    }
  }

  #unassigned(): number {
    const { broker } = this.#account;
    const homeless = broker.known().filter(({ service }) => broker.budgets.of(service).grouping === 'assumed');
    return homeless.reduce((sum, { daily }) => sum + daily.byWhom.own, 0);
  }
}
