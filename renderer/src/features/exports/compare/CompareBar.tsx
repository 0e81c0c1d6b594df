import { Tooltip } from '@mantine/core';
import { IconLayoutSidebarRight, IconUserPlus } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { format } from '../../../lib/format.ts';
import { IconButton, SmallButton } from '../../../ui/index.ts';
import { ColumnChooser } from '../grid/ColumnChooser.tsx';
import explore from '../explore/Explore.module.css';
import { SearchField } from '../explore/SearchField.tsx';
import { SegmentDialog } from '../save/SegmentDialog.tsx';
import classes from './Compare.module.css';
import { doubtOf, kindFilter, type NamedField, partWords } from './compare-model.ts';
import { savableOf, SaveComparison } from './SaveComparison.tsx';
import type { useCompared } from './use-compared.ts';

interface CompareBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly comparison: Comparison;
  readonly results: { readonly before: ExportSummary; readonly now: ExportSummary };
  readonly state: ReturnType<typeof useCompared>;
}

/** How many leads are shown, and what can be done with them. */
export function CompareBar({ field, comparison, results: { before, now }, state }: CompareBarProps) {
  const { compared, fields, page, change, columns, args, choice, total, search, panel } = state;
  const [isSegmentOpen, setIsSegmentOpen] = useState(false);
  const isWhole = before.state === 'complete' && now.state === 'complete';
  const savable = savableOf(comparison, { rows: total, choice, columns, isWhole, isSorted: args.sort.length > 0 });
  const changed = compared.part === 'changed' ? fields.find(({ position }) => position === compared.field) : undefined;
  const which = choice.chosen > 0 ? 'chosen' : 'filtered';
  return (
    <div className={explore['bar']}>
      <h2 className={`${classes['count'] ?? ''} tabular`}>
        <strong data-count="compared">{total === null ? '…' : format.number(total)}</strong>{' '}
        {changed === undefined
          ? partWords(compared.part, doubtOf({ before, now }))
          : `with another ${inSentence(changed)}`}
      </h2>
      <div className={explore['tools']}>
        <SearchField
          ref={field}
          find={page.find}
          search={search}
          onlyHits={page.onlyHits}
          onFind={(find) => change((former) => ({ ...former, find, onlyHits: find !== '' && former.onlyHits }))}
          onOnlyHits={(onlyHits) => change((former) => ({ ...former, onlyHits }))}
        />
        <ColumnChooser columns={columns} emptyHidden={0} onChange={change} />
        <IconButton
          label="Values of a column"
          icon={IconLayoutSidebarRight}
          onClick={() => {
            if (panel.shown !== null) panel.close();
            state.setIsPanelOpen(!state.isPanelOpen || panel.shown !== null);
          }}
        />
        <Tooltip label="Gone leads are in the earlier result only" disabled={compared.part !== 'gone'}>
          <SmallButton
            icon={IconUserPlus}
            disabled={compared.part === 'gone' || total === 0}
            onClick={() => setIsSegmentOpen(true)}
          >
            To a segment…
          </SmallButton>
        </Tooltip>
        <SaveComparison
          comparison={comparison}
          name={now.name}
          isWhole={isWhole}
          savable={savable}
          columns={columns}
          args={args}
          selection={choice.selection}
        />
      </div>
      <SegmentDialog
        opened={isSegmentOpen}
        args={{
          ...args,
          // Nobody knows whether the service still has a lead that is in the earlier result only.
          filters: [...(which === 'chosen' ? [] : args.filters), kindFilter(comparison, ['new', 'changed', 'same'])],
          search: which === 'chosen' ? '' : args.search,
          selection: which === 'chosen' ? choice.selection : null,
        }}
        savable={savable}
        rows={which}
        columns={columns}
        hint={which === 'chosen' ? 'Gone leads among them are left out.' : ''}
        onClose={() => setIsSegmentOpen(false)}
      />
    </div>
  );
}

/** Fields of the campaign keep their own name. */
function inSentence({ path, title }: NamedField): string {
  return /^data\./i.test(path) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
