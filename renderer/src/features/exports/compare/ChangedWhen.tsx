import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { FailureNote, Skeleton } from '../../../ui/index.ts';
import { Histogram } from '../profile/Histogram.tsx';
import classes from './Compare.module.css';
import { filtersOf, type NamedField } from './compare-model.ts';

/** When the leads in which a field changed were changed last, as the later result says. */
export function ChangedWhen({ comparison, field }: { readonly comparison: Comparison; readonly field: NamedField }) {
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
  return (
    <section className={classes['section']} aria-label="Changed when">
      <div className={classes['sectionHead']}>
        <h3>Changed when</h3>
        <span className="tabular">{format.number(field.changed ?? 0)}</span>
      </div>
      <FailureNote failure={error} />
      {data === undefined && error === null && <Skeleton lines={2} />}
      {data?.histogram.length === 0 && <p className={classes['hint']}>The leads do not say when.</p>}
      {data !== undefined && data.histogram.length > 0 && <Histogram parts={data.histogram} kind="date" />}
    </section>
  );
}
