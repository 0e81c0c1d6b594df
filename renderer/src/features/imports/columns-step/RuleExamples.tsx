import type { FieldRule } from '../../../../../shared/contract/imports/mapping.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { FailureNote } from '../../../ui/index.ts';
import { useColumnsStep } from './columns-step-context.ts';
import classes from './RuleDialog.module.css';

/** What becomes of the first rows under a rule as it stands, also before it is a part of the mapping. */
export function RuleExamples({ rule }: { readonly rule: FieldRule }) {
  const { draft } = useColumnsStep();
  const isReady = rule.source.kind === 'columns' && rule.source.columns.length > 0;
  // Its name changes nothing about its values, and may not be typed yet.
  const asked = { ...rule, field: rule.field.trim() === '' ? 'field' : rule.field };
  const { data, error } = useChannel(
    'import:ruleExamples',
    { draftId: draft.id, rule: asked },
    { keepPrevious: true, enabled: isReady },
  );
  if (!isReady) return null;
  return (
    <section aria-label="First rows">
      <h3>First rows</h3>
      <FailureNote failure={error} />
      {data !== undefined && (
        <dl className={classes['examples']}>
          {data.rows.map(({ line, inFile, value }) => (
            <div key={line}>
              <dt title={inFile}>
                <span className="tabular">line {format.number(line)}</span> <bdi>{inFile}</bdi>
              </dt>
              <dd title={value}>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {data?.rows.length === 0 && (
        <p className={classes['hint']}>The first {format.number(1000)} rows have no value here.</p>
      )}
    </section>
  );
}
