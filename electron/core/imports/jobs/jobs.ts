import type { CoreChannelName } from '../../../../shared/contract/channels.ts';
import type { JobLook } from '../../../../shared/contract/jobs/jobs.ts';
import type { repairChannels } from '../../../../shared/contract/jobs/repair-channels.ts';
import type { RowVerdict } from '../../../../shared/domain/jobs/reconcile.ts';
import { invalid } from '../../foundation/failure.ts';
import type { LeadClaims } from '../../foundation/lead-claims.ts';
import type { FeatureServices, Handlers } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { letOtherWorkRun } from '../../threads/thread-server.ts';
import { HeldJob } from './held-job.ts';
import { saveDoubt } from './doubt/doubt-report.ts';
import { JobCommands } from './job-commands.ts';
import { RepairCommands } from './repair-commands.ts';
import { jobDemands, unknownRows } from './report/job-demand.ts';
import { detailOf, jobRowOf } from './report/job-report.ts';
import { inSlices } from '../../threads/in-slices.ts';
import { receiptOf } from './report/job-receipt.ts';
import { findRows } from './journal/find-rows.ts';
import { readReceiptFacts } from './journal/receipt-facts.ts';
import type { JobRecord } from './journal/records/job-records.ts';
import { beginFailure, journalFailure } from './journal/records/journal-trouble.ts';
import { findWaiting } from './reconcile/find-waiting.ts';
import { lookForRows } from './reconcile/look-for-rows.ts';
import { outcomeHandlers, OutcomeReadings } from './outcome-readings.ts';
import { saveResult } from './result/result-file.ts';
import { OutcomePlans } from './outcome-plans.ts';
import { RunningJobs } from './running-jobs.ts';
import type { JobUpkeep } from './job-upkeep.ts';
import { TrialReadings } from './trial-readings.ts';

/** Rows that a search shows: whoever wants more names them better. */
const FOUND_SHOWN = 20;

/** All but those that make a draft of a job. */
export type JobChannel = Exclude<Extract<CoreChannelName, `job:${string}`>, 'job:duplicate' | 'job:correctCampaign'>;

export type Jobs = ReturnType<typeof openJobs>;

export interface JobsOptions {
  /** Jobs that ran when the program ended continue now. */
  readonly resumeOnOpen: boolean;
  /** The claims of the account in its team. */
  readonly claims: LeadClaims;
  /** Called with each job that is deleted, in the transaction that removes it. */
  readonly onRemoved?: (job: JobRecord) => void;
}

/** The jobs of one account. */
export function openJobs(
  services: FeatureServices,
  session: AccountSession,
  { resumeOnOpen, claims, onRemoved = () => undefined }: JobsOptions,
) {
  const jobs = new RunningJobs(services, session, claims);
  const commands = new JobCommands(jobs, onRemoved);
  const readings = new OutcomeReadings(jobs);
  const plans = new OutcomePlans(services, session, jobs, readings);
  if (resumeOnOpen) {
    if (session.account.signedIn) plans.start();
    reopenAll(services, jobs, commands);
    jobs.upkeep.inBackground('shrink the journal', () => jobs.upkeep.shrinkJournal());
  }
  // A command, or no password: no job goes on by itself. What a killed program left on its way is unknown all the same.
  if (!resumeOnOpen)
    for (const { id } of jobs.store.all())
      if (session.account.signedIn ? jobs.store.rows.tally(id).intent > 0 : jobs.hasRowsLeft(id))
        jobs.upkeep.inBackground('settle an import', () => jobs.upkeep.tidy(async () => void jobs.recoverFree(id)));

  return {
    store: jobs.store,
    /** @throws Failure `notFound` */
    job: (jobId: string) => jobs.job(jobId),
    summary: (jobId: string) => jobs.summary(jobId),
    /** What the jobs will still ask of the quota. */
    demands: () => jobDemands(jobs),
    /** @param perMinute units a minute that everything but jobs uses, as the quota knows it */
    countWith: (perMinute: () => number) => void (jobs.otherUse = perMinute),
    isInTeam: () => jobs.claims.isTeam,
    unknownRows: () => unknownRows(jobs),
    /** Takes the lease of the job that `make` writes into the journal, then runs it. */
    async start(jobId: string, make: (inSlices: JobUpkeep['inSlices']) => Promise<void>) {
      // A half made job of this draft may be on its way out, with its lease.
      await jobs.upkeep.whole;
      using held = new DisposableStack();
      held.use(await jobs.leases.take(jobId));
      await namingJournalTrouble(make((work, options) => jobs.upkeep.inSlices(work, options)));
      try {
        jobs.begin(jobId, held.move());
      } catch (error) {
        throw beginFailure(error);
      }
    },
    /** Keeps everybody from running a job while its open rows go on elsewhere. Fails with `validation` while it runs. */
    hold: (jobId: string) => namingJournalTrouble(HeldJob.hold(jobs, jobId)),
    handlers: jobHandlers(services, session, jobs, commands, readings, plans),
    async [Symbol.asyncDispose]() {
      plans[Symbol.dispose]();
      await jobs[Symbol.asyncDispose]();
    },
  };
}

