import { z } from 'zod';
import { id } from '../primitives.ts';
import { VALUE_LENGTH_LIMIT } from './plain-words.ts';

/**
 * A view is a choice of the rows of a result and their order. The core computes it; the page asks for windows of it.
 * Empty means: the cell has no text. Texts are compared without regard to case (`shared/domain/words/fold-text.ts`);
 * values of a value list are compared exactly.
 */

/** Filters of one view. */
export const FILTER_LIMIT = 50;
/** Columns that a view is sorted by. */
export const SORT_LIMIT = 5;
/** Values that one filter names. */
const CHOSEN_VALUE_LIMIT = 1000;
/** Characters of a search. */
export const SEARCH_LENGTH_LIMIT = 200;

/** Position of a column in the cells of a row. */
const column = z.number().int().min(0).max(16_383);

export const sortSchema = z.object({ column, direction: z.enum(['asc', 'desc']) });
export type SortKey = z.infer<typeof sortSchema>;

/** `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`, as it stands in the cells: no zone is converted. */
const moment = z.string().regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?$/);

/** Left out: false. The filter and the one before it, with all that are joined to that one, are a group. */
const or = z.boolean().optional();

/** One filter of each group must hold. Without any `or` each filter is a group, so all must hold. */
export const columnFilterSchema = z.discriminatedUnion('kind', [
  /** `not`: the rows in which it does not hold, empty cells among them. */
  z.object({
    kind: z.literal('text'),
    column,
    match: z.enum(['contains', 'equals', 'starts', 'ends']),
    text: z.string().min(1).max(VALUE_LENGTH_LIMIT),
    not: z.boolean(),
    or,
  }),
  /** Any of these values, or none of them with `not`. `empty`: the empty cells count as one of the values. */
  z.object({
    kind: z.literal('values'),
    column,
    values: z.array(z.string().min(1).max(VALUE_LENGTH_LIMIT)).max(CHOSEN_VALUE_LIMIT),
    empty: z.boolean(),
    not: z.boolean(),
    or,
  }),
  /** Both ends included; null: no end. Cells that are not numbers are left out, and kept with `not`. */
  z.object({
    kind: z.literal('number'),
    column,
    from: z.number().nullable(),
    to: z.number().nullable(),
    not: z.boolean().optional(),
    or,
  }),
  /** Both ends included, a day as a whole; null: no end. Cells that are not ISO dates are left out, and kept with `not`. */
  z.object({
    kind: z.literal('date'),
    column,
    from: moment.nullable(),
    to: moment.nullable(),
    not: z.boolean().optional(),
    or,
  }),
  z.object({ kind: z.literal('empty'), column, not: z.boolean(), or }),
  /** Values that more than one lead of the result has, in whatever case, spaces and form of a phone. Empty cells do not count. */
  z.object({ kind: z.literal('repeated'), column, not: z.boolean().optional(), or }),
]);
export type ColumnFilter = z.infer<typeof columnFilterSchema>;

/** The order of letters when a caller names none: å after z, as the service's campaigns expect it. */
export const DEFAULT_LOCALE = 'da';

/** The fields of a view, for the arguments of a channel. A field that is left out restricts nothing. */
export const viewFields = {
  filters: z.array(columnFilterSchema).max(FILTER_LIMIT).default([]),
  /** Keys in the order of their weight; rows that are equal in all of them stay in the order of their arrival. */
  sort: z.array(sortSchema).max(SORT_LIMIT).default([]),
  /** Only rows in which any cell contains this text; empty: all. */
  search: z.string().max(SEARCH_LENGTH_LIMIT).default(''),
  /** `asked`: without the leads that the query did not ask for, and that the service sent all the same. */
  keeps: z.enum(['all', 'asked']).default('all'),
  /** A selection of `export:choose`: only its rows; null: all. */
  selection: id.nullable().default(null),
  /** BCP 47. The language whose order the letters follow; numbers in text follow their size, and so does a column of numbers alone. */
  locale: z
    .string()
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)
    .max(35)
    .refine(isLanguage, 'No such language')
    .default(DEFAULT_LOCALE),
};

