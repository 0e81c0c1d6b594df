import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconColumns3, IconColumnsOff, IconRowRemove, IconSearch } from '@tabler/icons-react';
import type { CheckFilter } from '../../../../../../shared/contract/check/check-acts.ts';
import type { CheckReason } from '../../../../../../shared/contract/check/check.ts';
import { format } from '../../../../lib/format.ts';
import { Changes, IconButton, SmallButton } from '../../../../ui/index.ts';
import classes from './CheckRows.module.css';
import { SENT_BEFORE, SENT_BY_TEAM } from '../../checking/check-sum.ts';
import { filterCount, mappedColumns, offeredFilters } from '../model/check-model.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import { CellsButton } from '../cells/CellsButton.tsx';
import { isOfTeam, senderWords } from './team-columns.tsx';
import { HistoryButtons } from './HistoryButtons.tsx';

const WORDS: Readonly<Record<CheckFilter, string>> = {
  reason: 'This reason',
  problem: 'Any problem',
  repaired: 'Repaired',
  leftOut: 'Left out',
  all: 'All rows',
};

/** Which rows the table shows, with their numbers, and for those of a reason in which order. */
export function RowsBar() {
  const { draft, mapping, summary, view, show, chosen } = useCheckStep();
  const unused = draft.reading.columns.length - mappedColumns(mapping).length;
  const filters = offeredFilters(chosen.reason);
  return (
    <div className={classes['bars']}>
      <div className={classes['bar']}>
        <SegmentedControl
          aria-label="Which rows"
          data={filters.map((value) => ({
            value,
            label: `${WORDS[value]} ${format.number(filterCount(value, summary, chosen.reason))}`,
          }))}
          value={view.filter}
          onChange={(value) =>
            show({ kind: 'filterChosen', filter: filters.find((known) => known === value) ?? 'all' })
          }
        />
        {unused > 0 && (
          <IconButton
            label={`${view.isFolded ? 'Show' : 'Hide'} ${format.count(unused, { one: '# column not sent', other: '# columns not sent' })}`}
            icon={view.isFolded ? IconColumns3 : IconColumnsOff}
            onClick={() => show({ kind: 'columnsFolded', isFolded: !view.isFolded })}
          />
        )}
        <Changes>
          <HistoryButtons />
        </Changes>
      </div>
      <div className={classes['reasonBar']}>
        <FindInput />
        <Changes>
          <CellsButton />
        </Changes>
        {chosen.reason !== null && <ReasonParts reason={chosen.reason} />}
      </div>
    </div>
  );
}

/** What is being looked for, which Ctrl+F leads to. */
export const FIND_ID = 'find-in-rows';

function FindInput() {
  const { view, show, found } = useCheckStep();
  const isLooking = view.look.find.trim() !== '';
  return (
    <TextInput
      id={FIND_ID}
      className={classes['find']}
      size="xs"
      type="search"
      maxLength={200}
      aria-label="Find in the rows"
      placeholder="Find"
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
      rightSection={isLooking && found !== null ? <span className="aside tabular">{format.number(found)}</span> : null}
      rightSectionWidth={isLooking ? 56 : 0}
      value={view.look.find}
      onChange={(event) => show({ kind: 'findTyped', find: event.currentTarget.value })}
    />
  );
}

function ReasonParts({ reason }: { readonly reason: CheckReason }) {
  const { draft, view, show, chosen } = useCheckStep();
  const { sort } = view.look;
  const sortedBy = sort === null ? null : (draft.reading.columns[sort.column]?.label ?? '');
  if (isOfTeam(reason)) return <SenderChoice reason={reason} />;
  const canOrder = reason.hasOddest && view.filter === 'reason';
  // Duplicates and rows sent before are left out from the head, where more is chosen.
  const canLeaveOut = chosen.kept === null && reason.severity !== 'note' && reason.kind !== SENT_BEFORE;
  return (
    <>
      <Select
        aria-label="Order of the rows"
        className={classes['order']}
        size="xs"
        disabled={!canOrder && sortedBy === null}
        data={[
          { value: 'oddest', label: chosen.kept === null ? 'Oddest first' : 'Side by side' },
          { value: 'file', label: 'As in the file' },
          ...(sortedBy === null ? [] : [{ value: 'column', label: `By ${sortedBy}` }]),
        ]}
        value={sortedBy !== null ? 'column' : canOrder ? view.order : 'file'}
        onChange={(value) => {
          if (value !== 'column') show({ kind: 'orderChosen', order: value === 'oddest' ? 'oddest' : 'file' });
        }}
      />
      <span className="text2 tabular">{valuesWords(reason)}</span>
      {canLeaveOut && (
        <Changes>
          <SmallButton icon={IconRowRemove} onClick={chosen.leaveOut}>
            Leave out {format.number(chosen.leavable)}
          </SmallButton>
        </Changes>
      )}
    </>
  );
}

/** Shows the rows of one computer of the team; their head has what becomes of them. */
function SenderChoice({ reason }: { readonly reason: CheckReason }) {
  const { summary, view, show } = useCheckStep();
  const { team } = summary;
  const computers = (reason.kind === SENT_BY_TEAM ? team?.computers : team?.contactComputers) ?? [];
  const { colleague } = view.look;
  const at = computers.findIndex(({ name }) => colleague !== undefined && name === colleague.name);
  if (computers.length < 2) return null;
  return (
    <Select
      aria-label="Sent by"
      className={classes['sender']}
      size="xs"
      data={[
        { value: 'all', label: `All computers ${format.number(reason.count)}` },
        ...computers.map(({ name, rows }, place) => ({
          value: String(place),
          label: `${senderWords(name)} ${format.number(rows)}`,
        })),
      ]}
      value={at === -1 ? 'all' : String(at)}
      onChange={(value) => show({ kind: 'colleagueChosen', colleague: computers[Number(value)] ?? null })}
    />
  );
}

function valuesWords({ field, distinct, count }: CheckReason): string {
  if (field === null) return '';
  if (distinct === null) return `more than ${format.number(100_000)} different values`;
  return count > 1 && distinct > 0
    ? format.count(distinct, { one: '# value in all', other: '# different values' })
    : '';
}
