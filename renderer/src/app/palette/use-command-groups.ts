import {
  IconDatabaseExport,
  IconFileImport,
  IconKeyboard,
  IconLayoutRows,
  IconListCheck,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import type { Preferences } from '../../../../shared/contract/preferences/preferences.ts';
import { call, useChannel } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { navigate, railPages } from '../../lib/navigation.ts';
import { pageIcons } from '../../lib/page-icons.ts';
import { modifierName, pageTitles, shortcutListOpened } from '../../lib/shortcuts.ts';
import { startWork } from '../../ui/index.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: TablerIcon;
  readonly keys?: readonly string[];
  readonly run: () => void;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** Everything that the palette can open or do. Jobs and results are read when it opens. */
export function useCommandGroups(openFile: () => void, isOpen: boolean): CommandGroup[] {
  const jobs = useChannel('job:list', {}, { enabled: isOpen }).data?.jobs ?? [];
  const results = useChannel('export:list', {}, { enabled: isOpen }).data?.exports ?? [];
  const { data: preferences } = useChannel('preferences:get', {});
  return [
    { title: 'Jobs', commands: jobs.flatMap(jobCommands) },
    { title: 'Export', commands: results.map(resultCommand) },
    {
      title: 'Commands',
      commands: [
        {
          id: 'open',
          label: 'Import a file…',
          description: '',
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
          description: '',
          icon: IconKeyboard,
          keys: ['?'],
          run: () => shortcutListOpened.set(true),
        },
      ],
    },
  ];
}

/** Opens the job; pauses or resumes it when its state allows that. */
function jobCommands(job: JobSummary): Command[] {
  const open: Command = {
    id: `job ${job.id}`,
    label: job.name,
    description: `${format.number(job.counts.rows)} rows to ${job.campaignCode}`,
    icon: IconListCheck,
    run: () => navigate('jobs', job.id),
  };
  if (job.state === 'running' || job.state === 'waiting') {
    return [
      open,
      {
        id: `pause ${job.id}`,
        label: `Pause ${job.name}`,
        description: 'stops between two rows',
        icon: IconPlayerPause,
        run: () => startWork(() => call('job:pause', { jobId: job.id })),
      },
    ];
  }
  if (job.state === 'paused') {
    return [
      open,
      {
        id: `resume ${job.id}`,
        label: `Resume ${job.name}`,
        description: 'continues with the next row',
        icon: IconPlayerPlay,
        run: () => startWork(() => call('job:resume', { jobId: job.id })),
      },
    ];
  }
  return [open];
}

function resultCommand(result: ExportSummary): Command {
  return {
    id: `export ${result.id}`,
    label: result.name,
    description: `result with ${format.count(result.rows, { one: '# lead', other: '# leads' })}`,
    icon: IconDatabaseExport,
    run: () => navigate('export', result.id),
  };
}

const pageCommands: readonly Command[] = railPages.map((page, index) => ({
  id: `page ${page}`,
  label: `Go to ${pageTitles[page]}`,
  description: '',
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
      description: '',
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
      description: '',
      icon: IconLayoutRows,
      run: set({ density: isCompact ? 'comfortable' : 'compact' }),
    },
  ];
}
