import { Button, Checkbox } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { Receipt } from '../../../../shared/contract/jobs/receipt.ts';
import { startRefetch, useActiveAccount, useChannel } from '../../bridge/index.ts';
import { placeHref } from '../../lib/navigation.ts';
import { CopyButton, FailureNote, Page, PageTrail, Pane, Panes, Skeleton, StatusWord } from '../../ui/index.ts';
import { addsUp } from './job-model.ts';
import { RECEIPT_PARTS, type ReceiptPart, receiptText } from './receipt-model.ts';
import classes from './ReceiptPage.module.css';
import { ReceiptPaper } from './ReceiptPaper.tsx';

/** One printable page about an import: who, when, which file, what became of its rows. */
export function ReceiptPage({ jobId }: { readonly jobId: string }) {
  const { data: receipt, error, refetch } = useChannel('job:receipt', { jobId }, { staleTime: 0 });
  const account = useActiveAccount();
  const [parts, setParts] = useState<ReadonlySet<ReceiptPart>>(() => new Set(RECEIPT_PARTS.map(({ part }) => part)));
  const zone = account?.dialect.timeZone;
  const name = receipt?.summary.name ?? 'Job';
  return (
    <Page
      title={
        <PageTrail parent={name} href={placeHref('jobs', jobId)}>
          Receipt
        </PageTrail>
      }
      windowTitle={`Receipt of ${name}`}
      context="one page, A4"
      palette={false}
      layout="fill"
      actions={
        receipt === undefined ? null : (
          <>
            <CopyButton label="Copy as text" text={receiptText(receipt, zone)} />
            <Button leftSection={<IconPrinter size={15} stroke={1.75} aria-hidden />} onClick={() => window.print()}>
              Print
            </Button>
          </>
        )
      }
    >
      {error !== null && <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />}
      {receipt === undefined && error === null && <Skeleton lines={8} label="The receipt is being written" />}
      {receipt !== undefined && (
        <div className={classes['sheet']} data-receipt>
          <Panes>
            <Pane label="Receipt" ground="sunken">
              <ReceiptPaper receipt={receipt} parts={parts} zone={zone} />
            </Pane>
            <Pane label="On the page" width={292}>
              <ReceiptSide receipt={receipt} parts={parts} onParts={setParts} />
            </Pane>
          </Panes>
        </div>
      )}
    </Page>
  );
}

interface ReceiptSideProps {
  readonly receipt: Receipt;
  readonly parts: ReadonlySet<ReceiptPart>;
  readonly onParts: (parts: ReadonlySet<ReceiptPart>) => void;
}

function ReceiptSide({ receipt, parts, onParts }: ReceiptSideProps) {
  const { counts } = receipt.summary;
  const isSum = addsUp(counts);
  return (
    <div className={classes['side']}>
      <fieldset className={classes['choices']}>
        <legend>On the page</legend>
        {RECEIPT_PARTS.map(({ part, label }) => (
          <Checkbox
            key={part}
            size="xs"
            label={label}
            checked={parts.has(part)}
            onChange={(event) => {
              const next = new Set(parts);
              if (event.currentTarget.checked) next.add(part);
              else next.delete(part);
              onParts(next);
            }}
          />
        ))}
      </fieldset>
      <h3>What was checked</h3>
      <ul className={classes['checked']}>
        <li>
          <StatusWord status={isSum ? 'ok' : 'error'} size="small">
            {isSum ? 'The counts add up to the rows of the file.' : 'The counts do not add up to the rows of the file.'}
          </StatusWord>
        </li>
        <li>
          <StatusWord status={counts.unknown === 0 ? 'ok' : 'unknown'} size="small">
            {counts.unknown === 0 ? 'No row is unknown.' : 'Some rows are unknown: their numbers stand on the page.'}
          </StatusWord>
        </li>
        <li>
          <StatusWord status={counts.waiting === 0 ? 'ok' : 'waiting'} size="small">
            {counts.waiting === 0
              ? 'No row waits.'
              : 'Rows still wait: the page says how many, and when it was written.'}
          </StatusWord>
        </li>
      </ul>
      <p className="text2">
        The page holds no lead’s data but two ids, so it can go to a colleague or a customer. The rows themselves are in
        the result file.
      </p>
    </div>
  );
}
