import type { ChannelInput, ChannelResult } from '../../../shared/contract/channels.ts';
import type { Draft } from '../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../shared/contract/imports/mapping.ts';
import type { ReplacedParts } from '../../../shared/contract/imports/template-channels.ts';
import { isSameCampaign } from '../../../shared/domain/service/campaign-code.ts';
import type { BatchCore } from '../program/batch-core.ts';
import { BatchTrouble } from '../program/trouble.ts';

type Core = Pick<BatchCore, 'call' | 'grant'>;
type Kept = ChannelInput<'template:use'>['from'];
type Used = ChannelResult<'template:use'>;

/** The mapping of the template that `--mapping` names, for the columns of this file. A name that ends in .json is a file. */
export async function mappingOfTemplate(
  core: Core,
  draft: Pick<Draft, 'id' | 'fileName'>,
  wanted: string,
  campaignCode: string | null,
): Promise<Mapping> {
  const from = await keptTemplate(core, wanted, campaignCode);
  const { name, fit } = await core.call('template:fit', { draftId: draft.id, from });
  refuseMissing(draft, name, fit.missing);
  return fit.mapping;
}

/** The draft filled from the template that `--template` names. `replaced`: what the command line says itself. */
export async function fillFromTemplate(
  core: Core,
  draft: Pick<Draft, 'id' | 'fileName'>,
  wanted: string,
  replaced: ReplacedParts,
): Promise<Used> {
  const from = await keptTemplate(core, wanted, replaced.campaignCode ?? null);
  const used = await core.call('template:use', { draftId: draft.id, from, replace: replaced });
  if (replaced.mapping === undefined) refuseMissing(draft, used.name, used.fit.missing);
  if (used.draft.campaignCode === '')
    throw new BatchTrouble(
      `The template "${used.name}" is for every campaign. Name the one that gets the leads with --campaign. Nothing was sent.`,
      'validation',
    );
  return used;
}

/** Nobody is there to see what is missing: half-filled leads cost more than a failed start. */
function refuseMissing({ fileName }: Pick<Draft, 'fileName'>, name: string, missing: readonly string[]): void {
  if (missing.length === 0) return;
  const names = missing.map((column) => `"${column}"`).join(', ');
  const columns = missing.length === 1 ? `the column ${names}` : `the columns ${names}`;
  throw new BatchTrouble(
    `The template "${name}" reads ${columns}, which "${fileName}" does not have. Nothing was sent. Use another template, or name the fields with --map.`,
    'validation',
  );
}

async function keptTemplate(core: Core, wanted: string, campaignCode: string | null): Promise<Kept> {
  if (/\.json$/i.test(wanted)) return { token: core.grant(wanted, 'read') };
  const key = wanted.trim().normalize('NFC').toLowerCase();
  const list = async () => (await core.call('template:list', { campaignCode })).templates;
  const named = (known: Awaited<ReturnType<typeof list>>) =>
    known.filter(({ name }) => name.normalize('NFC').toLowerCase() === key);
  let templates = await list();
  let trouble = '';
  if (named(templates).length === 0) {
    // Perhaps a colleague has shared it, and the team has not answered yet.
    const { team } = await core.call('team:state', {});
    trouble = team?.trouble ?? '';
    if (team !== null) templates = await list();
  }
  const fitting = named(templates);
  // The campaign's own comes before one that is for every campaign.
  const own = fitting.filter(
    (template) => campaignCode !== null && isSameCampaign(template.campaignCode, campaignCode),
  );
  const [chosen, another] = own.length > 0 ? own : fitting;
  const where = campaignCode === null ? '' : ` for ${campaignCode}`;
  if (chosen === undefined) {
    const names = templates.map(({ name }) => `"${name}"`).join(', ');
    const away = trouble === '' ? '' : ` What colleagues share is not known now: ${trouble}`;
    const known = names === '' ? 'No template is saved there.' : `Saved there: ${names}.`;
    throw new BatchTrouble(
      `There is no template "${wanted}"${where} in this data folder. ${known}${away} To use a file, give its name with the ending .json.`,
      'validation',
    );
  }
  if (another !== undefined)
    throw new BatchTrouble(
      `There are templates "${wanted}" for ${fitting.map((template) => template.campaignCode || 'every campaign').join(', ')}. Name the campaign with --campaign.`,
      'validation',
    );
  return { templateId: chosen.id };
}
