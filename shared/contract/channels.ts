import { z } from 'zod';
import {
  accountListSchema,
  accountSummarySchema,
  connectArgsSchema,
  dialectSchema,
  signInArgsSchema,
  testReportSchema,
  testStepSchema,
  userSchema,
} from './account/account.ts';
import { checkChannels } from './check/check-channels.ts';
import {
  exportPageSchema,
  exportQuerySchema,
  exportSummarySchema,
  savedFileSchema,
  sortSchema,
} from './exports/exports.ts';
import {
  chosenFileSchema,
  countrySchema,
  draftSchema,
  draftStepSchema,
  draftSummarySchema,
  fieldLookUpSchema,
  fileTokenSchema,
  planSchema,
  previewRowSchema,
  saveTargetSchema,
  sentRowSchema,
} from './imports/imports.ts';
import { fileTextChannels } from './imports/file-text.ts';
import { jobDetailSchema, jobRowSchema, jobSummarySchema, unknownDecisionSchema } from './jobs/jobs.ts';
import { mappingSchema } from './imports/mapping.ts';
import { preferencesChangeSchema, preferencesSchema } from './preferences/preferences.ts';
import { quotaChannels, quotaSnapshotSchema, requestLogEntrySchema } from './quota/quota.ts';
import { readingChoicesSchema } from './imports/reading.ts';
import { savedMappingChannels } from './imports/saved-mappings.ts';
import { segmentListSchema } from './segments/segments.ts';

const nothing = z.object({});
const done = z.object({});
const id = z.string().min(1).max(100);
/** Bulk data is pulled in pages; no answer holds more rows than this. */
export const PAGE_LIMIT = 500;
const page = { offset: z.number().int().min(0), limit: z.number().int().min(1).max(PAGE_LIMIT) };
/** Chosen by the caller so that `call:cancel` can name a long call. */
const callId = id.optional();

/**
 * Every channel once. Main, preload, the page and the types of both sides are derived from this record; no channel name
 * stands anywhere else. `host` channels are answered by the host itself, all others by the core.
 */
export const channels = {
  'host:info': {
    args: nothing,
    result: z.object({
      host: z.enum(['desktop', 'browser']),
      version: z.string(),
      platform: z.string(),
      protection: z.enum(['os', 'session']),
    }),
  },
  'host:chooseFile': {
    /** What the dialog shows first; a spreadsheet when left out. */
    args: z.object({ wanted: z.enum(['spreadsheet', 'mapping']).optional() }),
    result: z.object({ file: chosenFileSchema.nullable() }),
  },
  'host:chooseTarget': {
    args: z.object({ suggestedName: z.string().min(1).max(200) }),
    result: z.object({ target: saveTargetSchema.nullable() }),
  },
  'host:openHelp': { args: z.object({ topic: z.enum(['guide', 'licences']) }), result: done },

  'call:cancel': { args: z.object({ callId: id }), result: z.object({ cancelled: z.boolean() }) },

  'account:list': { args: nothing, result: accountListSchema },
  /** Tries address, user and password without keeping anything; steps arrive as `account:testStep`. */
  'account:test': {
    args: z.object({ callId, address: z.string(), username: z.string(), password: z.string() }),
    result: testReportSchema,
  },
  'account:testAgain': { args: z.object({ callId, accountId: id }), result: testReportSchema },
  /** Tests, then keeps and activates the account. Nothing is kept when a step fails. */
  'account:connect': {
    args: connectArgsSchema.extend({ callId }),
    result: z.object({ account: accountSummarySchema.nullable(), report: testReportSchema }),
  },
  'account:practice': { args: nothing, result: accountSummarySchema },
  'account:activate': { args: z.object({ accountId: id }), result: accountListSchema },
  'account:signIn': { args: signInArgsSchema, result: testReportSchema },
  /** Forgets the password and closes the session; the account stays in the list. */
  'account:signOut': { args: z.object({ accountId: id }), result: accountListSchema },
  'account:remove': { args: z.object({ accountId: id }), result: accountListSchema },
  'account:dialect': { args: z.object({ accountId: id, dialect: dialectSchema }), result: accountSummarySchema },
  'account:users': { args: nothing, result: z.object({ users: z.array(userSchema), readAt: z.number() }) },

  'import:open': {
    /** `choices`: what is known of the file beforehand; the rest is guessed. */
    args: z.object({ callId, token: fileTokenSchema, choices: readingChoicesSchema.optional() }),
    result: draftSchema,
  },
  'import:samples': {
    args: nothing,
    result: z.object({ samples: z.array(z.object({ name: z.string(), description: z.string() })) }),
  },
  'import:openSample': { args: z.object({ callId, name: z.string() }), result: draftSchema },
  'import:drafts': { args: nothing, result: z.object({ drafts: z.array(draftSummarySchema) }) },
  'import:draft': { args: z.object({ draftId: id }), result: draftSchema },
  'import:reread': { args: z.object({ callId, draftId: id, choices: readingChoicesSchema }), result: draftSchema },
  'import:rows': { args: z.object({ draftId: id, ...page }), result: z.object({ rows: z.array(previewRowSchema) }) },
  'import:saveDraft': {
    args: z.object({
      draftId: id,
      step: draftStepSchema.optional(),
      mapping: mappingSchema.optional(),
      plan: planSchema.optional(),
      /** Null: guessed from the file. */
      phoneCountry: countrySchema.nullable().optional(),
      /** Makes the suggestions again with what is known now; what a person chose stays. Another campaign does so, too. */
      suggestAgain: z.boolean().optional(),
    }),
    result: draftSchema,
  },
  /** Reads import names from leads of the campaign: one request. What it finds is kept with the account. */
  'import:lookUpFields': {
    args: z.object({ callId, campaignCode: z.string().trim().min(1).max(200) }),
    result: fieldLookUpSchema,
  },
  /** One row as it would be sent with the draft's mapping and plan. */
  'import:sentRow': { args: z.object({ draftId: id, row: z.number().int().min(1) }), result: sentRowSchema },
  'import:deleteDraft': { args: z.object({ draftId: id }), result: done },
  'import:campaigns': {
    args: nothing,
    result: z.object({
      campaigns: z.array(
        /** `lastUsedAt`: Unix milliseconds; null when nothing was imported into it yet. */
        z.object({ code: z.string(), lastUsedAt: z.number().nullable(), jobs: z.number() }),
      ),
    }),
  },
  'import:start': { args: z.object({ draftId: id }), result: jobSummarySchema },

  ...checkChannels,
  ...fileTextChannels,
  ...savedMappingChannels,

  'job:list': { args: nothing, result: z.object({ jobs: z.array(jobSummarySchema) }) },
  'job:get': { args: z.object({ jobId: id }), result: jobDetailSchema },
  'job:rows': {
    args: z.object({
      jobId: id,
      state: z.enum(['created', 'refused', 'unknown', 'skipped', 'excluded', 'waiting', 'all']),
      reason: z.string().optional(),
      ...page,
    }),
    result: z.object({ total: z.number(), rows: z.array(jobRowSchema) }),
  },
  'job:pause': { args: z.object({ jobId: id }), result: jobSummarySchema },
  'job:resume': { args: z.object({ jobId: id }), result: jobSummarySchema },
  /** Waiting rows become skipped; rows on their way are answered first. */
  'job:stop': { args: z.object({ jobId: id }), result: jobSummarySchema },
  'job:decide': {
    args: z.object({
      jobId: id,
      rows: z.array(z.number().int()).min(1).max(PAGE_LIMIT),
      decision: unknownDecisionSchema,
    }),
    result: jobSummarySchema,
  },
  'job:saveResult': { args: z.object({ callId, jobId: id, token: fileTokenSchema }), result: savedFileSchema },

  'export:start': { args: z.object({ query: exportQuerySchema }), result: exportSummarySchema },
  'export:cancel': { args: z.object({ exportId: id }), result: exportSummarySchema },
  'export:list': { args: nothing, result: z.object({ exports: z.array(exportSummarySchema) }) },
  'export:get': { args: z.object({ exportId: id }), result: exportSummarySchema },
  'export:rows': {
    args: z.object({ callId, exportId: id, ...page, sort: z.array(sortSchema).max(3), search: z.string().max(200) }),
    result: exportPageSchema,
  },
  'export:save': {
    args: z.object({
      callId,
      exportId: id,
      token: fileTokenSchema,
      sort: z.array(sortSchema).max(3),
      search: z.string().max(200),
    }),
    result: savedFileSchema,
  },
  'export:delete': { args: z.object({ exportId: id }), result: done },

  'segment:list': { args: z.object({ refresh: z.boolean() }), result: segmentListSchema },

  'quota:snapshot': { args: nothing, result: quotaSnapshotSchema },
  /** Reads limits and counts: two requests. */
  'quota:refresh': { args: nothing, result: quotaSnapshotSchema },
  'quota:log': {
    args: z.object({ ...page }),
    result: z.object({ total: z.number(), entries: z.array(requestLogEntrySchema) }),
  },
  ...quotaChannels,

  'preferences:get': { args: nothing, result: preferencesSchema },
  'preferences:set': { args: preferencesChangeSchema, result: preferencesSchema },
} as const satisfies Record<string, { args: z.ZodType; result: z.ZodType }>;

