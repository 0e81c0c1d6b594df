import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { JobRow, JobSummary, UnknownDecision } from '../../../../shared/contract/jobs/jobs.ts';
import { CallError, useActiveAccount, useChannel, useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { Card, FailureNote, KeyCap, Skeleton, StatusWord, toast } from '../../ui/index.ts';
import { rowTitle } from './job-model.ts';
import classes from './JobPage.module.css';

const ANSWERS: readonly {
  readonly key: string;
  readonly decision: UnknownDecision;
  readonly label: string;
  readonly meaning: string;
}[] = [
  { key: '1', decision: 'exists', label: 'Exists', meaning: 'Counts as created. Nothing is sent.' },
  {
    key: '2',
    decision: 'sendOnce',
    label: 'Not there: send once',
    meaning: 'Sends the row once more. If the first one did arrive, the lead exists twice.',
  },
  { key: '3', decision: 'leave', label: 'Leave', meaning: 'Counts as skipped. Nothing is sent.' },
];

const SHOWN = 100;

/** Rows that were sent and had no readable answer. Only a person decides about them. */
export function UnknownTray({ job }: { readonly job: JobSummary }) {
  const { data, error, refetch } = useChannel(
    'job:rows',
    { jobId: job.id, state: 'unknown', offset: 0, limit: SHOWN },
    { keepPrevious: true, staleTime: 0 },
  );
  const decide = useChannelMutation('job:decide');
  const account = useActiveAccount();
  const list = useRef<HTMLUListElement>(null);
  const rows = data?.rows ?? [];

  // The next row takes the place and the focus of the answered one.
  const answered = useRef<{ readonly row: number; readonly place: number } | null>(null);
  useEffect(() => {
    const last = answered.current;
    if (last === null || data === undefined || data.rows.some((row) => row.row === last.row)) return;
    answered.current = null;
    const items = list.current?.querySelectorAll('[data-row]') ?? [];
    items[Math.min(last.place, items.length - 1)]?.querySelector('button')?.focus();
  }, [data]);

  async function answer(row: JobRow, decision: UnknownDecision): Promise<void> {
    answered.current = { row: row.row, place: rows.indexOf(row) };
    await decide.mutateAsync({ jobId: job.id, rows: [row.row], decision });
    const chosen = ANSWERS.find((known) => known.decision === decision);
    toast(`Line ${format.number(row.line)}: ${chosen?.label ?? ''}`, chosen?.meaning);
    await refetch();
  }

  function startAnswer(row: JobRow, decision: UnknownDecision): void {
    answer(row, decision).catch((failure: unknown) => {
      // The note above the rows shows a failure of the call.
      if (!(failure instanceof CallError)) window.reportError(failure);
    });
  }

  function onKeyDown(event: KeyboardEvent<HTMLLIElement>, row: JobRow): void {
    const chosen = ANSWERS.find((known) => known.key === event.key);
    if (chosen === undefined || event.ctrlKey || event.altKey || event.metaKey || decide.isPending) return;
    event.preventDefault();
    startAnswer(row, chosen.decision);
  }

  return (
    <Card
      tone="unknown"
      className={classes['tray']}
      title={
        <StatusWord status="unknown">
          {job.counts.unknown === 1
            ? 'Did this row arrive?'
            : `Did these ${format.number(job.counts.unknown)} rows arrive?`}
        </StatusWord>
      }
      flush
    >
      <p className={classes['trayText']} style={{ paddingTop: 12 }}>
        They were sent, but no readable answer came back. They are not sent again unless you say so. Look them up in the
        dialler first. Keys: <KeyCap>1</KeyCap> <KeyCap>2</KeyCap> <KeyCap>3</KeyCap>
      </p>
      {(error ?? decide.error) !== null && <FailureNote failure={(error ?? decide.error)!} />}
      {data === undefined && error === null && <Skeleton lines={4} label="Unknown rows are loading" />}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul ref={list} role="list" className={classes['unknownList']} aria-label="Unknown rows">
        {rows.map((row) => (
          <UnknownRow
            key={row.row}
            row={row}
            zone={account?.dialect.timeZone}
            busy={decide.isPending}
            onKeyDown={(event) => onKeyDown(event, row)}
            onAnswer={(decision) => startAnswer(row, decision)}
          />
        ))}
        {job.counts.unknown > SHOWN && (
          <li className={classes['nothing']}>The others follow when these are answered.</li>
        )}
      </ul>
    </Card>
  );
}

interface UnknownRowProps {
  readonly row: JobRow;
  readonly zone: string | undefined;
  readonly busy: boolean;
  readonly onKeyDown: (event: KeyboardEvent<HTMLLIElement>) => void;
  readonly onAnswer: (decision: UnknownDecision) => void;
}

function UnknownRow({ row, zone, busy, onKeyDown, onAnswer }: UnknownRowProps) {
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
            : `${format.dayAndMonth(row.at, zone)} ${format.timeWithSeconds(row.at, zone)}`}
          , attempt {row.attempts}
        </dd>
        <dt>Answer</dt>
        <dd>{row.reason}</dd>
      </dl>
      <div className={classes['answers']} role="group" aria-label={`Answer for ${name}`}>
        {ANSWERS.map(({ decision, label, meaning, key }) => (
          <Button
            key={decision}
            size="xs"
            variant="default"
            // Not disabled: a disabled button loses the focus, and the keys stop working.
            aria-disabled={busy}
            title={`${meaning} Key ${key}.`}
            onClick={() => !busy && onAnswer(decision)}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  );
}
