import { describe, expect, it } from 'vitest';
import concepts from './header-concepts.json' with { type: 'json' };
import asia from './header-concepts-asia.json' with { type: 'json' };
import baltic from './header-concepts-baltic.json' with { type: 'json' };
import east from './header-concepts-east.json' with { type: 'json' };
import romance from './header-concepts-romance.json' with { type: 'json' };
import slavic from './header-concepts-slavic.json' with { type: 'json' };
import qualifiers from './header-qualifiers.json' with { type: 'json' };
import valueWords from './value-words.json' with { type: 'json' };
import { headerTokens } from './header-tokens.ts';
import {
  headerConceptsSchema,
  headerQualifiersSchema,
  moreWordsSchema,
  valueWordsSchema,
} from './word-list-schemas.ts';

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

describe.each([
  ['romance', romance],
  ['slavic', slavic],
  ['eastern', east],
  ['baltic', baltic],
  ['Asian', asia],
])('the words of %s languages', (_title, list) => {
  it('fit their schema and belong to known concepts', () => {
    expect(moreWordsSchema.parse(list)).toEqual(list);
    const known = new Set(concepts.map(({ name }) => name));
    expect(Object.keys(list).filter((name) => !known.has(name))).toEqual([]);
  });

  it('have no phrase that a header could never match', () => {
    const phrases = Object.values(list).flatMap((words) => [...words.phrases, ...words.hints]);
    expect(phrases.filter((phrase) => headerTokens(phrase).length === 0)).toEqual([]);
  });
});

describe('the words inside values', () => {
  it('fit their schema', () => {
    expect(valueWordsSchema.parse(valueWords)).toEqual(valueWords);
  });

  it('are in small letters, and states in capitals', () => {
    const { states, ...lists } = valueWords;
    const words = Object.values(lists).flatMap((list) => list.words);
    expect(words.filter((word) => word !== word.toLowerCase())).toEqual([]);
    expect(states.words.filter((word) => !/^[A-Z]{2}$/.test(word))).toEqual([]);
  });
});

describe('the list of words beside a field', () => {
  it('fits its schema', () => {
    expect(headerQualifiersSchema.parse(qualifiers)).toEqual(qualifiers);
  });

  it('has each word as a header is cut', () => {
    const { places, abbreviations, datePart, ...lists } = qualifiers;
    const words = [
      ...Object.values(lists).flatMap((list) => list.words),
      ...Object.values(places.words).flat(),
      ...Object.values(datePart.words).flat(),
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
