import { z } from 'zod';
import { resultChoicesSchema } from './result-choices.ts';
import { type AreaChannels, type AreaEvents, forget, reread, sameAs, update } from '../cache-effects.ts';
import { fileTokenSchema, savedFileSchema } from '../host/files.ts';
import { callId, done, id, nothing, page, PAGE_LIMIT } from '../primitives.ts';
import { type ChangeSnapshot, newest, withSnapshot } from '../snapshots.ts';
import { termsSchema } from '../imports/imports.ts';
import { doubtSchema } from './doubt.ts';
import { receiptSchema } from './receipt.ts';
import {
  type JobDetail,
  jobDetailSchema,
  jobLookSchema,
  jobRowSchema,
  type JobSummary,
  jobSummarySchema,
  rowAnswerSchema,
  rowVerdictSchema,
  unknownDecisionSchema,
  verdictSumsSchema,
} from './jobs.ts';

export interface JobList {
  jobs: JobSummary[];
}

const whenJobIsGone = [
  reread('job:list'),
  forget('job:get'),
  forget('job:rows'),
  forget('job:verdicts'),
  forget('job:answers'),
  reread('job:doubt'),
  reread('import:campaigns'),
] as const;

export const jobChannels = {
  'job:list': {
    args: nothing,
    /** `isInTeam`: colleagues import into the account, too. */
    result: z.object({ jobs: z.array(jobSummarySchema), isInTeam: z.boolean().optional() }),
    changes: [],
    snapshots: (list: JobList, change: ChangeSnapshot) => ({ ...list, jobs: list.jobs.map(change) }),
  },
  'job:get': {
    args: z.object({ jobId: id }),
    result: jobDetailSchema,
    changes: [],
    snapshots: (detail: JobDetail, change: ChangeSnapshot) => ({
      ...detail,
      summary: change(detail.summary),
    }),
  },
  'job:rows': {
    args: z.object({
      jobId: id,
      /** `onTheirWay`: a part of those that wait. */
      state: z.enum(['created', 'refused', 'unknown', 'skipped', 'excluded', 'waiting', 'onTheirWay', 'all']),
      reason: z.string().optional(),
      /** Created rows from the one that was created last. Rows that wait come in the order in which they are sent. */
      lastFirst: z.boolean().optional(),
      ...page,
    }),
    result: z.object({ total: z.number(), rows: z.array(jobRowSchema) }),
    changes: [],
  },
  /** Rows of all jobs, the last job first, by the beginning of a lead id, a line of a file or a phone; see `findRows`. */
  'job:find': {
    args: z.object({ callId, words: z.string().max(200) }),
    result: z.object({
      rows: z.array(z.object({ jobId: id, fileName: z.string(), campaignCode: z.string(), row: jobRowSchema })),
      /** There may be more. */
      isCut: z.boolean(),
    }),
    changes: [],
  },
  /** `accountId`: whose job it is, for a host that shows the jobs of all accounts; left out: that of the active one. */
  'job:pause': {
    args: z.object({ jobId: id, accountId: id.optional() }),
    result: jobSummarySchema,
    changes: [sameAs('job:progress')],
  },
  /**
   * `goOn`: a person knows what is in doubt (`job:doubt`) and lets the job send its waiting rows. `sendAgain`: they know that
   * other jobs have sent the same leads since, and want them sent all the same; rows that were skipped for it wait again.
   * `accountId` as of `job:pause`.
   */
  'job:resume': {
    args: z.object({
      jobId: id,
      accountId: id.optional(),
      goOn: z.boolean().optional(),
      sendAgain: z.boolean().optional(),
    }),
    result: jobSummarySchema,
    changes: [sameAs('job:progress'), reread('job:doubt')],
  },
  /** Waits for the answers of the rows on their way. The waiting rows become skipped. */
  'job:stop': { args: z.object({ jobId: id }), result: jobSummarySchema, changes: [sameAs('job:progress')] },
  'job:decide': {
    args: z.object({
      jobId: id,
      rows: z.array(z.number().int()).min(1).max(PAGE_LIMIT),
      decision: unknownDecisionSchema,
      /** Of the rows, as the person saw them: one that was sent once more since is not decided. */
      attempts: z.number().int().optional(),
    }),
    result: jobSummarySchema,
    changes: [sameAs('job:progress'), reread('job:rows'), reread('job:answers')],
  },
  /** Answers about unknown rows, a person's and those of a look that was applied, the last one first. */
  'job:answers': {
    args: z.object({ jobId: id, ...page }),
    result: z.object({ total: z.number(), answers: z.array(rowAnswerSchema) }),
    changes: [],
  },
  /** One page about the import, for a colleague or a customer. */
  'job:receipt': { args: z.object({ jobId: id }), result: receiptSchema, changes: [] },
  'job:rename': {
    args: z.object({ jobId: id, name: z.string().trim().min(1).max(200) }),
    result: jobSummarySchema,
    changes: [sameAs('job:progress')],
  },
  /** Whole percent of the pace, from the next row on. A program that runs the job elsewhere takes it within a second. */
  'job:share': {
    args: z.object({ jobId: id, share: termsSchema.shape.share.unwrap() }),
    result: jobSummarySchema,
    changes: [sameAs('job:progress')],
  },
  /**
   * Removes the job, its rows and its attempts from this computer. Leads in the service stay, and hashes by which the same
   * file asks before it is sent again. Fails with `validation` while the job runs.
   */
  'job:delete': { args: z.object({ jobId: id }), result: done, changes: [...whenJobIsGone] },
  /**
   * Looks for the unknown rows among the leads of the campaign, with one request in the lowest lane, and keeps what it
   * finds out. Changes no row.
   */
  'job:look': {
    args: z.object({ callId, jobId: id }),
    result: jobLookSchema,
    changes: [reread('job:verdicts')],
  },
  /** Verdicts about rows that are still unknown, in the file's order; `sums`: how many of all pages. */
  'job:verdicts': {
    args: z.object({ jobId: id, ...page }),
    result: z.object({ total: z.number(), sums: verdictSumsSchema, verdicts: z.array(rowVerdictSchema) }),
    changes: [],
  },
  /** Links rows that exist, and sends rows once more that are absent. `rows` missing: all with such a verdict. */
  'job:applyVerdicts': {
    args: z.object({ jobId: id, rows: z.array(z.number().int()).min(1).max(PAGE_LIMIT).optional() }),
    result: jobSummarySchema,
    changes: [sameAs('job:progress'), reread('job:rows'), reread('job:verdicts'), reread('job:answers')],
  },
  /**
   * Compares the waiting rows of a job that is held with all leads of its campaign, with one request, and leaves out those
   * that it holds. Where the leads cannot be compared nothing is changed, and `doubt` says why.
   */
  'job:compareWaiting': {
    args: z.object({ callId, jobId: id }),
    result: z.object({ leftOut: z.number(), leads: z.number(), doubt: z.string().nullable() }),
    changes: [reread('job:get'), reread('job:rows')],
  },
  /** What the program does not know of its own sends; null when there is nothing. */
  'job:doubt': { args: nothing, result: z.object({ doubt: doubtSchema.nullable() }), changes: [] },
  /** Why the service's count would not show that this data folder is an older copy; empty: it would, as far as is known. */
  'job:noCount': { args: nothing, result: z.object({ sentence: z.string() }), changes: [] },
  /** Waits for the count of the service that is read when the last row of a job is answered; `job:get` says what it shows. */
  'job:countAtEnd': { args: z.object({ jobId: id }), result: done, changes: [] },
  /**
   * Asks the service, the third memory, what it counted of this account in its day: one request. Fails with `network` when
   * it is out of reach, `notFound` when it has no such count or nothing is in doubt.
   */
  'job:askCount': {
    args: nothing,
    result: z.object({ doubt: doubtSchema.nullable() }),
    changes: [reread('job:doubt')],
  },
  /** Ends the doubt: a person has read it. Jobs that are held stay so until each is resumed with `goOn`. */
  'job:settleDoubt': { args: nothing, result: done, changes: [reread('job:doubt')] },
  /** Writes what is in doubt as text, times in UTC. Fails with `notFound` when nothing is in doubt. */
  'job:saveDoubt': { args: z.object({ callId, token: fileTokenSchema }), result: savedFileSchema, changes: [] },
  /** Tries again to save the result file beside the imported file. What becomes of it comes with `job:progress`. */
  'job:keepResult': { args: z.object({ jobId: id }), result: done, changes: [] },
  /** Without `choices`: by the ending of the file's name, all rows, times in UTC. */
  'job:saveResult': {
    args: z.object({
      callId,
      jobId: id,
      token: fileTokenSchema,
      choices: resultChoicesSchema.optional(),
      /** False: a file that is there by then is left alone. Left out: it is replaced. */
      overwrite: z.boolean().optional(),
    }),
    result: savedFileSchema,
    changes: [],
  },
} as const satisfies AreaChannels;

