import { describe, expect, it } from 'vitest';
import concepts from './header-concepts.json' with { type: 'json' };
import qualifiers from './header-qualifiers.json' with { type: 'json' };
import { headerTokens } from './header-tokens.ts';
import { headerConceptsSchema, headerQualifiersSchema } from './word-list-schemas.ts';

describe('the list of concepts', () => {
  it('fits its schema', () => {
    expect(headerConceptsSchema.parse(concepts)).toEqual(concepts);
  });

  it('names each concept once', () => {
    const names = concepts.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('has no phrase that a header could never match', () => {
    const empty = concepts
      .flatMap(({ phrases, hints }) => [...phrases, ...hints])
      .filter((phrase) => headerTokens(phrase).length === 0);
    expect(empty).toEqual([]);
  });

  it.each([
    ['a phrase twice', { phrases: ['phone', 'phone'] }],
    ['two blanks in a phrase', { phrases: ['home  phone'] }],
    ['no phrase', { phrases: [] }],
    ['a shape that no rule judges', { shape: 'colour' }],
    ['a property nobody reads', { synonyms: [] }],
  ])('may not have %s', (_title, change) => {
    const good = { name: 'Phone', shape: 'phone', phrases: ['phone'], hints: [] };
    expect(headerConceptsSchema.safeParse([good]).success).toBe(true);
    expect(headerConceptsSchema.safeParse([{ ...good, ...change }]).success).toBe(false);
  });
});

describe('the list of words beside a field', () => {
  it('fits its schema', () => {
    expect(headerQualifiersSchema.parse(qualifiers)).toEqual(qualifiers);
  });

  it('has each word as a header is cut', () => {
    const { places, abbreviations, ...lists } = qualifiers;
    const words = [
      ...Object.values(lists).flatMap((list) => list.words),
      ...Object.values(places.words).flat(),
      ...Object.entries(abbreviations.words).flat(),
    ];
    expect(words.filter((word) => headerTokens(word).join(' ') !== word)).toEqual([]);
  });

  it('has no word at two places', () => {
    const words = Object.values(qualifiers.places.words).flat();
    expect(words).toEqual([...new Set(words)]);
  });

  it.each([
    ['a capital', { words: ['Consent'] }],
    ['an accent apart from its letter', { words: ['cafe\u0301'] }],
    ['two words in one', { words: ['opt in'] }],
    ['a word twice', { words: ['opt', 'opt'] }],
  ])('may not have %s', (_title, change) => {
    const turning = { ...qualifiers.turning, ...change };
    expect(headerQualifiersSchema.safeParse({ ...qualifiers, turning }).success).toBe(false);
  });
});
