import { NativeSelect, SegmentedControl, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { KeptQuestion } from '../../../../../shared/contract/exports/kept-views.ts';
import { type Grouping, groupingSchema, type Measure } from '../../../../../shared/contract/exports/questions.ts';
import { IconButton } from '../../../ui/index.ts';
import type { ViewColumn } from '../view/page-view.ts';
import { isTimePath } from './question-model.ts';
import classes from './Questions.module.css';

type Key = KeptQuestion['groups'][number];

interface QuestionBarProps {
  readonly question: KeptQuestion;
  readonly columns: readonly ViewColumn[];
  readonly hasBars: boolean;
  readonly onChange: (question: KeptQuestion) => void;
  readonly onBars: (hasBars: boolean) => void;
  readonly onClose: () => void;
  /** Words about the answer, and the button that saves it. */
  readonly children: ReactNode;
}

/** What the leads are counted by, in one line that can be read. */
export function QuestionBar({ question, columns, hasBars, onChange, onBars, onClose, children }: QuestionBarProps) {
  const [outer, inner] = question.groups;
  const used = [...question.groups, ...(question.across === null ? [] : [question.across])].map(({ path }) => path);
  const options = columns.filter(({ filled }) => filled > 0).map(({ path, title }) => ({ value: path, label: title }));
  const free = (own: string | undefined) => options.filter(({ value }) => value === own || !used.includes(value));
  const key = { options: free, onChange };
  return (
    <div className={classes['bar']} role="group" aria-label="What is counted">
      <KeySelect
        {...key}
        label="Group by"
        chosen={outer}
        onChange={(chosen) => chosen !== null && onChange({ ...question, groups: inner ? [chosen, inner] : [chosen] })}
      />
      <KeySelect
        {...key}
        label="then by"
        chosen={inner}
        onChange={(chosen) => outer && onChange({ ...question, groups: chosen === null ? [outer] : [outer, chosen] })}
      />
      <KeySelect
        {...key}
        label="across"
        chosen={question.across ?? undefined}
        onChange={(chosen) => onChange({ ...question, across: chosen })}
      />
      <MeasureSelect
        options={options}
        measure={question.measure}
        onChange={(measure) => onChange({ ...question, measure })}
      />
      <span className={classes['end']}>
        {children}
        <SegmentedControl
          aria-label="How it is shown"
          data={[
            { value: 'table', label: 'Table' },
            { value: 'bars', label: 'Table and bars' },
          ]}
          value={hasBars ? 'bars' : 'table'}
          onChange={(value) => onBars(value === 'bars')}
        />
        <IconButton label="Close the count" icon={IconX} onClick={onClose} />
      </span>
    </div>
  );
}

interface KeySelectProps {
  readonly label: string;
  readonly chosen: Key | undefined;
  readonly options: (own: string | undefined) => { readonly value: string; readonly label: string }[];
  readonly onChange: (chosen: Key | null) => void;
}

const GROUPING_WORDS: Readonly<Record<Grouping, string>> = {
  value: 'each value',
  hour: 'by hour',
  day: 'by day',
  week: 'by week',
  month: 'by month',
};

function KeySelect({ label, chosen, options, onChange }: KeySelectProps) {
  return (
    <span className={classes['key']}>
      <span aria-hidden>{label}</span>
      <Select
        size="xs"
        w={150}
        aria-label={label}
        placeholder="nothing"
        allowDeselect
        searchable
        clearable={label !== 'Group by'}
        clearButtonProps={{ 'aria-label': `Without ${label}` }}
        data={options(chosen?.path)}
        value={chosen?.path ?? null}
        onChange={(path) => onChange(path === null ? null : { path, by: isTimePath(path) ? 'week' : 'value' })}
      />
      {chosen !== undefined && isTimePath(chosen.path) && (
        <NativeSelect
          size="xs"
          w={96}
          aria-label={`${label}, length of time`}
          data={groupingSchema.options.map((by) => ({ value: by, label: GROUPING_WORDS[by] }))}
          value={chosen.by}
          onChange={(event) => onChange({ ...chosen, by: groupingSchema.parse(event.currentTarget.value) })}
        />
      )}
    </span>
  );
}

const MEASURE_WORDS: Readonly<Record<Measure['kind'], string>> = {
  distinct: 'different',
  sum: 'sum of',
  mean: 'mean of',
};

interface MeasureSelectProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly measure: KeptQuestion['measure'];
  readonly onChange: (measure: KeptQuestion['measure']) => void;
}

/** Another figure beside the leads. */
function MeasureSelect({ options, measure, onChange }: MeasureSelectProps) {
  const path = measure?.path ?? options[0]?.value ?? '';
  return (
    <span className={classes['key']}>
      <span aria-hidden>Show</span>
      <NativeSelect
        size="xs"
        w={132}
        aria-label="Show"
        data={[
          { value: '', label: 'leads and share' },
          ...Object.entries(MEASURE_WORDS).map(([value, label]) => ({ value, label: `and ${label}…` })),
        ]}
        value={measure?.kind ?? ''}
        onChange={(event) => {
          const kind = (Object.keys(MEASURE_WORDS) as Measure['kind'][]).find(
            (one) => one === event.currentTarget.value,
          );
          onChange(kind === undefined ? null : { kind, path });
        }}
      />
      {measure !== null && (
        <Select
          size="xs"
          w={150}
          aria-label={`Column of the ${MEASURE_WORDS[measure.kind]} figure`}
          searchable
          data={[...options]}
          value={measure.path}
          onChange={(chosen) => chosen !== null && onChange({ ...measure, path: chosen })}
        />
      )}
    </span>
  );
}

/** Head of the column of the other figure. @param title of the measured column */
export function measureTitle({ kind }: Pick<Measure, 'kind'>, title: string): string {
  return kind === 'distinct' ? `Different ${title}` : kind === 'sum' ? `Sum of ${title}` : `Mean of ${title}`;
}
