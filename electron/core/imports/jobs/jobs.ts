import { join } from 'node:path';
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import type { RowStep } from '../../../../shared/domain/jobs/job-row.ts';
import { mayHealByItself } from '../../../../shared/domain/jobs/job-state.ts';
import { type Failure, invalid, notFound } from '../../foundation/failure.ts';
import { sleep } from '../../foundation/ports.ts';
import type { FeatureServices, OpenFeature } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { acquireProcessLock, type ProcessLock } from '../../storage/process-lock.ts';
import { detailOf, jobRowOf, summaryOf } from './job-report.ts';
import { JobRunner, STOPPED } from './job-runner.ts';
import type { JobRecord } from './job-records.ts';
import { createJobStore, type JobStore, RowConflict } from './job-store.ts';
import { createProgress } from './progress.ts';
import { saveResult } from './result-file.ts';

export type JobChannel =
  'job:list' | 'job:get' | 'job:rows' | 'job:pause' | 'job:resume' | 'job:stop' | 'job:decide' | 'job:saveResult';

/** Somebody else may look at a lock for a moment; a job that really runs elsewhere keeps it. */
const LOCK_TRIES = 5;
const LOCK_PAUSE = 60;

/** What is open for one account. */
interface Desk {
  readonly session: AccountSession;
  readonly store: JobStore;
  readonly running: Map<string, { readonly runner: JobRunner; readonly lock: ProcessLock }>;
}

export interface Jobs extends OpenFeature<JobChannel> {
  readonly store: JobStore;
  summary(jobId: string): JobSummary;
  /** Takes the job's lock, or null when another program has it. */
  lock(jobId: string): Promise<ProcessLock | null>;
  /** Runs a job whose lock is held; the lock passes on to the run. */
  run(jobId: string, lock: ProcessLock): void;
}

