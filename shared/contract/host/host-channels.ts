import { z } from 'zod';
import { type AreaChannels, type AreaEvents, put, reread, sameAs, startAnew } from '../cache-effects.ts';
import { done, id, nothing } from '../primitives.ts';
import { chosenFileSchema, fileTokenSchema, saveTargetSchema } from './files.ts';
import { type UpdateState, updatesSchema } from './updates.ts';

const loginStartSchema = z.object({ isOffered: z.boolean(), isSet: z.boolean() });

/** The host itself answers these channels; the core answers all others. */
export const hostChannels = {
  'host:info': {
    args: nothing,
    result: z.object({
      host: z.enum(['desktop', 'browser']),
      version: z.string(),
      platform: z.string(),
      protection: z.enum(['os', 'session']),
    }),
    changes: [],
    isOfEveryAccount: true,
  },
  'host:chooseFile': {
    /** The kind of file that the dialog filters for; a spreadsheet when left out. */
    args: z.object({ wanted: z.enum(['spreadsheet', 'template', 'query', 'certificates']).optional() }),
    result: z.object({ file: chosenFileSchema.nullable() }),
    changes: [],
  },
  /** Spreadsheets to import, one or several; none when the person closes the dialog. */
  'host:chooseFiles': { args: nothing, result: z.object({ files: z.array(chosenFileSchema) }), changes: [] },
  'host:chooseTarget': {
    args: z.object({ suggestedName: z.string().min(1).max(200) }),
    result: z.object({ target: saveTargetSchema.nullable() }),
    changes: [],
  },
  /** A folder for a dataset, of the system's dialog. A browser has none that gives a place: there the answer is null. */
  'host:chooseFolder': { args: nothing, result: z.object({ folder: saveTargetSchema.nullable() }), changes: [] },
  /** Saves the page as it prints as a PDF, where the person says; null: they cancelled. A browser prints by itself. */
  'host:savePdf': {
    args: z.object({ suggestedName: z.string().min(1).max(200) }),
    result: z.object({ name: z.string().nullable() }),
    changes: [],
  },
  /** Whether the program starts without its window when the person logs in. Not offered in a browser, and from the source. */
  'host:loginStart': { args: nothing, result: loginStartSchema, changes: [], isOfEveryAccount: true },
  'host:setLoginStart': {
    args: z.object({ isOn: z.boolean() }),
    result: loginStartSchema,
    changes: [reread('host:loginStart')],
  },
  /** Newer versions of the program. Trouble is part of the answer: it stays on the screen until the next step. */
  'host:updates': { args: nothing, result: updatesSchema, changes: [], isOfEveryAccount: true },
  'host:lookForUpdate': { args: nothing, result: updatesSchema, changes: [sameAs('host:updatesChanged')] },
  /** Answers when the file is loaded and checked, or when that failed. */
  'host:loadUpdate': { args: nothing, result: updatesSchema, changes: [sameAs('host:updatesChanged')] },
  /** `now` pauses imports, which go on after the update; `whenIdle` waits for their end; `notYet` takes that back. */
  'host:installUpdate': {
    args: z.object({ when: z.enum(['now', 'whenIdle', 'notYet']) }),
    result: updatesSchema,
    changes: [sameAs('host:updatesChanged')],
  },
  /** Puts the line with which DuckDB reads a saved file on the clipboard. In a browser the host knows no place of the file. */
  'host:copyDuckDbLine': { args: z.object({ token: fileTokenSchema }), result: done, changes: [] },
  /**
   * Puts the invitation of the account's team on the clipboard, after a question of the system; false: the person said no. In a
   * browser only the page could, and no page gets the secret of a team: there it fails with `notFound`.
   */
  'host:copyInvitation': { args: nothing, result: z.object({ isCopied: z.boolean() }), changes: [] },
} as const satisfies AreaChannels;

export const callChannels = {
  /** Cancels a call: it ends with the code `cancelled` and has no effects. */
  'call:cancel': { args: z.object({ callId: id }), result: z.object({ cancelled: z.boolean() }), changes: [] },
} as const satisfies AreaChannels;

const coreStateSchema = z.object({ state: z.enum(['running', 'restarting', 'failed']), message: z.string() });

export const hostEvents = {
  /** The host sends it. `restarting`: the core ended unexpectedly and is starting again. */
  'core:state': {
    payload: coreStateSchema,
    changes: [startAnew(({ state }: z.infer<typeof coreStateSchema>) => state === 'running')],
  },
  /** The person opened a file outside the page: on the command line, or dropped on the program's icon. */
  'host:fileOpened': { payload: chosenFileSchema, changes: [] },
  /** The person chose a notification of the system: its subject is to be seen. `accountId` null: in the account in use. */
  'host:show': {
    payload: z.object({
      page: z.enum(['jobs', 'quota']),
      accountId: z.string().nullable(),
      id: z.string().nullable(),
    }),
    changes: [],
  },
  /** At each step of an update, and while one is loaded at each percent. */
  'host:updatesChanged': { payload: updatesSchema, changes: [put('host:updates', (_state: UpdateState) => ({}))] },
  /** Rows of a result file or an export written so far. */
  'save:progress': {
    payload: z.object({ callId: z.string(), rows: z.number(), rowsTotal: z.number() }),
    changes: [],
  },
} as const satisfies AreaEvents;
