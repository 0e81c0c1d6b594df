import { format } from '../../../shared/domain/words/format.ts';
import type { BatchCore } from '../program/batch-core.ts';
import { callUntilSignal } from '../program/call-until-signal.ts';
import type { Interruption } from '../program/interruption.ts';
import type { Output } from '../program/output.ts';

/**
 * Reads a campaign's import names from its leads, one request, and keeps them in the data folder. A campaign without
 * leads is not a failure: the file is checked without them.
 */
export async function lookUpFields(
  tools: { readonly core: BatchCore; readonly output: Output; readonly interruption: Interruption },
  campaignCode: string,
): Promise<void> {
  const { output } = tools;
  const { leads, looked, fields } = await callUntilSignal(tools, 'import:lookUpFields', { campaignCode });
  output.tell({ lookUp: { campaign: campaignCode, leads, looked, fields } });
  if (fields.length === 0)
    output.warn(
      leads > 0
        ? `The ${format.count(leads, 'lead')} of ${campaignCode} came without their data; this account may not be allowed to read it.`
        : `No lead of ${campaignCode} was found among ${format.count(looked, 'lead')}. Check the code; a new campaign has none yet.`,
    );
  else
    output.say(
      `Fields of ${campaignCode}, from ${format.count(leads, 'lead')}: ${fields.map((field) => field.name).join(', ')}.`,
    );
}
