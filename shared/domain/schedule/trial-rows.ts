/** How far a job goes before a person looks at it. */

/** Rows that a trial still lets go; infinity without one. Rows that were answered, or will not be, have used it up. */
export function trialRoom(
  trial: number,
  { created, refused, unknown }: { readonly created: number; readonly refused: number; readonly unknown: number },
): number {
  return trial === 0 ? Number.POSITIVE_INFINITY : Math.max(0, trial - created - refused - unknown);
}
