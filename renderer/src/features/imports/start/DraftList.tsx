import { Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconFileSpreadsheet, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { DraftStep, DraftSummary } from '../../../../../shared/contract/imports/imports.ts';
import { CallError, useChannel, useChannelMutation, useReread } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { useNow } from '../../../lib/use-now.ts';
import {
  Card,
  Changes,
  ConfirmDialog,
  FailureNote,
  IconButton,
  showFailure,
  SmallButton,
  startWork,
  TextButton,
  useIsReadOnly,
} from '../../../ui/index.ts';
import classes from './ImportStart.module.css';

const STEP_WORDS: Readonly<Record<DraftStep, string>> = {
  file: 'File',
  columns: 'Columns',
  check: 'Check',
  plan: 'Plan',
};

/** The latest ones; older drafts are one press away. */
const SHOWN = 8;

/** What a deletion needs to know of a draft. */
type NamedDraft = Pick<DraftSummary, 'id' | 'fileName'>;

/**
 * Imports that were begun and not started, but for those of queues, the latest first; then those that cannot be read any more.
 * Absent when there are none.
 */
export function DraftList() {
  const { data, error } = useChannel('import:drafts', {});
  const [isWhole, setIsWhole] = useState(false);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  /** Drafts that a person is asked about. */
  const [leaving, setLeaving] = useState<readonly NamedDraft[]>([]);
  const now = useNow(60_000);
  const drafts = (data?.drafts ?? []).filter(({ queue }) => queue === null);
  const unreadable = data?.unreadable ?? [];
  const { list, noteDeletion } = useFocusAfterDeletion(drafts.length);
  if (error !== null && data === undefined) return <FailureNote failure={error} />;
  if (drafts.length + unreadable.length === 0) return null;
  const shown = isWhole ? drafts : drafts.slice(0, SHOWN);
  const chosen = drafts.filter((draft) => marked.has(draft.id));
  const mark = (ids: readonly string[], isMarked: boolean) =>
    setMarked((known) =>
      isMarked ? new Set([...known, ...ids]) : new Set([...known].filter((id) => !ids.includes(id))),
    );
  return (
    <Card title="Drafts" actions={<span className={classes['when']}>kept until you start or delete them</span>} flush>
      {drafts.length > 1 && (
        <Changes>
          <div className={classes['all']}>
            <Checkbox
              label={
                chosen.length === 0
                  ? `Choose all ${format.number(drafts.length)}`
                  : `${format.number(chosen.length)} chosen`
              }
              checked={chosen.length === drafts.length}
              indeterminate={chosen.length > 0 && chosen.length < drafts.length}
              onChange={(event) =>
                mark(
                  drafts.map(({ id }) => id),
                  event.currentTarget.checked,
                )
              }
            />
            <SmallButton disabled={chosen.length === 0} onClick={() => setLeaving(chosen)}>
              Delete chosen…
            </SmallButton>
          </div>
        </Changes>
      )}
      {shown.length > 0 && (
        <ul ref={list} className={classes['list']} aria-label="Drafts">
          {shown.map((draft) => (
            <DraftItem
              key={draft.id}
              draft={draft}
              now={now}
              isMarked={drafts.length > 1 ? marked.has(draft.id) : null}
              onMark={(isMarked) => mark([draft.id], isMarked)}
              onDelete={() => setLeaving([draft])}
            />
          ))}
        </ul>
      )}
      {drafts.length > shown.length && (
        <div className={classes['older']}>
          <TextButton onClick={() => setIsWhole(true)}>Show all {format.number(drafts.length)}</TextButton>
        </div>
      )}
      {unreadable.length > 0 && (
        <ul className={classes['list']} aria-label="Drafts that cannot be read">
          {unreadable.map((draft) => (
            <UnreadableItem key={draft.id} draft={draft} onDelete={() => setLeaving([draft])} />
          ))}
        </ul>
      )}
      <DeleteDrafts
        drafts={leaving}
        onDeleted={(draft) => {
          const index = drafts.findIndex(({ id }) => id === draft.id);
          if (index !== -1) noteDeletion(index);
          mark([draft.id], false);
        }}
        onClose={() => setLeaving([])}
      />
    </Card>
  );
}

interface DeleteDraftsProps {
  /** None: nobody is asked. */
  readonly drafts: readonly NamedDraft[];
  readonly onDeleted: (draft: NamedDraft) => void;
  readonly onClose: () => void;
}

/** Asks before drafts are deleted, and says how many could not be. One that is gone already counts as deleted. */
function DeleteDrafts({ drafts, onDeleted, onClose }: DeleteDraftsProps) {
  const remove = useChannelMutation('import:deleteDraft');
  const reread = useReread();
  const [first] = drafts;

  async function removeAll(): Promise<void> {
    const failures: CallError[] = [];
    try {
      for (const draft of drafts) {
        try {
          await remove.mutateAsync({ draftId: draft.id });
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          if (error.details.code !== 'notFound') {
            failures.push(error);
            continue;
          }
        }
        onDeleted(draft);
      }
    } finally {
      onClose();
      await reread('import:drafts');
    }
    if (failures[0] !== undefined)
      showFailure(
        failures[0],
        format.count(failures.length, { one: '# draft was not deleted.', other: '# drafts were not deleted.' }),
      );
  }

  return (
    <ConfirmDialog
      opened={first !== undefined}
      title={drafts.length > 1 ? `Delete ${format.number(drafts.length)} drafts?` : 'Delete this draft?'}
      confirmLabel={drafts.length > 1 ? `Delete ${format.number(drafts.length)} drafts` : 'Delete draft'}
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => startWork(removeAll)}
    >
      This deletes the columns and the plan chosen for{' '}
      {drafts.length > 1 ? `these ${format.number(drafts.length)} files` : (first?.fileName ?? 'this file')}. The{' '}
      {drafts.length > 1 ? 'files themselves stay where they are' : 'file itself stays where it is'}. Nothing was sent.
    </ConfirmDialog>
  );
}

