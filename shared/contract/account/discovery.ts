import { z } from 'zod';

/** What a connection test asked, what it was answered, and what that settles of what the specification leaves open. */

/** Most requests of one connection test. */
export const MOST_TEST_REQUESTS = 6;

export const testStepSchema = z.object({
  id: z.enum([
    'address',
    'encryption',
    'prefix',
    'credentials',
    'limits',
    'counts',
    'rights',
    'metadata',
    'raw',
    'search',
    'clock',
  ]),
  /** `absent`: the service does not have it, and nothing needs it. */
  state: z.enum(['waiting', 'running', 'ok', 'absent', 'warning', 'failed']),
  title: z.string(),
  detail: z.string(),
  milliseconds: z.number().nullable(),
  /** The number of the request in its test; null for a step that costs none. */
  request: z.number().nullable().default(null),
});
export type TestStep = z.infer<typeof testStepSchema>;

export const pointNames = [
  'importNames',
  'poolField',
  'importResult',
  'nameCase',
  'envelope',
  'limitsShape',
  'countsShape',
  'resetHeader',
  'nightPrice',
  'timeZone',
  'metadata',
  'rawLeadsPath',
  'rawLeadsColumns',
  'errorBody',
] as const;
export type PointName = (typeof pointNames)[number];

/** `confirmed`: an answer showed it. `contradicted`: an answer showed something else than what is expected or set. */
const verdictSchema = z.enum(['confirmed', 'contradicted', 'open']);
export type Verdict = z.infer<typeof verdictSchema>;

/** Settings of the account that a test can find to be another. */
const offerSchema = z.object({
  bodyCase: z.enum(['specification', 'camel']).optional(),
  poolField: z.string().min(1).max(100).optional(),
  rawLeadsPath: z.string().startsWith('/').max(200).optional(),
});
export type Offer = z.infer<typeof offerSchema>;

export const findingSchema = z.object({
  point: z.enum(pointNames),
  verdict: verdictSchema,
  /** A sentence: what an answer showed, or why nothing showed it. */
  evidence: z.string(),
  /** What Lead Console goes by, for a person. */
  used: z.string(),
  /** Numbers of the requests whose answers showed it. */
  requests: z.array(z.number()),
  /** When it was found, Unix milliseconds: an earlier test than the last one when the last one could not ask. */
  at: z.number(),
  /** Settings that would follow the service; nothing changes before a person says so. */
  offer: offerSchema.nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Characters of an answer that are kept. */
export const LONGEST_EVIDENCE = 4096;

export const askedSchema = z.object({
  number: z.number(),
  /** As it was sent, below the base address. */
  path: z.string(),
  /** Null: no answer came. */
  status: z.number().nullable(),
  contentType: z.string(),
  milliseconds: z.number(),
  /** Bytes that were read of the answer; a list of leads is cut off after its beginning. */
  bytes: z.number(),
  /** Without secrets, and without the values of leads; cut at `LONGEST_EVIDENCE`. */
  answer: z.string(),
});
export type Asked = z.infer<typeof askedSchema>;

export const toldRightsSchema = z.object({
  username: z.string().nullable(),
  projectRights: z.array(z.string()),
  resourceRights: z.record(z.string(), z.array(z.string())),
  /** `LeadDefinitionEntryAccess`: None, Partner or Full; null when the service does not say. */
  entryAccess: z.string().nullable(),
});
export type ToldRights = z.infer<typeof toldRightsSchema>;

/** `gone` only after a clear refusal or when the service's own list lacks it; `notKnown`: nothing showed it this time. */
export const rightChangeSchema = z.object({
  /** For example `SimpleLeads Get`. */
  right: z.string(),
  before: z.boolean(),
  now: z.enum(['allowed', 'gone', 'notKnown']),
});
export type RightChange = z.infer<typeof rightChangeSchema>;

export const discoverySchema = z.object({
  testedAt: z.number(),
  works: z.boolean(),
  steps: z.array(testStepSchema),
  requests: z.array(askedSchema),
  findings: z.array(findingSchema),
  /** What the service says of the account; null when it did not say. */
  rights: toldRightsSchema.nullable(),
  /** Rights of the last good test beside those of this one. Empty at the first test. */
  changes: z.array(rightChangeSchema),
  /** The last test that found no right gone. */
  lastGood: z.object({ at: z.number(), rights: z.array(z.string()) }).nullable(),
});
export type Discovery = z.infer<typeof discoverySchema>;