/** True for a tag that sorting takes; the pattern alone lets through some that it does not. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export const viewSchema = z.object(viewFields);
export type LeadView = z.infer<typeof viewSchema>;

/** A cell that contains the text of a search. */
export const searchHitSchema = z.object({
  /** From 0, in the order of the view and, in a row, of the columns asked for. */
  ordinal: z.number(),
  /** Position of the row in the view, from 0. */
  position: z.number(),
  /** Number of the row in the result. */
  number: z.number(),
  column: z.number(),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/** What is counted so far. `searched`: rows that were looked at, of `rowsTotal`. */
export const hitCountSchema = z.object({
  hits: z.number(),
  rows: z.number(),
  searched: z.number(),
  rowsTotal: z.number(),
});
export type HitCount = z.infer<typeof hitCountSchema>;

/** `value` is cut when it is not `whole`. `rows`: with this value, under the other filters. */
const countedValueSchema = z.object({ value: z.string(), whole: z.boolean(), rows: z.number() });
export type CountedValue = z.infer<typeof countedValueSchema>;

export const columnValuesSchema = z.object({
  /** The values that the view's own filter on this column names, whatever is searched and also without rows. */
  chosen: z.array(countedValueSchema),
  /** One page of the other values that match. */
  values: z.array(countedValueSchema),
  /** Number of values on all pages. */
  valuesTotal: z.number(),
  /** Rows with an empty cell. */
  empty: z.number(),
});
export type ColumnValues = z.infer<typeof columnValuesSchema>;

/** Values of a column in words of its kind. `fits`: filled cells that are of this kind. */
const kindGuessSchema = z.object({ kind: z.enum(['text', 'number', 'date']), fits: z.number() });

export const columnProfileSchema = z.object({
  /** An estimate comes from the first `rows` of `rowsTotal` rows of the view; else all were looked at. */
  isEstimate: z.boolean(),
  rows: z.number(),
  rowsTotal: z.number(),
  filled: z.number(),
  distinct: z.number(),
  /** A guess from the values: at least 95 of 100 filled cells fit. */
  guess: kindGuessSchema,
  /** In the order of the guessed kind; null without a value. Cut at the same length as values. */
  smallest: z.string().nullable(),
  largest: z.string().nullable(),
  /** The cells that are numbers add up to this; null when the guess is another kind. */
  sum: z.number().nullable(),
  /** Characters of the filled cells; null without one. */
  lengths: z.object({ shortest: z.number(), longest: z.number(), average: z.number() }).nullable(),
  /** Digits as 9, upper case as A, lower case as a, repeats shortened with +: the most frequent. */
  shapes: z.array(z.object({ shape: z.string(), example: z.string(), rows: z.number() })),
  /** The distance between the ends cut into equal parts, for numbers and dates; else empty. `to` belongs to the last. */
  histogram: z.array(z.object({ from: z.string(), to: z.string(), rows: z.number() })),
});
export type ColumnProfile = z.infer<typeof columnProfileSchema>;

/** What a person adds to the selection or takes out of it. */
export const choiceSchema = z.discriminatedUnion('kind', [
  /** All rows of the view. */
  z.object({ kind: z.literal('view') }),
  /** Rows of the view by position, from 0, both included. */
  z.object({ kind: z.literal('positions'), first: z.number().int().min(0), last: z.number().int().min(0) }),
  /** Rows by their number in the result. */
  z.object({ kind: z.literal('numbers'), numbers: z.array(z.number().int().min(1)).max(500) }),
]);

/** Chosen rows. The core keeps them; the page has their name and count. Each change makes another selection. */
export const selectionSchema = z.object({
  /** Null: nothing is chosen. */
  selection: z.string().nullable(),
  /** Rows chosen in the result, and those of them in the view. */
  chosen: z.number(),
  chosenInView: z.number(),
});
export type Selection = z.infer<typeof selectionSchema>;

export const viewPageSchema = z.object({
  /** Rows of the view. */
  total: z.number(),
  rows: z.array(
    z.object({
      number: z.number(),
      cells: z.array(z.string().nullable()),
      /** In the selection that the call names in `marks`. */
      chosen: z.boolean().optional(),
    }),
  ),
});
export type ViewPage = z.infer<typeof viewPageSchema>;
