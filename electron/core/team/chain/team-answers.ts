import { z } from 'zod';
import { momentSchema } from '../../../../shared/contract/team/team.ts';
import { TeamTrouble } from '../link/team-link.ts';

/** What the functions of the database answer. Times are Unix milliseconds. */

export const helloSchema = z.object({
  team: z.string(),
  version: z.number().int(),
  edition: z.number().int().default(1),
  keyForm: z.number().int(),
  incarnation: z.string(),
  moves: z.number().int(),
  secretCheck: z.string().nullable(),
  addressCheck: z.string().nullable(),
  writesSafely: z.boolean(),
});
export type Hello = z.infer<typeof helloSchema>;

export const begunSchema = z.object({ verdict: z.enum(['done', 'begun']) });

const missingSchema = z.object({
  id: z.number().int(),
  login: z.string().nullable(),
  /** Sealed. */
  state: z.string(),
  heardAt: momentSchema,
});

/** `moveNo`: how many moves of this office the database knows; `moves`: those of all. */
const place = { moves: z.number().int(), moveNo: z.number().int(), me: z.number().int().nullable() };

const otherSchema = z.object({ key: z.string(), office: z.number().int(), isCreated: z.boolean(), at: momentSchema });
export type OtherClaim = z.infer<typeof otherSchema>;

export const moveSchema = z.object({
  ...place,
  verdict: z.enum(['done', 'setBack', 'forked', 'undeclared', 'waits', 'stranger', 'notYours']),
  /** The number of the office that came last. */
  newest: z.number().int(),
  others: z.array(otherSchema),
  missing: z.array(missingSchema),
});
export type MoveAnswer = z.infer<typeof moveSchema>;

export const declareSchema = z.object({ ...place, verdict: z.enum(['done', 'setBack', 'forked', 'notYours']) });

export const setBackSchema = z.object({ incarnation: z.string(), moves: z.number().int() });

const officeSchema = z.object({
  id: z.number().int(),
  code: z.string(),
  login: z.string().nullable(),
  /** Sealed. */
  state: z.string(),
  former: z.number().int().nullable(),
  heardAt: momentSchema,
  /** Milliseconds since then by the clock of the database. Left out by the script of an earlier version. */
  silentFor: z.number().min(0).optional(),
  leftAt: momentSchema.nullable(),
  isMissing: z.boolean(),
});
export type Office = z.infer<typeof officeSchema>;

/** Numbers that the database has for offices (smallint). */
const MOST_OFFICES = 32_767;

export const officesSchema = z.object({
  offices: z
    .array(officeSchema)
    .max(MOST_OFFICES)
    .refine((offices) => new Set(offices.map(({ id }) => id)).size === offices.length),
});

/** `stranger`: the database does not know the office, or not under this login. */
export const knownSchema = z.object({ verdict: z.enum(['done', 'stranger']) });

const foundSchema = z.object({ office: z.number().int(), isCreated: z.boolean(), at: momentSchema });

export const lookSchema = z.object({
  leads: z.array(foundSchema.extend({ key: z.string() })),
  contacts: z.array(foundSchema.extend({ mark: z.string() })),
  /** Every office has told what it sent since the database was put back. */
  isWhole: z.boolean(),
});

/** @throws NotUnderstood for an answer of another shape */
export function understood<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const answer = schema.safeParse(given);
  if (answer.success) return answer.data;
  throw new NotUnderstood(answer.error);
}

/** The database answered something of another shape. */
export class NotUnderstood extends TeamTrouble {
  constructor(cause?: Error) {
    super(
      'teamPerson',
      'The team’s database answered something that this version of Lead Console does not understand. Update Lead Console, or ask whoever runs the database. Nothing is sent meanwhile.',
      { cause },
    );
  }
}