export type ChannelName = keyof typeof channels;
export type ChannelArgs<Name extends ChannelName> = z.infer<(typeof channels)[Name]['args']>;
export type ChannelInput<Name extends ChannelName> = z.input<(typeof channels)[Name]['args']>;
export type ChannelResult<Name extends ChannelName> = z.infer<(typeof channels)[Name]['result']>;
export type HostChannelName = Extract<ChannelName, `host:${string}`>;
export type CoreChannelName = Exclude<ChannelName, HostChannelName>;

export const channelNames = Object.keys(channels) as ChannelName[];

export function isChannelName(text: string): text is ChannelName {
  return Object.hasOwn(channels, text);
}

export function isHostChannel(name: ChannelName): name is HostChannelName {
  return name.startsWith('host:');
}

/** Every event once. A progress event is a snapshot: the latest wins, the last one is always sent. */
export const events = {
  'account:changed': accountListSchema,
  'account:testStep': testStepSchema.extend({ callId: z.string() }),
  'import:progress': z.object({ callId: z.string(), bytesRead: z.number(), bytesTotal: z.number(), rows: z.number() }),
  /** Leads of the campaign read so far, and leads looked at. */
  'import:lookUpProgress': z.object({ callId: z.string(), leads: z.number(), looked: z.number() }),
  'check:progress': z.object({ callId: z.string(), rows: z.number(), rowsTotal: z.number() }),
  'job:progress': jobSummarySchema,
  'job:removed': z.object({ jobId: z.string() }),
  'export:progress': exportSummarySchema,
  'save:progress': z.object({ callId: z.string(), rows: z.number(), rowsTotal: z.number() }),
  'quota:pulse': quotaSnapshotSchema,
  'preferences:changed': preferencesSchema,
  /** Sent by the host: `restarting` when the core ended by itself and is started again. */
  'core:state': z.object({ state: z.enum(['running', 'restarting', 'failed']), message: z.string() }),
  /** A file arrived from outside the page (command line, drop on the icon). */
  'host:fileOpened': chosenFileSchema,
} as const satisfies Record<string, z.ZodType>;

export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>;
export const eventNames = Object.keys(events) as EventName[];
