import { meaningOf } from './lead-status.ts';
import { momentText } from './moment-text.ts';
import { timeSpanWords } from './time-span.ts';

/** A span of time in a column of the service's own; null for other text and for the campaign's own fields. */
export function spanWords(path: string, value: string): string | null {
  return /^data(\.|$)/i.test(path) ? null : timeSpanWords(value);
}

/**
 * A value as cells, lists and filters show it: the word for a status and its like, a span of time, a moment
 * to the second, or as it came.
 */
export function columnWords(path: string, value: string): string {
  return meaningOf(path, value)?.label ?? spanWords(path, value) ?? momentText(value);
}
