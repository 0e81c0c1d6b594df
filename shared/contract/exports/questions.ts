import { z } from 'zod';

/** A question over the rows of a view: how many there are of each value, or of each pair of values. */

const column = z.number().int().min(0).max(16_383);

/** Lengths into which times are cut; `value`: cells as they stand. */
export const groupingSchema = z.enum(['value', 'hour', 'day', 'week', 'month']);
export type Grouping = z.infer<typeof groupingSchema>;

const groupKeySchema = z.object({ column, by: groupingSchema });
export type GroupKey = z.infer<typeof groupKeySchema>;

/** Figure of a group besides its rows: different values of a column, or the sum or the mean of its numbers. */
export const measureSchema = z.object({ kind: z.enum(['distinct', 'sum', 'mean']), column });
export type Measure = z.infer<typeof measureSchema>;

export const questionSchema = z.object({
  /** The second one inside the first. */
  groups: z.array(groupKeySchema).min(1).max(2),
  /** Its values become columns. */
  across: groupKeySchema.nullable(),
  measure: measureSchema.nullable(),
});
export type Question = z.infer<typeof questionSchema>;

const groupSchema = z.object({
  /**
   * A value, cut when it is not `whole`; of a time its day (`yyyy-MM-dd`; of a week the Monday), hour (`yyyy-MM-ddTHH`) or
   * month (`yyyy-MM`). Empty: empty cells, or cells without a time.
   */
  value: z.string(),
  whole: z.boolean(),
  rows: z.number(),
  /** Null: no measure was asked for, or the group has no number. */
  measure: z.number().nullable(),
  /** Rows by the values across, in their order; one more for all others when there are any. */
  across: z.array(z.number()),
});
export type Group = z.infer<typeof groupSchema>;

/** Groups that are not named. */
const restSchema = z.object({ groups: z.number(), rows: z.number() });

const outerGroupSchema = groupSchema.extend({ groups: z.array(groupSchema), rest: restSchema });
export type OuterGroup = z.infer<typeof outerGroupSchema>;

export const questionAnswerSchema = z.object({
  /** All rows of the view. */
  total: groupSchema.pick({ rows: true, measure: true, across: true }),
  /** Values across: the most frequent. */
  across: z.array(groupSchema.pick({ value: true, whole: true, rows: true })),
  /** Values across that are not named. */
  acrossRest: z.number(),
  /** Most rows first; times with the latest first. */
  groups: z.array(outerGroupSchema),
  rest: restSchema,
});
export type QuestionAnswer = z.infer<typeof questionAnswerSchema>;
