import concepts from './header-concepts.json' with { type: 'json' };
import type { HeaderConcept } from './word-list-schemas.ts';

export type { HeaderConcept, ValueShape } from './word-list-schemas.ts';

/** The fields a lead usually has, and what people write above their columns. The spec holds the list to its schema. */
export const headerConcepts = concepts as readonly HeaderConcept[];

export const conceptNames: readonly string[] = headerConcepts.map((entry) => entry.name);

export function conceptNamed(name: string): HeaderConcept | undefined {
  return headerConcepts.find((entry) => entry.name === name);
}
