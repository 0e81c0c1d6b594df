import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ColumnFilter, CountedValue } from '../../../../../shared/contract/exports/views.ts';
import { columnWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import { format } from '../../../lib/format.ts';
import { helpForValue } from '../../../lib/help.ts';
import { Skeleton, TextButton } from '../../../ui/index.ts';
import { withValue } from '../view/filters.ts';
import type { ViewColumn } from '../view/page-view.ts';
import type { ViewArgs } from '../view/view-args.ts';
import { Facet } from './Facet.tsx';
import { NegatedNote } from './NegatedNote.tsx';
import { useValues } from './use-values.ts';
import classes from './ColumnPanel.module.css';

/** Values that are shown at first, and how many more at each press. */
const FIRST = 6;
const MORE = 100;
/** From this number of values on there is a search. */
const SEARCHED = 12;

interface ValueListProps {
  readonly args: ViewArgs;
  /** Changes when the rows change. */
  readonly edition: string;
  readonly column: ViewColumn;
  readonly filter: ColumnFilter | undefined;
  readonly onFilter: (filter: ColumnFilter | null) => void;
}

/** The values of a column, most frequent first; a tick filters. Values that are ticked always stand on top. */
export function ValueList({ args, edition, column, filter, onFilter }: ValueListProps) {
  const [limit, setLimit] = useState(FIRST);
  const [search, setSearch] = useState('');
  const [find] = useDebouncedValue(search.trim(), 200);
  const values = useValues(args, column.index, { find, limit, edition });
  if (values === null) return <Skeleton lines={FIRST} label="The values are being counted" />;
  if (values.trouble !== '') return <p className={classes['trouble']}>{values.trouble}</p>;
  const ticked = filter?.kind === 'values' ? filter : null;
  const isTicked = (value: string) => ticked?.values.includes(value) === true;
  const most = Math.max(1, values.empty, ...[...values.chosen, ...values.values].map(({ rows }) => rows));
  const facet = (counted: CountedValue) => (
    <Facet
      key={counted.value}
      help={helpForValue(column.path, counted.value)}
      label={`${columnWords(column.path, counted.value)}${counted.whole ? '' : '…'}`}
      rows={counted.rows}
      share={counted.rows / most}
      checked={isTicked(counted.value)}
      isDisabled={!counted.whole}
      onChange={() => onFilter(withValue(filter, column.index, counted.value))}
    />
  );
  const rest = values.valuesTotal - values.values.length;
  const chosen = new Set(values.chosen.map(({ value }) => value));
  return (
    <section className={classes['section']} aria-label="Values">
      <h4 className={classes['sectionHead']}>
        Values <span>{ticked === null ? 'click to filter' : <ClearButton onClick={() => onFilter(null)} />}</span>
      </h4>
      <NegatedNote filter={filter} of={['values']} onFilter={onFilter} />
      {(values.valuesTotal > SEARCHED || search !== '') && (
        <TextInput
          size="xs"
          aria-label="Search the values"
          placeholder="Search the values"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          maxLength={200}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={classes['facets']}>
        {values.chosen.map(facet)}
        {values.values.filter(({ value }) => !chosen.has(value)).map(facet)}
        {values.empty > 0 && find === '' && (
          <Facet
            label="empty"
            isQuiet
            rows={values.empty}
            share={values.empty / most}
            checked={ticked?.empty === true}
            onChange={() => onFilter(withValue(filter, column.index, null))}
          />
        )}
      </div>
      {values.valuesTotal === 0 && find !== '' && <p className="aside">No value contains “{find}”.</p>}
      {rest > 0 && (
        <TextButton onClick={() => setLimit(limit + MORE)}>
          {format.number(Math.min(rest, MORE))} more{rest > MORE ? ` of ${format.number(rest)}` : ''}
        </TextButton>
      )}
    </section>
  );
}

function ClearButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <button type="button" className={classes['clear']} onClick={onClick}>
      Clear
    </button>
  );
}
