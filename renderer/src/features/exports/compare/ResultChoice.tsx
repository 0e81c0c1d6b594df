import { Select } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { format } from '../../../lib/format.ts';
import { isSameQuery } from '../../../../../shared/domain/service/queries/same-query.ts';
import { useNow } from '../../../lib/use-now.ts';
import { IconButton, StatusWord } from '../../../ui/index.ts';
import { isComparable, isWhole, resultNames, resultOf } from './compare-model.ts';
import { knownAt } from '../view/known-at.ts';
import classes from './Compare.module.css';
import { capitalized } from '../../../../../shared/domain/words/format.ts';

interface ResultChoiceProps {
  readonly results: readonly ExportSummary[];
  readonly before: ExportSummary | undefined;
  readonly now: ExportSummary | undefined;
  readonly comparison: Comparison | null;
  readonly onChoose: (before: string, now: string) => void;
}

/** Which two results are compared, and whether the parts add up to them. */
export function ResultChoice({ results, before, now, comparison, onChoose }: ResultChoiceProps) {
  const options = (other: ExportSummary | undefined) =>
    [...results]
      .sort((one, two) => knownAt(two) - knownAt(one))
      .map((result) => ({
        value: result.id,
        label: `${format.dayAndMonth(knownAt(result))} ${format.time(knownAt(result))}, ${format.number(result.rows)}`,
        name: result.name,
        disabled: !isComparable(result) || result.id === other?.id,
      }));
  return (
    <div className={classes['choice']}>
      <Select
        label="Before"
        w={214}
        data={options(now)}
        renderOption={WithName}
        value={before?.id ?? null}
        onChange={(id) => id !== null && onChoose(id, now?.id ?? '')}
      />
      <IconButton
        label="Swap before and now"
        icon={IconArrowsLeftRight}
        size={32}
        disabled={before === undefined || now === undefined}
        onClick={() => before !== undefined && now !== undefined && onChoose(now.id, before.id)}
      />
      <Select
        label="Now"
        w={214}
        data={options(before)}
        renderOption={WithName}
        value={now?.id ?? null}
        onChange={(id) => id !== null && onChoose(before?.id ?? '', id)}
      />
      {comparison !== null && before !== undefined && now !== undefined && (
        <Sum comparison={comparison} before={before} now={now} />
      )}
    </div>
  );
}

/** In the list a result also has its name: two can be of the same minute. */
function WithName({ option }: { readonly option: { readonly label: string; readonly name?: string } }) {
  return (
    <span className={classes['option']}>
      <span className="tabular">{option.label}</span>
      <span dir="auto">{option.name}</span>
    </span>
  );
}

interface SumProps {
  readonly comparison: Comparison;
  readonly before: ExportSummary;
  readonly now: ExportSummary;
}

/** Claims only what is known of both results. */
function Sum({ comparison: { rows }, before, now }: SumProps) {
  const at = useNow(60_000);
  const names = resultNames(knownAt(before), knownAt(now), at);
  const zoneWords = `, times in ${format.zoneName(now.startedAt)}`;
  return (
    <div className={classes['sum']}>
      {isWhole(before) && isWhole(now) ? (
        <StatusWord status="ok">
          adds up to {format.number(rows.before)} and {format.number(rows.now)}
        </StatusWord>
      ) : (
        <StatusWord status="warning">{partialWords(before, now, names)}</StatusWord>
      )}
      <span>Matched by lead id{zoneWords}</span>
      {!isSameQuery(before.query, now.query) && (
        <span title={`Before: ${before.request}\nNow: ${now.request}`}>
          Two different queries: new and gone may come from that
        </span>
      )}
    </div>
  );
}

function partialWords(before: ExportSummary, now: ExportSummary, names: { before: string; now: string }): string {
  if (!isWhole(before) && !isWhole(now)) return 'Both results are partial: new and gone cannot be known';
  const [name, part] = isWhole(before) ? [names.now, 'gone'] : [names.before, 'new'];
  const whose = resultOf(name);
  return `${capitalized(whose)} is partial: ${part} cannot be known`;
}
