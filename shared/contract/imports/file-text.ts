import { z } from 'zod';
import { columnProfileSchema, previewRowSchema, readingChoicesSchema } from './reading.ts';

/** A text file as its own lines, before it was cut into cells; and whether it is still the file that was read. */

/** Lines of one answer at most. */
export const TEXT_LINES_LIMIT = 500;
/** Characters of a line that are shown; the rest is counted. */
export const TEXT_LINE_CHARACTERS = 2_000;

/** Where a page of lines begins. Made by the core; the page only hands it back. */
export const textCursorSchema = z.object({
  byte: z.number().int().min(0),
  /** Physical line, from 1. */
  line: z.number().int().min(1),
  /** Row of the file that the line belongs to, as `reading` counts rows; null: not known from here on. */
  row: z.number().int().min(1).nullable(),
  /** How many lines from here on still belong to a row that began above. */
  linesOfRow: z.number().int().min(0),
  /** The place is inside a line, whose end was too far away to look for at once. */
  isInLine: z.boolean(),
});

export const textLineSchema = z.object({
  /** Physical line, from 1: every line end counts, also one inside a cell. */
  line: z.number().int(),
  row: z.number().int().nullable(),
  /**
   * As decoded with the draft's encoding, a byte order mark included. In UTF-8 a byte that is none stands as the lone
   * surrogate U+DC80 to U+DCFF; in other encodings as U+FFFD.
   */
  text: z.string(),
  /** Characters of the line behind `text`; for an `open` line those found so far. */
  hidden: z.number().int(),
  /** `none`: the file ends here; `open`: the line goes on, at the next cursor. */
  end: z.enum(['LF', 'CRLF', 'CR', 'none', 'open']),
  /** It goes on with a line whose beginning stands above. */
  isContinued: z.boolean(),
});

const draftId = z.string().min(1).max(100);
const callId = z.string().min(1).max(100).optional();

export const fileTextChannels = {
  /** Lines of the draft's file. Fails with `file` when it is a workbook, has changed, or is gone. */
  'import:text': {
    args: z.object({
      draftId,
      from: textCursorSchema.optional(),
      limit: z.number().int().min(1).max(TEXT_LINES_LIMIT),
    }),
    result: z.object({
      lines: z.array(textLineSchema),
      /** Null after the last line. */
      next: textCursorSchema.nullable(),
    }),
  },
  /**
   * The first rows with other choices, from the head of the file, while the whole is being read. Keeps nothing. A new
   * one takes the place of the one before for the same draft, which fails with `cancelled`.
   */
  'import:preview': {
    args: z.object({ callId, draftId, choices: readingChoicesSchema }),
    result: z.object({ columns: z.array(columnProfileSchema), rows: z.array(previewRowSchema) }),
  },
  /** Is the file still as it was read? The draft goes on with its copy in any case. */
  'import:source': {
    args: z.object({ draftId }),
    result: z.object({
      state: z.enum(['same', 'changed', 'gone']),
      /** Edits, repairs and rows left out under Check: a new reading forgets them. */
      corrections: z.number().int(),
    }),
  },
  /** The first data row at or below a line of the file; null: there is none. Rows as `import:rows` counts them. */
  'import:rowAt': {
    args: z.object({ draftId, line: z.number().int().min(1) }),
    result: z.object({ row: z.number().int().nullable() }),
  },
} as const;

export type TextCursor = z.infer<typeof textCursorSchema>;
export type TextLine = z.infer<typeof textLineSchema>;
