/**
 * What the threads of results need of the contract. No schema is here: its library would take twenty megabytes in each
 * thread.
 */

/** The words in the column `kind` of a comparison. */
export const COMPARED_KINDS = ['same', 'changed', 'new', 'gone', 'repeated', 'without id'] as const;
export type ComparedKind = (typeof COMPARED_KINDS)[number];

/** Characters of a value in a list of values; a longer one is cut and cannot be chosen. */
export const VALUE_LENGTH_LIMIT = 1000;
