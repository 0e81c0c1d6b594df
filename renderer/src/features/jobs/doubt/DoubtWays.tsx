import { Radio } from '@mantine/core';
import { format, requestForms } from '../../../lib/format.ts';
import { Card } from '../../../ui/index.ts';
import classes from './Doubt.module.css';
import { jobForms } from './doubt-words.ts';

export type Way = 'compare' | 'sent' | 'rows';

interface DoubtWaysProps {
  readonly way: Way;
  readonly onWay: (way: Way) => void;
  /** Jobs that have unknown rows of which the witness names some. */
  readonly jobs: number;
  /** All unknown rows of these jobs. */
  readonly unknown: number;
  /** The witness named any row at all. */
  readonly hasNamed: boolean;
}

/** Three ways to settle the rows that only the witness names. None of them sends a row. */
export function DoubtWays({ way, onWay, jobs, unknown, hasNamed }: DoubtWaysProps) {
  if (jobs === 0)
    return (
      <Card title="Three ways on">
        <p className="quiet">
          {hasNamed
            ? 'Every row that the witness names has its answer. Nothing is left to choose.'
            : 'The witness names no row, so there is nothing to compare, to treat as sent or to decide row by row.'}
        </p>
      </Card>
    );
  return (
    <Card title="Three ways on" context="none of them sends a row by itself" flush>
      <Radio.Group aria-label="Ways on" value={way} onChange={(chosen) => onWay(chosen as Way)}>
        {waysOf(jobs, unknown).map(({ value, title, says, price, time, isRecommended }) => (
          <Radio.Card key={value} value={value} className={classes['way'] ?? ''} aria-label={title}>
            <Radio.Indicator />
            <span>
              <strong>
                {title}
                {isRecommended && <em>Recommended</em>}
              </strong>
              <span className={classes['second']}>{says}</span>
            </span>
            <span className={classes['price']}>
              <strong>{price}</strong>
              <span className={classes['second']}>{time}</span>
            </span>
          </Radio.Card>
        ))}
      </Radio.Group>
    </Card>
  );
}

function waysOf(jobs: number, unknown: number) {
  return [
    {
      value: 'compare',
      title: 'Compare with the campaigns first',
      says: `Reads what the service holds for ${format.count(jobs, jobForms)}. The page of a job then says row by row what exists, and links it or sends it once when you say so.`,
      price: format.count(jobs, requestForms),
      time: 'lead search',
      isRecommended: true,
    },
    {
      value: 'sent',
      title: 'Treat as sent',
      says: 'The named rows are left out and never sent again by themselves. One that did not arrive stays missing until somebody sends it.',
      price: 'no request',
      time: 'at once',
      isRecommended: false,
    },
    {
      value: 'rows',
      title: 'Decide row by row',
      says: 'Opens the tray of the job: exists, send once, or leave.',
      price: format.count(unknown, { one: '# decision', other: '# decisions' }),
      time: 'undo until a row is sent',
      isRecommended: false,
    },
  ] as const satisfies readonly { readonly value: Way; readonly [word: string]: unknown }[];
}
