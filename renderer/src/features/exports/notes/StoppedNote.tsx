import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { format } from '../../../lib/format.ts';
import { splitSentences } from '../../../lib/sentences.ts';
import { ErrorNote } from '../../../ui/index.ts';

interface StoppedNoteProps {
  readonly summary: ExportSummary;
  readonly zone: string | undefined;
  readonly onFetchAgain: () => void;
}

/** The export broke off: what is missing, and what to do. */
export function StoppedNote({ summary, zone, onFetchAgain }: StoppedNoteProps) {
  const [isKept, setIsKept] = useState(false);
  if (isKept) return null;
  return (
    <ErrorNote
      title={stoppedTitle(summary.rows, format.number)}
      details={stopDetails(summary, zone)}
      actions={
        <>
          <Button size="xs" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onFetchAgain}>
            Fetch again
          </Button>
          <Button size="xs" variant="default" onClick={() => setIsKept(true)}>
            Keep as partial
          </Button>
        </>
      }
    >
      {/* The rest of the reason says in the core's words what stands here in the page's. */}
      {splitSentences(summary.reason).first}{' '}
      {summary.rows > 0 && 'What arrived is kept and marked as partial, but leads are missing. '}
      Fetching again starts from the beginning and uses 1 request.
    </ErrorNote>
  );
}

function stoppedTitle(rows: number, inWords: (value: number) => string): string {
  if (rows === 0) return 'The export stopped before the first lead.';
  return rows === 1 ? 'The export stopped after 1 lead.' : `The export stopped after ${inWords(rows)} leads.`;
}

function stopDetails(summary: ExportSummary, zone: string | undefined): string {
  return [
    `Request: ${summary.request}`,
    `Received: ${format.bytes(summary.bytes)}, ${format.number(summary.rows)} leads`,
    `Ended: ${summary.endedAt === null ? '' : `${format.date(summary.endedAt, zone)} ${format.timeWithSeconds(summary.endedAt, zone)}`}`,
    `Reason: ${summary.reason}`,
  ].join('\n');
}
