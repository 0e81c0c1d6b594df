import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { FailureNote, Skeleton } from '../../../ui/index.ts';
import classes from './Compare.module.css';
import { filtersOf, type NamedField } from './compare-model.ts';

interface ChangedWhenProps {
  readonly comparison: Comparison;
  readonly field: NamedField;
}

/** When the leads in which a field changed were changed last, as the later result says. */
export function ChangedWhen({ comparison, field }: ChangedWhenProps) {
  const { data, error } = useChannel(
    'export:profile',
    {
      exportId: comparison.id,
      filters: filtersOf(comparison, { part: 'changed', field: field.position, changes: [] }),
      column: comparison.timeColumn ?? 0,
      accuracy: 'exact',
    },
    { staleTime: Infinity, enabled: comparison.timeColumn !== null },
  );
  if (comparison.timeColumn === null) return null;
  const bars = data?.histogram ?? [];
  const most = Math.max(1, ...bars.map((bar) => bar.rows));
  const [from, to] = [momentWords(bars[0]?.from), momentWords(bars.at(-1)?.to)];
  return (
    <section className={classes['section']} aria-label="Changed when">
      <div className={classes['sectionHead']}>
        <h3>Changed when</h3>
        <span className="tabular">{format.number(field.changed ?? 0)}</span>
      </div>
      {error !== null && <FailureNote failure={error} />}
      {data === undefined && error === null && <Skeleton lines={2} />}
      {data !== undefined && bars.length === 0 && <p className={classes['hint']}>The leads do not say when.</p>}
      {bars.length > 0 && (
        <>
          <div
            className={classes['bars']}
            role="img"
            aria-label={`Last changes from ${from} to ${to}, most of them from ${momentWords(peakOf(bars)?.from)} to ${momentWords(peakOf(bars)?.to)}`}
          >
            {bars.map((bar) => (
              <span
                key={bar.from}
                title={`${momentWords(bar.from)} to ${momentWords(bar.to)}: ${format.number(bar.rows)}`}
                style={{ height: `${bar.rows === 0 ? 2 : Math.max(6, (bar.rows / most) * 100)}%` }}
              />
            ))}
          </div>
          <div className={`${classes['barEnds'] ?? ''} tabular`} aria-hidden>
            <span>{from}</span>
            <span>{to}</span>
          </div>
        </>
      )}
    </section>
  );
}

interface HistogramBar {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
}

function peakOf(bars: readonly HistogramBar[]): HistogramBar | undefined {
  return [...bars].sort((one, other) => other.rows - one.rows)[0];
}

/** Times of leads have no zone: they are written as they stand. */
function momentWords(moment: string | undefined): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(moment ?? '') ?? [];
  if (day === undefined) return moment ?? '';
  const words = format.dayAndMonth(Date.parse(`${day}T00:00:00Z`), 'UTC');
  return time === undefined ? words : `${words} ${time}`;
}
