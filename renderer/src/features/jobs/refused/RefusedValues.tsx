import { Select, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { JobDetail } from '../../../../../shared/contract/jobs/jobs.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { Changes, FailureNote, Skeleton, SmallButton, startWork } from '../../../ui/index.ts';
import refusedClasses from './RefusedRows.module.css';
import type { RefusedChanges } from './use-refused-changes.ts';

/** Values that are listed at once; the rarer ones follow when these are repaired. */
const SHOWN = 50;

interface RefusedValuesProps {
  readonly detail: JobDetail;
  readonly reason: string | null;
  readonly judged: number;
  readonly changes: RefusedChanges;
}

/** Different values of one column in the refused rows; one correction serves every row with that value. */
export function RefusedValues({ detail, reason, judged, changes }: RefusedValuesProps) {
  const [column, setColumn] = useState(judged);
  const { data, error } = useChannel(
    'job:refusedValues',
    { jobId: detail.summary.id, column, offset: 0, limit: SHOWN, ...(reason === null ? {} : { reason }) },
    { staleTime: 0 },
  );
  const options = detail.filled.map((entry) => ({
    value: String(entry.column),
    label: detail.columns[entry.column] ?? `Column ${entry.column + 1}`,
  }));
  return (
    <div className={refusedClasses['values']}>
      <div className={refusedClasses['pick']}>
        <Select
          aria-label="Column to repair"
          size="xs"
          w={180}
          data={options}
          value={String(column)}
          onChange={(next) => next !== null && setColumn(Number(next))}
        />
        {data !== undefined && (
          <span className="tabular">
            {format.count(data.total, { one: '# different value', other: '# different values' })}, the most frequent
            first{data.total > SHOWN ? `; ${format.number(SHOWN)} are shown` : ''}. A correction changes every row with
            the value.
          </span>
        )}
      </div>
      <FailureNote failure={error} />
      {data === undefined && error === null && <Skeleton lines={5} label="The values are being counted" />}
      <ul aria-label="Different values">
        {(data?.values ?? []).map((entry) => (
          <li key={entry.value}>
            <Changes>
              <ValueLine {...entry} onReplace={(to) => changes.replace(column, entry.value, to)} />
            </Changes>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ValueLineProps {
  readonly value: string;
  readonly rows: number;
  readonly problem: string;
  readonly onReplace: (to: string) => Promise<string | null>;
}

function ValueLine({ value, rows, problem, onReplace }: ValueLineProps) {
  const [text, setText] = useState(value);
  const name = value === '' ? 'empty' : value;
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (text !== value) startWork(() => onReplace(text));
  }
  return (
    <form className={refusedClasses['value']} onSubmit={submit}>
      <span className="truncate" title={value}>
        {value === '' ? <em>empty</em> : value}
      </span>
      <span className={`${refusedClasses['count'] ?? ''} tabular`}>{format.count(rows, rowForms)}</span>
      <TextInput
        size="xs"
        aria-label={`In place of ${name}`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SmallButton type="submit" disabled={text === value}>
        Fix {format.count(rows, rowForms)}
      </SmallButton>
      {problem !== '' && <span className={refusedClasses['problem']}>{problem}. It is not among the fixed rows.</span>}
    </form>
  );
}
