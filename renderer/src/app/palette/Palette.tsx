import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCallback, useState } from 'react';
import { KeyCap } from '../../ui/index.ts';
import { type CommandGroup, useCommandGroups } from './use-command-groups.ts';
import { rowCommand } from './row-command.ts';
import { type RowSearch, useFoundRows } from './use-found-rows.ts';
import { takeEarlyLetters, useEarlyLetters, usePaletteKey } from './early-keys.ts';
import { matchParts } from './palette-match.ts';
import { palette, paletteStore } from './palette-store.ts';
import classes from './Palette.module.css';

export function Palette({ openFile }: { readonly openFile: () => void }) {
  const [query, setQuery] = useState(takeEarlyLetters);
  const { opened } = useSpotlight(paletteStore);
  const addLetter = useCallback((letter: string) => setQuery((known) => known + letter), []);
  useEarlyLetters(opened, addLetter);
  usePaletteKey();
  const onlyCommands = query.startsWith('>');
  const words = query.replace(/^>/, '').trim();
  const lead = query.startsWith('#') ? query.slice(1).trim() : null;
  const search = useFoundRows(opened && lead !== null && lead !== '' ? lead : null);
  const { groups, unread } = useCommandGroups(openFile, opened, onlyCommands || lead !== null ? '' : words);
  const commands = groups
    .filter((group) => !onlyCommands || group.title === 'Commands')
    .map((group) => ({
      ...group,
      commands: group.commands
        .filter(({ label, also = '' }) => hasWords(label, words) || hasWords(also, words))
        .slice(0, 8),
    }))
    .filter((group) => group.commands.length > 0);
  const shown = lead === null ? commands : foundGroups(search);

  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      // It would know Latin letters only.
      shortcut={null}
      size={620}
      yOffset="clamp(16px, (100dvh - 528px) / 2, 120px)"
      scrollable
      centered={false}
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
    >
      <Spotlight.Search
        className={classes['search'] ?? ''}
        placeholder="Search or run a command"
        aria-label="Search or run a command"
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        // Every open dialog of Mantine closes on Esc by itself: so that the one under the palette stays, none hears it here.
        data-mantine-stop-propagation
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape' && !nativeEvent.isComposing) palette.close();
        }}
      />
      <Results
        groups={shown}
        words={lead === null ? words : ''}
        nothing={lead === null ? `${NO_MATCH}${unread}` : leadWords(lead, search)}
      />
      <Spotlight.Footer className={classes['footer'] ?? ''}>
        <Hint keys={['↑', '↓']}>choose</Hint>
        <Hint keys={['>']}>commands only</Hint>
        <Hint keys={['#']}>leads you sent</Hint>
        <span className="grow" />
        <Hint keys={['Esc']}>close</Hint>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

const hasWords = (text: string, words: string): boolean => matchParts(text, words) !== null;

const NO_MATCH = 'No matches. Try fewer letters.';

function foundGroups(search: RowSearch): CommandGroup[] {
  if (typeof search === 'string' || search.rows.length === 0) return [];
  const title = search.isCut ? `The last ${search.rows.length} rows; there may be more` : 'Rows of your imports';
  return [{ title, commands: search.rows.map(rowCommand) }];
}

function leadWords(lead: string, search: RowSearch): string {
  if (lead === '') return 'Type a lead id, a phone or the number of a line.';
  if (search === 'running') return 'Searching the rows of all imports…';
  if (search === 'failed') return 'The rows could not be searched. Change a letter to try again.';
  return 'No row of an import on this computer has it. A phone takes 6 digits, a lead id its first 4 characters.';
}

interface ResultsProps {
  readonly groups: readonly CommandGroup[];
  readonly words: string;
  /** Said when there is no group. */
  readonly nothing: string;
}

/** What matches, in groups; the letters that match are marked. */
function Results({ groups, words, nothing }: ResultsProps) {
  return (
    <Spotlight.ActionsList className={classes['list'] ?? ''} aria-label="Results">
      {groups.map((group) => (
        <Spotlight.ActionsGroup key={group.title} label={group.title} className={classes['group'] ?? ''}>
          {group.commands.map((command) => (
            <Spotlight.Action key={command.id} className={classes['action'] ?? ''} onClick={command.run}>
              <command.icon size={17} stroke={1.6} aria-hidden className={classes['icon']} />
              <span className={classes['label']} title={command.label}>
                <Matched text={command.label} query={words} />
              </span>
              <span className={`${classes['description']} truncate`} title={command.description}>
                {command.description}
              </span>
              <span className={classes['keys']}>
                {command.keys?.map((key) => (
                  <KeyCap key={key}>{key}</KeyCap>
                ))}
                {command.keys === undefined && (
                  <span className={classes['enter']} aria-hidden>
                    <KeyCap>Enter</KeyCap>
                  </span>
                )}
              </span>
            </Spotlight.Action>
          ))}
        </Spotlight.ActionsGroup>
      ))}
      {groups.length === 0 ? <Spotlight.Empty className={classes['empty'] ?? ''}>{nothing}</Spotlight.Empty> : null}
    </Spotlight.ActionsList>
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
