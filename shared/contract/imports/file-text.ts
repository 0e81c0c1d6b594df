import { z } from 'zod';

/** The lines of a text file, before it is divided into cells. */

/** Characters of a line that are shown; the others are only counted. */
export const TEXT_LINE_CHARACTERS = 2_000;

/** Where a page of lines begins. The core makes it; the renderer only sends it back. */
export const textCursorSchema = z.object({
  byte: z.number().int().min(0),
  /** Physical line, from 1. */
  line: z.number().int().min(1),
  /** Row of the file that the line belongs to, counted as in `reading`; null: unknown from here on. */
  row: z.number().int().min(1).nullable(),
  /** Lines from here on that belong to a row that began above. */
  linesOfRow: z.number().int().min(0),
  /** The place is inside a line that was too long to be read at once. */
  isInLine: z.boolean(),
});

export const textLineSchema = z.object({
  /** Physical line, from 1: every line end counts, also one inside a cell. */
  line: z.number().int(),
  row: z.number().int().nullable(),
  /**
   * Decoded with the draft's encoding, with a byte order mark. In UTF-8 an invalid byte is a lone surrogate, U+DC80 to
   * U+DCFF; in other encodings it is U+FFFD.
   */
  text: z.string(),
  /** Characters of the line after `text`; of an `open` line those found so far. */
  hidden: z.number().int(),
  /** `none`: the file ends here; `open`: the line continues at the next cursor. */
  end: z.enum(['LF', 'CRLF', 'CR', 'none', 'open']),
  /** It continues a line that begins above. */
  isContinued: z.boolean(),
});

export type TextCursor = z.infer<typeof textCursorSchema>;
export type TextLine = z.infer<typeof textLineSchema>;
