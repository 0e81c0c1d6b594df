import { dialectSchema } from '../../../../shared/contract/account/account.ts';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import type { ChannelArgs, ChannelResult, EventName } from '../../../../shared/contract/channels.ts';
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import type { ServiceQuotaDetail } from '../../api/broker/service-quota.ts';
import { VirtualClock } from '../../api/simulation/virtual-clock.ts';
import { type LeadClaims, NO_TEAM } from '../../foundation/lead-claims.ts';
import type { FeatureServices } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { specServices } from '../../sessions/session-fixture.ts';
import { takeLease } from '../../storage/lease.ts';
import { type Jobs, type JobChannel, openJobs } from './jobs.ts';
import { atOnce, createJournal, type JournalUnderTest, phones } from './journal/job-fixture.ts';
import type { NewJob } from './journal/records/job-records.ts';
import { leadBody } from './reconcile/lead-body-fixture.ts';
import { created, ScriptedClient, turn } from './run/runner-fixture.ts';

/*
 * For specs: the jobs of an account on a real journal with real leases and a virtual clock, with a client that answers what
 * the spec says. The same over HTTP is in imports-feature.spec.ts and job-leases.spec.ts.
 */

interface Event {
  readonly name: EventName;
  readonly payload: unknown;
  /** Milliseconds of the virtual clock. */
  readonly at: number;
}

/** Does this right before the journal is locked for the next time: another program was faster. */
export function beforeLock(journal: DatabaseSync, act: () => void): void {
  const exec = journal.exec.bind(journal);
  const locking = vi.spyOn(journal, 'exec').mockImplementation((sql) => {
    if (sql === 'BEGIN IMMEDIATE') {
      locking.mockRestore();
      act();
    }
    exec(sql);
  });
}

/** What the client knows of the quota of creating leads. */
export const service = (change: Partial<ServiceQuotaDetail> = {}) =>
  ({
    service: 'POST leads',
    price: 1,
    minute: { limit: 240, remaining: 100, resetsAt: 0 },
    daily: { remaining: null, limit: null, resetsAt: null, others: 0, used: 0 },
    reserve: { units: 0, isOwn: false },
    shares: { minute: { percent: 100, isOwn: false }, day: { percent: 100, isOwn: false } },
    blockedUntil: null,
    blockedPeriod: null,
    ratePerMinute: 236.4,
    foreignLastMinute: 0,
    blockedReason: '',
    rowsRestUntil: null,
    ...change,
  }) as ServiceQuotaDetail;

/** What it knows of every service. */
export const QUOTA = {
  productionZone: { zone: 'UTC', isOwn: false },
  nightPrice: { units: 4, source: 'assumed', at: null },
  fairUse: true,
  clockOffset: null,
};

interface ProgramOptions {
  readonly resumeOnOpen?: boolean;
  /** Left out: the account is in no team. */
  readonly claims?: LeadClaims;
  /** Left out: the account is open with its password. */
  readonly signedIn?: boolean;
}

/** One program that has the account open. */
export class Program implements AsyncDisposable {
  readonly client = new ScriptedClient();
  readonly events: Event[] = [];
  readonly bugs: string[] = [];
  readonly notes: string[] = [];
  /** What the use of the service showed of it. */
  readonly uses: unknown[] = [];
  /** What is known of the quota of each service. */
  services: readonly ServiceQuotaDetail[] = [];
  /** What the service answers when it is asked for leads; with `failure`, the connection breaks behind them. */
  leads: unknown[] = [];
  failure: string | null = null;
  /** What it answers when it is asked how many leads it counted. */
  counts: () => Promise<unknown> = async () => ({ ok: false, error: { code: 'notFound', message: '' } });
  /** How often it was asked for leads. */
  asked = 0;
  readonly jobs: Jobs;
  readonly #bench: JobsBench;
  readonly #quotaListeners = new Set<() => void>();

