import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { windowsOf } from '../../../../../shared/domain/service/queries/export-windows.ts';
import { formatServiceTime, wallClockAt } from '../../../../../shared/domain/service/service-time.ts';
import { causeIn } from '../../../../../shared/domain/words/partial-reason.ts';
import { format, leadForms, requestForms } from '../../../lib/format.ts';
import { ErrorNote, SmallButton } from '../../../ui/index.ts';

interface StoppedNoteProps {
  readonly summary: ExportSummary;
  /** Asks again, in requests of this number of days; null: as before. */
  readonly onFetch: (windowDays: number | null) => void;
}

/** The export broke off: what is missing, and what to do. */
export function StoppedNote({ summary, onFetch }: StoppedNoteProps) {
  const [isKept, setIsKept] = useState(false);
  if (isKept) return null;
  const days = summary.mayBeSplit ? requestsByDay(summary) : null;
  return (
    <ErrorNote
      title={stoppedTitle(summary.rows)}
      details={stopDetails(summary)}
      choices={
        <>
          <Button
            size="xs"
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => onFetch(summary.windows?.days ?? null)}
          >
            Fetch again
          </Button>
          {days !== null && <SmallButton onClick={() => onFetch(1)}>Split by day and fetch</SmallButton>}
          {summary.rows > 0 && <SmallButton onClick={() => setIsKept(true)}>Keep as partial</SmallButton>}
        </>
      }
    >
      {causeIn(summary.reason)}{' '}
      {summary.rows > 0 && 'What arrived is kept and marked as partial, but leads are missing. '}
      Fetching again starts from the beginning and uses {againWords(summary)}.
      {days !== null &&
        ` Split by day asks for each day with a request of its own, ${format.count(days, requestForms)} in all, so less is lost when one breaks off.`}
    </ErrorNote>
  );
}

/** Null: too many. */
function requestsByDay({ query, endedAt, startedAt }: ExportSummary): number | null {
  const now = formatServiceTime(wallClockAt(endedAt ?? startedAt, format.zone()));
  return windowsOf(query, 1, now)?.length ?? null;
}

function stoppedTitle(rows: number): string {
  if (rows === 0) return 'The export stopped before the first lead.';
  return `The export stopped after ${format.count(rows, leadForms)}.`;
}

function againWords({ windows }: ExportSummary): string {
  return format.count(windows?.total ?? 1, requestForms);
}

function stopDetails(summary: ExportSummary): string {
  return [
    `Request: ${summary.request}`,
    `Received: ${format.bytes(summary.bytes)}, ${format.count(summary.rows, leadForms)}${
      summary.endedAt === null ? '' : `, in ${format.duration(summary.endedAt - summary.startedAt)}`
    }`,
    `Requests sent: ${format.number(summary.requests)}`,
    `Ended: ${summary.endedAt === null ? '' : `${format.date(summary.endedAt)} ${format.timeWithSeconds(summary.endedAt)}`}`,
    `Reason: ${summary.reason}`,
  ].join('\n');
}
