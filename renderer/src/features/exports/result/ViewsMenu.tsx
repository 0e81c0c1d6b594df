import { ActionIcon, Button, Group, Menu, TextInput, Tooltip } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { KeptView, SavedView } from '../../../../../shared/contract/exports/kept-views.ts';
import { call, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { fromWords } from '../../../lib/sentences.ts';
import { CancelButton, ConfirmDialog, FailureNote, MenuEntry, Modal, startWork, toast } from '../../../ui/index.ts';
import { filterWords } from '../view/filters.ts';
import { type PageView, toKept } from '../view/page-view.ts';
import classes from './Result.module.css';

interface ViewsMenuProps {
  readonly summary: ExportSummary;
  readonly view: PageView;
  readonly onApply: (kept: KeptView) => readonly string[];
}

/** Columns, filters and order under a name, for this and every other result. */
export function ViewsMenu({ summary, view, onApply }: ViewsMenuProps) {
  const { data, error } = useChannel('leadView:list', {}, { rereadOnFocus: true });
  const [isNaming, setIsNaming] = useState(false);
  const [sharing, setSharing] = useState<SavedView | null>(null);
  const share = useChannelMutation('leadView:share');
  const saved = data?.views ?? [];
  /** Those that this person can share. */
  const own = saved.filter(
    ({ from, isDamaged }) => data?.isInTeam === true && from === undefined && isDamaged !== true,
  );

  function stop(name: string): void {
    startWork(async () => {
      await call('leadView:share', { name, isShared: false });
      toast(`The view “${name}” is not shared any more.`, 'It stays in this list.');
    }, 'The view is still shared.');
  }

  function apply(name: string, kept: KeptView): void {
    const missing = onApply(kept);
    if (missing.length === 0) return;
    toast(
      `“${name}” is shown in part.`,
      `This result has no column ${missing.join(', ')}, so the view is not filtered or sorted by it.`,
      { tone: 'info' },
    );
  }

  async function bringBack({ name, view: kept, isShared }: SavedView): Promise<void> {
    await call('leadView:save', { name, view: kept });
    if (isShared === true) await call('leadView:share', { name, isShared });
  }

  function remove(deleted: SavedView): void {
    const { name, isDamaged } = deleted;
    startWork(async () => {
      await call('leadView:delete', { name });
      toast(`Deleted the view “${name}”.`, null, {
        tone: 'info',
        // A damaged one cannot be brought back.
        ...(isDamaged !== true && {
          action: {
            label: 'Undo',
            onClick: () => startWork(() => bringBack(deleted), 'The view did not come back as it was.'),
          },
        }),
      });
    }, 'The view was not deleted.');
  }

  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Tooltip label="Saved views">
            <ActionIcon aria-label="Saved views">
              <IconBookmark size={17} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <FailureNote failure={error} />
          {data !== undefined && saved.length === 0 && (
            <p className={classes['menuHint']}>A view keeps columns, filters and order under a name.</p>
          )}
          <div className={classes['menuList']}>
            {saved.map(({ name, view: kept, isDamaged = false, from, isShared }) => (
              <Menu.Item key={name} disabled={isDamaged} onClick={() => apply(name, kept)}>
                {isDamaged ? `${name} (damaged: delete it)` : name}
                {(from !== undefined || isShared === true) && (
                  <span className="quiet block">{from === undefined ? 'shared' : fromWords(from)}</span>
                )}
              </Menu.Item>
            ))}
          </div>
          <Menu.Divider />
          <MenuEntry
            icon={IconBookmarkPlus}
            label="Save this view…"
            // While the views are not known, nobody can say that this one would replace another.
            disabled={data === undefined}
            onClick={() => setIsNaming(true)}
          />
          {own.length > 0 && (
            <Menu.Sub>
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<IconUsers size={15} aria-hidden />}>Share with the team</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown className={classes['menuList'] ?? ''}>
                {own.map((one) => (
                  <Menu.Item key={one.name} onClick={() => (one.isShared === true ? stop(one.name) : setSharing(one))}>
                    {one.isShared === true ? `Stop sharing ${one.name}` : `${one.name}…`}
                  </Menu.Item>
                ))}
              </Menu.Sub.Dropdown>
            </Menu.Sub>
          )}
          {saved.length > 0 && (
            <Menu.Sub>
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<IconTrash size={15} aria-hidden />}>Delete a view</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown className={classes['menuList'] ?? ''}>
                {saved.map((one) => (
                  <Menu.Item key={one.name} onClick={() => remove(one)}>
                    {one.name}
                  </Menu.Item>
                ))}
              </Menu.Sub.Dropdown>
            </Menu.Sub>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={sharing !== null}
        title="Share this view with the team?"
        confirmLabel="Share view"
        busy={share.isPending}
        onClose={() => {
          share.reset();
          setSharing(null);
        }}
        onConfirm={() =>
          sharing !== null &&
          share.mutate({ name: sharing.name, isShared: true }, { onSuccess: () => setSharing(null) })
        }
      >
        {sharing !== null && keptWords(sharing)} It goes sealed; whoever runs the database cannot read it.
        <FailureNote failure={share.error} />
      </ConfirmDialog>
      <Modal opened={isNaming} onClose={() => setIsNaming(false)} title="Save this view">
        <NameForm
          taken={saved.map(({ name }) => name)}
          onCancel={() => setIsNaming(false)}
          onSave={(name) => {
            startWork(async () => {
              await call('leadView:save', { name, view: toKept(view, summary.columns) });
              setIsNaming(false);
              toast(`Saved the view “${name}”.`, 'It is offered for every result of this account.');
            }, 'The view was not saved.');
          }}
        />
      </Modal>
    </>
  );
}

/** What colleagues get. A filter may hold a name or a phone: whoever shares it sees it first. */
function keptWords({ name, view: { filters, find } }: SavedView): string {
  const words = [
    ...filters.map(({ path, filter }) => filterWords(filter, path, path)),
    ...(find === '' ? [] : [`hits of “${find}”`]),
  ];
  return `Colleagues see “${name}” in their list and can change it. In it they read: ${words.length === 0 ? 'columns and order, without a filter' : words.join(', ')}.`;
}

interface NameFormProps {
  readonly taken: readonly string[];
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

function NameForm({ taken, onSave, onCancel }: NameFormProps) {
  const [name, setName] = useState('');
  const wanted = name.trim();
  const isTaken = taken.some((known) => known.toLowerCase() === wanted.toLowerCase());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog is not part of the form around it.
        event.stopPropagation();
        if (wanted !== '') onSave(wanted);
      }}
    >
      <TextInput
        label="Name"
        description={
          isTaken ? 'A view with this name exists: saving replaces it.' : 'Columns, filters and order are kept.'
        }
        data-autofocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt={16} gap={10}>
        <CancelButton onClick={onCancel} />
        <Button type="submit" disabled={wanted === ''}>
          {isTaken ? 'Replace the view' : 'Save the view'}
        </Button>
      </Group>
    </form>
  );
}