function reopenAll({ log }: FeatureServices, jobs: RunningJobs, commands: JobCommands): void {
  for (const job of jobs.store.all()) {
    try {
      if (jobs.hasRowsLeft(job.id)) commands.reopen(job);
      else jobs.results.again(job.id);
    } catch (error) {
      // The account stays usable when one of its jobs cannot continue.
      log.bug(`continue import ${job.id}`, error);
    }
  }
}

/** Work that ends before anything else has a turn. */
function atOnce<Value>(work: () => Value): Promise<Value> {
  return namingJournalTrouble((async () => work())());
}

function repairHandlers(repairs: RepairCommands): Handlers<keyof typeof repairChannels> {
  return {
    'job:refusedValues': async (args) => repairs.values(args),
    'job:repair': (args) => atOnce(() => repairs.repair(args)),
    'job:repairValue': (args) => atOnce(() => repairs.repairValue(args)),
    'job:changeCells': (args) => atOnce(() => repairs.changeCells(args)),
    'job:previewCells': (args) => atOnce(() => repairs.previewCells(args)),
    'job:sendAgain': (args) => namingJournalTrouble(repairs.sendAgain(args)),
    'job:leaveOut': (args) => atOnce(() => repairs.leaveOut(args)),
    'job:undoChange': (args) => atOnce(() => repairs.undo(args)),
    'job:redoChange': (args) => namingJournalTrouble(repairs.redo(args)),
  };
}

function jobHandlers(
  services: FeatureServices,
  session: AccountSession,
  jobs: RunningJobs,
  commands: JobCommands,
  readings: OutcomeReadings,
  plans: OutcomePlans,
): Handlers<JobChannel> {
  const trials = new TrialReadings(jobs, session);
  const outcomes = outcomeHandlers(services.grantedFile, readings, (callId) => lookProgress(services, callId));
  return {
    'job:trial': async ({ jobId }) => trials.current(jobId),
    'job:readTrial': async ({ jobId, callId }, { signal }) => {
      const tools = { signal, onProgress: lookProgress(services, callId) };
      return namingJournalTrouble(trials.read(jobId, tools));
    },
    ...outcomes,
    'job:readOutcomes': (args, call) => namingJournalTrouble(outcomes['job:readOutcomes'](args, call)),
    'job:outcomePlan': async () => plans.current,
    'job:planOutcomes': async (wanted) => plans.plan(wanted),
    ...repairHandlers(new RepairCommands(jobs, commands)),
    'job:list': async () => {
      jobs.claims.refresh();
      const list = jobs.list();
      return jobs.claims.isTeam ? { jobs: list, isInTeam: true } : { jobs: list };
    },

    'job:get': async ({ jobId }) => detailOf(jobs.facts(jobs.job(jobId))),

    'job:rows': async ({ jobId, ...filter }) => {
      const job = jobs.job(jobId);
      const asSent = filter.state === 'waiting' && job.terms.order !== null;
      const found = jobs.store.lists.rows(jobId, { reason: undefined, asSent, ...filter });
      const repairs = jobs.store.repairs.of(
        jobId,
        found.rows.map(({ row }) => row),
      );
      return { total: found.total, rows: found.rows.map((row) => jobRowOf(job, row, repairs.get(row.row))) };
    },

    'job:find': async ({ words }, { signal }) => {
      const found = await inSlices(findRows(jobs.store, words, FOUND_SHOWN), { signal });
      const rows = found.rows.map(({ job, row, repair }) => ({
        jobId: job.id,
        fileName: job.fileName,
        campaignCode: job.campaignCode,
        row: jobRowOf(job, row, repair),
      }));
      return { rows, isCut: found.isCut };
    },

    'job:pause': ({ jobId }) => namingJournalTrouble(commands.stops.pause(jobId)),
    'job:resume': ({ jobId, goOn, sendAgain }) => namingJournalTrouble(commands.resume(jobId, { goOn, sendAgain })),
    'job:stop': ({ jobId }) => namingJournalTrouble(commands.stops.stop(jobId)),
    'job:decide': ({ jobId, ...asked }) => namingJournalTrouble(commands.decide(jobId, asked)),
    'job:answers': async ({ jobId, offset, limit }) => {
      jobs.job(jobId);
      return jobs.store.lists.answers(jobId, offset, limit);
    },

    'job:look': ({ jobId, callId }, { signal }) =>
      namingJournalTrouble(look(services, jobs, { jobId, callId, signal })),
    'job:verdicts': async ({ jobId, offset, limit }) => {
      jobs.job(jobId);
      return jobs.verdicts.page(jobId, offset, limit);
    },
    'job:applyVerdicts': ({ jobId, rows }) => namingJournalTrouble(commands.applyVerdicts(jobId, rows)),

    'job:compareWaiting': ({ jobId, callId }, { signal }) =>
      namingJournalTrouble(compareWaiting(services, jobs, commands, { jobId, callId, signal })),

    'job:receipt': async ({ jobId }, { signal }) => {
      const facts = await inSlices(readReceiptFacts(session.journal, jobs.job(jobId)), { signal });
      return receiptOf(
        jobs.facts(jobs.job(jobId)),
        jobs.account,
        facts,
        jobs.store.outcomes.readings(jobId).at(-1) ?? null,
      );
    },
    'job:rename': ({ jobId, name }) => atOnce(() => commands.rename(jobId, name)),
    'job:share': ({ jobId, share }) => atOnce(() => commands.setShare(jobId, share)),

    'job:delete': async ({ jobId }) => {
      await namingJournalTrouble(commands.remove(jobId));
      trials.forget(jobId);
      return {};
    },
    'job:doubt': async () => ({ doubt: jobs.sentCheck.doubts.current() }),
    'job:noCount': async () => ({ sentence: jobs.sentCheck.noCount }),
    'job:countAtEnd': async ({ jobId }) => {
      await jobs.sentCheck.ended(jobs.job(jobId).id);
      return {};
    },
    'job:askCount': (_, { signal }) => namingJournalTrouble(jobs.sentCheck.askCount(signal)),
    'job:settleDoubt': () =>
      atOnce(() => {
        jobs.sentCheck.settle();
        return {};
      }),
    'job:saveDoubt': async ({ token }, { signal }) =>
      saveDoubt(jobs.sentCheck.doubts.current(), services.grantedFile(token, 'write'), signal),

    'job:keepResult': ({ jobId }) =>
      atOnce(() => {
        jobs.job(jobId);
        jobs.results.again(jobId);
        return {};
      }),

    'job:saveResult': async ({ jobId, token, callId, choices, overwrite = true }, { signal }) => {
      const job = jobs.job(jobId);
      return saveResult(jobs.store, job, services.grantedFile(token, 'write'), {
        signal,
        choices,
        overwrite,
        onProgress: (rows) => {
          if (callId !== undefined) services.emit('save:progress', { callId, rows, rowsTotal: job.rows });
        },
      });
    },
  };
}

