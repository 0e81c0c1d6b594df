import { z } from 'zod';
import { type AreaChannels, type AreaEvents, startAnew } from '../cache-effects.ts';
import { done, id, nothing } from '../primitives.ts';
import { chosenFileSchema, saveTargetSchema } from './files.ts';

/** Answered by the host itself; all other channels by the core. */
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
    /** What the dialog shows first; a spreadsheet when left out. */
    args: z.object({ wanted: z.enum(['spreadsheet', 'mapping']).optional() }),
    result: z.object({ file: chosenFileSchema.nullable() }),
    changes: [],
  },
  'host:chooseTarget': {
    args: z.object({ suggestedName: z.string().min(1).max(200) }),
    result: z.object({ target: saveTargetSchema.nullable() }),
    changes: [],
  },
  'host:openHelp': { args: z.object({ topic: z.enum(['guide', 'licences']) }), result: done, changes: [] },
} as const satisfies AreaChannels;

export const callChannels = {
  /** The call ends with `cancelled`, and its own effects stay out. */
  'call:cancel': { args: z.object({ callId: id }), result: z.object({ cancelled: z.boolean() }), changes: [] },
} as const satisfies AreaChannels;

const coreStateSchema = z.object({ state: z.enum(['running', 'restarting', 'failed']), message: z.string() });

export const hostEvents = {
  /** Sent by the host: `restarting` when the core ended by itself and is started again. */
  'core:state': {
    payload: coreStateSchema,
    changes: [startAnew(({ state }: z.infer<typeof coreStateSchema>) => state === 'running')],
  },
  /** A file arrived from outside the page (command line, drop on the icon). */
  'host:fileOpened': { payload: chosenFileSchema, changes: [] },
  /** Rows of a result file or an export written so far. */
  'save:progress': {
    payload: z.object({ callId: z.string(), rows: z.number(), rowsTotal: z.number() }),
    changes: [],
  },
} as const satisfies AreaEvents;
