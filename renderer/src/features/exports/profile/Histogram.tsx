import { format } from '../../../lib/format.ts';
import { momentWords } from '../view/moment-words.ts';
import classes from './ColumnPanel.module.css';

interface HistogramProps {
  readonly parts: readonly { readonly from: string; readonly to: string; readonly rows: number }[];
  readonly kind: 'text' | 'number' | 'date';
}

/** How the values spread from the smallest to the largest. */
export function Histogram({ parts, kind }: HistogramProps) {
  const most = Math.max(1, ...parts.map(({ rows }) => rows));
  const words = (value: string) => (kind === 'date' ? momentWords(value) : value);
  const [first, last] = [parts[0]?.from ?? '', parts.at(-1)?.to ?? ''];
  const peak = parts.find(({ rows }) => rows === most);
  return (
    <div
      role="img"
      aria-label={`From ${words(first)} to ${words(last)}; most, ${format.number(most)}, from ${words(peak?.from ?? '')} to ${words(peak?.to ?? '')}.`}
    >
      <div className={classes['bars']}>
        {parts.map(({ from, to, rows }) => (
          <span
            key={from}
            title={`${words(from)} to ${words(to)}: ${format.number(rows)}`}
            style={{ height: `${rows === 0 ? 2 : Math.max(6, (rows / most) * 100)}%` }}
          />
        ))}
      </div>
      <div className={`${classes['ends'] ?? ''} tabular`}>
        <span>{words(first)}</span>
        <span>{words(last)}</span>
      </div>
    </div>
  );
}
