import { z } from 'zod';
import { shownAccountSchema } from '../account/account.ts';
import { type AreaChannels, type AreaEvents, forget, put, reread, sameAs, update } from '../cache-effects.ts';
import { fileTokenSchema } from '../host/files.ts';
import { jobSummarySchema } from '../jobs/jobs.ts';
import { callId, done, id, nothing, page } from '../primitives.ts';
import {
  campaignComparisonSchema,
  type Draft,
  draftSchema,
  draftStepSchema,
  draftSummarySchema,
  fieldLookUpSchema,
  MOST_QUEUED,
  planSchema,
  sentBodySchema,
  sentRowSchema,
} from './imports.ts';
import { fieldRuleSchema, mappingSchema } from './mapping.ts';
import { countrySchema } from './phone-country.ts';
import { previewRowSchema, readingChoicesSchema } from './reading.ts';

/** Characters. A spreadsheet program copies less; more is a file. */
const MOST_PASTED = 20_000_000;

const draftChangedSchema = z.object({ draftId: z.string(), revision: z.number().int(), savedAt: z.number() });
type DraftChanged = z.infer<typeof draftChangedSchema>;

const draftChanged = [put('import:draft', ({ id: draftId }: Draft) => ({ draftId })), reread('import:drafts')] as const;
/** Not forgotten: the wizard of a draft that was started still has to go to its job. */
const draftGone = [reread('import:draft'), reread('import:drafts')] as const;

/**
 * The revision of the draft that the caller has seen. When the draft is a newer one, nothing is done, and the error
 * `validation` has an issue at `revision`. Left out: whatever the draft is.
 */
const knownRevision = z.number().int().optional();

