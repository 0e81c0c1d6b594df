import { z } from 'zod';

export const updatesSchema = z.object({
  /** False: no administrator has named a place for updates, or this host has none. The rest then says nothing. */
  isOffered: z.boolean(),
  /** `unknown`: nobody has looked yet. `due`: it is installed as soon as nothing below runs. */
  state: z.enum(['unknown', 'looking', 'newest', 'found', 'loading', 'ready', 'due', 'installing']),
  /**
   * How a newer version takes the place of this one. `install`: the program does it. `open`: the program opens what it has
   * loaded, and the person goes on. `system`: the software management of the system does it.
   */
  way: z.enum(['install', 'open', 'system']),
  /** The newer version; null when none is known. */
  version: z.string().nullable(),
  /** When the place for updates was last read, Unix milliseconds; null when it was not yet. */
  lookedAt: z.number().nullable(),
  /** Loaded so far. */
  bytes: z.number(),
  bytesTotal: z.number(),
  /** Imports that run or wait for time: installing now would pause them. */
  imports: z.number(),
  /** Exports and refreshes that run: installing now would end them. */
  exports: z.number(),
  /** Changes of segments that run or wait for time: installing now would pause them. */
  changes: z.number(),
  /** Files that are being saved: installing now would end that. */
  saves: z.number(),
  /** For the screen: why the last step failed; empty when it did not. */
  trouble: z.string(),
});
export type UpdateState = z.infer<typeof updatesSchema>;

/** Where no update is offered. */
export const NO_UPDATES: UpdateState = {
  isOffered: false,
  state: 'unknown',
  way: 'system',
  version: null,
  lookedAt: null,
  bytes: 0,
  bytesTotal: 0,
  imports: 0,
  exports: 0,
  changes: 0,
  saves: 0,
  trouble: '',
};