  constructor(bench: JobsBench, { resumeOnOpen = false, claims = NO_TEAM, signedIn = true }: ProgramOptions) {
    this.#bench = bench;
    this.jobs = openJobs(this.#services(), this.#session(signedIn), { resumeOnOpen, claims });
  }

  call<Name extends JobChannel>(
    name: Name,
    args: ChannelArgs<Name>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ChannelResult<Name>> {
    return this.jobs.handlers[name](args, { signal });
  }

  pause = (): Promise<JobSummary> => this.call('job:pause', { jobId: 'job' });
  resume = (): Promise<JobSummary> => this.call('job:resume', { jobId: 'job' });
  stop = (): Promise<JobSummary> => this.call('job:stop', { jobId: 'job' });

  summary(): JobSummary {
    return this.jobs.summary('job');
  }

  /** When snapshots of the job were sent, and what they said. */
  news(): (readonly [number, JobSummary['state']])[] {
    return this.events
      .filter(({ name }) => name === 'job:progress')
      .map(({ at, payload }) => [at, (payload as JobSummary).state] as const);
  }

  /** When a page was to read the lists of the job again. */
  figures(): number[] {
    return this.events.filter(({ name }) => name === 'job:figures').map(({ at }) => at);
  }

  quotaChanges(): void {
    for (const listener of this.#quotaListeners) listener();
  }

  get isListening(): boolean {
    return this.#quotaListeners.size > 0;
  }

  /** Sends and answers rows as created until none is with the client. */
  async answerAll(): Promise<void> {
    for (let [call] = this.client.open(); call; [call] = this.client.open()) {
      if (!call.isSent) call.send();
      await call.answer(created());
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.jobs[Symbol.asyncDispose]();
  }

  #services(): FeatureServices {
    const { clock, folder } = this.#bench;
    return specServices(folder, {
      clock,
      random: () => 0,
      log: { bug: (what) => `bug-${this.bugs.push(what)}`, note: (text) => void this.notes.push(text) },
      emit: (name, payload) => void this.events.push({ name, payload, at: clock.monotonicNow() }),
      grantedFile: (token, access) => ({ token, access, name: 'result.csv', path: join(folder, 'result.csv') }),
    });
  }

  #session(signedIn: boolean): AccountSession {
    const { at, folder } = this.#bench;
    const api = {
      createLead: this.client.createLead.bind(this.client),
      exportSimpleLeads: (_: unknown, { signal }: { signal: AbortSignal }) => {
        this.asked += 1;
        return leadBody(this.leads, this.failure, signal);
      },
      readCounts: () => this.counts(),
      quota: () => ({ ...QUOTA, offline: '', services: this.services }),
      onQuotaChange: (listener: () => void) => {
        this.#quotaListeners.add(listener);
        return () => this.#quotaListeners.delete(listener);
      },
    };
    return {
      account: { id: 'anna', signedIn, dialect: dialectSchema.parse({}) } as AccountSession['account'],
      api: api as unknown as AccountSession['api'],
      journal: at.journal,
      folder,
      onUse: (use) => void this.uses.push(use),
    };
  }
}

export class JobsBench implements AsyncDisposable {
  readonly at: JournalUnderTest = createJournal();
  readonly clock = new VirtualClock();
  readonly #programs: Program[] = [];

  get folder(): string {
    return dirname(this.at.path);
  }

  /** Adds the job `job` with this number of rows. */
  add(rows: number, change: Partial<NewJob> = {}): void {
    this.at.add(phones(rows), change);
  }

  program(options: ProgramOptions = {}): Program {
    const program = new Program(this, options);
    this.#programs.push(program);
    return program;
  }

  /** A program that runs a new job with this number of rows. */
  async running(rows: number, change: Partial<NewJob> = {}): Promise<Program> {
    const program = this.program();
    await program.jobs.start('job', async () => this.add(rows, change));
    return program;
  }

  /** Takes the lease of the job as another program does. */
  otherProgram(jobId = 'job'): Disposable {
    const lease = this.#takeLease(jobId);
    if (lease === null) throw new Error('the lease is held');
    return lease;
  }

  /** Takes the job out of everybody's sight, as another program does that deletes it. */
  hide(): void {
    atOnce(this.at.store.removal.hide(this.job(), { at: 1, run: 'other' }, () => undefined));
  }

  /** Whether no program holds the lease of the job. */
  isFree(): boolean {
    using lease = this.#takeLease();
    return lease !== null;
  }

  /** Lets this number of milliseconds pass. */
  pass(milliseconds: number): Promise<void> {
    return this.clock.runAsync(this.clock.monotonicNow() + milliseconds, turn);
  }

  job() {
    return this.at.job();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const program of this.#programs) {
      await program.answerAll();
      await program[Symbol.asyncDispose]();
    }
    this.at[Symbol.dispose]();
  }

  #takeLease(jobId = 'job'): Disposable | null {
    return takeLease(join(this.folder, 'locks', `job-${jobId}.sqlite`));
  }
}
