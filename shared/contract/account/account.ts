import { z } from 'zod';
import { isTimeZone } from '../../domain/service/service-time.ts';
import { discoverySchema, testStepSchema } from './discovery.ts';

/** It names the folder of the account, so that it must lead nowhere else. */
export const accountIdSchema = z.string().regex(/^[a-z0-9-]{4,64}$/);

/**
 * What the specification leaves open and services do differently. Each has a default that can be changed for an account.
 */
export const dialectSchema = z.object({
  /** Case of the import body's two top-level names: `CampaignCode`/`data` or `campaignCode`/`data`. */
  bodyCase: z.enum(['specification', 'camel']).default('specification'),
  /** Name of the field that carries the lead pool. */
  poolField: z.string().min(1).max(100).default('leadPoolName'),
  /** Several values of one parameter: one parameter with commas, or the parameter repeated. */
  listStyle: z.enum(['comma', 'repeat']).default('comma'),
  /** IANA zone of production hours and of times without a zone. */
  timeZone: z.string().default('Europe/Copenhagen'),
  rawLeadsPath: z.string().startsWith('/').default('/rawleads'),
  /** Units of one request outside production hours without fair use, until the check of the price has found out. */
  nightPrice: z.union([z.literal(1), z.literal(4)]).default(4),
  /** Most lead ids in one segment request. */
  segmentBatch: z.number().int().min(1).max(5000).default(500),
});
export type Dialect = z.infer<typeof dialectSchema>;

/** A dialect that a person sets. What an account has may be of an older program: its zone is read as it is. */
export const newDialectSchema = dialectSchema.extend({
  timeZone: dialectSchema.shape.timeZone.unwrap().refine(isTimeZone, 'No such time zone').default('Europe/Copenhagen'),
});

/** How a person marks a connection: a colour beside its name, and whether every page says that it is production. */
export const accountLookSchema = z.object({
  colour: z.enum(['red', 'amber', 'green', 'blue']).nullable(),
  isProduction: z.boolean(),
});
export type AccountLook = z.infer<typeof accountLookSchema>;

export const accountSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Left out: nobody has marked it. */
  look: accountLookSchema.optional(),
  kind: z.enum(['service', 'practice']),
  /** Normalised base address including `/api`. */
  address: z.string(),
  username: z.string(),
  /** Lead Console has the password. */
  signedIn: z.boolean(),
  /** Where the password is kept: `os`: protected by the operating system; `session`: in memory until the program ends. */
  protection: z.enum(['os', 'session', 'none']),
  dialect: dialectSchema,
});
export type AccountSummary = z.infer<typeof accountSummarySchema>;

/** The account that a person looked at before an import or a team: for another one, or another address of it, nothing starts. */
export const shownAccountSchema = accountSummarySchema.pick({ id: true, address: true });
export type ShownAccount = z.infer<typeof shownAccountSchema>;

export const accountListSchema = z.object({
  accounts: z.array(accountSummarySchema),
  activeId: z.string().nullable(),
});
export type AccountList = z.infer<typeof accountListSchema>;

export const testReportSchema = z.object({
  address: z.string(),
  steps: z.array(testStepSchema),
  works: z.boolean(),
  /** What the test settled; null when it ended before the first answer. */
  discovery: discoverySchema.nullable(),
});
export type TestReport = z.infer<typeof testReportSchema>;

export const userSchema = z.object({
  name: z.string(),
  orgCode: z.string().nullable(),
  email: z.string().nullable(),
  /** The record as the service sent it, JSON text cut at 4 KB. */
  raw: z.string(),
});

export const address = z.string().trim().min(1).max(2000);
const username = z.string().min(1).max(500);
/** In arguments only: no result schema has a password. */
const password = z.string().min(1).max(1000);

export const connectArgsSchema = z.object({ address, username, password, name: z.string().max(100).optional() });
export const signInArgsSchema = z.object({ accountId: z.string(), password });
