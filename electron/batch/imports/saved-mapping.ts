import type { ChannelResult } from '../../../shared/contract/channels.ts';
import type { Draft } from '../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../shared/contract/imports/mapping.ts';
import type { BatchCore } from '../program/batch-core.ts';
import { BatchTrouble, EXIT } from '../program/trouble.ts';

type Core = Pick<BatchCore, 'call' | 'grant'>;
type Used = ChannelResult<'mapping:use'>;

/**
 * The mapping that `--mapping` names, for the columns of this file. Nobody is there to see what is missing, so a column
 * it reads and the file lacks is refused. A name that ends in .json is a file.
 */
export async function savedMappingOf(
  core: Core,
  draft: Pick<Draft, 'id' | 'fileName'>,
  wanted: string,
  campaignCode: string,
): Promise<Mapping> {
  const { name, fit } = await used(core, draft.id, wanted, campaignCode);
  if (fit.missing.length > 0) {
    const names = fit.missing.map((column) => `"${column}"`).join(', ');
    const columns = fit.missing.length === 1 ? `the column ${names}` : `the columns ${names}`;
    throw new BatchTrouble(
      `The mapping "${name}" reads ${columns}, which "${draft.fileName}" does not have. Nothing was sent. Use another mapping, or name the fields with --map.`,
      EXIT.usage,
      'validation',
    );
  }
  return fit.mapping;
}

async function used(core: Core, draftId: string, wanted: string, campaignCode: string): Promise<Used> {
  if (/\.json$/i.test(wanted))
    return core.call('mapping:use', { draftId, from: { token: core.grant(wanted, 'read') } });
  const { mappings } = await core.call('mapping:list', { campaignCode });
  const key = wanted.trim().normalize('NFC').toLowerCase();
  const fitting = mappings.filter((mapping) => mapping.name.normalize('NFC').toLowerCase() === key);
  // The campaign's own comes before one that is for every campaign.
  const chosen = fitting.find((mapping) => mapping.campaignCode === campaignCode) ?? fitting[0];
  if (chosen === undefined) {
    const names = mappings.map((mapping) => `"${mapping.name}"`).join(', ');
    const known = names === '' ? 'No mapping is saved for it.' : `Saved for it: ${names}.`;
    throw new BatchTrouble(
      `There is no saved mapping "${wanted}" for ${campaignCode} in this data folder. ${known} To use a file, give its name with the ending .json.`,
      EXIT.usage,
      'validation',
    );
  }
  return core.call('mapping:use', { draftId, from: { mappingId: chosen.id } });
}
