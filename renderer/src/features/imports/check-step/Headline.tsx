import type { ReactNode } from 'react';
import { format, rowForms } from '../../../lib/format.ts';
import { ReservedLines } from '../../../ui/index.ts';
import { useIsAtLeast } from '../../../ui/layout/window-width.ts';
import classes from './rows/CheckRows.module.css';

/** Above a table of rows: what they have in common, and how many there are. */
export function Headline({ title, rows }: { readonly title: string; readonly rows: number }) {
  return (
    <h2 className="title">
      {title}
      <span className={`${classes['headCount'] ?? ''} tabular`}>{format.count(rows, rowForms)}</span>
    </h2>
  );
}

/** Pixels. In a lower window the rows would have three lines: what stands above them takes less, as the styles say. */
const LOW_WINDOW = 700;

interface HeadSentenceProps {
  /** Lines that are kept free for it, so that nothing below moves. */
  readonly lines?: number;
  readonly children: ReactNode;
}

/** What the rows have in common, in sentences; in a low window one line of them, until a person unfolds it. */
export function HeadSentence({ lines = 1, children }: HeadSentenceProps) {
  const isHigh = useIsAtLeast(LOW_WINDOW, 'height');
  if (!isHigh)
    return (
      <details className={classes['folded']}>
        <summary className="text2">{children}</summary>
      </details>
    );
  return (
    <ReservedLines lines={lines} lineHeight={19}>
      <p className="text2">{children}</p>
    </ReservedLines>
  );
}