interface LookRequest {
  readonly jobId: string;
  readonly callId: string | undefined;
  readonly signal: AbortSignal;
}

async function look(
  services: FeatureServices,
  jobs: RunningJobs,
  { jobId, callId, signal }: LookRequest,
): Promise<JobLook> {
  jobs.wholeJob(jobId);
  jobs.recoverFree(jobId);
  const tools = { ...jobs.lookTools(), signal, onProgress: lookProgress(services, callId) };
  const found = await lookForRows(tools, jobs.job(jobId));
  jobs.verdicts.save(jobId, jobs.now(), found.verdicts, found.rows);
  const count = (verdict: RowVerdict['verdict']) => found.verdicts.filter((one) => one.verdict === verdict).length;
  const { leads, looked } = found;
  return {
    exists: count('exists'),
    absent: count('absent'),
    several: count('several'),
    unclear: count('unclear'),
    leads,
    looked,
  };
}

async function compareWaiting(
  services: FeatureServices,
  jobs: RunningJobs,
  commands: JobCommands,
  { jobId, callId, signal }: LookRequest,
) {
  const job = jobs.wholeJob(jobId);
  const hold = jobs.runner(jobId)?.hold ?? job.hold;
  if (hold?.kind !== 'older' && hold?.kind !== 'count' && !jobs.sentCheck.mayBeOlder(jobId))
    throw invalid(
      'Only an import whose sends are in doubt, or that had rows left when the account was opened, is compared in this way.',
    );
  const tools = { ...jobs.lookTools(), signal, onProgress: lookProgress(services, callId) };
  const knownLeads = jobs.verdicts.knownLeadsIn(job.campaignCode);
  const found = await findWaiting({ ...tools, store: jobs.store, knownLeads, pause: letOtherWorkRun }, job);
  const leftOut = found.doubt === null ? commands.holdBack(jobId, found.rows) : 0;
  return { leftOut, leads: found.leads, doubt: found.doubt };
}

function lookProgress({ emit }: FeatureServices, callId: string | undefined) {
  return (leads: number, looked: number) => {
    if (callId !== undefined) emit('import:lookUpProgress', { callId, leads, looked });
  };
}

async function namingJournalTrouble<Value>(command: Promise<Value>): Promise<Value> {
  try {
    return await command;
  } catch (error) {
    throw journalFailure(error);
  }
}
