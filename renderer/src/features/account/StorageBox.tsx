import { useState } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import type { AccountStorage } from '../../../../shared/contract/account/diagnostics.ts';
import { CallError, call, startRefetch, useChannel, useReread } from '../../bridge/index.ts';
import { format, leadForms } from '../../lib/format.ts';
import { ConfirmDialog, FailureNote, toast } from '../../ui/index.ts';
import classes from './StorageBox.module.css';

const words: Record<AccountStorage['parts'][number]['what'], string> = {
  results: 'Past results',
  journal: 'Jobs and journal',
  other: 'Other',
};

/** What this connection takes on the disk. Past results can be cleared; jobs are the memory of what was sent and stay. */
export function StorageBox({ account, isActive }: { readonly account: AccountSummary; readonly isActive: boolean }) {
  const storage = useChannel('account:storage', { accountId: account.id }, { staleTime: 0, rereadOnFocus: true });
  const { data } = storage;
  if (data === undefined) return null;
  return (
    <section className={classes['box']} aria-label="Stored here">
      <h3 className={classes['title']}>
        Stored here <span className="tabular">{format.bytes(data.bytes)}</span>
      </h3>
      <dl className={classes['parts']}>
        {data.parts
          .filter(({ bytes, what }) => bytes > 0 || what === 'results')
          .map(({ what, bytes }) => (
            <div key={what}>
              <dt>{words[what]}</dt>
              <dd className="tabular">{format.bytes(bytes)}</dd>
            </div>
          ))}
      </dl>
      {isActive ? <Clear onCleared={() => startRefetch(storage.refetch)} /> : null}
    </section>
  );
}

const RESULTS = { one: '# past result', other: '# past results' };

/** Deletes all finished results of the connection in use, after it has said which. */
function Clear({ onCleared }: { readonly onCleared: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const { data } = useChannel('export:list', {});
  const reread = useReread();
  const ended = data?.exports.filter(({ state }) => state !== 'running') ?? [];
  const bytes = ended.reduce((sum, { storedBytes }) => sum + storedBytes, 0);

  async function clear(): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    let failed: CallError | null = null;
    try {
      for (const { id } of ended)
        try {
          await call('export:delete', { exportId: id });
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          // One that is gone already counts as deleted.
          if (error.details.code !== 'notFound') failed ??= error;
        }
      await reread('export:list');
      setFailure(failed);
      if (failed !== null) return;
      setIsAsking(false);
      toast(`Deleted ${format.count(ended.length, RESULTS)}.`, 'Jobs and the journal are unchanged.');
    } finally {
      setIsBusy(false);
      onCleared();
    }
  }

  if (ended.length === 0) return null;
  return (
    <>
      <button type="button" className="linkButton above6" onClick={() => setIsAsking(true)}>
        Clear past results…
      </button>
      <ConfirmDialog
        opened={isAsking}
        title={`Delete ${format.count(ended.length, RESULTS)}?`}
        confirmLabel={`Delete ${format.number(ended.length)}`}
        danger
        busy={isBusy}
        onConfirm={() => {
          clear().catch((error: unknown) => window.reportError(error));
        }}
        onClose={() => {
          setIsAsking(false);
          setFailure(null);
        }}
      >
        <p>
          {format.bytes(bytes)} go from this computer and do not come back. The leads stay in the service. Jobs, saved
          queries and files that were saved are not touched.
        </p>
        <ul className={classes['list']}>
          {ended.slice(0, 5).map(({ id, name, rows }) => (
            <li key={id}>
              {name}, {format.count(rows, leadForms)}
            </li>
          ))}
          {ended.length > 5 ? <li>and {format.number(ended.length - 5)} more</li> : null}
        </ul>
        <FailureNote failure={failure} />
      </ConfirmDialog>
    </>
  );
}
