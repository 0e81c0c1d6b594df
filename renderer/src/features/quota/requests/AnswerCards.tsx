import { useState } from 'react';
import type { QuotaSnapshot, ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { format } from '../../../lib/format.ts';
import { Card, CopyButton, SmallButton, TableHead } from '../../../ui/index.ts';
import classes from './AnswerCards.module.css';

/** The rate headers as they came with the last answer of each service. */
export function HeadersCard({ services }: { readonly services: readonly ServiceQuota[] }) {
  const rows = services.flatMap(({ title, lastHeaders }) => (lastHeaders === null ? [] : [{ title, lastHeaders }]));
  return (
    <Card title="Last rate headers" context="as the service sent them" flush>
      {rows.length === 0 ? (
        <p className={classes['none']}>No answer had rate headers yet.</p>
      ) : (
        <table className={classes['table']}>
          <TableHead
            names={['Service']}
            figures={['Limit', 'Remaining', 'Reset', 'At']}
            figureClass={classes['number']}
          />
          <tbody>
            {rows.map(({ title, lastHeaders }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td className={classes['number']}>{lastHeaders.limit}</td>
                <td className={classes['number']}>{lastHeaders.remaining}</td>
                <td className={classes['number']}>{lastHeaders.reset}</td>
                <td className={classes['number']}>{format.timeWithSeconds(lastHeaders.at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** The answers of limits and counts, behind a fold. */
export function RawCard({ snapshot, now }: { readonly snapshot: QuotaSnapshot; readonly now: number }) {
  const { rawLimits, rawCounts, readAt } = snapshot;
  return (
    <Card
      title="Limits and counts"
      context={readAt === null ? 'not read yet' : `as received, ${format.ago(readAt, now)}`}
    >
      {rawLimits === null && rawCounts === null ? (
        <p className="text2">Read limits and counts to see the service’s answers here. It uses 2 requests.</p>
      ) : (
        <div className="flexColumn gap8">
          <RawFold title="Limits" text={rawLimits} />
          <RawFold title="Counts" text={rawCounts} />
        </div>
      )}
    </Card>
  );
}

function RawFold({ title, text }: { readonly title: string; readonly text: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  if (text === null) return null;
  return (
    <div>
      <div className="buttonRow">
        <SmallButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? `Hide ${title.toLowerCase()}` : `Show ${title.toLowerCase()}`}
        </SmallButton>
        <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} />
      </div>
      {isOpen ? (
        // Focusable, so that the keyboard can scroll it.
        <pre className={classes['raw']} tabIndex={0} aria-label={title}>
          {pretty(text)}
        </pre>
      ) : null}
    </div>
  );
}

/** An answer that was cut is not valid JSON; it is shown as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
