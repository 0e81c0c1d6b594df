// Why: decision 0521.
import type { CheckReason } from '../../../../../../shared/contract/check/check.ts';
import { computersWords } from '../../../../../../shared/domain/team/team-words.ts';
import { useActiveAccount } from '../../../../bridge/index.ts';
import { format } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { SENT_BY_TEAM } from '../../checking/check-sum.ts';
import { Headline, HeadSentence } from '../Headline.tsx';
import { useCheckStep } from '../model/check-step-context.ts';
import classes from './Campaign.module.css';
import { SendChoice } from './SendChoice.tsx';

interface TeamHeadProps {
  readonly reason: CheckReason;
}

/** Rows whose leads colleagues have: they are left out until a person sends them anyway. */
export function SentByTeamHead({ reason }: TeamHeadProps) {
  const { team } = useCheckStep().summary;
  if (team === null) return null;
  const { rows, leftOut, computers, isByPhone } = team;
  return (
    <div className={classes['head']}>
      <Headline title={`${reason.title}, the same ${isByPhone === true ? 'phone' : 'lead'}`} rows={rows} />
      <HeadSentence>
        {reason.sentence} <Computers computers={computers} />
      </HeadSentence>
      <div className={classes['choice']}>
        <SendChoice
          reasonId={SENT_BY_TEAM}
          title={reason.title}
          label="What becomes of rows that colleagues have sent"
          rows={rows}
          leftOut={leftOut}
          send="Send anyway"
        />
        <p className={classes['effect']} role="status">
          <Effect rows={rows} leftOut={leftOut} />
        </p>
      </div>
    </div>
  );
}

/** Rows that share a phone or an e-mail address with a colleague's lead: a person decides. */
export function TeamContactHead({ reason }: TeamHeadProps) {
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
  const zone = useActiveAccount()?.dialect.timeZone;
  return computersWords(computers, (at) => format.ago(at, now, zone));
}

function Effect({ rows, leftOut }: { readonly rows: number; readonly leftOut: number }) {
  const anyway = rows - leftOut;
  if (anyway === 0)
    return (
      <>
        <strong>{format.count(rows, { one: '# row is', other: '# rows are' })} left out.</strong> This computer does not
        send {rows === 1 ? 'it' : 'them'}.
      </>
    );
  return (
    <>
      <strong>
        {format.count(anyway, {
          one: '# row is sent anyway, unless a colleague is sending it now.',
          other: '# rows are sent anyway, unless a colleague is sending them now.',
        })}
      </strong>{' '}
      The same people may be called twice.
    </>
  );
}
