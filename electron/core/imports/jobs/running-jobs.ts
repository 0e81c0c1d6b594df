// Why: decision 0101.
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { minuteLimitFor } from '../../../../shared/domain/pacing/pacing.ts';
import { FASTEST, type JobDemand } from '../../../../shared/domain/schedule/row-course.ts';
import { type Hold, type JobWish, mayHealByItself } from '../../../../shared/domain/jobs/job-state.ts';
import { knownZone } from '../../../../shared/domain/service/service-time.ts';
import { ENDPOINT } from '../../../../shared/domain/service/services.ts';
import { DEFAULT_TIMEOUTS } from '../../api/transport/timeouts.ts';
import type { LeadClaims } from '../../foundation/lead-claims.ts';
import { Failure, notFound } from '../../foundation/failure.ts';
import { accountWork } from '../../sessions/account-work.ts';
import type { FeatureServices } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { inTransaction } from '../../storage/database.ts';
import type { Lease } from '../../storage/lease.ts';
import type { OwnedWork } from '../../storage/owned-work.ts';
import { removeCopies } from '../../storage/kept-copies.ts';
import { removeSetAside } from '../../storage/rebuild.ts';
import type { Wishes } from '../../storage/wishes.ts';
import { SentCheck } from './doubt/sent-check.ts';
import { KeptResults } from './result/kept-results.ts';
import { DAMAGED_JOB, type JobRecord } from './journal/records/job-records.ts';
import { jobDemands } from './report/job-demand.ts';
import { type ReportFacts, summaryOf } from './report/job-report.ts';
import { LeftOvers } from './left-overs.ts';
import { PageNews } from './report/page-news.ts';
import { JobRunner } from './run/job-runner.ts';
import { JobStore } from './journal/job-store.ts';
import { JobUpkeep } from './job-upkeep.ts';
import { Verdicts } from './journal/rows/verdicts.ts';
import type { LookTools } from './reconcile/look-for-rows.ts';

/** Milliseconds for which what all jobs ask of the quota is taken as known: to count it anew reads each job. */
const DEMANDS_FOR = 2000;

/** As long as this program waits for the first byte of an answer: a service may well take that long to store a lead. */
const WORK_TIME = DEFAULT_TIMEOUTS.headers;
/** The practice service runs on this computer. */
const PRACTICE_WORK_TIME = 15_000;

const PASSWORD_MISSING = 'The password is missing. Enter it, and the import goes on.';

interface Run {
  readonly runner: JobRunner;
  /** The lease of its job, which this program owns until the lease is disposed of. */
  readonly lease: Lease;
}

const RUNS_ELSEWHERE =
  'Another Lead Console on this computer is running this import: the app, or a scheduled run. Pause it there, or wait until it ends.';

/** The wish stands in the record of the job: it holds after a restart, too. */
function wishesIn(store: JobStore): Wishes {
  return {
    leave: () => undefined,
    has: (jobId) => isToEnd(store.find(jobId)?.wish),
    forget: () => undefined,
  };
}

function isToEnd(wish: JobWish | undefined): wish is 'pause' | 'stop' {
  return wish === 'pause' || wish === 'stop';
}

/** The jobs of one account: which of them this program runs, and what a page sees of each. */
export class RunningJobs implements AsyncDisposable {
  readonly store: JobStore;
  readonly verdicts: Verdicts;
  readonly leases: OwnedWork;
  readonly sentCheck: SentCheck;
  /** What ended runs could not write yet. */
  readonly leftOvers: LeftOvers;
  readonly results: KeptResults;
  readonly upkeep: JobUpkeep;
  /** The claims of the account in its team. */
  readonly claims: LeadClaims;
  /** Names this run of the program in the list of attempts. */
  readonly run: string;
  readonly #resultLeases: OwnedWork;
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  readonly #runs = new Map<string, Run>();
  readonly #news: PageNews;
  readonly #stopListening: () => void;
  readonly #lettingGo = new Set<string>();
  /** Called for a job that runs here and should not, as the journal says. */
  onWish: (jobId: string, wish: 'pause' | 'stop') => void = () => undefined;
  /** Units a minute that everything but jobs is taken to use: the quota knows it. */
  otherUse: () => number = () => 0;
  #demands: { readonly at: number; readonly list: readonly JobDemand[] } = { at: Number.NEGATIVE_INFINITY, list: [] };

