import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import {
  IconLayoutRows,
  IconListCheck,
  IconDatabaseExport,
  IconFileImport,
  IconKeyboard,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconSearch,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChannel, useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { navigate, pageNames } from '../../lib/navigation.ts';
import { modifierName, pageTitles, shortcutListOpened } from '../../lib/shortcuts.ts';
import { KeyCap } from '../../ui/index.ts';
import { pageIcons } from '../page-icons.ts';
import { matchParts } from './palette-match.ts';
import classes from './Palette.module.css';

interface Command {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: TablerIcon;
  readonly keys?: readonly string[];
  readonly run: () => void;
}

interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

const [paletteStore, palette] = createSpotlight();

/** In the head of most pages: says that there is a palette, and how to open it. */
export function PaletteButton() {
  return (
    <button type="button" className={classes['button']} onClick={() => palette.open()}>
      <IconSearch size={15} stroke={1.75} aria-hidden />
      <span className={classes['buttonText']}>Search or run a command</span>
      <KeyCap>{`${modifierName} K`}</KeyCap>
    </button>
  );
}

export function Palette({ openFile }: { readonly openFile: () => void }) {
  const [query, setQuery] = useState('');
  const { opened } = useSpotlight(paletteStore);
  const groups = useCommandGroups(openFile, opened);
  const onlyCommands = query.startsWith('>');
  const words = query.replace(/^>/, '').trim();
  const shown = groups
    .filter((group) => !onlyCommands || group.title === 'Commands')
    .map((group) => ({
      ...group,
      commands: group.commands.filter((command) => matchParts(command.label, words) !== null).slice(0, 8),
    }))
    .filter((group) => group.commands.length > 0);

  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      tagsToIgnore={[]}
      size={620}
      yOffset={120}
      scrollable
      centered={false}
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      maxHeight={420}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
    >
      <Spotlight.Search
        className={classes['search'] ?? ''}
        placeholder="Search or run a command"
        aria-label="Search or run a command"
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      />
      <Spotlight.ActionsList className={classes['list'] ?? ''} aria-label="Results">
        {shown.map((group) => (
          <Spotlight.ActionsGroup key={group.title} label={group.title} className={classes['group'] ?? ''}>
            {group.commands.map((command) => (
              <Spotlight.Action key={command.id} className={classes['action'] ?? ''} onClick={command.run}>
                <command.icon size={17} stroke={1.6} aria-hidden className={classes['icon']} />
                <span className={classes['label']}>
                  <Matched text={command.label} query={words} />
                </span>
                <span className={`${classes['description']} truncate`}>{command.description}</span>
                <span className={classes['keys']}>
                  {command.keys?.map((key) => (
                    <KeyCap key={key}>{key}</KeyCap>
                  ))}
                </span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 ? (
          <Spotlight.Empty className={classes['empty'] ?? ''}>
            Nothing is called that. Try fewer letters.
          </Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
      <Spotlight.Footer className={classes['footer'] ?? ''}>
        <Hint keys={['↑', '↓']}>choose</Hint>
        <Hint keys={['>']}>commands only</Hint>
        <span className={classes['spacer']} />
        <Hint keys={['Esc']}>close</Hint>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

function Hint({ keys, children }: { readonly keys: readonly string[]; readonly children: ReactNode }) {
  return (
    <span className={classes['hint']}>
      {keys.map((key) => (
        <KeyCap key={key}>{key}</KeyCap>
      ))}
      {children}
    </span>
  );
}

function Matched({ text, query }: { readonly text: string; readonly query: string }) {
  const parts = matchParts(text, query);
  if (parts === null || parts.match === '') return text;
  return (
    <>
      {parts.before}
      <mark className={classes['match']}>{parts.match}</mark>
      {parts.after}
    </>
  );
}

function useCommandGroups(openFile: () => void, isOpen: boolean): CommandGroup[] {
  const jobs = useChannel('job:list', {}, { enabled: isOpen }).data?.jobs ?? [];
  const results = useChannel('export:list', {}, { enabled: isOpen }).data?.exports ?? [];
  const { data: preferences } = useChannel('preferences:get', {});
  const pause = useChannelMutation('job:pause');
  const resume = useChannelMutation('job:resume');
  const setPreferences = useChannelMutation('preferences:set');
  const isDark = preferences?.colorScheme === 'dark';
  const isCompact = preferences?.density === 'compact';

  const jobCommands = jobs.flatMap((job): Command[] => {
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
          run: () => pause.mutate({ jobId: job.id }),
        },
      ];
    }
    if (job.state === 'paused') {
      return [
        open,
        {
          id: `resume ${job.id}`,
          label: `Resume ${job.name}`,
          description: 'goes on with the next row',
          icon: IconPlayerPlay,
          run: () => resume.mutate({ jobId: job.id }),
        },
      ];
    }
    return [open];
  });

  const exportCommands = results.map((result): Command => ({
    id: `export ${result.id}`,
    label: result.name,
    description: `result with ${format.count(result.rows, { one: '# lead', other: '# leads' })}`,
    icon: IconDatabaseExport,
    run: () => navigate('export', result.id),
  }));

  const commands: Command[] = [
    {
      id: 'open',
      label: 'Import a file…',
      description: '',
      icon: IconFileImport,
      keys: [modifierName, 'O'],
      run: openFile,
    },
    ...pageNames.map((page, index): Command => ({
      id: `page ${page}`,
      label: `Go to ${pageTitles[page]}`,
      description: '',
      icon: pageIcons[page],
      keys: [modifierName, String(index + 1)],
      run: () => navigate(page),
    })),
    {
      id: 'scheme',
      label: isDark ? 'Use light colours' : 'Use dark colours',
      description: '',
      icon: IconMoon,
      run: () => setPreferences.mutate({ colorScheme: isDark ? 'light' : 'dark' }),
    },
    {
      id: 'scheme auto',
      label: 'Use the colours of the system',
      description: 'light or dark',
      icon: IconMoon,
      run: () => setPreferences.mutate({ colorScheme: 'auto' }),
    },
    {
      id: 'density',
      label: isCompact ? 'Use comfortable rows' : 'Use compact rows',
      description: '',
      icon: IconLayoutRows,
      run: () => setPreferences.mutate({ density: isCompact ? 'comfortable' : 'compact' }),
    },
    {
      id: 'shortcuts',
      label: 'Show shortcuts',
      description: '',
      icon: IconKeyboard,
      keys: ['?'],
      run: () => shortcutListOpened.set(true),
    },
  ];

  return [
    { title: 'Jobs', commands: jobCommands },
    { title: 'Export', commands: exportCommands },
    { title: 'Commands', commands },
  ];
}
