import { z } from 'zod';

/** A text file as its own lines, before it was cut into cells; and whether it is still the file that was read. */

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

export type TextCursor = z.infer<typeof textCursorSchema>;
export type TextLine = z.infer<typeof textLineSchema>;
