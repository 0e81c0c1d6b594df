import type { ReactNode } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { repeatedWords } from '../../../../../shared/domain/service/leads/repeated-leads.ts';
import { BROKEN_TEXT, cutWords } from '../../../../../shared/domain/service/answers/deep-json.ts';
import { hasMoreThanAsked } from './answer-words.ts';
import { IgnoredNote } from './IgnoredNote.tsx';
import classes from './Notes.module.css';
import { StoppedNote } from './StoppedNote.tsx';
import { wayWords } from './way-words.ts';

interface ResultNotesProps {
  readonly summary: ExportSummary;
  /** Titles of the columns with values that were cut. */
  readonly cutColumns: readonly string[];
  /** Asks the service again with the query of the result, in requests of this number of days; null: in one. */
  readonly onFetch: (windowDays: number | null) => void;
  /** Notes that come first. */
  readonly children?: ReactNode;
}

/** Notes that a person must read before trusting a result. */
export function ResultNotes({ summary, cutColumns, onFetch, children }: ResultNotesProps) {
  const cut = cutWords(cutColumns);
  const repeated = repeatedWords(summary);
  const way = wayWords(summary);
  return (
    <div className={classes['notes']}>
      {children}
      {summary.state === 'partial' && <StoppedNote summary={summary} onFetch={onFetch} />}
      {hasMoreThanAsked(summary) && <IgnoredNote summary={summary} />}
      {way === '' ? null : <p className="quiet">{way}</p>}
      {repeated === '' ? null : <p className="quiet">{repeated}</p>}
      {summary.hasBrokenText && <p className="quiet">{BROKEN_TEXT}</p>}
      {cut === '' ? null : <p className="quiet">{cut}</p>}
    </div>
  );
}
