/** The middle value; of an even number of values the upper one of the two in the middle, of none `NaN`. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
