import {
  IconDatabaseExport,
  IconFileImport,
  IconKeyboard,
  IconLayoutRows,
  IconListCheck,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconSpeakerphone,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ChannelResult } from '../../../../shared/contract/channels.ts';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import type { Segment } from '../../../../shared/contract/segments/segments.ts';
import type { Preferences } from '../../../../shared/contract/preferences/preferences.ts';
import { isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import { progressWords } from '../../features/jobs/parts/job-model.ts';
import { call, useActiveAccount, useChannel } from '../../bridge/index.ts';
import { format, leadForms } from '../../lib/format.ts';
import { findPlace, navigate, railPages } from '../../lib/navigation.ts';
import { pageIcons } from '../../lib/page-icons.ts';
import { queryWords } from '../../lib/query-words.ts';
import { modifierName, pageTitles, shortcutListOpened } from '../../lib/shortcuts.ts';
import { startWork } from '../../ui/index.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon: TablerIcon;
  readonly keys?: readonly string[];
  /** Words by which it is found, too, and that its label does not have. */
  readonly also?: string;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/**
 * Everything that the palette can open or do. Jobs and results are read when it opens; segments and users, each with one
 * request a session, when a person looks for something. `unread`: a sentence when they are not known, to go on with.
 */
export function useCommandGroups(
  openFile: () => void,
  isOpen: boolean,
  words: string,
): { readonly groups: readonly CommandGroup[]; readonly unread: string } {
  const jobs = useChannel('job:list', {}, { enabled: isOpen }).data?.jobs ?? [];
  const results = useChannel('export:list', {}, { enabled: isOpen }).data?.exports ?? [];
  const account = useActiveAccount();
  const campaigns = useChannel('import:campaigns', {}, { enabled: isOpen }).data?.campaigns ?? [];
  const asked = { enabled: isOpen && words.length > 1 && account !== null };
  const segmentList = useChannel('segment:list', { refresh: false }, { ...asked, staleTime: Infinity });
  const userList = useChannel('account:users', {}, { ...asked, staleTime: Infinity });
  const segments = segmentList.data?.segments ?? [];
  const users = userList.data?.users ?? [];
  const lists = [segmentList, userList];
  const unread = lists.some(({ isLoading }) => isLoading)
    ? ' Segments and users are still being read.'
    : asked.enabled && lists.some(({ error }) => error !== null)
      ? ' Segments or users could not be read.'
      : '';
  const { data: preferences } = useChannel('preferences:get', {});
  const groups = [
    { title: 'Jobs', commands: jobs.flatMap(jobCommands) },
    { title: 'Export', commands: results.map(resultCommand) },
    {
      title: 'Campaigns and segments',
      commands: [...campaigns.map((campaign) => campaignCommand(campaign, jobs)), ...segments.map(segmentCommand)],
    },
    { title: 'Users', commands: users.map(userCommand) },
    {
      title: 'Commands',
      commands: [
        {
          id: 'open',
          label: 'Import a file…',
          icon: IconFileImport,
          keys: [modifierName, 'O'],
          run: openFile,
        },
        ...pageCommands,
        ...lookCommands(preferences),
        {
          id: 'life cycle',
          label: 'Help: the life cycle of a lead',
          description: 'statuses, closures and calls',
          icon: pageIcons.help,
          keys: ['F1'],
          run: () => navigate('help'),
        },
        {
          id: 'shortcuts',
          label: 'Show shortcuts',
          icon: IconKeyboard,
          keys: ['?'],
          run: () => shortcutListOpened.set(true),
        },
      ],
    },
  ];
  return { groups, unread };
}

function finishWords({ state, finishAt }: JobSummary): string {
  return state === 'running' && finishAt !== null ? `, done about ${format.moment(finishAt, Date.now())}` : '';
}

/** Opens the job; pauses or resumes it when its state allows that. */
function jobCommands(job: JobSummary): Command[] {
  const open: Command = {
    id: `job ${job.id}`,
    label: job.name,
    description: `${progressWords(job)}${finishWords(job)}`,
    also: `${job.campaignCode} ${job.fileName}`,
    icon: IconListCheck,
    run: () => navigate('jobs', job.id),
  };
  const pause: Command = {
    id: `pause ${job.id}`,
    label: `Pause ${job.name}`,
    description: 'stops between two rows',
    icon: IconPlayerPause,
    run: () => startWork(() => call('job:pause', { jobId: job.id })),
  };
  const resume: Command = {
    id: `resume ${job.id}`,
    label: `Resume ${job.name}`,
    description: 'continues with the next row',
    icon: IconPlayerPlay,
    run: () => startWork(() => call('job:resume', { jobId: job.id })),
  };
  if (job.state === 'running' || job.state === 'waiting') return [open, pause];
  return job.state === 'paused' ? [open, resume] : [open];
}

function resultCommand(result: ExportSummary): Command {
  const at = result.refreshedAt ?? result.startedAt;
  return {
    id: `export ${result.id}`,
    label: result.name,
    description: `${format.count(result.rows, leadForms)}, ${queryWords(result.query)}, ${format.date(at)} ${format.time(at)}`,
    icon: IconDatabaseExport,
    run: () => navigate('export', result.id),
  };
}

/** Opens the latest import into the campaign, or the page that begins one. */
function campaignCommand({ code }: { readonly code: string }, jobs: readonly JobSummary[]): Command {
  const into = jobs.filter((job) => isSameCampaign(job.campaignCode, code));
  const latest = into.toSorted((one, other) => other.createdAt - one.createdAt)[0];
  return {
    id: `campaign ${code}`,
    label: code,
    description: format.count(into.length, { one: '# import', other: '# imports' }),
    icon: IconSpeakerphone,
    run: () => (latest === undefined ? navigate('import') : navigate('jobs', latest.id)),
  };
}

function segmentCommand({ uniqueId, name, goalCurrentValue }: Segment): Command {
  return {
    id: `segment ${uniqueId}`,
    label: `${name} (${uniqueId})`,
    description: format.count(goalCurrentValue, leadForms),
    icon: pageIcons.segments,
    run: () => navigate('segments', findPlace(uniqueId)),
  };
}

function userCommand({ name, orgCode, email, raw }: ChannelResult<'account:users'>['users'][number]): Command {
  return {
    id: `user ${raw}`,
    label: name,
    description: orgCode ?? email ?? 'user',
    icon: IconUser,
    run: () => navigate('account', findPlace(orgCode ?? name)),
  };
}

const pageCommands: readonly Command[] = railPages.map((page, index) => ({
  id: `page ${page}`,
  label: `Go to ${pageTitles[page]}`,
  icon: pageIcons[page],
  keys: [modifierName, String(index + 1)],
  run: () => navigate(page),
}));

function lookCommands(preferences: Preferences | undefined): Command[] {
  const isDark = preferences?.colorScheme === 'dark';
  const isCompact = preferences?.density === 'compact';
  const set = (changed: Partial<Preferences>) => () => startWork(() => call('preferences:set', changed));
  return [
    {
      id: 'scheme',
      label: isDark ? 'Use light colours' : 'Use dark colours',
      icon: IconMoon,
      run: set({ colorScheme: isDark ? 'light' : 'dark' }),
    },
    {
      id: 'scheme auto',
      label: 'Use the colours of the system',
      description: 'light or dark',
      icon: IconMoon,
      run: set({ colorScheme: 'auto' }),
    },
    {
      id: 'density',
      label: isCompact ? 'Use comfortable rows' : 'Use compact rows',
      icon: IconLayoutRows,
      run: set({ density: isCompact ? 'comfortable' : 'compact' }),
    },
  ];
}
