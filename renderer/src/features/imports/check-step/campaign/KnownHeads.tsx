// Why: decisions 0270, 0388 and 0521.
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CheckReason } from '../../../../../../shared/contract/check/check.ts';
import { computersWords } from '../../../../../../shared/domain/team/team-words.ts';
import { format } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { IN_QUEUE, sendable, SENT_BEFORE, SENT_BY_TEAM } from '../../checking/check-sum.ts';
import { Headline, HeadSentence } from '../Headline.tsx';
import { useCheckStep } from '../model/check-step-context.ts';
import classes from './Campaign.module.css';

interface SendChoiceProps {
  readonly reasonId: typeof SENT_BEFORE | typeof IN_QUEUE | typeof SENT_BY_TEAM;
  readonly title: string;
  /** Whose rows they are, for people who hear the page. */
  readonly label: string;
  readonly rows: number;
  readonly leftOut: number;
  readonly send: 'Send again' | 'Send anyway';
}

/** One decision for all rows that another import has, which can be undone. Rows that were chosen one by one: none. */
function SendChoice({ reasonId, title, label, rows, leftOut, send }: SendChoiceProps) {
  const { summary, corrections } = useCheckStep();
  const more = sendable(summary, reasonId);
  return (
    <SegmentedControl
      aria-label={label}
      data={[
        { value: 'leaveOut', label: `Leave out ${format.number(rows)}` },
        {
          value: 'send',
          label: `${send} ${format.number(rows - leftOut + more)}`,
          disabled: rows - leftOut + more === 0,
        },
      ]}
      value={leftOut === rows ? 'leaveOut' : more === 0 ? 'send' : ''}
      onChange={(next) => {
        if (next === 'send') corrections.takeBack(reasonId);
        else corrections.leaveReasonOut(reasonId, title, null);
      }}
    />
  );
}

const OF_SENT_BEFORE = {
  reasonId: SENT_BEFORE,
  label: 'What becomes of rows that were sent before',
  send: 'Send again',
} as const;

export function SentBeforeChoice() {
  const { rows = 0, leftOut = 0 } = useCheckStep().summary.sentBefore ?? {};
  return <SendChoice {...OF_SENT_BEFORE} title="Sent before" rows={rows} leftOut={leftOut} />;
}

interface HeadProps {
  readonly reason: CheckReason;
}

interface KnownHeadProps extends HeadProps, Omit<SendChoiceProps, 'title'> {
  /** Stands behind the title of the reason. */
  readonly alike?: string;
  /** Stands behind the sentence of the reason: who has the rows. */
  readonly where: ReactNode;
  /** What it means that all are left out. */
  readonly kept: string;
  /** The rows that are sent, in a sentence, and what that means. */
  readonly sent: { readonly one: string; readonly other: string };
  readonly then: string;
}

/** Rows that another import has: they are left out until a person sends them all the same. */
function KnownHead({ reason, alike = '', where, kept, sent, then, ...choice }: KnownHeadProps) {
  const { rows, leftOut } = choice;
  const isAllOut = leftOut === rows;
  return (
    <div className={classes['head']}>
      <Headline title={`${reason.title}${alike}`} rows={rows} />
      <HeadSentence>
        {reason.sentence} {where}
      </HeadSentence>
      <div className={classes['choice']}>
        <SendChoice title={reason.title} {...choice} />
        <p className={classes['effect']} role="status">
          <strong>
            {isAllOut
              ? `${format.count(rows, { one: '# row is', other: '# rows are' })} left out.`
              : format.count(rows - leftOut, sent)}
          </strong>{' '}
          {isAllOut ? kept : then}
        </p>
      </div>
    </div>
  );
}

export function SentBeforeHead({ reason }: HeadProps) {
  const { sentBefore } = useCheckStep().summary;
  const now = useNow(60_000);
  if (sentBefore === null) return null;
  const { rows, leftOut, jobs } = sentBefore;
  const [latest] = jobs;
  const others = rows - (latest?.rows ?? 0);
  const more = others > 0 ? `, ${format.number(others)} with other imports` : '';
  return (
    <KnownHead
      {...OF_SENT_BEFORE}
      reason={reason}
      rows={rows}
      leftOut={leftOut}
      where={
        latest !== undefined &&
        `${format.number(latest.rows)} with “${latest.name}”, ${format.ago(latest.at, now)}${more}.`
      }
      kept={`${rows === 1 ? 'It is' : 'They are'} not sent again.`}
      sent={{
        one: '# row is sent again and becomes a second lead.',
        other: '# rows are sent again and become second leads.',
      }}
      then={
        leftOut === 0
          ? 'The same people may be called twice.'
          : `${format.number(leftOut)} left out: rows were chosen one by one.`
      }
    />
  );
}

export function QueuedHead({ reason }: HeadProps) {
  const { inQueue } = useCheckStep().summary;
  if (inQueue === null) return null;
  const { rows, leftOut, files } = inQueue;
  const named = files.map((file) => `${format.number(file.rows)} in ${file.name}`).join(', ');
  return (
    <KnownHead
      reason={reason}
      reasonId={IN_QUEUE}
      label="What becomes of rows that an earlier file has"
      send="Send anyway"
      rows={rows}
      leftOut={leftOut}
      where={`${named}. The panel of a row names its line there.`}
      kept={`The earlier file sends ${rows === 1 ? 'it' : 'them'}.`}
      sent={{
        one: '# row is sent anyway and becomes a second lead.',
        other: '# rows are sent anyway and become second leads.',
      }}
      then="Rows that are the same in every field are still sent once."
    />
  );
}

export function SentByTeamHead({ reason }: HeadProps) {
  const { team } = useCheckStep().summary;
  if (team === null) return null;
  const { rows, leftOut, computers, isByPhone } = team;
  return (
    <KnownHead
      reason={reason}
      reasonId={SENT_BY_TEAM}
      label="What becomes of rows that colleagues have sent"
      send="Send anyway"
      alike={`, the same ${isByPhone === true ? 'phone' : 'lead'}`}
      rows={rows}
      leftOut={leftOut}
      where={<Computers computers={computers} />}
      kept={`This computer does not send ${rows === 1 ? 'it' : 'them'}.`}
      sent={{
        one: '# row is sent anyway, unless a colleague is sending it now.',
        other: '# rows are sent anyway, unless a colleague is sending them now.',
      }}
      then="The same people may be called twice."
    />
  );
}

/** Rows that share a phone or an e-mail address with a colleague's lead: a person decides. */
export function TeamContactHead({ reason }: HeadProps) {
  const { summary, corrections } = useCheckStep();
  const { team } = summary;
  if (team === null) return null;
  return (
    <div className={classes['head']}>
      <Headline title={reason.title} rows={team.contactRows} />
      <HeadSentence>
        {reason.sentence} <Computers computers={team.contactComputers} />
      </HeadSentence>
      <div className={classes['choice']}>
        <button
          type="button"
          className={classes['lineButton']}
          onClick={() => corrections.leaveReasonOut(reason.id, reason.title, null)}
        >
          Leave out {format.count(team.contactRows, { one: 'this row', other: 'all # rows' })}
        </button>
        <p className={classes['effect']}>They are sent as they are, unless you leave them out.</p>
      </div>
    </div>
  );
}

function Computers({ computers }: { readonly computers: Parameters<typeof computersWords>[0] }) {
  const now = useNow(60_000);
  return computersWords(computers, (at) => format.ago(at, now));
}
