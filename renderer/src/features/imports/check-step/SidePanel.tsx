import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type {
  CheckReason,
  CheckSettings,
  CheckSummary,
  RepairParameters,
} from '../../../../../shared/contract/check/check.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { GroupsPanel } from './GroupsPanel.tsx';
import { OverviewPanel } from './OverviewPanel.tsx';
import { RowPanel } from './RowPanel.tsx';
import { RulesPanel } from './RulesPanel.tsx';
import classes from './SidePanel.module.css';
import { ValuesPanel } from './ValuesPanel.tsx';

interface SidePanelProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly summary: CheckSummary;
  readonly reason: CheckReason | null;
  /** The row with the focus; null: none yet. */
  readonly row: number | null;
  readonly parameters: RepairParameters | undefined;
  readonly keep: 'first' | 'last';
  readonly onReplace: (from: string, to: string) => Promise<void>;
  readonly onShowRow: (row: number) => void;
  readonly onLeaveRowOut: (row: number, isOut: boolean) => void;
  readonly onRestore: (row: number, column: number, value: string) => void;
  readonly onChooseReason: (reasonId: string) => void;
  /** Leaves out every row that was sent before. */
  readonly onLeaveSentOut: () => void;
  readonly onTakeBack: (reasonId: string) => void;
  readonly onShowLeftOut: () => void;
  /** The rules as they were set last. */
  readonly settings: CheckSettings;
  readonly onSettings: (settings: CheckSettings) => void;
}

type Tab = 'values' | 'groups' | 'overview' | 'row' | 'rules';

const WORDS: Readonly<Record<Tab, string>> = {
  values: 'Values',
  groups: 'Groups',
  overview: 'Overview',
  row: 'Row',
  rules: 'Rules',
};

/** Beside the table: the values or groups of the reason, the chosen row, where all rows stand, and the rules. */
export function SidePanel(props: SidePanelProps) {
  const { draft, mapping, summary, reason, row } = props;
  const [wanted, setWanted] = useState<Tab | null>(null);
  const hasGroups = reason !== null && summary.duplicates.some((entry) => entry.reasonId === reason.id);
  const own: Tab[] = hasGroups ? ['groups'] : reason !== null && reason.field !== null ? ['values'] : [];
  const tabs: Tab[] = [...own, 'overview', 'row', 'rules'];
  const first = tabs[0] ?? 'overview';
  const tab = wanted !== null && tabs.includes(wanted) ? wanted : first;
  return (
    <>
      <div className={classes['choices']}>
        <SegmentedControl
          fullWidth
          aria-label="Details of"
          data={tabs.map((value) => ({ value, label: WORDS[value] }))}
          value={tab}
          onChange={(value) => {
            const chosen = tabs.find((known) => known === value) ?? first;
            // What belongs to the reason comes back with the next reason.
            setWanted(chosen === first ? null : chosen);
          }}
        />
      </div>
      <div className={classes['body']}>
        {tab === 'values' && reason !== null && (
          <ValuesPanel
            key={reason.id}
            draftId={draft.id}
            reason={reason}
            parameters={props.parameters}
            onReplace={props.onReplace}
          />
        )}
        {tab === 'groups' && reason !== null && (
          <GroupsPanel draftId={draft.id} reason={reason} keep={props.keep} onShowRow={props.onShowRow} />
        )}
        {tab === 'overview' && (
          <OverviewPanel
            summary={summary}
            onChooseReason={props.onChooseReason}
            onLeaveSentOut={props.onLeaveSentOut}
            onTakeBack={props.onTakeBack}
            onShowLeftOut={props.onShowLeftOut}
          />
        )}
        {tab === 'row' && (
          <RowPanel
            draftId={draft.id}
            row={row}
            columns={draft.reading.columns}
            summary={summary}
            onLeaveOut={props.onLeaveRowOut}
            onRestore={props.onRestore}
            onChooseReason={props.onChooseReason}
          />
        )}
        {tab === 'rules' && (
          <RulesPanel
            draftId={draft.id}
            country={summary.country}
            settings={props.settings}
            fields={mapping.filter((rule) => rule.source.kind === 'columns').map((rule) => rule.field)}
            onChange={props.onSettings}
          />
        )}
      </div>
    </>
  );
}