export const importChannels = {
  'import:open': {
    /**
     * `choices`: what is known about the file; the rest is guessed. `queueId`: the draft becomes the last of this queue; an id
     * that is not known yet begins one.
     */
    args: z.object({
      callId,
      token: fileTokenSchema,
      choices: readingChoicesSchema.optional(),
      queueId: id.optional(),
    }),
    result: draftSchema,
    changes: draftChanged,
  },
  /** The draft that was made of this very file, by name and content; null when there is none. */
  'import:draftOf': {
    args: z.object({ token: fileTokenSchema }),
    result: z.object({ draft: draftSummarySchema.nullable() }),
    changes: [],
  },
  /** Puts these drafts of the queue in this order, before others that joined it meanwhile; the draft `out` goes by itself. */
  'import:arrangeQueue': {
    args: z.object({ queueId: id, draftIds: z.array(id).max(MOST_QUEUED), out: id.optional() }),
    result: done,
    changes: [reread('import:drafts')],
  },
  /** Sends all files of the queue to this campaign, as if it were chosen in each draft. */
  'import:queueCampaign': {
    args: z.object({ queueId: id, campaignCode: z.string().trim().min(1).max(200) }),
    result: done,
    // A draft that is opened next must not be shown as it was before.
    changes: [reread('import:drafts'), forget('import:draft'), reread('import:sentRow'), reread('import:ruleExamples')],
  },
  /**
   * Starts all drafts of the queue, the first one first. `drafts`: what a person agreed to, and how many rows of each go on.
   * Fails with `validation`, and starts nothing, when the queue has other drafts, when one cannot be started, when other
   * rows of it go on now, or when another account than `account` is in use.
   */
  'import:startQueue': {
    args: z.object({
      callId,
      queueId: id,
      drafts: z
        .array(z.object({ draftId: id, rows: z.number().int() }))
        .min(1)
        .max(MOST_QUEUED),
      account: shownAccountSchema.optional(),
    }),
    result: z.object({ jobs: z.array(jobSummarySchema) }),
    changes: [reread('job:list'), ...draftGone, reread('import:campaigns')],
  },
  /** Makes a draft of cells that were copied in a spreadsheet program. `text`: as the clipboard has it. */
  'import:openPasted': {
    args: z.object({ callId, text: z.string().min(1).max(MOST_PASTED) }),
    result: draftSchema,
    changes: draftChanged,
  },
  'import:samples': {
    args: nothing,
    result: z.object({ samples: z.array(z.object({ name: z.string(), description: z.string() })) }),
    changes: [],
  },
  'import:openSample': { args: z.object({ callId, name: z.string() }), result: draftSchema, changes: draftChanged },
  /** A new draft of the rows of a job as they were in its file, with its mapping and its plan. */
  'job:duplicate': { args: z.object({ jobId: id }), result: draftSchema, changes: draftChanged },
  /**
   * A draft of the refused and waiting rows of a job into this campaign, the right one or the same with another mapping to
   * come, with its mapping, plan, rules and repairs. `longest`: a rule for one field beside them, which the check then holds. The job is as before until the draft is started: then its waiting rows are skipped. Fails with
   * `validation` while the job runs, and when it has no such row.
   */
  'job:correctCampaign': {
    args: z.object({
      jobId: id,
      campaignCode: z.string().trim().min(1).max(200),
      longest: z
        .object({ field: z.string().min(1).max(200), characters: z.number().int().min(1).max(1_000_000) })
        .optional(),
    }),
    result: draftSchema,
    changes: draftChanged,
  },
  'import:drafts': {
    args: nothing,
    result: z.object({
      drafts: z.array(draftSummarySchema),
      /** Drafts that a damage has made unreadable, by the names of their files: they can only be deleted. Left out: none. */
      unreadable: z.array(z.object({ id: z.string(), fileName: z.string() })).optional(),
    }),
    changes: [],
  },
  'import:draft': { args: z.object({ draftId: id }), result: draftSchema, changes: [] },
  'import:reread': {
    args: z.object({ callId, draftId: id, choices: readingChoicesSchema, revision: knownRevision }),
    result: draftSchema,
    // A draft that was read with other choices has other rows, and its corrections are removed.
    changes: [
      ...draftChanged,
      forget('import:rows'),
      forget('import:sentRow'),
      forget('import:ruleExamples'),
      reread('import:source'),
    ],
  },
  'import:rows': {
    args: z.object({ draftId: id, ...page }),
    result: z.object({ rows: z.array(previewRowSchema) }),
    changes: [],
  },
  'import:saveDraft': {
    args: z.object({
      draftId: id,
      revision: knownRevision,
      step: draftStepSchema.optional(),
      mapping: mappingSchema.optional(),
      plan: planSchema.optional(),
      /** Null takes the choice back. */
      phoneCountry: countrySchema.nullable().optional(),
      /** A chosen country is kept for the campaign, so that nobody is asked again. */
      rememberCountry: z.boolean().optional(),
      /** Phones are cleaned to E.164 as soon as their country is known, except where a person said `asWritten`. */
      cleanPhones: z.boolean().optional(),
      /** Makes new suggestions; what a person chose stays. Another campaign in `plan` has the same effect. */
      suggestAgain: z.boolean().optional(),
    }),
    result: draftSchema,
    changes: [...draftChanged, reread('import:sentRow'), reread('import:ruleExamples')],
  },
  /**
   * Reads import names from leads of the campaign, with one request, and keeps them with the account. A draft uses them
   * after `import:saveDraft` with `suggestAgain`.
   */
  'import:lookUpFields': {
    args: z.object({ callId, campaignCode: z.string().trim().min(1).max(200) }),
    result: fieldLookUpSchema,
    changes: [],
  },
  /** One row as it would be sent with the draft's mapping and plan. */
  'import:sentRow': {
    args: z.object({ draftId: id, row: z.number().int().min(1) }),
    result: sentRowSchema,
    changes: [],
  },
  /**
   * The first three rows for which a rule has a value, as they would be sent with it; it need not be a part of the mapping.
   * Looks at the first 1,000 rows. `inFile`: the cells of its columns.
   */
  'import:ruleExamples': {
    args: z.object({ draftId: id, rule: fieldRuleSchema }),
    result: z.object({
      rows: z.array(z.object({ line: z.number().int(), inFile: z.string(), value: z.string() })),
    }),
    changes: [],
  },
  /** Rows as they would be sent with the draft's mapping and plan, in the file's order. */
  'import:sentRows': {
    args: z.object({ draftId: id, ...page }),
    result: z.object({ rows: z.array(sentBodySchema) }),
    changes: [],
  },
  /**
   * Compares the rows with what the campaign of the draft holds, whoever put it there, with one request: by phone, by e-mail, or by the field `key`.
   * Leaves out those that are there, but for rows that a person sends although an earlier comparison found them.
   */
  'import:compareCampaign': {
    args: z.object({ callId, draftId: id, key: z.string().trim().min(1).max(200).nullable() }),
    result: campaignComparisonSchema,
    changes: [reread('import:sentRow'), forget('check:rows'), forget('check:campaignRows')],
  },
  'import:deleteDraft': { args: z.object({ draftId: id }), result: done, changes: draftGone },
  'import:campaigns': {
    args: nothing,
    result: z.object({
      campaigns: z.array(
        /** `lastUsedAt`: Unix milliseconds; null: no import into this campaign yet. */
        z.object({ code: z.string(), lastUsedAt: z.number().nullable(), jobs: z.number() }),
      ),
    }),
    changes: [],
  },
  /**
   * Makes a job of the draft, with all its rows or not at all, and starts it. `sendAgain` false: rows whose leads another job
   * has sent are skipped, and it is refused when a job of the same file is known only by what was sent of it, unless
   * `isFileKnown`. Fails with `validation` when another account than `account` is in use.
   */
  'import:start': {
    args: z.object({
      callId,
      draftId: id,
      sendAgain: z.boolean().optional(),
      isFileKnown: z.boolean().optional(),
      revision: knownRevision,
      /** Of phones without a prefix, as their rows were checked; left out: what the draft has now. */
      phoneCountry: countrySchema.nullable().optional(),
      account: shownAccountSchema.optional(),
    }),
    result: jobSummarySchema,
    // A draft that goes on with rows of another job changes that one.
    changes: [sameAs('job:progress'), ...draftGone, reread('import:campaigns'), reread('job:get'), reread('job:rows')],
  },
} as const satisfies AreaChannels;

