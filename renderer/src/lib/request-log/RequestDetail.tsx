import type { RequestLogEntry } from '../../../../shared/contract/quota/quota.ts';
import { useChannel } from '../../bridge/index.ts';
import { FailureNote } from '../../ui/index.ts';
import { format } from '../format.ts';
import { answerWords } from './log-model.ts';
import classes from './RequestDetail.module.css';

/** One request: headers without secrets, and the words of a refusal. */
export function RequestDetail({ entry }: { readonly entry: RequestLogEntry }) {
  const { data, error } = useChannel('account:logEntry', { entryId: entry.id }, { staleTime: Infinity });
  const detail = data?.detail ?? null;
  return (
    <div className="flexColumn gap14">
      <p>
        {answerWords(entry)} at {format.timeWithSeconds(entry.at)}, {format.duration(entry.milliseconds)},{' '}
        {format.number(entry.units)} {entry.units === 1 ? 'unit' : 'units'}, lane {entry.lane}.
      </p>
      <FailureNote failure={error} />
      {data === undefined ? null : detail === null ? (
        <p className="quiet">No headers are kept: no answer came, or the request is too old.</p>
      ) : (
        <>
          <Headers title="Sent headers" headers={detail.sent} />
          <Headers title="Answered headers" headers={detail.answered} />
          {detail.body === null ? (
            <p className="quiet">
              No body is kept: Lead Console keeps the words of refusals only, at most 4 KB, without secrets, until it
              closes.
            </p>
          ) : (
            <section aria-label="What the service said">
              <h3>What the service said</h3>
              <pre className={classes['body']} tabIndex={0}>
                {detail.body === '' ? '(nothing)' : detail.body}
              </pre>
            </section>
          )}
        </>
      )}
    </div>
  );
}

interface HeadersProps {
  readonly title: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

function Headers({ title, headers }: HeadersProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className={classes['headers']}>
        {headers.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
