import { format } from '../../lib/format.ts';

/** Pixels of a column with line numbers up to `last`, so that none is cut; not less than `usual`. */
export function lineWidth(last: number, usual = 64): number {
  return Math.max(usual, 24 + 8 * format.number(last).length);
}
