import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChannelInput, ChannelResult, CoreChannelName } from '../../shared/contract/channels.ts';
import type { Mapping } from '../../shared/contract/imports/mapping.ts';
import type { Terms } from '../../shared/contract/imports/imports.ts';

/* Imports of a file of made-up people, and the folder in which the program keeps them. */

/** A campaign of the practice service. */
export const CAMPAIGN = 'DK-ENERGI-26';

/** Writes a file of people, a name a row; their phone numbers count up from `phone`. Answers its path. */
export function writePeople(path: string, names: readonly string[], phone: number): string {
  const rows = names.map((name, index) => `${name},${phone + index}`);
  writeFileSync(path, ['FirstName,Phone', ...rows, ''].join('\n'));
  return path;
}

/** Each column as it is. */
export function mappingTo(fields: readonly string[]): Mapping {
  return fields.map((field, column) => ({
    field,
    source: { kind: 'columns', columns: [column], join: null },
    cleaning: [],
  }));
}

export const MAPPING = mappingTo(['FirstName', 'Phone']);

type Call = <Name extends CoreChannelName>(name: Name, args: ChannelInput<Name>) => Promise<ChannelResult<Name>>;

export const PLAN = { campaignCode: CAMPAIGN, poolName: null, stopAfterSameRefusal: 0 };

/** Begins the import of a file of people that was granted. Answers its job. */
export async function startImport(call: Call, token: string, terms: { readonly terms?: Terms } = {}): Promise<string> {
  const { id: draftId } = await call('import:open', { token });
  await call('import:saveDraft', { draftId, step: 'plan', mapping: MAPPING, plan: { ...PLAN, ...terms } });
  return (await call('import:start', { draftId, sendAgain: false })).id;
}

/** The folder of the one account of a data folder, which may not be there yet. */
export function accountFolder(dataFolder: string): string {
  const accounts = join(dataFolder, 'account');
  const [id = 'none'] = existsSync(accounts) ? readdirSync(accounts) : [];
  return join(accounts, id);
}
