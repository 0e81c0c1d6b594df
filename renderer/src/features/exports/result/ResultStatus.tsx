import { type ReactNode, useEffect, useRef, useState } from 'react';
import { exportEnd } from '../../../../../shared/contract/exports/answered.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { splitSentences } from '../../../lib/sentences.ts';
import { useNow } from '../../../lib/use-now.ts';
import { AsOf, LiveRegion, StatusWord } from '../../../ui/index.ts';
import { projectsWords, uncheckedWords } from '../notes/answer-words.ts';
import { emptyHidden, foldedPaths, type ViewColumn } from '../view/page-view.ts';
import type { Choice } from '../explore/use-choice.ts';
import type { Search } from '../explore/use-search.ts';
import { ChosenWords } from '../explore/ChosenWords.tsx';
import explore from '../explore/Explore.module.css';
import classes from './Result.module.css';

interface ResultStatusProps {
  readonly summary: ExportSummary;
  /** Rows of the view; null while they are counted. */
  readonly shown: number | null;
  readonly choice: Choice;
  readonly search: Search;
  /** What the chosen leads have in one column. */
  readonly facts: ReactNode;
  readonly columns: readonly ViewColumn[];
  /** Shows the columns that few leads have a value in. */
  readonly onUnfold: () => void;
}

/** Under the leads: how many are shown and chosen, and how the export ended. */
export function ResultStatus({ summary, shown, choice, search, facts, columns, onUnfold }: ResultStatusProps) {
  const { counted } = search;
  const folded = foldedPaths(columns).length;
  return (
    <div className={`${explore['status'] ?? ''} tabular`}>
      <span>
        <strong>{shown === null ? '…' : format.number(shown)}</strong> of {format.number(summary.rows)} shown
      </span>
      <ChosenWords choice={choice} />
      {facts}
      {counted !== null && (
        <span>
          {format.count(counted.hits, { one: '# hit', other: '# hits' })} in {format.count(counted.rows, leadForms)}
          {search.isWhole ? '' : ' so far'}
        </span>
      )}
      <span className={explore['columns']}>{columnWords(columns, summary.rows)}</span>
      {folded > 0 && (
        <button type="button" className={classes['unfold']} onClick={onUnfold}>
          Show {format.count(folded, { one: '# column', other: '# columns' })} under 10 %
        </button>
      )}
      <span className={explore['end']} title={summary.reason}>
        <EndWords summary={summary} />
      </span>
    </div>
  );
}

/** "34 columns, 10 shown, 4 empty ones hidden". */
function columnWords(columns: readonly ViewColumn[], rows: number): string {
  const shown = columns.filter((column) => column.isShown).length;
  const empty = emptyHidden(columns, rows);
  return [
    format.count(columns.length, { one: '# column', other: '# columns' }),
    ...(shown < columns.length ? [`${format.number(shown)} shown`] : []),
    ...(empty > 0 ? [format.count(empty, { one: '# empty hidden', other: '# empty hidden' })] : []),
  ].join(', ');
}

function EndWords({ summary }: { readonly summary: ExportSummary }) {
  const at = endWords(summary, useNow(60_000));
  switch (summary.state) {
    case 'running':
      return (
        <StatusWord status="info">
          Not complete yet
          <AsOf before=", " />
        </StatusWord>
      );
    case 'complete':
      return <CompleteWords summary={summary} at={at} />;
    case 'cancelled':
      return <StatusWord status="skipped">Cancelled {at}, leads are missing</StatusWord>;
    case 'partial':
      return (
        <StatusWord status="error">
          {summary.rows === 0 ? 'Failed' : 'Partial'}: {splitSentences(summary.reason).first}
        </StatusWord>
      );
  }
}

/** "at 14:05", "on 17 Nov 2026 at 14:05": when it ended, or a refresh of it did. */
function endWords({ endedAt, refreshedAt }: ExportSummary, now: number): string {
  const at = refreshedAt ?? endedAt;
  if (at === null) return '';
  const day = format.daysAhead(at, now) === 0 ? '' : `on ${format.date(at)} `;
  return `${day}at ${format.time(at)}`;
}

/** All leads that the service sent are here; it may have sent others than were asked for. */
function CompleteWords({ summary, at }: { readonly summary: ExportSummary; readonly at: string }) {
  switch (exportEnd(summary)) {
    case 'moreThanAsked':
      return <StatusWord status="warning">All arrived {at}, not what you asked</StatusWord>;
    case 'filtered':
      return <StatusWord status="info">All arrived {at}, only what you asked is shown</StatusWord>;
    default: {
      const unchecked = uncheckedWords(summary);
      return (
        <StatusWord status={unchecked === '' ? 'ok' : 'info'}>
          {summary.refreshedAt === null ? 'Complete' : 'Up to date'} {at}
          {unchecked !== '' && (
            <span title={projectsWords(summary) || undefined}>, {unchecked} could not be checked</span>
          )}
        </StatusWord>
      );
    }
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
      setText(`${spokenEnd(state, rows)}: ${format.count(rows, leadForms)}.`);
    }
  }, [state, rows]);
  return <LiveRegion text={text} />;
}

function spokenEnd(state: ExportSummary['state'], rows: number): string {
  if (state === 'partial') return rows === 0 ? 'Failed' : 'Partial';
  return state === 'complete' ? 'Complete' : 'Cancelled';
}
