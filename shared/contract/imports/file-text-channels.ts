import { z } from 'zod';
import type { AreaChannels } from '../cache-effects.ts';
import { callId, id, page } from '../primitives.ts';
import { type TextCursor, textCursorSchema, textLineSchema } from './file-text.ts';
import { columnProfileSchema, previewRowSchema, readingChoicesSchema } from './reading.ts';

/** The file of a draft, before and while it is divided into cells. */
export const fileTextChannels = {
  /** Lines of the draft's file. Fails with `file` when it is a workbook, has changed or is gone. */
  'import:text': {
    args: z.object({
      draftId: id,
      from: textCursorSchema.refine(isPlace, 'No file is that long').optional(),
      limit: page.limit,
    }),
    result: z.object({
      lines: z.array(textLineSchema),
      /** Null after the last line. */
      next: textCursorSchema.nullable(),
    }),
    changes: [],
  },
  /**
   * The first rows with other choices, from the beginning of the file, while the whole file is being read. Keeps nothing.
   * A new call for the same draft ends the former one with `cancelled`.
   */
  'import:preview': {
    args: z.object({ callId, draftId: id, choices: readingChoicesSchema }),
    result: z.object({ columns: z.array(columnProfileSchema), rows: z.array(previewRowSchema) }),
    changes: [],
  },
  /** Whether the file is still as it was read. The draft keeps using its copy in any case. */
  'import:source': {
    args: z.object({ draftId: id }),
    result: z.object({
      /** `copyGone`: a browser handed the file over, and the copy of it goes when the program ends. */
      state: z.enum(['same', 'changed', 'gone', 'copyGone']),
      /** Edits, repairs and rows left out under Check. Reading the file again removes them. */
      corrections: z.number().int(),
    }),
    changes: [],
  },
  /** The first data row at or below a line of the file, counted as in `import:rows`; null: there is none. */
  'import:rowAt': {
    args: z.object({ draftId: id, line: z.number().int().min(1) }),
    result: z.object({ row: z.number().int().nullable() }),
    changes: [],
  },
} as const satisfies AreaChannels;

/** Counting on from it stays exact: no file has more bytes, lines or rows than this. */
function isPlace({ byte, line, row, linesOfRow }: TextCursor): boolean {
  return Math.max(byte, line, row ?? 0, linesOfRow) <= 2 ** 48;
}
