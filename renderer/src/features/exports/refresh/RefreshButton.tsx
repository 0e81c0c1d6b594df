import { Button, Popover } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountSummary } from '../../../../../shared/contract/account/account.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { exportPath } from '../../../../../shared/domain/service/queries/export-request.ts';
import { leftBehindWords, sinceQuery } from '../../../../../shared/domain/service/queries/since-query.ts';
import { useActiveAccount, useChannelMutation } from '../../../bridge/index.ts';
import { FailureNote, LiveRegion, SecondaryButton } from '../../../ui/index.ts';
import { momentWords } from '../view/moment-words.ts';
import { announcement } from './refresh-words.ts';
import classes from './Refresh.module.css';

interface RefreshButtonProps {
  /** Null: no result is open. */
  readonly result: ExportSummary | null;
}

/** Asks the service for what changed since in a result; says first what would be asked, or why it cannot. */
export function RefreshButton({ result }: RefreshButtonProps) {
  const [opened, setOpened] = useState(false);
  const refresh = useChannelMutation('export:refresh');
  const account = useActiveAccount() ?? null;
  if (result === null || result.state === 'running') return null;
  // It ended before the first lead: nothing is here that could have changed since.
  if (result.rows === 0 && result.state !== 'complete') return null;
  const isRunning = result.refresh?.state === 'running';
  const trouble = account?.signedIn === false ? 'This asks the service: sign in first.' : result.cannotRefresh;

  function start(exportId: string): void {
    refresh.mutate({ exportId }, { onSuccess: () => setOpened(false) });
  }

  return (
    <>
      <LiveRegion text={result.refresh === null ? '' : announcement(result.refresh)} />
      <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus width={380}>
        <Popover.Target>
          <SecondaryButton icon={IconRefresh} disabled={isRunning} onClick={() => setOpened(!opened)}>
            Fetch what changed since
          </SecondaryButton>
        </Popover.Target>
        <Popover.Dropdown aria-label="Fetch what changed since" className={classes['ask'] ?? ''}>
          {trouble === '' ? (
            <>
              <Question result={result} account={account} />
              <FailureNote failure={refresh.error} />
              <Button data-autofocus disabled={refresh.isPending} onClick={() => start(result.id)}>
                Fetch what changed
              </Button>
            </>
          ) : (
            <p tabIndex={-1} data-autofocus>
              {trouble}
            </p>
          )}
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

interface QuestionProps {
  readonly result: ExportSummary;
  readonly account: AccountSummary | null;
}

function Question({ result: { pointReached, query }, account }: QuestionProps) {
  const leftBehind = pointReached === null ? '' : leftBehindWords(query);
  return (
    <>
      <p>
        {pointReached === null
          ? 'Asks the service for the leads that changed since this result was fetched.'
          : `The latest change in this result is from ${momentWords(pointReached)}. Asks the service for what changed since then.`}{' '}
        Changed leads replace the old ones.
      </p>
      {pointReached !== null && account !== null && (
        <code className="mono breaks" dir="ltr">
          GET {exportPath(sinceQuery(query, pointReached), account.dialect)}
        </code>
      )}
      <p className="quiet">
        It begins a little earlier, so that nothing is missed. The result changes only when everything has arrived.
        Leads that were deleted in the service stay in it.
      </p>
      {leftBehind !== '' && <p>{leftBehind}</p>}
    </>
  );
}
