import { Button } from '@mantine/core';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { FailureNote, Note, SecondaryButton, SmallButton, StatusWord } from '../../../ui/index.ts';
import { askedWords, checkWords, ignoredTitle } from './answer-words.ts';
import classes from './Notes.module.css';

/** Leads came that were not asked for: how many, which filter shows it, and what the result shall hold. */
export function IgnoredNote({ summary }: { readonly summary: ExportSummary }) {
  const keep = useChannelMutation('export:keep');
  const { rows, state, answered } = summary;
  const choose = (keeps: 'all' | 'asked') => keep.mutate({ exportId: summary.id, keeps });
  if (state !== 'running' && answered.keeps === 'all') return null;
  return (
    <>
      {state !== 'running' && answered.keeps === 'asked' ? (
        <Note
          tone="info"
          title={`Only the ${format.count(answered.asked, leadForms)} you asked for are shown and saved.`}
          actions={
            <SmallButton disabled={keep.isPending} onClick={() => choose('all')}>
              Show all {format.number(rows)}
            </SmallButton>
          }
        />
      ) : (
        <Note
          tone="warning"
          role="status"
          title={ignoredTitle(summary)}
          actions={
            state !== 'running' && (
              <>
                {answered.asked > 0 && (
                  <Button disabled={keep.isPending} onClick={() => choose('asked')}>
                    Keep only what you asked ({format.number(answered.asked)})
                  </Button>
                )}
                <SecondaryButton disabled={keep.isPending} onClick={() => choose('all')}>
                  Keep all {format.number(rows)}
                </SecondaryButton>
              </>
            )
          }
        >
          {state === 'running'
            ? 'Leads are still arriving. At the end you choose what this result holds.'
            : `${askedWords(summary)} Choose what this result holds. It uses no request, and you can change it later.`}
          <Checks summary={summary} />
        </Note>
      )}
      <FailureNote failure={keep.error} />
    </>
  );
}

function Checks({ summary }: { readonly summary: ExportSummary }) {
  return (
    <ul className={`${classes['checks'] ?? ''} tabular`} aria-label="What the leads show about each filter">
      {checkWords(summary).map(({ key, status, words }) => (
        <li key={key}>
          <StatusWord status={status}>{words}</StatusWord>
        </li>
      ))}
    </ul>
  );
}
