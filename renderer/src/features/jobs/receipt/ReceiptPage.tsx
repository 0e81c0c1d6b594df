import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Receipt } from '../../../../../shared/contract/jobs/receipt.ts';
import { startRefetch, useChannel } from '../../../bridge/index.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { paperClasses, PaperPage } from '../../../lib/paper/index.ts';
import { StatusWord } from '../../../ui/index.ts';
import { addsUp } from '../parts/job-model.ts';
import { momentWords } from '../parts/moment-words.ts';
import { RECEIPT_PARTS, type ReceiptPart, receiptText, unknownChecked } from './receipt-model.ts';
import { ReceiptPaper } from './ReceiptPaper.tsx';
import { ResultFileButton } from '../result-file/ResultFileButton.tsx';

/** One printable page about an import: who, when, which file, what became of its rows. */
export function ReceiptPage({ jobId }: { readonly jobId: string }) {
  const { data: receipt, error, refetch } = useChannel('job:receipt', { jobId }, { staleTime: 0 });
  const [parts, setParts] = useState<ReadonlySet<ReceiptPart>>(() => new Set(RECEIPT_PARTS.map(({ part }) => part)));
  // The service may repeat a value in its reasons.
  const hasReasons = parts.has('reasons');
  return (
    <PaperPage
      title="Receipt"
      parent={{ name: receipt?.summary.name ?? 'Job', href: placeHref('jobs', jobId) }}
      failure={error}
      onRetry={() => startRefetch(refetch)}
      written={
        receipt === undefined
          ? null
          : {
              content: <ReceiptPaper receipt={receipt} parts={parts} />,
              foot: (
                <>
                  <span>Written {momentWords(receipt.readAt)} by Lead Console</span>
                  <span>No lead’s data but lead ids{hasReasons && ' and reasons'}.</span>
                </>
              ),
              text: receiptText(receipt, parts),
            }
      }
      side={{
        above: <PartsChoice parts={parts} onParts={setParts} />,
        below: receipt !== undefined && <WhatWasChecked receipt={receipt} parts={parts} />,
      }}
    />
  );
}

interface PartsChoiceProps {
  readonly parts: ReadonlySet<ReceiptPart>;
  readonly onParts: (parts: ReadonlySet<ReceiptPart>) => void;
}

function PartsChoice({ parts, onParts }: PartsChoiceProps) {
  return (
    <fieldset className={paperClasses['choices']}>
      <legend>On the page</legend>
      {RECEIPT_PARTS.map(({ part, label }) => (
        <Checkbox
          key={part}
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
  );
}

function WhatWasChecked({ receipt, parts }: { readonly receipt: Receipt; readonly parts: ReadonlySet<ReceiptPart> }) {
  const { counts } = receipt.summary;
  const hasReasons = parts.has('reasons');
  const isSum = addsUp(counts);
  return (
    <>
      <h3>What was checked</h3>
      <ul className={paperClasses['checked']}>
        <li>
          <StatusWord status={isSum ? 'ok' : 'error'}>
            {isSum ? 'The counts add up to the rows of the file.' : 'The counts do not add up to the rows of the file.'}
          </StatusWord>
        </li>
        <li>
          <StatusWord status={counts.unknown === 0 ? 'ok' : 'unknown'}>{unknownChecked(receipt, parts)}</StatusWord>
        </li>
        <li>
          <StatusWord status={counts.waiting === 0 ? 'ok' : 'waiting'}>
            {counts.waiting === 0
              ? 'No row waits.'
              : 'Rows still wait: the page says how many, and when it was written.'}
          </StatusWord>
        </li>
      </ul>
      <p className="text2">
        {hasReasons
          ? 'The page holds no lead’s data but lead ids and the reasons, which may repeat a value. Read what the service said before the page goes to a colleague or a customer.'
          : 'The page holds no lead’s data but lead ids, so it can go to a colleague or a customer.'}{' '}
        The rows themselves are in the result file.
      </p>
      <ResultFileButton job={receipt.summary} />
    </>
  );
}
