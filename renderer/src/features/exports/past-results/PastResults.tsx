import { Button, Drawer } from '@mantine/core';
import { IconBookmarks, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { useActiveAccount, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { navigate, placeHref } from '../../../lib/navigation.ts';
import { useNow } from '../../../lib/use-now.ts';
import { ConfirmDialog, FailureNote, IconButton } from '../../../ui/index.ts';
import classes from './PastResults.module.css';

interface PastResultsProps {
  readonly openId: string | null;
  readonly onChosen?: () => void;
}

/** Earlier results. They are kept on this computer and open without a request. */
export function PastResults({ openId, onChosen }: PastResultsProps) {
  const { data } = useChannel('export:list', {});
  const account = useActiveAccount();
  const remove = useChannelMutation('export:delete');
  const [leaving, setLeaving] = useState<ExportSummary | null>(null);
  const now = useNow(60_000);
  const results = [...(data?.exports ?? [])].sort((one, other) => other.startedAt - one.startedAt);
  const stored = results.reduce((sum, result) => sum + result.storedBytes, 0);

  return (
    <div className={classes['results']}>
      <div className={classes['head']}>
        <h2>Past results</h2>
        <IconButton
          label="New lead search"
          icon={IconPlus}
          size={24}
          onClick={() => {
            navigate('export');
            onChosen?.();
          }}
        />
      </div>
      {remove.error !== null && <FailureNote failure={remove.error} />}
      <ul className={classes['list']}>
        {results.map((result) => (
          <PastResult
            key={result.id}
            result={result}
            isOpen={result.id === openId}
            when={format.moment(result.startedAt, now, account?.dialect.timeZone)}
            onChosen={onChosen}
            onDelete={() => setLeaving(result)}
          />
        ))}
      </ul>
      <p className={classes['note']}>
        {results.length === 0
          ? 'Leads you fetch are kept here and open again without a request.'
          : `Kept on this computer, ${format.bytes(stored)}.`}
      </p>
      <ConfirmDialog
        opened={leaving !== null}
        title="Delete this result?"
        confirmLabel="Delete result"
        danger
        busy={remove.isPending}
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving === null) return;
          remove.mutate(
            { exportId: leaving.id },
            {
              onSuccess: () => {
                if (leaving.id === openId) navigate('export', null, { replace: true });
              },
              onSettled: () => setLeaving(null),
            },
          );
        }}
      >
        {leaving === null ? '' : format.count(leaving.rows, { one: '# lead is', other: '# leads are' })} removed from
        this computer. The service keeps its leads; fetching them again uses 1 request.
      </ConfirmDialog>
    </div>
  );
}

interface PastResultProps {
  readonly result: ExportSummary;
  readonly isOpen: boolean;
  /** When it was fetched, in words. */
  readonly when: string;
  readonly onChosen: (() => void) | undefined;
  readonly onDelete: () => void;
}

function PastResult({ result, isOpen, when, onChosen, onDelete }: PastResultProps) {
  return (
    <li className={classes['item']} data-open={isOpen || undefined}>
      <a href={placeHref('export', result.id)} aria-current={isOpen ? 'page' : undefined} onClick={onChosen}>
        <span className={classes['name']}>{result.name}</span>
        <span className={`${classes['facts'] ?? ''} tabular`}>
          <span>{when}</span>
          <span>{format.number(result.rows)}</span>
        </span>
        {result.state !== 'complete' && <span className={classes['state']}>{STATE_WORDS[result.state]}</span>}
      </a>
      <span className={classes['remove']}>
        <IconButton label={`Delete the result ${result.name}…`} icon={IconTrash} size={24} onClick={onDelete} />
      </span>
    </li>
  );
}

const STATE_WORDS = { running: 'receiving', complete: '', partial: 'partial', cancelled: 'cancelled' } as const;

/** The same list behind a button, for narrow windows. */
export function PastResultsDrawer({ openId }: { readonly openId: string | null }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconBookmarks size={15} aria-hidden />} onClick={() => setOpen(true)}>
        Results
      </Button>
      <Drawer
        opened={open}
        onClose={() => setOpen(false)}
        title="Past results"
        size={280}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <PastResults openId={openId} onChosen={() => setOpen(false)} />
      </Drawer>
    </>
  );
}
