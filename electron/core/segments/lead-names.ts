import type { LeadName } from '../../../shared/contract/segments/segment-changes.ts';
import type { LeadPorts } from './lead-id-sources.ts';

/** Names of leads from all that lies on this computer: results first, which are as the service has them, then imports. */
export async function leadNames(
  { namesInResults, namesInImports }: Pick<LeadPorts, 'namesInResults' | 'namesInImports'>,
  leadIds: readonly string[],
  signal: AbortSignal,
): Promise<LeadName[]> {
  const wanted = new Set(leadIds);
  const found: LeadName[] = [];
  for (const find of [namesInResults, namesInImports]) {
    if (wanted.size === 0) break;
    for (const name of await find([...wanted], signal)) if (wanted.delete(name.leadId)) found.push(name);
  }
  return found;
}
