import type { CampaignField } from '../../../../shared/contract/imports/imports.ts';
import type { PhoneCountry } from '../../../../shared/contract/imports/phone-country.ts';
import type { StagedRows } from '../../files/staging/staging.ts';
import { letOtherWorkRun } from '../../threads/thread-server.ts';
import { layerPathOf, readSettingsOf, saveSettingsIn } from '../check/layer-file.ts';
import type { DraftRecord } from './draft-store.ts';
import type { DraftsOnDisk } from './drafts-on-disk.ts';
import { countryEvidence, type EarlierCountry, phoneCountryOf, unchosenCountry } from '../fields/phone-country.ts';

interface DraftCampaign {
  fieldsOf(draft: DraftRecord): CampaignField[];
  /** What the draft's campaign remembers. */
  earlierCountry(draft: DraftRecord): EarlierCountry | null;
}

/**
 * The country of a draft's numbers without a prefix: a person's choice, kept in the check's settings, or else what the
 * campaign and the file show. The check and what is sent use the same.
 */
export function createDraftCountry(disk: DraftsOnDisk, campaign: DraftCampaign) {
  const layerOf = (draft: DraftRecord) => layerPathOf(disk.stagedPath(draft));
  const chosen = (draft: DraftRecord) => readSettingsOf(layerOf(draft)).country;
  /** A guess reads some thousand rows, so the last one is kept while its basis stays. One draft is open at a time. */
  let last: { readonly basis: string; readonly country: PhoneCountry } | null = null;

  function askedOf(draft: DraftRecord, fields: readonly CampaignField[] = campaign.fieldsOf(draft)) {
    const known = { chosen: chosen(draft), earlier: campaign.earlierCountry(draft) };
    const types = fields.map(({ name, type }) => [name, type]);
    return { known, fields, basis: JSON.stringify([disk.stagedPath(draft), draft.mapping, types, known]) };
  }

  return {
    /** @param given fields of the draft's campaign, when the caller has them */
    of(draft: DraftRecord, given?: readonly CampaignField[]): PhoneCountry {
      const { known, fields, basis } = askedOf(draft, given);
      if (last?.basis !== basis) {
        const find = (staged: StagedRows) => phoneCountryOf(known, draft.mapping, fields, staged);
        last = { basis, country: disk.withStaged(draft, find) };
      }
      return last.country;
    },

    /** Finds it before somebody asks, with a turn for other work of this thread in between: rows may be sent meanwhile. */
    async prepare(draft: DraftRecord): Promise<void> {
      const { known, fields, basis } = askedOf(draft);
      if (last?.basis === basis || known.chosen !== null) return;
      const evidence = disk.withStaged(draft, (staged) => countryEvidence(draft.mapping, fields, staged));
      await letOtherWorkRun();
      last = { basis, country: unchosenCountry(known.earlier, evidence) };
    },

    /** The country that a person chose; null when nobody did. */
    chosen,

    /** Null takes the choice back. The check must not hold the draft's files. */
    choose(draft: DraftRecord, country: string | null): void {
      const layerPath = layerOf(draft);
      saveSettingsIn(layerPath, { ...readSettingsOf(layerPath), country });
    },
  };
}
