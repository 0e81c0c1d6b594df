import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconDownload,
  IconFileImport,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedQuery } from '../../../../../shared/contract/exports/saved-queries.ts';
import { writeQueryFile } from '../../../../../shared/domain/service/queries/query-file.ts';
import { call, useChannel, useChannelMutation, useSave } from '../../../bridge/index.ts';
import {
  ConfirmDialog,
  FailureNote,
  IconButton,
  MenuEntry,
  MoreMenu,
  NameDialog,
  startWork,
  toast,
} from '../../../ui/index.ts';
import { fromWords } from '../../../lib/sentences.ts';
import { writtenWords } from '../../../lib/query-words.ts';
import side from '../view/SideList.module.css';
import classes from './SavedQueries.module.css';

interface SavedQueriesProps {
  /** The saved query in the fields; null: none. */
  readonly openId: string | null;
  readonly onOpen: (query: SavedQuery) => void;
  readonly onNew: () => void;
}

/** The person's named queries. Choosing one fills the fields and sends nothing. */
export function SavedQueries({ openId, onOpen, onNew }: SavedQueriesProps) {
  const { data, error } = useChannel('query:list', {}, { rereadOnFocus: true });
  const queries = data?.queries ?? [];
  return (
    <section className={classes['queries']} aria-label="Saved queries">
      <div className={classes['head']}>
        <h2>Saved queries</h2>
        <span className="flexCentred">
          <ListMenu onOpen={onOpen} />
          <IconButton label="New search, without any filter" icon={IconPlus} size={24} onClick={onNew} />
        </span>
      </div>
      <FailureNote failure={error} />
      <ul>
        {queries.map((query) => (
          <SavedQueryItem
            key={query.id}
            query={query}
            isInTeam={data?.isInTeam === true}
            isOpen={query.id === openId}
            onOpen={() => onOpen(query)}
          />
        ))}
      </ul>
      {data !== undefined && queries.length === 0 && (
        <p className={classes['none']}>A query that you save with a name is one click away here.</p>
      )}
    </section>
  );
}

/** A query from a colleague. */
function ListMenu({ onOpen }: Pick<SavedQueriesProps, 'onOpen'>) {
  const read = useChannelMutation('query:import');

  async function openFile(): Promise<void> {
    const { file } = await call('host:chooseFile', { wanted: 'query' });
    if (file === null) return;
    const query = await read.mutateAsync({ token: file.token });
    onOpen(query);
    toast(`“${query.name}” is saved.`, 'It is in the fields now. Nothing was sent.');
  }

  return (
    <MoreMenu isSmall label="More about saved queries">
      <MenuEntry icon={IconFileImport} label="Open a query from a file…" onClick={() => startWork(openFile)} />
    </MoreMenu>
  );
}

interface SavedQueryItemProps {
  readonly isInTeam: boolean;
  readonly query: SavedQuery;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function SavedQueryItem({ query, isInTeam, isOpen, onOpen }: SavedQueryItemProps) {
  const [asked, setAsked] = useState<'rename' | 'remove' | 'share' | null>(null);
  const close = () => setAsked(null);
  return (
    <li className={side['item']} data-open={isOpen || undefined}>
      <button
        type="button"
        className={classes['open']}
        aria-current={isOpen || undefined}
        title={query.name}
        disabled={query.isDamaged}
        onClick={onOpen}
      >
        <span className={side['name']} dir="auto">
          {query.name}
        </span>
        <span className="quiet">
          {query.isDamaged === true
            ? 'Damaged: delete it'
            : [writtenWords(query.query), ...sharedMark(query)].join(' · ')}
        </span>
      </button>
      <ItemMenu
        query={query}
        isInTeam={isInTeam}
        onRename={() => setAsked('rename')}
        onShare={() => setAsked('share')}
        onRemove={() => setAsked('remove')}
      />
      <RenameQuery query={query} opened={asked === 'rename'} onClose={close} />
      <ShareQuery query={query} opened={asked === 'share'} onClose={close} />
      <RemoveQuery query={query} opened={asked === 'remove'} onClose={close} />
    </li>
  );
}

interface ItemMenuProps {
  readonly query: SavedQuery;
  readonly isInTeam: boolean;
  readonly onRename: () => void;
  readonly onShare: () => void;
  readonly onRemove: () => void;
}

function ItemMenu({ query, isInTeam, onRename, onShare, onRemove }: ItemMenuProps) {
  const { save } = useSave();

  async function stop(): Promise<void> {
    await call('query:share', { queryId: query.id, isShared: false });
    toast(`“${query.name}” is not shared any more.`, 'It stays in this list.');
  }

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(writeQueryFile(query));
    toast('The query is copied as JSON.', 'A colleague saves it as a file and opens it under “Saved queries”.');
  }

