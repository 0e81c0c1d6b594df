import { IconUserSearch } from '@tabler/icons-react';
import type { ChannelResult } from '../../../../shared/contract/channels.ts';
import type { RowState } from '../../../../shared/contract/jobs/jobs.ts';
import { format } from '../../lib/format.ts';
import { navigate } from '../../lib/navigation.ts';
import { rowTitle } from '../../lib/row-title.ts';
import type { Command } from './use-command-groups.ts';

type FoundRow = ChannelResult<'job:find'>['rows'][number];

const STATE_WORDS: Readonly<Record<RowState, string>> = {
  ready: 'waiting',
  intent: 'on its way',
  created: 'created',
  rejected: 'refused',
  unknown: 'unknown',
  skipped: 'skipped',
  excluded: 'left out',
};

/** Opens the import of a row, and says where the row stands there. */
export function rowCommand({ jobId, fileName, campaignCode, row }: FoundRow): Command {
  const { name, detail } = rowTitle(row.data);
  const state = `${STATE_WORDS[row.state]}${row.leadId === null || row.leadId === '' ? '' : ` as ${row.leadId}`}`;
  return {
    id: `row ${jobId} ${row.row}`,
    label: detail === '' ? name : `${name}, ${detail}`,
    description: `line ${format.number(row.line)} of ${fileName} to ${campaignCode}, ${state}`,
    icon: IconUserSearch,
    run: () => navigate('jobs', jobId),
  };
}