  constructor(services: FeatureServices, session: AccountSession, claims: LeadClaims) {
    this.#services = services;
    this.#session = session;
    this.claims = claims;
    this.store = new JobStore(session.journal, knownZone(session.account.dialect.timeZone), claims);
    this.verdicts = new Verdicts(session.journal);
    this.run = `started at ${new Date(services.clock.wallNow()).toISOString()}`;
    const { clock, log } = services;
    this.leases = accountWork(services, session, 'job', RUNS_ELSEWHERE, wishesIn(this.store));
    this.#resultLeases = accountWork(services, session, 'result', RUNS_ELSEWHERE);
    this.upkeep = new JobUpkeep({
      log,
      session,
      store: this.store,
      leases: { job: this.leases, result: this.#resultLeases },
      isAnyRunning: () => this.#runs.size > 0 || this.store.all().some((job) => this.runsElsewhere(job)),
      removal: () => ({ at: this.now(), run: this.run }),
    });
    this.sentCheck = new SentCheck({
      clock,
      log,
      session,
      store: this.store,
      claims,
      run: this.run,
      isHeldElsewhere: (jobId) => this.leases.isHeld(jobId),
      onDoubt: () => services.emit('job:doubted', { accountId: session.account.id }),
      onNote: (jobId) => services.emit('job:figures', { accountId: session.account.id, jobId }),
    });
    const onChange = (jobId: string) => this.#news.tell(jobId);
    this.leftOvers = new LeftOvers({ clock, log, leases: this.leases, onChange });
    this.results = new KeptResults({
      leases: this.#resultLeases,
      clock,
      store: this.store,
      inBackground: (what, work) => this.upkeep.inBackground(what, work),
      onChange,
    });
    this.#news = new PageNews({
      services,
      accountId: session.account.id,
      summaryOf: (jobId) => {
        const job = this.store.find(jobId);
        return job === undefined ? null : summaryOf(this.facts(job));
      },
      onTold: (jobId) => this.results.look(jobId),
      onRemoved: (jobId) => this.leftOvers.forget(jobId),
    });
    this.#stopListening = session.api.onQuotaChange(() => {
      for (const jobId of this.#runs.keys()) this.#news.changed(jobId);
    });
  }

  /** @throws Failure `notFound` */
  job(jobId: string): JobRecord {
    const job = this.store.find(jobId);
    if (!job) throw notFound('This import is not here. It was deleted, or it is of another account or data folder.');
    return job;
  }

  /** A job whose columns, mapping and plan can be read. @throws Failure `notFound`, or `file` for a damaged one */
  wholeJob(jobId: string): JobRecord {
    const job = this.job(jobId);
    if (job.isDamaged)
      throw new Failure({ code: 'file', reason: 'damaged', message: `${DAMAGED_JOB} Nothing was changed.` });
    return job;
  }

  runner(jobId: string): JobRunner | null {
    return this.#runs.get(jobId)?.runner ?? null;
  }

  /** Whether rows are waiting or on their way. */
  hasRowsLeft(jobId: string): boolean {
    return this.store.rows.hasRowsLeft(jobId);
  }

  runsElsewhere(job: JobRecord): boolean {
    return job.wish === 'run' && this.#worker(job) === 'elsewhere';
  }

  facts(job: JobRecord): ReportFacts {
    const worker = this.#worker(job);
    if (worker === 'elsewhere') this.leases.lookLater(job.id, () => this.#news.announce(job.id));
    return {
      accountId: this.#session.account.id,
      job,
      store: this.store,
      api: this.#session.api,
      runner: this.runner(job.id),
      leftHold: this.leftOvers.holdOf(job.id) ?? this.#missingPassword(job, worker),
      resultFile: this.results.of(job.id),
      worker,
      demands: this.#demandsNow(),
      zone: this.store.zone,
      otherUse: this.otherUse(),
      countNotes: this.sentCheck.notes.of(job.id),
      now: this.now(),
      sequence: this.#services.nextSequence(),
    };
  }

  /** All jobs, the last one first. From now on the pages hear of those that other programs begin or delete. */
  list(): JobSummary[] {
    this.leases.lookForOthers(
      () => this.store.ids(),
      (id) => this.#news.announce(id),
    );
    return this.store.all().map((job) => summaryOf(this.facts(job)));
  }

  /** Why a job that would go on by itself does not, in an account that is open without its password. */
  #missingPassword({ wish, hold }: JobRecord, worker: ReportFacts['worker']): Hold | null {
    const { signedIn } = this.#session.account;
    const goesOn = wish === 'run' && worker === 'nobody' && (hold === null || mayHealByItself(hold.kind));
    return signedIn || !goesOn ? null : { kind: 'auth', reason: PASSWORD_MISSING, resumeAt: null };
  }

  /** What all jobs ask of the quota, as it was a moment ago: each summary of each job takes it. */
  #demandsNow(): readonly JobDemand[] {
    const now = this.#services.clock.monotonicNow();
    if (now - this.#demands.at >= DEMANDS_FOR) this.#demands = { at: now, list: jobDemands(this) };
    return this.#demands.list;
  }

  summary(jobId: string): JobSummary {
    return summaryOf(this.facts(this.job(jobId)));
  }

  /** Sends the summary to the page now, and answers it. */
  settled(jobId: string): JobSummary {
    this.tell(jobId);
    return this.summary(jobId);
  }

  /** As `settled`, where another program may have deleted the job: the page is told that, then. */
  tell(jobId: string): void {
    this.#news.tell(jobId);
  }

  get account(): AccountSession['account'] {
    return this.#session.account;
  }

  /** Unix milliseconds. */
  now(): number {
    return this.#services.clock.wallNow();
  }

  lookTools(): Omit<LookTools, 'signal' | 'onProgress'> {
    const { api, account } = this.#session;
    const workTime = account.kind === 'practice' ? PRACTICE_WORK_TIME : WORK_TIME;
    return { api, clock: this.#services.clock, zone: this.store.zone, verdicts: this.verdicts, workTime };
  }

  /** Everything that `work` writes to the journal, or nothing. */
  inTransaction(work: () => void): void {
    inTransaction(this.#session.journal, work);
  }

  /**
   * Rows that a run left on their way become unknown, but for those of which this program knows more; all in one transaction
   * with `more`. The caller holds the lease of the job.
   */
  recover(jobId: string, more: () => void = () => undefined): void {
    this.inTransaction(() => {
      this.leftOvers.writeRest(jobId);
      this.store.rows.recover(jobId, this.now(), this.run);
      more();
    });
    this.leftOvers.forget(jobId);
    this.#giveBack(jobId);
  }

  /** As `recover`, if no program runs the job: false when one does, this one too, and has its lease. */
  recoverFree(jobId: string): boolean {
    using lease = this.leases.takeNow(jobId);
    if (lease === null) return false;
    this.recover(jobId);
    return true;
  }

  /** What an earlier run claimed for the job and did not send. Another program may have joined a team meanwhile. */
  #giveBack(jobId: string): void {
    this.claims.refresh();
    if (this.claims.isTeam) this.claims.letGo(jobId);
  }

  /**
   * Runs the job. Owns the lease from now on, and gives it back at the end of the run, or at once when the run cannot
   * begin. `write` changes the journal in one transaction with the beginning of the run.
   */
  begin(jobId: string, lease: Lease, write: () => void = () => undefined): void {
    using unowned = new DisposableStack();
    unowned.use(lease);
    const { clock, random, log } = this.#services;
    this.recover(jobId, () => {
      write();
      this.store.setEnded(jobId, null);
    });
    const runner = new JobRunner({
      job: this.job(jobId),
      store: this.store,
      api: this.sentCheck.guard(jobId),
      claims: this.claims,
      clock,
      random,
      log,
      run: this.run,
      zone: this.store.zone,
      pacePerMinute: () => paceOf(this.#session),
      onChange: () => this.#news.changed(jobId),
      onDone: () => this.#end(jobId, true),
      onHeld: () => this.#end(jobId, false),
      onUnwished: () => this.#heedWish(jobId),
    });
    const owned = this.leases.own(jobId, unowned.move(), {
      letGo: () => this.#heedWish(jobId),
      look: () => this.#heedShare(jobId),
    });
    this.#runs.set(jobId, { runner, lease: owned });
    runner.start();
    this.#news.changed(jobId);
  }

  /**
   * Sends nothing more, waits for what is on its way, does what takes long before the end, gives the lease back, and writes
   * the end of the run with `end`, now or when the journal takes it. Nothing is written of a run that a person has resumed
   * meanwhile.
   */
  async letGo(
    jobId: string,
    how: 'pause' | 'stop',
    end: () => void = () => undefined,
    beforeEnd: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const run = this.#runs.get(jobId);
    if (!run) return this.leftOvers.write(jobId, { rest: () => undefined, end });
    this.#lettingGo.add(jobId);
    try {
      await run.runner.halt(how);
      await beforeEnd();
    } finally {
      this.#lettingGo.delete(jobId);
    }
    // A person may have resumed it while the last rows were on their way.
    if (this.#runs.get(jobId) !== run || run.runner.isRunning) return;
    this.#runs.delete(jobId);
    this.leftOvers.write(jobId, { rest: () => run.runner.writeRest(), end }, run.lease);
  }

  #heedWish(jobId: string): void {
    const wish = this.store.find(jobId)?.wish;
    if (this.#runs.has(jobId) && !this.#lettingGo.has(jobId) && isToEnd(wish)) this.onWish(jobId, wish);
  }

  /** Another program may have set it. */
  #heedShare(jobId: string): void {
    const terms = this.store.find(jobId)?.terms;
    if (terms !== undefined) this.runner(jobId)?.setShare(terms.share);
  }

  /** The wish of each job stays: a job that ran continues at the next start. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.leases[Symbol.dispose]();
    this.#resultLeases[Symbol.dispose]();
    await this.upkeep.endSlices();
    this.sentCheck[Symbol.dispose]();
    await Promise.all([...this.#runs.keys()].map((jobId) => this.letGo(jobId, 'pause')));
    this.results[Symbol.dispose]();
    await this.upkeep[Symbol.asyncDispose]();
    this.leftOvers[Symbol.dispose]();
    this.#stopListening();
    this.#news[Symbol.dispose]();
  }

  /** The job is deleted, by this program. */
  removed({ id, createdAt }: JobRecord): void {
    removeSetAside(this.#session.folder, createdAt);
    removeCopies(this.#session.folder);
    this.#news.removed(id);
  }

  /** `isDone`: no rows are left; else the job waits for a person. */
  #end(jobId: string, isDone: boolean): void {
    const run = this.#runs.get(jobId);
    if (!run) return;
    this.#runs.delete(jobId);
    const end = () => this.store.setEnded(jobId, this.now());
    if (isDone) this.leftOvers.write(jobId, { rest: () => undefined, end }, run.lease);
    else run.lease[Symbol.dispose]();
    if (isDone) this.upkeep.inBackground('read the count at the end of an import', () => this.sentCheck.ended(jobId));
    // Announced after the lease is given back, because the lease shows whether the job runs elsewhere.
    this.#news.tell(jobId);
  }

  /** Whether another program works on a job is known only from its lease. */
  #worker(job: JobRecord): ReportFacts['worker'] {
    if (this.#runs.has(job.id)) return 'here';
    const { ready, intent } = this.store.rows.tally(job.id);
    // Of one that is to end, only what is on its way still needs a program.
    if (intent + (job.wish === 'run' ? ready : 0) === 0) return 'nobody';
    return this.leases.isHeld(job.id) ? 'elsewhere' : 'nobody';
  }
}

/** Rows a minute that the client lets go now. */
function paceOf({ api }: AccountSession): number {
  const service = api.quota().services.find((candidate) => candidate.service === ENDPOINT.createLeads);
  if (service === undefined) return minuteLimitFor(null);
  return service.ratePerMinute ?? FASTEST;
}
