// Why: decision 0270.
import type { CheckReason, CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import { format } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { SENT_BEFORE } from '../../checking/check-sum.ts';
import { Headline, HeadSentence } from '../Headline.tsx';
import { useCheckStep } from '../model/check-step-context.ts';
import classes from './Campaign.module.css';
import { SendChoice } from './SendChoice.tsx';

/** Rows that were sent before: they are left out until a person sends them again. */
export function SentBeforeHead({ reason }: { readonly reason: CheckReason }) {
  const { summary } = useCheckStep();
  const now = useNow(60_000);
  const { sentBefore } = summary;
  if (sentBefore === null) return null;
  return (
    <div className={classes['head']}>
      <Headline title={reason.title} rows={sentBefore.rows} />
      <HeadSentence>
        {reason.sentence} {sendingWords(sentBefore, now)}
      </HeadSentence>
      <div className={classes['choice']}>
        <SentBeforeChoice />
        <p className={classes['effect']} role="status">
          {effectWords(sentBefore)}
        </p>
      </div>
    </div>
  );
}

export function SentBeforeChoice() {
  const { rows = 0, leftOut = 0 } = useCheckStep().summary.sentBefore ?? {};
  return (
    <SendChoice
      reasonId={SENT_BEFORE}
      title="Sent before"
      label="What becomes of rows that were sent before"
      rows={rows}
      leftOut={leftOut}
      send="Send again"
    />
  );
}

type SentBefore = NonNullable<CheckSummary['sentBefore']>;

function effectWords({ rows, leftOut }: SentBefore) {
  const again = rows - leftOut;
  if (again === 0)
    return (
      <>
        <strong>{format.count(rows, { one: '# row is', other: '# rows are' })} left out.</strong>{' '}
        {rows === 1 ? 'It is' : 'They are'} not sent again.
      </>
    );
  return (
    <>
      <strong>
        {format.count(again, {
          one: '# row is sent again and becomes a second lead.',
          other: '# rows are sent again and become second leads.',
        })}
      </strong>{' '}
      {leftOut === 0
        ? 'The same people may be called twice.'
        : `${format.number(leftOut)} left out: rows were chosen one by one.`}
    </>
  );
}

/** With which import most of them went, and when. */
function sendingWords({ jobs, rows }: SentBefore, now: number): string {
  const [latest] = jobs;
  if (latest === undefined) return '';
  const others = rows - latest.rows;
  return `${format.number(latest.rows)} with “${latest.name}”, ${format.ago(latest.at, now)}${others > 0 ? `, ${format.number(others)} with other imports` : ''}.`;
}
