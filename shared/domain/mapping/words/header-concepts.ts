import concepts from './header-concepts.json' with { type: 'json' };
import asia from './header-concepts-asia.json' with { type: 'json' };
import baltic from './header-concepts-baltic.json' with { type: 'json' };
import east from './header-concepts-east.json' with { type: 'json' };
import romance from './header-concepts-romance.json' with { type: 'json' };
import slavic from './header-concepts-slavic.json' with { type: 'json' };
import type { HeaderConcept, MoreWords } from './word-list-schemas.ts';

export type { HeaderConcept, ValueShape } from './word-list-schemas.ts';

/** The concepts, with the words of other languages at the end of their lists. A word that is there twice counts once. */
export const headerConcepts: readonly HeaderConcept[] = (concepts as readonly HeaderConcept[]).map((concept) => {
  const others = [romance, slavic, east, baltic, asia].map((list) => (list as MoreWords)[concept.name]);
  const joined = (kind: 'phrases' | 'hints') => [
    ...new Set([...concept[kind], ...others.flatMap((words) => words?.[kind] ?? [])]),
  ];
  return { ...concept, phrases: joined('phrases'), hints: joined('hints') };
});

/** The phrases of these languages, by list, as they stand there. */
export const phrasesOfMoreLanguages: readonly (readonly string[])[] = [romance, slavic, east, baltic, asia].map(
  (list) => Object.values(list as MoreWords).flatMap(({ phrases }) => phrases),
);

export const conceptNames: readonly string[] = headerConcepts.map((entry) => entry.name);

export function conceptNamed(name: string): HeaderConcept | undefined {
  return headerConcepts.find((entry) => entry.name === name);
}
