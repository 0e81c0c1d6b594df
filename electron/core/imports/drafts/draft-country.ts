import type { CampaignField, Draft } from '../../../../shared/contract/imports/imports.ts';
import type { CountryGuess } from '../../../../shared/domain/check/guess-country.ts';
import type { StagedRows } from '../../files/staging/staging.ts';
import { layerPathOf, openCheckLayer, readSettingsOf } from '../check/layer-file.ts';
import type { DraftRecord } from './draft-store.ts';
import { guessPhoneCountry } from '../fields/phone-country.ts';

export interface DraftCountryOptions {
  withStaged<Value>(draft: DraftRecord, work: (staged: StagedRows) => Value): Value;
  stagedPath(draft: DraftRecord): string;
  fieldsOf(draft: DraftRecord): CampaignField[];
}

/**
 * The country of a draft's numbers without a prefix. A person's choice stands in one place, the check's settings beside
 * the staged rows; without one the file tells, and the check and what is sent are told the same.
 */
export function createDraftCountry({ withStaged, stagedPath, fieldsOf }: DraftCountryOptions) {
  /** A guess reads some thousand rows; it stays as long as what it was made from. One draft is open at a time. */
  let last: { readonly basis: string; readonly guess: CountryGuess } | null = null;

  function guessFor(draft: DraftRecord, fields: readonly CampaignField[]): CountryGuess {
    const basis = JSON.stringify([stagedPath(draft), draft.mapping, fields.map(({ name, type }) => [name, type])]);
    if (last?.basis !== basis)
      last = { basis, guess: withStaged(draft, (staged) => guessPhoneCountry(draft.mapping, fields, staged)) };
    return last.guess;
  }

  function choose(draft: DraftRecord, country: string | null): void {
    const layer = openCheckLayer(layerPathOf(stagedPath(draft)));
    try {
      layer.saveSettings({ ...layer.settings(), country });
    } finally {
      layer.close();
    }
  }

  const chosen = (draft: DraftRecord) => readSettingsOf(layerPathOf(stagedPath(draft))).country;

  return {
    /** `fields`: of the draft's campaign, where they are at hand already. */
    of(draft: DraftRecord, fields?: readonly CampaignField[]): Draft['phoneCountry'] {
      const country = chosen(draft);
      if (country !== null) return { value: country, reason: 'You chose it.', isYours: true };
      const guess = guessFor(draft, fields ?? fieldsOf(draft));
      return { value: guess.country, reason: guess.reason, isYours: false };
    },

    /** Null goes back to the guess. The check must have let go of the draft. */
    choose,

    /** The choice is about the people in the file, however the file is read. */
    carryOver(before: DraftRecord, after: DraftRecord): void {
      const country = chosen(before);
      if (country !== null) choose(after, country);
    },
  };
}
