import { meaningOf } from './lead-status.ts';
import { momentText } from './moment-text.ts';
import { timeSpanWords } from './time-span.ts';
import { shownDirections } from '../../words/visible-marks.ts';

/** A text without a meaning of its own: a moment to the second, and direction marks so that they can be seen. */
export function plainWords(value: string): string {
  return shownDirections(momentText(value));
}

/** A span of time in a column of the service's own; null for other text and for the campaign's own fields. */
export function spanWords(path: string, value: string): string | null {
  return /^data(\.|$)/i.test(path) ? null : timeSpanWords(value);
}

/**
 * A value as cells, lists and filters show it: the word for a status and its like, a span of time, a moment
 * to the second, or as it came.
 */
export function columnWords(path: string, value: string): string {
  return meaningOf(path, value)?.label ?? spanWords(path, value) ?? plainWords(value);
}