/** The draft that takes the place of the deleted one gets the focus; otherwise the keyboard starts at the top of the page. */
function useFocusAfterDeletion(count: number) {
  const list = useRef<HTMLUListElement>(null);
  /** Where the deleted draft stood. */
  const deletedAt = useRef<number | null>(null);
  useEffect(() => {
    const index = deletedAt.current;
    deletedAt.current = null;
    if (index === null) return;
    const links = list.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [];
    links[Math.min(index, links.length - 1)]?.focus();
  }, [count]);
  return {
    list,
    noteDeletion: (index: number): void => {
      deletedAt.current = index;
    },
  };
}

interface DraftItemProps {
  readonly draft: DraftSummary;
  /** Unix milliseconds. */
  readonly now: number;
  /** Null: there is nothing to choose between. */
  readonly isMarked: boolean | null;
  readonly onMark: (isMarked: boolean) => void;
  readonly onDelete: () => void;
}

function DraftItem({ draft, now, isMarked, onMark, onDelete }: DraftItemProps) {
  const { problems } = draft;
  const isReadOnly = useIsReadOnly();
  const verb = isReadOnly ? 'Look at' : 'Continue with';
  return (
    <li className={classes['item']}>
      {isMarked !== null && (
        <Changes>
          <Checkbox
            aria-label={`Choose the draft of ${draft.fileName}`}
            checked={isMarked}
            onChange={(event) => onMark(event.currentTarget.checked)}
          />
        </Changes>
      )}
      <IconFileSpreadsheet size={17} stroke={1.75} aria-hidden />
      <div className={classes['words']}>
        <FileName name={draft.fileName} />
        <div className="quiet">
          {format.count(draft.rows, rowForms)}, stopped at {STEP_WORDS[draft.step]}
          {draft.campaignCode !== '' && (
            <>
              , for <bdi>{draft.campaignCode}</bdi>
            </>
          )}
          {problems === null
            ? ''
            : `, ${problems === 0 ? 'no problem left' : format.count(problems, { one: '# row with problems', other: '# rows with problems' })}`}
        </div>
      </div>
      <span className={classes['when']}>{format.moment(draft.savedAt, now)}</span>
      <SmallButton href={placeHref('import', draft.id)} aria-label={`${verb} ${draft.fileName}`}>
        {isReadOnly ? 'Look' : 'Continue'}
      </SmallButton>
      <Changes>
        <IconButton label={`Delete the draft of ${draft.fileName}…`} icon={IconTrash} onClick={onDelete} />
      </Changes>
    </li>
  );
}

function UnreadableItem({ draft, onDelete }: { readonly draft: NamedDraft; readonly onDelete: () => void }) {
  return (
    <li className={classes['item']}>
      <IconAlertTriangle size={17} stroke={1.75} aria-hidden />
      <div className={classes['words']}>
        <FileName name={draft.fileName} />
        <div className="quiet">
          This draft is damaged and cannot be read. Choose the file again, and delete this draft.
        </div>
      </div>
      <Changes>
        <IconButton label={`Delete the damaged draft of ${draft.fileName}…`} icon={IconTrash} onClick={onDelete} />
      </Changes>
    </li>
  );
}

/** Characters at the end of a name that are always shown: versions of a file differ there. */
const TAIL = 18;

/** A name too long for its place is cut in the middle. */
function FileName({ name }: { readonly name: string }) {
  return (
    <div className={classes['name']} title={name}>
      <span className={classes['nameHead']}>{name.slice(0, -TAIL)}</span>
      <span className="rigid">{name.slice(-TAIL)}</span>
    </div>
  );
}
