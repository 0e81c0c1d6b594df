import { useEffect, useRef, useState } from 'react';
import { exportEnd } from '../../../../../shared/contract/exports/answered.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { format } from '../../../lib/format.ts';
import { splitSentences } from '../../../lib/sentences.ts';
import { LiveRegion, StatusWord } from '../../../ui/index.ts';
import classes from './Result.module.css';

interface ResultStatusProps {
  readonly summary: ExportSummary;
  /** Leads that match the search; null: no search. */
  readonly found: number | null;
  readonly selected: number;
  readonly shownCount: number;
  readonly zone: string | undefined;
}

/** Under the leads: how many are shown and chosen, and how the export ended. */
export function ResultStatus({ summary, found, selected, shownCount, zone }: ResultStatusProps) {
  return (
    <div className={`${classes['status'] ?? ''} tabular`}>
      <span>
        <strong>{format.number(found ?? summary.rows)}</strong> of {format.number(summary.rows)} shown
      </span>
      {selected > 0 && <span>{format.number(selected)} chosen</span>}
      <span>
        {format.count(summary.columns.length, { one: '# column', other: '# columns' })}
        {shownCount < summary.columns.length ? `, ${format.number(shownCount)} shown` : ''}
      </span>
      <span className={classes['end']} title={summary.reason}>
        <EndWords summary={summary} zone={zone} />
      </span>
    </div>
  );
}

function EndWords({ summary, zone }: { readonly summary: ExportSummary; readonly zone: string | undefined }) {
  const at = summary.endedAt === null ? '' : format.time(summary.endedAt, zone);
  switch (summary.state) {
    case 'running':
      return (
        <StatusWord status="info" size="small">
          Not complete yet
        </StatusWord>
      );
    case 'complete':
      return <CompleteWords summary={summary} at={at} />;
    case 'cancelled':
      return (
        <StatusWord status="skipped" size="small">
          Cancelled at {at}, leads are missing
        </StatusWord>
      );
    case 'partial':
      return (
        <StatusWord status="error" size="small">
          Partial: {splitSentences(summary.reason).first}
        </StatusWord>
      );
  }
}

/** All leads that the service sent are here; it may have sent others than were asked for. */
function CompleteWords({ summary, at }: { readonly summary: ExportSummary; readonly at: string }) {
  switch (exportEnd(summary)) {
    case 'moreThanAsked':
      return (
        <StatusWord status="warning" size="small">
          All arrived {at}, not what you asked
        </StatusWord>
      );
    case 'filtered':
      return (
        <StatusWord status="info" size="small">
          All arrived {at}, only what you asked is shown
        </StatusWord>
      );
    default:
      return (
        <StatusWord status="ok" size="small">
          Complete at {at}
        </StatusWord>
      );
  }
}

/** Announces to screen readers how an export ended. */
export function EndAnnouncer({ summary }: { readonly summary: ExportSummary }) {
  const wasRunning = useRef(false);
  const [text, setText] = useState('');
  const { state, rows } = summary;
  useEffect(() => {
    if (state === 'running') {
      wasRunning.current = true;
      setText('Leads are arriving.');
    } else if (wasRunning.current) {
      wasRunning.current = false;
      setText(
        `${state === 'complete' ? 'Complete' : state === 'partial' ? 'Partial' : 'Cancelled'}: ${format.count(rows, { one: '# lead', other: '# leads' })}.`,
      );
    }
  }, [state, rows]);
  return <LiveRegion text={text} />;
}
