import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { JobRow, JobRowVerdict, JobSummary, UnknownDecision } from '../../../../../shared/contract/jobs/jobs.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { CallError, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { Card, FailureNote, KeyCap, Skeleton, SmallButton, startWork, StatusTitle, toast } from '../../../ui/index.ts';
import { rowTitle } from '../../../lib/row-title.ts';
import { useNow } from '../../../lib/use-now.ts';
import { ANSWER_WORDS, type Answers } from './AnsweredRows.tsx';
import classes from '../parts/JobPage.module.css';
import { UnknownLook, useVerdicts, VerdictLine } from './UnknownLook.tsx';

const ANSWERS: readonly {
  readonly key: string;
  readonly decision: keyof typeof ANSWER_WORDS;
  readonly meaning: string;
}[] = [
  { key: '1', decision: 'exists', meaning: 'Counts as created. Nothing is sent.' },
  {
    key: '2',
    decision: 'sendOnce',
    meaning: 'Sends the row once more. If the first one did arrive, the lead exists twice.',
  },
  { key: '3', decision: 'leave', meaning: 'Counts as left out. Nothing is sent.' },
];

/** Rows that are listed at once. Each is a question to a person; more would only be scrolled. */
const SHOWN = 100;

/** Rows that were sent and had no readable answer. Only a person decides about them. */
export function UnknownTray({ job, answers }: { readonly job: JobSummary; readonly answers: Answers }) {
  const list = useRef<HTMLUListElement>(null);
  const { data, failure, isBusy, answer, readAgain } = useUnknownRows(job.id, list, answers);
  const verdicts = useVerdicts(job.id);
  const rows = data?.rows ?? [];
  const now = useNow(MINUTE);

  function onKeyDown(event: KeyboardEvent<HTMLLIElement>, row: JobRow): void {
    const chosen = ANSWERS.find((known) => known.key === event.key);
    // The next row takes the focus: a key that is held down must not answer it, too.
    if (event.repeat && (chosen !== undefined || event.key === 'Enter')) return event.preventDefault();
    if (chosen === undefined || event.ctrlKey || event.altKey || event.metaKey || isBusy) return;
    event.preventDefault();
    answer(row, chosen.decision);
  }

  return (
    <Card
      tone="unknown"
      className={classes['tray']}
      title={
        <StatusTitle status="unknown">
          {job.counts.unknown === 1
            ? 'Did this row arrive?'
            : `Did these ${format.number(job.counts.unknown)} rows arrive?`}
        </StatusTitle>
      }
      flush
    >
      <p className={classes['trayHead']}>
        {job.counts.unknown === 1
          ? 'It was sent, but no readable answer came back. It is not sent again unless you say so.'
          : 'They were sent, but no readable answer came back. They are not sent again unless you say so.'}{' '}
        Keys: <KeyCap>1</KeyCap> <KeyCap>2</KeyCap> <KeyCap>3</KeyCap>
      </p>
      <UnknownLook job={job} sums={verdicts.sums} onApplied={readAgain} />
      {data !== undefined && data.total > rows.length && (
        <p className={classes['trayText']}>
          {format.number(rows.length)} of {format.number(data.total)} unknown rows are shown. The next ones appear when
          you answer these.
        </p>
      )}
      <FailureNote failure={failure} />
      {data === undefined && failure === null && <Skeleton lines={4} label="Unknown rows are loading" />}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul ref={list} role="list" className={classes['unknownList']} aria-label="Unknown rows">
        {rows.map((row) => (
          <UnknownRow
            key={row.row}
            row={row}
            verdict={verdicts.byRow.get(row.row)}
            now={now}
            busy={isBusy}
            onKeyDown={(event) => onKeyDown(event, row)}
            onAnswer={(decision) => answer(row, decision)}
          />
        ))}
      </ul>
    </Card>
  );
}

/** The first unknown rows of a job, and a person's answers to them. The next row takes the focus of the answered one. */
function useUnknownRows(jobId: string, list: RefObject<HTMLUListElement | null>, answers: Answers) {
  const { data, error, refetch } = useChannel(
    'job:rows',
    { jobId, state: 'unknown', offset: 0, limit: SHOWN },
    { keepPrevious: true, staleTime: 0 },
  );
  const decide = useChannelMutation('job:decide');
  const answered = useRef<{ readonly row: number; readonly place: number } | null>(null);
  useEffect(() => {
    const last = answered.current;
    if (last === null || data === undefined || data.rows.some((row) => row.row === last.row)) return;
    answered.current = null;
    const items = list.current?.querySelectorAll('[data-row]') ?? [];
    items[Math.min(last.place, items.length - 1)]?.querySelector('button')?.focus();
  }, [data, list]);

  async function save(row: JobRow, decision: UnknownDecision): Promise<void> {
    answered.current = { row: row.row, place: data?.rows.indexOf(row) ?? 0 };
    await decide.mutateAsync({ jobId, rows: [row.row], decision, attempts: row.attempts });
    const chosen = ANSWERS.find((known) => known.decision === decision);
    toast(
      `Line ${format.number(row.line)}: ${chosen === undefined ? '' : ANSWER_WORDS[chosen.decision]}`,
      chosen?.meaning,
      {
        action: { label: 'Undo', onClick: () => startWork(() => answers.takeBack(row)) },
      },
    );
    await refetch();
  }

  return {
    data,
    failure: error ?? decide.error,
    isBusy: decide.isPending,
    readAgain: () => startWork(() => refetch()),
    answer: (row: JobRow, decision: UnknownDecision): void => {
      save(row, decision).catch((error: unknown) => {
        if (!(error instanceof CallError)) return window.reportError(error);
        // The note above the rows shows a failure of the call; another program may have sent the row since.
        startWork(() => refetch());
      });
    },
  };
}

interface UnknownRowProps {
  readonly row: JobRow;
  /** The finding of a look. */
  readonly verdict: JobRowVerdict | undefined;
  readonly now: number;
  readonly busy: boolean;
  readonly onKeyDown: (event: KeyboardEvent<HTMLLIElement>) => void;
  readonly onAnswer: (decision: UnknownDecision) => void;
}

function UnknownRow({ row, verdict, now, busy, onKeyDown, onAnswer }: UnknownRowProps) {
  const { name, detail } = rowTitle(row.data);
  return (
    // Keys pressed on the answers inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className={classes['unknown']} data-row={row.row} onKeyDown={onKeyDown}>
      <div className={classes['unknownHead']}>
        <strong title={name}>{name}</strong>
        <span title={detail}>{detail}</span>
        <span className="tabular">line {format.number(row.line)}</span>
      </div>
      <dl className={classes['unknownFacts']}>
        <dt>Sent</dt>
        <dd className="tabular">
          {row.at === null
            ? 'time not known'
            : `${format.daysAhead(row.at, now) === 0 ? '' : `${format.dayAndMonth(row.at)} `}${format.timeWithSeconds(row.at)}`}
          , attempt {row.attempts}
        </dd>
        <dt>Answer</dt>
        <dd>{row.reason}</dd>
        <VerdictLine verdict={verdict} />
      </dl>
      <div className="buttonRow" role="group" aria-label={`Answer for ${name}`}>
        {ANSWERS.map(({ decision, meaning, key }) => (
          <SmallButton
            key={decision}
            // Not disabled: a disabled button loses the focus, and the keys stop working.
            aria-disabled={busy}
            title={`${meaning} Key ${key}.`}
            onClick={() => !busy && onAnswer(decision)}
          >
            {ANSWER_WORDS[decision]}
          </SmallButton>
        ))}
      </div>
    </li>
  );
}