/** The jobs of one account: what runs here, what a person asked, what is told to the page. */
export function openJobs(
  services: FeatureServices,
  session: AccountSession,
  options: { readonly resumeOnOpen: boolean },
): Jobs {
  const { clock } = services;
  const desk: Desk = { session, store: createJobStore(session.journal), running: new Map() };
  const run = `started at ${new Date(clock.wallNow()).toISOString()}`;
  const progress = createProgress(clock, (jobId) => services.emit('job:progress', summaryFor(desk, jobId)));

  function jobOf(desk: Desk, jobId: string): JobRecord {
    const job = desk.store.find(jobId);
    if (!job) throw notFound('This import is not kept here any more.');
    return job;
  }

  const lockPath = (session: AccountSession, jobId: string) => join(session.folder, 'locks', `job-${jobId}.sqlite`);

  async function lock(jobId: string): Promise<ProcessLock | null> {
    for (let tries = 1; ; tries += 1) {
      const held = acquireProcessLock(lockPath(session, jobId));
      if (held !== null || tries === LOCK_TRIES) return held;
      await sleep(clock, LOCK_PAUSE);
    }
  }

  function isOpenJob(desk: Desk, job: JobRecord): boolean {
    const { ready, intent } = desk.store.tally(job.id);
    return ready + intent > 0;
  }

  /** Whether another program works on a job is only known from its lock; it is let go at once when nobody does. */
  function workerOf(desk: Desk, job: JobRecord): 'here' | 'elsewhere' | 'nobody' {
    if (desk.running.has(job.id)) return 'here';
    if (job.wish !== 'run' || !isOpenJob(desk, job)) return 'nobody';
    const held = acquireProcessLock(lockPath(desk.session, job.id));
    held?.release();
    return held === null ? 'elsewhere' : 'nobody';
  }

  function facts(desk: Desk, job: JobRecord) {
    const runner = desk.running.get(job.id)?.runner ?? null;
    return {
      accountId: desk.session.account.id,
      job,
      store: desk.store,
      api: desk.session.api,
      runner,
      worker: workerOf(desk, job),
      now: clock.wallNow(),
      sequence: services.nextSequence(),
    };
  }

  function summaryFor(desk: Desk, jobId: string): JobSummary {
    return summaryOf(facts(desk, jobOf(desk, jobId)));
  }

  function changed(desk: Desk, jobId: string): void {
    progress.changed(jobId);
  }

  function settled(desk: Desk, jobId: string): JobSummary {
    progress.flush(jobId);
    return summaryFor(desk, jobId);
  }

  function begin(desk: Desk, jobId: string, held: ProcessLock): void {
    const { session, store, running } = desk;
    store.recover(jobId, clock.wallNow(), run);
    store.setEnded(jobId, null);
    const runner: JobRunner = new JobRunner({
      job: jobOf(desk, jobId),
      store,
      api: session.api,
      clock,
      random: services.random,
      log: services.log,
      run,
      onChange: () => changed(desk, jobId),
      onDone: () => end(desk, jobId, true),
      onHeld: () => end(desk, jobId, false),
    });
    running.set(jobId, { runner, lock: held });
    runner.start();
    changed(desk, jobId);
  }

  /** Nothing is left to do, or a person is needed: the job is let go. */
  function end(desk: Desk, jobId: string, isDone: boolean): void {
    const entry = desk.running.get(jobId);
    if (!entry) return;
    desk.running.delete(jobId);
    if (isDone) desk.store.setEnded(jobId, clock.wallNow());
    entry.lock.release();
    progress.flush(jobId);
  }

  /** Sends nothing more, waits for what is on its way, and lets the job go. */
  async function letGo(desk: Desk, jobId: string, how: 'pause' | 'stop'): Promise<void> {
    const entry = desk.running.get(jobId);
    if (!entry) return;
    await entry.runner.halt(how);
    // A person may have resumed it while the last rows were on their way.
    if (desk.running.get(jobId) !== entry || entry.runner.isRunning) return;
    desk.running.delete(jobId);
    entry.lock.release();
  }

  function elsewhere(): Failure {
    return invalid(
      'Another Lead Console on this computer is running this import: the app, or a scheduled run. Pause it there, or wait until it ends.',
    );
  }

  async function resume(desk: Desk, jobId: string): Promise<JobSummary> {
    const job = jobOf(desk, jobId);
    const entry = desk.running.get(jobId);
    if (!isOpenJob(desk, job)) return summaryFor(desk, jobId);
    if (entry) {
      desk.store.setWish(jobId, 'run');
      if (entry.runner.hold !== null || job.wish !== 'run') entry.runner.start();
      return settled(desk, jobId);
    }
    const held = await lock(jobId);
    if (held === null) throw elsewhere();
    desk.store.setWish(jobId, 'run');
    desk.store.setHold(jobId, null);
    begin(desk, jobId, held);
    return settled(desk, jobId);
  }

  async function stop(desk: Desk, jobId: string): Promise<JobSummary> {
    const job = jobOf(desk, jobId);
    if (!isOpenJob(desk, job)) return summaryFor(desk, jobId);
    if (!desk.running.has(jobId)) {
      const held = await lock(jobId);
      if (held === null) throw elsewhere();
      desk.store.recover(jobId, clock.wallNow(), run);
      finishStop(desk, jobId);
      held.release();
      return settled(desk, jobId);
    }
    const ended = letGo(desk, jobId, 'stop').then(() => {
      finishStop(desk, jobId);
      progress.flush(jobId);
    });
    ended.catch((error: unknown) => void services.log.bug('stop an import', error));
    finishStop(desk, jobId);
    return settled(desk, jobId);
  }

  function finishStop(desk: Desk, jobId: string): void {
    desk.store.setWish(jobId, 'stop');
    desk.store.setHold(jobId, null);
    desk.store.skipReady(jobId, STOPPED, clock.wallNow(), run);
    if (!isOpenJob(desk, jobOf(desk, jobId))) desk.store.setEnded(jobId, clock.wallNow());
  }

  async function pause(desk: Desk, jobId: string): Promise<JobSummary> {
    const job = jobOf(desk, jobId);
    if (!isOpenJob(desk, job)) return summaryFor(desk, jobId);
    if (!desk.running.has(jobId) && workerOf(desk, job) === 'elsewhere') throw elsewhere();
    desk.store.setWish(jobId, 'pause');
    const ended = letGo(desk, jobId, 'pause').then(() => {
      // The last rows on their way may have been the last of the file.
      if (!isOpenJob(desk, job)) desk.store.setEnded(jobId, clock.wallNow());
      progress.flush(jobId);
    });
    ended.catch((error: unknown) => void services.log.bug('pause an import', error));
    return settled(desk, jobId);
  }

  const DECISIONS: Readonly<Record<'exists' | 'sendOnce' | 'leave', { step: RowStep; reason: string }>> = {
    exists: { step: 'exists', reason: 'A person found this lead in the service.' },
    sendOnce: { step: 'sendOnce', reason: 'A person did not find this lead in the service: it is sent once more.' },
    leave: { step: 'leave', reason: 'Left by a person. It was sent once and may exist in the service.' },
  };

  async function decide(desk: Desk, jobId: string, rows: readonly number[], decision: keyof typeof DECISIONS) {
    const job = jobOf(desk, jobId);
    const { step, reason } = DECISIONS[decision];
    for (const n of new Set(rows)) {
      try {
        desk.store.step(jobId, n, step, { at: clock.wallNow(), run, reason });
      } catch (error) {
        if (!(error instanceof RowConflict)) throw error;
        throw invalid(`Row ${n} is not unknown any more, so there is nothing to decide. Look at the list again.`);
      }
    }
    const mustRun = decision === 'sendOnce' && job.wish !== 'pause' && !desk.running.has(jobId);
    if (mustRun && workerOf(desk, job) !== 'elsewhere') return resume(desk, jobId);
    const entry = desk.running.get(jobId);
    if (entry && entry.runner.hold === null && job.wish === 'run') entry.runner.look();
    return settled(desk, jobId);
  }

  const stopListening = session.api.onQuotaChange(() => {
    for (const jobId of desk.running.keys()) changed(desk, jobId);
  });
  if (options.resumeOnOpen) {
    for (const job of desk.store.all()) {
      try {
        if (isOpenJob(desk, job)) reopen(desk, job);
      } catch (error) {
        // A job that cannot go on must not keep the account from being used.
        services.log.bug(`go on with import ${job.id}`, error);
      }
    }
  }

  return {
    store: desk.store,
    summary: (jobId) => summaryFor(desk, jobId),
    lock,
    run: (jobId, held) => begin(desk, jobId, held),

    handlers: {
      'job:list': async () => {
        return { jobs: desk.store.all().map((job) => summaryOf(facts(desk, job))) };
      },

      'job:get': async ({ jobId }) => {
        return detailOf(facts(desk, jobOf(desk, jobId)));
      },

      'job:rows': async ({ jobId, state, reason, offset, limit }) => {
        const job = jobOf(desk, jobId);
        const found = desk.store.rows(jobId, { state, reason, offset, limit });
        return { total: found.total, rows: found.rows.map((row) => jobRowOf(job, row)) };
      },

      'job:pause': async ({ jobId }) => pause(desk, jobId),
      'job:resume': async ({ jobId }) => resume(desk, jobId),
      'job:stop': async ({ jobId }) => stop(desk, jobId),
      'job:decide': async ({ jobId, rows, decision }) => decide(desk, jobId, rows, decision),

      'job:saveResult': async ({ jobId, token, callId }, context) => {
        const job = jobOf(desk, jobId);
        const target = services.grantedFile(token, 'write');
        return saveResult(desk.store, job, target, {
          signal: context.signal,
          onProgress: (rows) => {
            if (callId !== undefined) services.emit('save:progress', { callId, rows, rowsTotal: job.rows });
          },
        });
      },
    },

    async [Symbol.asyncDispose]() {
      // The wish stays: what was running goes on at the next start.
      await Promise.all([...desk.running.keys()].map((jobId) => letGo(desk, jobId, 'pause')));
      stopListening();
      for (const job of desk.store.all()) progress.forget(job.id);
    },
  };

  /** After the program ended in whatever way: what was on its way is unknown, what was running goes on. */
  function reopen(desk: Desk, job: JobRecord): void {
    const held = acquireProcessLock(lockPath(desk.session, job.id));
    if (held === null) return;
    const mayRun = job.wish === 'run' && (job.hold === null || mayHealByItself(job.hold.kind));
    if (mayRun) return begin(desk, job.id, held);
    desk.store.recover(job.id, clock.wallNow(), run);
    if (job.wish === 'stop') finishStop(desk, job.id);
    held.release();
  }
}
