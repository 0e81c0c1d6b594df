// Why: decision 0221.
import { headerConcepts } from './header-concepts.ts';
import { vagueWords, writtenOut } from './header-qualifiers.ts';
import { headerTokens } from './header-tokens.ts';

/** The phrases of all concepts as tokens, and where they occur in a header. */

export interface Phrase {
  concept: string;
  tokens: string[];
  /** The tokens without blanks, so that "First name" and "Firstname" are one phrase. */
  key: string;
  isHint: boolean;
}

interface KnownPhrases {
  readonly all: readonly Phrase[];
  readonly byKey: ReadonlyMap<string, readonly Phrase[]>;
  /** Words of phrases, and phrases of two words written as one: "sitoweb". */
  readonly rawKeys: ReadonlySet<string>;
  /** Words that are a whole phrase, without those that mean much else beside other words. */
  readonly fieldWords: ReadonlySet<string>;
  /** Words. One more than the longest phrase, because a compound may have been written out as two. */
  readonly longest: number;
}

let cutOnce: KnownPhrases | undefined;

/** Thousands of phrases are cut when the first header is judged; a start need not wait for them. */
function known(): KnownPhrases {
  return (cutOnce ??= cutPhrases());
}

function cutPhrases(): KnownPhrases {
  /** The tokens of each phrase as it stands in the lists. */
  const cut = new Map(
    headerConcepts.flatMap((concept) =>
      [...concept.phrases, ...concept.hints].map((phrase) => [phrase, headerTokens(phrase)]),
    ),
  );
  const rawKeys = new Set(
    headerConcepts.flatMap((concept) =>
      concept.phrases.flatMap((phrase) => {
        const tokens = cut.get(phrase) ?? [];
        return tokens.length === 2 ? [...tokens, tokens.join('')] : tokens;
      }),
    ),
  );
  const fieldWords = new Set(
    headerConcepts.flatMap((concept) =>
      concept.phrases.flatMap((phrase) => {
        const [word = '', ...others] = cut.get(phrase) ?? [];
        return others.length === 0 && word.length >= 3 && !vagueWords.has(word) ? [word] : [];
      }),
    ),
  );
  const all = headerConcepts.flatMap((concept) =>
    [...concept.phrases, ...concept.hints].map((phrase, index) => {
      const tokens = writtenOutAll(cut.get(phrase) ?? [], { rawKeys, fieldWords });
      return { concept: concept.name, tokens, key: tokens.join(''), isHint: index >= concept.phrases.length };
    }),
  );
  return {
    all,
    rawKeys,
    fieldWords,
    byKey: Map.groupBy(all, (phrase) => phrase.key),
    longest: Math.max(...all.map((phrase) => phrase.tokens.length)) + 1,
  };
}

/** Characters. A cell may have 32,767, and how long a word takes to read grows with the cube of its letters. */
const MOST_READ = 400;

/** What is read of a header: all but the end of a very long one. */
export function readPart(header: string): string {
  return header.slice(0, MOST_READ);
}

/** The tokens of a header with abbreviations and compound words written out. */
export function writtenTokens(text: string): string[] {
  return writtenOutAll(headerTokens(readPart(text)), known());
}

function writtenOutAll(
  tokens: readonly string[],
  { rawKeys, fieldWords }: Pick<KnownPhrases, 'rawKeys' | 'fieldWords'>,
): string[] {
  return tokens.flatMap((token) =>
    writtenOut(
      token,
      (word) => rawKeys.has(word),
      (word) => fieldWords.has(word),
    ),
  );
}

/** The phrases of all concepts, in the order of the lists. */
export function allPhrases(): readonly Phrase[] {
  return known().all;
}

const none: readonly Phrase[] = [];

/** The phrases that all of the words make together. */
export function phrasesOf(words: readonly string[]): readonly Phrase[] {
  return known().byKey.get(words.join('')) ?? none;
}

/** No words, or words that mean the concept: "Province" beside "State", as in "State/Province". */
export function isSameConcept(concept: string, words: readonly string[]): boolean {
  return words.length === 0 || phrasesOf(words).some((phrase) => phrase.concept === concept);
}

export interface FoundPhrase {
  phrase: Phrase;
  before: string[];
  after: string[];
}

/** Known phrases that are part of the words, each with the words around it; whole words only. */
export function phrasesWithin(words: readonly string[]): FoundPhrase[] {
  const found: FoundPhrase[] = [];
  const { longest } = known();
  for (let start = 0; start < words.length; start += 1) {
    for (let end = start + 1; end <= Math.min(words.length, start + longest); end += 1) {
      if (end - start === words.length) continue;
      for (const phrase of phrasesOf(words.slice(start, end)))
        found.push({ phrase, before: words.slice(0, start), after: words.slice(end) });
    }
  }
  return found;
}
