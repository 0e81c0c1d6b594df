import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { DraftStep, DraftSummary } from '../../../../../shared/contract/imports/imports.ts';
import { useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Card, ConfirmDialog, FailureNote, IconButton } from '../../../ui/index.ts';
import classes from './ImportStart.module.css';

const STEP_WORDS: Readonly<Record<DraftStep, string>> = {
  file: 'File',
  columns: 'Columns',
  check: 'Check',
  plan: 'Plan',
};

/** The latest ones; older drafts are one press away. */
const SHOWN = 8;

/** Imports that were begun and not started, the latest first. Absent when there are none. */
export function DraftList() {
  const { data, error } = useChannel('import:drafts', {});
  const [isWhole, setIsWhole] = useState(false);
  const remove = useChannelMutation('import:deleteDraft');
  const [leaving, setLeaving] = useState<DraftSummary | null>(null);
  const now = useNow(60_000);
  const { list, deletedAt } = useFocusAfterDeletion(data?.drafts.length ?? 0);
  const drafts = data?.drafts ?? [];
  if (error !== null && data === undefined) return <FailureNote failure={error} />;
  if (drafts.length === 0) return null;
  const shown = isWhole ? drafts : drafts.slice(0, SHOWN);
  return (
    <Card title="Drafts" actions={<span className={classes['when']}>kept until you start or delete them</span>} flush>
      {remove.error !== null && <FailureNote failure={remove.error} />}
      <ul ref={list} className={classes['list']} aria-label="Drafts">
        {shown.map((draft) => (
          <DraftItem key={draft.id} draft={draft} now={now} onDelete={() => setLeaving(draft)} />
        ))}
      </ul>
      {drafts.length > shown.length && (
        <div className={classes['older']}>
          <Button size="xs" variant="subtle" onClick={() => setIsWhole(true)}>
            Show all {format.number(drafts.length)}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={leaving !== null}
        title="Delete this draft?"
        confirmLabel="Delete draft"
        danger
        busy={remove.isPending}
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving === null) return;
          const index = drafts.findIndex((draft) => draft.id === leaving.id);
          remove.mutate(
            { draftId: leaving.id },
            {
              onSuccess: () => {
                deletedAt.current = index;
              },
              onSettled: () => setLeaving(null),
            },
          );
        }}
      >
        This deletes the columns and the plan chosen for {leaving?.fileName ?? 'this file'}. The file itself stays where
        it is. Nothing was sent.
      </ConfirmDialog>
    </Card>
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
  return { list, deletedAt };
}

interface DraftItemProps {
  readonly draft: DraftSummary;
  /** Unix milliseconds. */
  readonly now: number;
  readonly onDelete: () => void;
}

function DraftItem({ draft, now, onDelete }: DraftItemProps) {
  return (
    <li className={classes['item']}>
      <IconFileSpreadsheet size={17} stroke={1.75} aria-hidden />
      <div className={classes['words']}>
        <FileName name={draft.fileName} />
        <div className={classes['what']}>
          {format.count(draft.rows, { one: '# row', other: '# rows' })}, stopped at {STEP_WORDS[draft.step]}
          {draft.campaignCode === '' ? '' : `, for ${draft.campaignCode}`}
        </div>
      </div>
      <span className={classes['when']}>{format.moment(draft.savedAt, now)}</span>
      <Button
        size="xs"
        variant="default"
        component="a"
        href={placeHref('import', draft.id)}
        aria-label={`Continue with ${draft.fileName}`}
      >
        Continue
      </Button>
      <IconButton label={`Delete the draft of ${draft.fileName}…`} icon={IconTrash} onClick={onDelete} />
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
      <span className={classes['nameTail']}>{name.slice(-TAIL)}</span>
    </div>
  );
}
