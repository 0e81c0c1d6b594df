import { z } from 'zod';
import { type AreaChannels, reread } from '../cache-effects.ts';
import { fileTokenSchema } from '../host/files.ts';
import { nothing } from '../primitives.ts';

const networkSchema = z.object({
  /** Authorities that are trusted besides those of the system. `validTo`: Unix milliseconds. */
  authorities: z.array(z.object({ name: z.string(), validTo: z.number() })).readonly(),
  /** Host and port of each proxy that the way to a connection takes now. */
  proxies: z.array(z.string()).readonly(),
  /** `isKept`: the system keeps its password; else it is forgotten when the program ends. */
  proxyUser: z.object({ proxy: z.string(), username: z.string(), isKept: z.boolean() }).nullable(),
});
export type NetworkFacts = z.infer<typeof networkSchema>;

/** What the network of a company asks for: of this computer, for all connections. */
export const networkChannels = {
  'network:get': { args: nothing, result: networkSchema, changes: [], isOfEveryAccount: true },
  /** Fails with `file` for a file without an authority, or with a private key; what was chosen before stays then. */
  'network:chooseCertificates': {
    args: z.object({ token: fileTokenSchema }),
    result: networkSchema,
    changes: [reread('network:get')],
  },
  'network:removeCertificates': { args: nothing, result: networkSchema, changes: [reread('network:get')] },
  /** The password goes to this proxy only. */
  'network:signInToProxy': {
    args: z.object({
      proxy: z.string().trim().min(1).max(300),
      username: z.string().min(1).max(200),
      password: z.string().min(1).max(200),
    }),
    result: networkSchema,
    changes: [reread('network:get')],
  },
  'network:signOutOfProxy': { args: nothing, result: networkSchema, changes: [reread('network:get')] },
} as const satisfies AreaChannels;
