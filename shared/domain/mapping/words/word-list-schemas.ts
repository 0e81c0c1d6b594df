// Why: decision 0103.
import { z } from 'zod';

/** The schemas of the word lists beside this file. The spec parses the lists; the product takes them as they are. */

const phrase = z.string().regex(/^\S+(?: \S+)*$/, 'words with one blank between them');
/** A token as `headerTokens` cuts it: small letters, or those of a writing without capitals, no accents. */
const token = z.string().regex(/^[\p{Ll}\p{Lo}\d]+$/u, 'one word in small letters');
const distinct = <Item extends z.ZodType>(item: Item) =>
  z.array(item).refine((list) => new Set(list).size === list.length, 'no word twice');

export const valueShapeSchema = z.enum(['phone', 'email', 'postcode', 'date', 'name', 'id', 'url', 'number', 'text']);

export const headerConceptsSchema = z.array(
  z.strictObject({
    /** The import name offered when the names of a campaign's own fields are not known. */
    name: z.string().regex(/^[A-Z][A-Za-z\d]+$/),
    /** What the values must look like; `text` takes anything. */
    shape: valueShapeSchema,
    /** Languages: English, Danish, Swedish, Norwegian, German, Dutch, Finnish, French, Icelandic, Spanish; the others have files. */
    phrases: distinct(phrase).min(1),
    /** Phrases that can also mean something else, and more often do. */
    hints: distinct(phrase),
  }),
);

/** The words of more languages, by the name of their concept. */
export const moreWordsSchema = z.record(
  z.string(),
  z.strictObject({ phrases: distinct(phrase).min(1), hints: distinct(phrase) }),
);

export const placeSchema = z.enum(['work', 'billing', 'mailing', 'home', 'delivery', 'other']);

const wordList = z.strictObject({ meaning: z.string(), words: distinct(token).min(1) });

export const headerQualifiersSchema = z.strictObject({
  turning: wordList,
  plain: wordList,
  number: wordList,
  code: wordList,
  customer: wordList,
  name: wordList,
  vague: wordList,
  wholeAddress: wordList,
  organisation: wordList,
  ownSide: wordList,
  ownSidePart: wordList,
  owner: wordList,
  record: wordList,
  local: wordList,
  supplier: wordList,
  prefixedOrganisation: wordList,
  datePart: z.strictObject({
    meaning: z.string(),
    words: z.strictObject({ day: distinct(token).min(1), month: distinct(token).min(1), year: distinct(token).min(1) }),
  }),
  order: wordList,
  later: wordList,
  firstHalf: wordList,
  other: wordList,
  places: z.strictObject({ meaning: z.string(), words: z.record(placeSchema, distinct(token).min(1)) }),
  abbreviations: z.strictObject({ meaning: z.string(), words: z.record(token, token) }),
});

const wordsAsWritten = z.strictObject({ meaning: z.string(), words: distinct(z.string().min(1)).min(1) });

/** Words inside values. `givenNames` are without accents; the others are as people write them, in small letters. */
export const valueWordsSchema = z.strictObject({
  organisationForms: wordList,
  organisationWords: wordsAsWritten,
  organisationEndings: wordsAsWritten,
  streets: wordsAsWritten,
  states: wordsAsWritten,
  givenNames: wordList,
});

export type ValueShape = z.infer<typeof valueShapeSchema>;
export type MoreWords = z.infer<typeof moreWordsSchema>;
export type HeaderConcept = z.infer<typeof headerConceptsSchema>[number];
/** Which of several addresses or phones of one row a column names. */
export type Place = z.infer<typeof placeSchema>;