const doubtedSchema = z.object({ accountId: z.string() });
const figuresSchema = z.object({ accountId: z.string(), jobId: z.string() });
const removedSchema = figuresSchema;

export const jobEvents = {
  'job:progress': {
    payload: jobSummarySchema,
    accountId: (job: JobSummary) => job.accountId,
    changes: [
      update(
        'job:list',
        (_job: JobSummary) => ({}),
        (job, list: JobList) => ({ ...list, jobs: withSnapshot(list.jobs, job) }),
      ),
      update(
        'job:get',
        (job: JobSummary) => ({ jobId: job.id }),
        (job, detail: JobDetail) => ({ ...detail, summary: newest(detail.summary, job) }),
      ),
    ],
  },
  /** The reasons of refusal, the rows per minute or the rows by state changed. At most once a second for each job. */
  'job:figures': {
    payload: figuresSchema,
    accountId: ({ accountId }: z.infer<typeof figuresSchema>) => accountId,
    changes: [reread('job:get'), reread('job:rows'), reread('job:refusedValues'), reread('job:answers')],
  },
  /** The job was deleted, on this page or elsewhere. */
  'job:removed': {
    payload: removedSchema,
    accountId: ({ accountId }: z.infer<typeof removedSchema>) => accountId,
    changes: [...whenJobIsGone],
  },
  /** What is in doubt changed. */
  'job:doubted': {
    payload: doubtedSchema,
    accountId: ({ accountId }: z.infer<typeof doubtedSchema>) => accountId,
    changes: [reread('job:doubt'), reread('job:noCount'), reread('job:list')],
  },
} as const satisfies AreaEvents;
