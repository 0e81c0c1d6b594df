import type { SaveFormat } from '../../../shared/contract/exports/save-formats.ts';
import type { ResultChoices } from '../../../shared/contract/jobs/result-choices.ts';
import { isTimeZone } from '../../../shared/domain/service/service-time.ts';
import { formatOf } from '../../core/imports/jobs/result/result-file.ts';
import type { BatchCore } from '../program/batch-core.ts';
import { flag, single, text, type Values } from '../program/command-line.ts';
import { BatchTrouble } from '../program/trouble.ts';

/** How `result` writes its file, as far as the command line says it. `zone` 'account': that of the account. */
export type ResultForm = Omit<ResultChoices, 'zone'> & { readonly zone: string | null };

export const RESULT_OPTIONS = {
  only: text,
  delimiter: text,
  encoding: text,
  zone: text,
  guard: flag,
} as const;

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

/**
 * Null: the command line says nothing of it.
 * @throws BatchTrouble for what is not understood, or does not fit the ending of the file
 */
export function resultFormGiven(values: Values, file: string): ResultForm | null {
  const isNamed = Object.keys(RESULT_OPTIONS).some((name) => values[name] !== undefined);
  if (!isNamed) return null;
  const only = single(values, 'only') ?? 'all';
  if (only !== 'all' && only !== 'refused') throw new BatchTrouble('--only takes one of: refused, all.');
  const zone = single(values, 'zone');
  if (zone !== null && zone !== 'account' && !isTimeZone(zone))
    throw new BatchTrouble('--zone takes "account" or the name of a time zone, as in --zone Europe/Copenhagen.');
  return { format: formatGiven(values, file), rows: only, zone };
}

function formatGiven(values: Values, file: string): SaveFormat {
  const delimiter = single(values, 'delimiter');
  const encoding = single(values, 'encoding');
  const guardFormulas = values['guard'] === true;
  const usual = formatOf(file);
  if (usual.format !== 'csv') {
    if (delimiter === null && encoding === null && !guardFormulas) return usual;
    throw new BatchTrouble('--delimiter, --encoding and --guard are for CSV: the cells of other files are text.');
  }
  const known = Object.entries(DELIMITERS).find(([name, mark]) => name === delimiter || mark === delimiter);
  if (delimiter !== null && known === undefined)
    throw new BatchTrouble('--delimiter takes one of: comma, semicolon, tab, pipe.');
  if (encoding !== null && encoding !== 'utf-8' && encoding !== 'windows-1252')
    throw new BatchTrouble('--encoding takes one of: utf-8, windows-1252.');
  return { ...usual, delimiter: known?.[1] ?? ',', encoding: encoding ?? 'utf-8', guardFormulas };
}

/** With the zone of the account, where the command line asks for it. */
export async function resultChoicesGiven(core: Pick<BatchCore, 'call'>, form: ResultForm): Promise<ResultChoices> {
  if (form.zone !== 'account') return form;
  const { timeZone } = await core.call('quota:snapshot', {});
  return { ...form, zone: timeZone };
}