export const importEvents = {
  /** Progress of reading a file. */
  'import:progress': {
    payload: z.object({ callId: z.string(), bytesRead: z.number(), bytesTotal: z.number(), rows: z.number() }),
    changes: [],
  },
  /** Rows that are in the journal, of those of the job that is being made. */
  'import:startProgress': {
    payload: z.object({ callId: z.string(), rows: z.number(), rowsTotal: z.number() }),
    changes: [],
  },
  /** `leads`: leads of the campaign read so far; `looked`: all leads read so far. */
  'import:lookUpProgress': {
    payload: z.object({ callId: z.string(), leads: z.number(), looked: z.number() }),
    changes: [],
  },
  /** Somebody changed the draft, on this page or another one: its mapping, plan, country or reading, or rows under Check. */
  'import:draftChanged': {
    payload: draftChangedSchema,
    changes: [
      update(
        'import:draft',
        ({ draftId }: DraftChanged) => ({ draftId }),
        ({ savedAt }, known: Draft) => ({ ...known, savedAt: Math.max(savedAt, known.savedAt) }),
      ),
      reread('import:drafts'),
    ],
  },
  /** Leads that came with an export show fields of their campaigns. */
  'import:fieldsLearned': {
    payload: z.object({ campaignCodes: z.array(z.string()) }),
    changes: [reread('import:draft'), reread('import:campaigns')],
  },
} as const satisfies AreaEvents;
