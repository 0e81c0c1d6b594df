import type { LeadName } from '../../../../shared/contract/segments/segment-changes.ts';
import { useChannel } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';

export interface LeadNames {
  readonly nameOf: (leadId: string) => LeadName | undefined;
  /** "in leads.csv, imported 26 Nov 15:59" */
  readonly whereWords: (name: LeadName) => string;
  /** "Names of 180 of 200 from All projects, 26 Nov 15:52."; empty: none is known, or none was asked for yet. */
  readonly words: string;
}

/** Names of the leads of a list, where a result or an import on this computer has them. */
export function useLeadNames(leadIds: readonly string[]): LeadNames {
  const { data } = useChannel(
    'segment:leadNames',
    { leadIds: [...leadIds] },
    { enabled: leadIds.length > 0, keepPrevious: true, staleTime: 0 },
  );
  const names = new Map((data?.names ?? []).map((name) => [name.leadId, name]));
  const known = leadIds.filter((leadId) => names.has(leadId));
  const moment = (at: number) => `${format.dayAndMonth(at)} ${format.time(at)}`;
  // An import has a time for each row: its file is named once, with the time of the first of them.
  const sources = new Map<string, string>();
  for (const { from, source, at } of names.values())
    if (!sources.has(`${from} ${source}`)) sources.set(`${from} ${source}`, `${source}, ${moment(at)}`);
  const named = [...sources.values()].slice(0, MOST_SOURCES);
  const more = sources.size > MOST_SOURCES ? ` and ${format.number(sources.size - MOST_SOURCES)} more` : '';
  const of = known.length === leadIds.length ? '' : ` of ${format.number(leadIds.length)}`;
  return {
    nameOf: (leadId) => names.get(leadId),
    whereWords: ({ from, source, at }) => `in ${source}, ${from === 'import' ? 'imported' : 'fetched'} ${moment(at)}`,
    words: known.length === 0 ? '' : `Names of ${format.number(known.length)}${of} from ${named.join('; ')}${more}.`,
  };
}

/** Results and files that are named. */
const MOST_SOURCES = 2;
