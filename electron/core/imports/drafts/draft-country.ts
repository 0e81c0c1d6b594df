import type { CampaignField, Draft } from '../../../../shared/contract/imports/imports.ts';
import type { CountryGuess } from '../../../../shared/domain/check/guess-country.ts';
import type { StagedRows } from '../../files/staging/staging.ts';
import { layerPathOf, readSettingsOf, saveSettingsIn } from '../check/layer-file.ts';
import type { DraftRecord } from './draft-store.ts';
import { type EarlierCountry, guessPhoneCountry } from '../fields/phone-country.ts';

export interface DraftCountryOptions {
  withStaged<Value>(draft: DraftRecord, work: (staged: StagedRows) => Value): Value;
  stagedPath(draft: DraftRecord): string;
  fieldsOf(draft: DraftRecord): CampaignField[];
  /** Of earlier imports into the draft's campaign. */
  earlierCountry(draft: DraftRecord): EarlierCountry | null;
}

/**
 * The country of a draft's numbers without a prefix: a person's choice, kept in the check's settings, or else a guess from
 * the file. The check and what is sent use the same.
 */
export function createDraftCountry({ withStaged, stagedPath, fieldsOf, earlierCountry }: DraftCountryOptions) {
  /** A guess reads some thousand rows, so the last one is kept while its basis stays. One draft is open at a time. */
  let last: { readonly basis: string; readonly guess: CountryGuess } | null = null;

  function guessFor(draft: DraftRecord, fields: readonly CampaignField[]): CountryGuess {
    const { mapping } = draft;
    const earlier = earlierCountry(draft);
    const basis = JSON.stringify([stagedPath(draft), mapping, fields.map(({ name, type }) => [name, type]), earlier]);
    if (last?.basis !== basis)
      last = { basis, guess: withStaged(draft, (staged) => guessPhoneCountry(mapping, fields, staged, earlier)) };
    return last.guess;
  }

  function choose(draft: DraftRecord, country: string | null): void {
    const layerPath = layerPathOf(stagedPath(draft));
    saveSettingsIn(layerPath, { ...readSettingsOf(layerPath), country });
  }

  const chosen = (draft: DraftRecord) => readSettingsOf(layerPathOf(stagedPath(draft))).country;

  return {
    /** @param fields of the draft's campaign, when the caller has them */
    of(draft: DraftRecord, fields?: readonly CampaignField[]): Draft['phoneCountry'] {
      const country = chosen(draft);
      if (country !== null) return { value: country, reason: 'You chose it.', isYours: true };
      const guess = guessFor(draft, fields ?? fieldsOf(draft));
      return {
        value: guess.country,
        reason: guess.reason,
        isYours: false,
        ...(guess.isFallback ? { isFallback: true } : {}),
      };
    },

    /** Null goes back to the guess. The check must not hold the draft's files. */
    choose,
  };
}
