import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Receipt } from '../../../../shared/contract/jobs/receipt.ts';
import { call, fittingName, startRefetch, useActiveAccount, useChannel } from '../../bridge/index.ts';
import { navigate, placeHref } from '../../lib/navigation.ts';
import { hasModifier } from '../../lib/shortcuts.ts';
import {
  CopyButton,
  FailureNote,
  Page,
  PageTrail,
  Pane,
  Panes,
  Skeleton,
  startWork,
  StatusWord,
  toast,
} from '../../ui/index.ts';
import { addsUp } from './job-model.ts';
import { type PaperSize, RECEIPT_PARTS, type ReceiptPart, receiptText } from './receipt-model.ts';
import classes from './ReceiptPage.module.css';
import { ReceiptPaper } from './ReceiptPaper.tsx';
import { ResultFileButton } from './ResultFileButton.tsx';

const PAPERS = { a4: 'A4', letter: 'Letter' } as const;

/** One printable page about an import: who, when, which file, what became of its rows. */
export function ReceiptPage({ jobId }: { readonly jobId: string }) {
  const { data: receipt, error, refetch } = useChannel('job:receipt', { jobId }, { staleTime: 0 });
  const account = useActiveAccount();
  const [parts, setParts] = useState<ReadonlySet<ReceiptPart>>(() => new Set(RECEIPT_PARTS.map(({ part }) => part)));
  const [size, setSize] = useState<PaperSize>('a4');
  const [isOnePage, setIsOnePage] = useState(true);
  const { data: host } = useChannel('host:info', {}, { staleTime: Infinity });
  const zone = account?.dialect.timeZone;
  const name = receipt?.summary.name ?? 'Job';
  const canSavePdf = host?.host === 'desktop' && receipt !== undefined;
  const savePdf = () => startWork(() => saveAsPdf(name), 'The PDF was not saved.');
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = hasModifier(event) && !event.altKey && !event.shiftKey ? event.key.toLowerCase() : '';
      if (event.key === 'Escape') navigate('jobs', jobId);
      else if (key === 'p') window.print();
      else if (key === 's' && canSavePdf) savePdf();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return (
    <Page
      title={
        <PageTrail parent={name} href={placeHref('jobs', jobId)}>
          Receipt
        </PageTrail>
      }
      windowTitle={`Receipt of ${name}`}
      context={
        receipt !== undefined && (isOnePage ? `one page, ${PAPERS[size]}` : `${PAPERS[size]}, more than one page`)
      }
      palette={false}
      layout="fill"
      actions={
        receipt === undefined ? null : (
          <>
            <CopyButton label="Copy as text" text={receiptText(receipt, zone)} />
            {canSavePdf && (
              <Button
                variant="default"
                leftSection={<IconFileTypePdf size={15} stroke={1.75} aria-hidden />}
                onClick={savePdf}
              >
                Save as PDF
              </Button>
            )}
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
        <div className={classes['sheet']} data-receipt={size}>
          <Panes>
            <Pane label="Receipt" ground="sunken">
              <ReceiptPaper receipt={receipt} parts={parts} zone={zone} size={size} onFit={setIsOnePage} />
            </Pane>
            <Pane label="On the page" width={292}>
              <ReceiptSide receipt={receipt} parts={parts} onParts={setParts} size={size} onSize={setSize} />
            </Pane>
          </Panes>
        </div>
      )}
    </Page>
  );
}

async function saveAsPdf(job: string): Promise<void> {
  const { name } = await call('host:savePdf', { suggestedName: fittingName(`${job} receipt.pdf`) });
  if (name !== null) toast(`Saved ${name}`);
}

interface ReceiptSideProps {
  readonly receipt: Receipt;
  readonly parts: ReadonlySet<ReceiptPart>;
  readonly onParts: (parts: ReadonlySet<ReceiptPart>) => void;
  readonly size: PaperSize;
  readonly onSize: (size: PaperSize) => void;
}

function ReceiptSide({ receipt, parts, onParts, size, onSize }: ReceiptSideProps) {
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
      <h3>Paper</h3>
      <SegmentedControl
        aria-label="Paper"
        data={Object.entries(PAPERS).map(([value, label]) => ({ value, label }))}
        value={size}
        onChange={(value) => onSize(value === 'letter' ? 'letter' : 'a4')}
      />
      <p className="text2">Shown at 74 %. Always white, in the dark scheme too.</p>
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
      <ResultFileButton job={receipt.summary} />
    </div>
  );
}
