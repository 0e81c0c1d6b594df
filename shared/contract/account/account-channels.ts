import { z } from 'zod';
import { type AreaChannels, type AreaEvents, put, reread, sameAs, switchAccount } from '../cache-effects.ts';
import { fileTokenSchema, savedFileSchema } from '../host/files.ts';
import { callId, id, nothing, PAGE_LIMIT } from '../primitives.ts';
import {
  address,
  type AccountList,
  accountLookSchema,
  accountListSchema,
  accountSummarySchema,
  connectArgsSchema,
  newDialectSchema,
  signInArgsSchema,
  testReportSchema,
  userSchema,
} from './account.ts';
import { diagnosticsSchema, requestDetailSchema, storageSchema } from './diagnostics.ts';
import { discoverySchema, testStepSchema, toldRightsSchema } from './discovery.ts';
import { PRACTICE_SPEEDS, type PracticeState, practiceStateSchema, practiceTroubleSchema } from './practice.ts';

export const accountChannels = {
  'account:list': { args: nothing, result: accountListSchema, changes: [], isOfEveryAccount: true },
  /** Tests address, user name and password and keeps nothing. Each step is sent as `account:testStep`. */
  'account:test': {
    args: connectArgsSchema.omit({ name: true }).extend({ callId }),
    result: testReportSchema,
    changes: [],
  },
  /** Keeps what it settled with the account. */
  'account:testAgain': {
    args: z.object({ callId, accountId: id }),
    result: testReportSchema,
    changes: [reread('account:discovery')],
  },
  /** What the last test settled; null before the first one. Uses no request, also without the password. */
  'account:discovery': {
    args: z.object({ accountId: id }),
    result: z.object({ discovery: discoverySchema.nullable() }),
    changes: [],
    isOfEveryAccount: true,
  },
  /** Takes the rights of the last test as those that a later test is compared with. */
  'account:acceptRights': {
    args: z.object({ accountId: id }),
    result: z.object({ discovery: discoverySchema.nullable() }),
    changes: [reread('account:discovery')],
  },
  'account:rename': {
    args: z.object({
      accountId: id,
      name: z.string().trim().min(1).max(100),
      /** Left out: stays as it is. */
      look: accountLookSchema.optional(),
    }),
    result: accountListSchema,
    changes: [sameAs('account:changed')],
  },
  /**
   * Another address of the same service: tests it and keeps it when it works. Journal, jobs and results stay with the
   * account. Fails with `validation` when another account has this address and user.
   */
  'account:address': {
    args: z.object({ callId, accountId: id, address }),
    result: z.object({ account: accountSummarySchema.nullable(), report: testReportSchema }),
    changes: [reread('account:list'), reread('account:discovery')],
  },
  /** Tests, then keeps and activates the account. When a step fails, nothing is kept. */
  'account:connect': {
    args: connectArgsSchema.extend({ callId }),
    result: z.object({ account: accountSummarySchema.nullable(), report: testReportSchema }),
    changes: [reread('account:list'), reread('account:discovery')],
  },
  'account:practice': { args: nothing, result: accountSummarySchema, changes: [reread('account:list')] },
  /** What the practice service was asked to do. These four fail with `validation` while another account is in use. */
  'account:practiceState': { args: nothing, result: practiceStateSchema, changes: [] },
  'account:practiceClock': {
    args: z.object({ speed: z.literal(PRACTICE_SPEEDS) }),
    result: practiceStateSchema,
    changes: [put('account:practiceState', (_state: PracticeState) => ({}))],
  },
  'account:practiceTrouble': {
    args: practiceTroubleSchema,
    result: practiceStateSchema,
    changes: [put('account:practiceState', (_state: PracticeState) => ({}))],
  },
  'account:practiceCalm': {
    args: nothing,
    result: practiceStateSchema,
    changes: [put('account:practiceState', (_state: PracticeState) => ({}))],
  },
  'account:activate': {
    args: z.object({ accountId: id }),
    result: accountListSchema,
    changes: [sameAs('account:changed')],
  },
  'account:signIn': {
    args: signInArgsSchema,
    result: testReportSchema,
    changes: [reread('account:list'), reread('account:discovery')],
  },
  /** Forgets the password and closes the session; the account stays in the list. */
  'account:signOut': {
    args: z.object({ accountId: id }),
    result: accountListSchema,
    changes: [sameAs('account:changed')],
  },
  /**
   * Forgets the account and removes its folder: journal, jobs, results, queries. `keepsData`: leaves practice for a while,
   * and what is on the disk stays. In a team the computer leaves it first; `isForced`: also when the team cannot be told. Fails
   * as `team:leave`, and with `validation` while another program works with the account.
   */
  'account:remove': {
    args: z.object({ accountId: id, keepsData: z.boolean().optional(), isForced: z.boolean().optional() }),
    result: accountListSchema,
    changes: [sameAs('account:changed')],
  },
  'account:dialect': {
    args: z.object({ accountId: id, dialect: newDialectSchema }),
    result: accountSummarySchema,
    changes: [reread('account:list')],
  },
  /** What the service says of the account. Optional there: fails with `rejected` when it is not served. */
  'account:rights': {
    args: nothing,
    /** `raw`: the answer as it came, JSON text. */
    result: toldRightsSchema.extend({ raw: z.string(), readAt: z.number() }),
    changes: [],
  },
  'account:storage': { args: z.object({ accountId: id }), result: storageSchema, changes: [], isOfEveryAccount: true },
  /** Facts about the program, without personal data and secrets: what is shown is what `account:saveDiagnostics` writes. */
  'account:diagnostics': {
    args: z.object({ version: z.string().max(100), platform: z.string().max(100), host: z.string().max(100) }),
    result: diagnosticsSchema,
    changes: [],
    isOfEveryAccount: true,
  },
  /** A ZIP; `rows`: files in it. Fails with `notFound` when another bundle was made meanwhile. */
  'account:saveDiagnostics': {
    args: z.object({ callId, token: fileTokenSchema, diagnosticsId: id }),
    result: savedFileSchema,
    changes: [],
  },
  /** What is kept of a request of the log; null when it is too old. */
  'account:logEntry': {
    args: z.object({ entryId: z.number().int() }),
    result: z.object({ detail: requestDetailSchema.nullable() }),
    changes: [],
  },
  /** Lines of the log as CSV: those that are named, in their order. */
  'account:saveLog': {
    args: z.object({ callId, token: fileTokenSchema, entryIds: z.array(z.number().int()).max(PAGE_LIMIT) }),
    result: savedFileSchema,
    changes: [],
  },
  'account:orgUnit': {
    args: z.object({ orgCode: z.string().min(1).max(500), include: z.array(z.string().min(1).max(100)).max(50) }),
    /** `raw`: the answer as it came, JSON text. */
    result: z.object({ raw: z.string(), readAt: z.number() }),
    changes: [],
  },
  'account:users': {
    args: nothing,
    result: z.object({ users: z.array(userSchema), readAt: z.number() }),
    changes: [],
  },
} as const satisfies AreaChannels;

export const accountEvents = {
  'account:changed': {
    payload: accountListSchema,
    changes: [
      put('account:list', (_list: AccountList) => ({})),
      switchAccount(({ activeId }: AccountList) => activeId),
      // Without its password an account sends nothing: its imports wait, and nothing else says so.
      reread('job:list'),
      reread('job:get'),
    ],
  },
  /** A created lead settled what a test of the account had left open. */
  'account:settled': { payload: z.object({ accountId: z.string() }), changes: [reread('account:discovery')] },
  /** A step of the test with this call id. */
  'account:testStep': { payload: testStepSchema.extend({ callId: z.string() }), changes: [] },
} as const satisfies AreaEvents;