  async function saveFile(): Promise<void> {
    const saved = await save(fileNameOf(query.name), ({ token }) => call('query:export', { queryId: query.id, token }));
    if (saved !== null) toast(`“${query.name}” is saved as ${saved.name}.`);
  }

  return (
    <span className={side['menu']}>
      <MoreMenu isSmall label={`More about ${query.name}`}>
        {query.isDamaged !== true && (
          <>
            <MenuEntry icon={IconPencil} label="Rename…" onClick={onRename} />
            <MenuEntry icon={IconCopy} label="Copy as JSON" onClick={() => startWork(copy)} />
            <MenuEntry icon={IconDownload} label="Save as a file…" onClick={() => startWork(saveFile)} />
            {isInTeam && query.from === undefined && (
              <MenuEntry
                icon={IconUsers}
                label={query.isShared === true ? 'Stop sharing' : 'Share with the team…'}
                onClick={query.isShared === true ? () => startWork(stop) : onShare}
              />
            )}
            <Menu.Divider />
          </>
        )}
        <MenuEntry icon={IconTrash} label="Delete…" onClick={onRemove} />
      </MoreMenu>
    </span>
  );
}

interface AskedProps {
  readonly query: SavedQuery;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function RenameQuery({ query, opened, onClose }: AskedProps) {
  const save = useChannelMutation('query:save');
  return (
    <NameDialog
      opened={opened}
      title="Rename this query"
      name={query.name}
      confirmLabel="Rename"
      work={save}
      onConfirm={(name) => save.mutate({ queryId: query.id, name, query: query.query }, { onSuccess: onClose })}
      onClose={() => {
        save.reset();
        onClose();
      }}
    />
  );
}

/** A filter may hold a name or a phone: whoever shares it sees it first. */
function ShareQuery({ query, opened, onClose }: AskedProps) {
  const share = useChannelMutation('query:share');
  return (
    <ConfirmDialog
      opened={opened}
      title="Share this query with the team?"
      confirmLabel="Share query"
      busy={share.isPending}
      onClose={() => {
        share.reset();
        onClose();
      }}
      onConfirm={() => share.mutate({ queryId: query.id, isShared: true }, { onSuccess: onClose })}
    >
      Colleagues see “{query.name}” in their list and can change it. In it they read: {askedWords(query.query)}. It goes
      sealed; whoever runs the database cannot read it.
      <FailureNote failure={share.error} />
    </ConfirmDialog>
  );
}

/** Everything that is sent with the query, filters in full. */
function askedWords(query: SavedQuery['query']): string {
  const filters =
    query.source === 'search'
      ? [query.searchName, query.project ?? '', ...query.include]
      : [...query.projects, ...query.statuses, ...query.closures];
  const from = typeof query.modifiedFrom === 'string' ? [`since ${query.modifiedFrom}`] : [];
  const extra = query.extra.map(({ name, value }) => `${name} ${value}`);
  return [writtenWords(query), ...filters, ...from, ...extra].filter((word) => word !== '').join(', ');
}

function sharedMark({ from, isShared }: SavedQuery): string[] {
  if (from !== undefined) return [fromWords(from)];
  return isShared === true ? ['shared'] : [];
}

function RemoveQuery({ query, opened, onClose }: AskedProps) {
  const remove = useChannelMutation('query:remove');
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete this query?"
      confirmLabel="Delete query"
      danger
      busy={remove.isPending}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      onConfirm={() => remove.mutate({ queryId: query.id }, { onSuccess: onClose })}
    >
      “{query.name}” is removed from this list{query.isShared === true ? ' and from those of colleagues' : ''}. The
      results that were fetched with it stay.
      <FailureNote failure={remove.error} />
    </ConfirmDialog>
  );
}

/** A name that every system takes for a file. */
function fileNameOf(name: string): string {
  const safe = name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, '-').replace(/^[. ]+|[. ]+$/g, '');
  return `${safe === '' ? 'query' : safe}.json`;
}
