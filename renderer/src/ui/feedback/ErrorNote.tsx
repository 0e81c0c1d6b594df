import { useId, useState, type ReactNode } from 'react';
import { assertNever, type AppError } from '../../../../shared/contract/errors.ts';
import { format } from '../../lib/format.ts';
import { splitSentences } from '../../lib/sentences.ts';
import { CopyButton } from './CopyButton.tsx';
import { Note } from './Note.tsx';
import { SmallButton } from '../layout/Buttons.tsx';
import classes from './Note.module.css';

export interface ErrorNoteProps {
  /** What happened, one sentence. */
  readonly title: string;
  /** What it means and what to do. */
  readonly children?: ReactNode;
  /** For support; folded away. Empty: nothing to unfold. */
  readonly details?: string;
  readonly actions?: ReactNode;
  /** Buttons below the text, for more than one way to go on. */
  readonly choices?: ReactNode;
}

/** Something went wrong: title, meaning, what to do, details behind a fold with Copy. */
export function ErrorNote({ title, children, details = '', actions, choices }: ErrorNoteProps) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  return (
    <Note tone="error" title={title} role="alert" actions={actions}>
      <div className={classes['words']}>{children}</div>
      {(details !== '' || choices !== undefined) && (
        <div className="buttonRow above8">
          {choices}
          {details !== '' && (
            <div className={classes['detailsActions']}>
              <SmallButton aria-expanded={isOpen} aria-controls={detailsId} onClick={() => setIsOpen(!isOpen)}>
                Details
              </SmallButton>
              <CopyButton text={`${title}\n${details}`} label="Copy details" />
            </div>
          )}
        </div>
      )}
      {details !== '' && (
        <div id={detailsId}>{isOpen ? <pre className={classes['detailsText']}>{details}</pre> : null}</div>
      )}
    </Note>
  );
}

/** Facts about an error for support, one a line; never a secret. */
export function errorDetails(error: AppError): string {
  switch (error.code) {
    case 'auth':
    case 'forbidden':
    case 'cancelled':
    case 'notFound':
      return '';
    case 'rateLimited':
      return `Service: ${error.service}\nPeriod: ${error.period}\nAvailable again: ${format.date(error.retryAt)} ${format.timeWithSeconds(error.retryAt)}`;
    case 'rejected':
      return [`Status: ${error.status}`, error.detail ?? ''].filter((line) => line !== '').join('\n');
    case 'network':
      return [`Reached the service: ${error.sent}`, error.detail ?? ''].filter((line) => line !== '').join('\n');
    case 'validation':
      return error.issues.map((issue) => `${issue.path === '' ? 'Request' : issue.path}: ${issue.message}`).join('\n');
    case 'file':
      return error.reason;
    case 'internal':
      return error.logId === '' ? '' : `Log entry: ${error.logId}`;
    default:
      return assertNever(error);
  }
}

/** Anything that carries an `AppError`, as the bridge throws it. */
interface Failure {
  readonly details: AppError;
}

export interface FailureNoteProps {
  /** Null: nothing failed. */
  readonly failure: Failure | null;
  /** What could not be done, as a sentence; left out: the message's own first sentence. */
  readonly title?: string;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
  /** The room around the note. */
  readonly className?: string | undefined;
}

/** An `ErrorNote` for a failed call; one that was cancelled, or did not fail, shows nothing. */
export function FailureNote({ failure, title, onRetry, retryLabel = 'Try again', className }: FailureNoteProps) {
  if (failure === null || failure.details.code === 'cancelled') return null;
  const { details } = failure;
  const { first, rest } = splitSentences(details.message);
  const note = (
    <ErrorNote
      title={title ?? first}
      details={errorDetails(details)}
      actions={onRetry === undefined ? undefined : <SmallButton onClick={onRetry}>{retryLabel}</SmallButton>}
    >
      {title === undefined ? rest : details.message}
    </ErrorNote>
  );
  return className === undefined ? note : <div className={className}>{note}</div>;
}
