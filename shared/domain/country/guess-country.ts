// Why: decision 0280.
import type { CountryClueKind } from '../../contract/imports/phone-country.ts';
import { isSamePrefix } from '../phones/prefixes.ts';
import type { PhoneReader } from '../phones/phone-reader.ts';
import { format } from '../words/format.ts';
import { type Clue, cluesIn, type CountryEvidence } from './clues.ts';
import { countryName } from './country-name.ts';

export type { CountryEvidence } from './clues.ts';

/** 0 to 1. From here on a country is used; below it numbers without a prefix stay as they are, and a person is asked. */
export const SURE = 0.9;

export interface CountryGuess {
  /** The most likely one, whether it is sure or not; null when nothing in the file points to any. */
  readonly country: string | null;
  /** 0 to 0.99. */
  readonly certainty: number;
  /** Pointed to about as much, by the same clues. */
  readonly close: string | null;
  /** One sentence, true of this file. */
  readonly reason: string;
  /** The file names the country, so it need not be worked out. */
  readonly isProof: boolean;
  /** What speaks for the country, the strongest first. */
  readonly clues: readonly CountryClueKind[];
}

/** Score of all countries that nothing in the file points to. */
const ELSEWHERE = 1;
/** Taken from the score of a country for each clue against it. */
const AGAINST = 3;
/** Certainty of a country that something in the file contradicts is no higher. */
const CONTRADICTED = 0.5;
/** A country whose score is so far behind is not named beside the first. */
const CLOSE = 2.5;
/** Clues that are named. */
const NAMED = 3;

/** The country whose numbers are written without a prefix, how certain it is, and why. */
export function guessCountry(evidence: CountryEvidence, read: PhoneReader): CountryGuess {
  const clues = cluesIn(evidence, read);
  const telling = clues.filter(({ kind }) => kind !== 'numbers');
  const ranked = ranking(clues);
  const points = (country: string) => telling.some((clue) => favour(clue, country) > 0);
  // Numbers fit many countries: on their own they show none.
  const [best] = ranked.find(([country]) => points(country)) ?? [];
  if (best === undefined)
    return {
      country: ranked[0]?.[0] ?? null,
      certainty: 0,
      close: null,
      reason: 'Nothing in the file shows the country.',
      isProof: false,
      clues: [],
    };
  const supports = telling
    .filter((clue) => favour(clue, best) > 0)
    .sort((one, other) => favour(other, best) * other.strength - favour(one, best) * one.strength);
  const proof = supports.find((clue) => clue.isProof) ?? null;
  const against = clues.filter((clue) => contradicts(clue, best, proof));
  const certainty = certaintyOf(best, ranked, { clues, proof });
  const named = supports.slice(0, NAMED);
  const from = format.list(named.map((clue) => clue.words(best)));
  const kinds = [...new Set(named.map(({ kind }) => kind))];
  if (certainty >= SURE)
    return {
      country: best,
      certainty,
      close: null,
      reason: `Guessed from ${from}.`,
      isProof: proof !== null,
      clues: kinds,
    };
  const close = closeTo(best, ranked, supports);
  const perhaps = `Perhaps ${countryName(best)}${close === null ? '' : ` or ${countryName(close)}`}: ${from}.`;
  const contrary = against.map((clue) => againstWords(clue, best));
  const reason = contrary.length === 0 ? perhaps : `${perhaps} Against it: ${format.list(contrary)}.`;
  return { country: best, certainty, close, reason, isProof: false, clues: kinds };
}

type Ranking = readonly (readonly [country: string, score: number])[];

function ranking(clues: readonly Clue[]): Ranking {
  const scores = new Map<string, number>();
  for (const { favours, strength } of clues)
    for (const [country, share] of favours)
      if (share > 0) scores.set(country, (scores.get(country) ?? 0) + share * strength);
  return [...scores].sort((one, other) => other[1] - one[1]);
}

/** The next country, where the same clues point to it about as much. */
function closeTo(best: string, ranked: Ranking, supports: readonly Clue[]): string | null {
  const score = ranked.find(([country]) => country === best)?.[1] ?? 0;
  const next = ranked.find(
    ([other, its]) =>
      !isSamePrefix(best, other) && score - its < CLOSE && supports.some((clue) => favour(clue, other) > 0),
  );
  return next?.[0] ?? null;
}

function certaintyOf(
  country: string,
  ranked: Ranking,
  { clues, proof }: { readonly clues: readonly Clue[]; readonly proof: Clue | null },
): number {
  const against = (other: string) => clues.filter((clue) => contradicts(clue, other, proof)).length;
  let own = 0;
  let all = Math.exp(ELSEWHERE);
  for (const [other, score] of ranked) {
    const weight = Math.exp(score - AGAINST * against(other));
    all += weight;
    if (isSamePrefix(country, other)) own += weight;
  }
  // Rows that name another country are not rows of this one, however clear the majority is.
  const most = proof?.kind === 'rows' ? favour(proof, country) : 1;
  return Math.floor(Math.min(own / all, most, against(country) > 0 ? CONTRADICTED : 0.99) * 100) / 100;
}

function contradicts(clue: Clue, country: string, proof: Clue | null): boolean {
  if (!clue.isClear || (clue.knows !== null && !clue.knows.has(country))) return false;
  if (clue.kind === 'headers' && proof !== null) return false;
  const most = Math.max(...clue.favours.values());
  return clue.kind === 'numbers' ? favour(clue, country) < 0.5 : favour(clue, country) < most / 2;
}

/** Countries of one prefix count together: their numbers are written alike. */
function favour({ favours, kind }: Clue, country: string): number {
  if (kind === 'postcodes' || kind === 'numbers') return favours.get(country) ?? 0;
  let sum = 0;
  for (const [other, share] of favours) if (isSamePrefix(country, other)) sum += share;
  return Math.min(1, sum);
}

function againstWords(clue: Clue, country: string): string {
  if (clue.kind === 'numbers') return 'most of the numbers';
  const [top] = [...clue.favours].sort((one, other) => other[1] - one[1]);
  return clue.words(top?.[0] ?? country);
}
