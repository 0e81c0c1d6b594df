// Why: decision 0388.
import type { CheckReason, CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import { format } from '../../../../lib/format.ts';
import { IN_QUEUE } from '../../checking/check-sum.ts';
import { Headline, HeadSentence } from '../Headline.tsx';
import { useCheckStep } from '../model/check-step-context.ts';
import classes from './Campaign.module.css';
import { SendChoice } from './SendChoice.tsx';

/** Rows that an earlier file of the queue sends: they are left out until a person sends them anyway. */
export function QueuedHead({ reason }: { readonly reason: CheckReason }) {
  const { inQueue } = useCheckStep().summary;
  if (inQueue === null) return null;
  const { rows, leftOut } = inQueue;
  return (
    <div className={classes['head']}>
      <Headline title={reason.title} rows={rows} />
      <HeadSentence>
        {reason.sentence} {filesWords(inQueue)} The panel of a row names its line there.
      </HeadSentence>
      <div className={classes['choice']}>
        <SendChoice
          reasonId={IN_QUEUE}
          title={reason.title}
          label="What becomes of rows that an earlier file has"
          rows={rows}
          leftOut={leftOut}
          send="Send anyway"
        />
        <p className={classes['effect']} role="status">
          {effectWords(inQueue)}
        </p>
      </div>
    </div>
  );
}

type InQueue = NonNullable<CheckSummary['inQueue']>;

function filesWords({ files }: InQueue): string {
  return `${files.map(({ name, rows }) => `${format.number(rows)} in ${name}`).join(', ')}.`;
}

function effectWords({ rows, leftOut }: InQueue) {
  const anyway = rows - leftOut;
  if (anyway === 0)
    return (
      <>
        <strong>{format.count(rows, { one: '# row is', other: '# rows are' })} left out.</strong> The earlier file sends{' '}
        {rows === 1 ? 'it' : 'them'}.
      </>
    );
  return (
    <>
      <strong>
        {format.count(anyway, {
          one: '# row is sent anyway and becomes a second lead.',
          other: '# rows are sent anyway and become second leads.',
        })}
      </strong>{' '}
      Rows that are the same in every field are still sent once.
    </>
  );
}
