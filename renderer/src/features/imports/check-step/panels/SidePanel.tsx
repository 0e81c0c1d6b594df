import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Changes } from '../../../../ui/index.ts';
import { IN_QUEUE, SENT_BY_TEAM, TEAM_CONTACT } from '../../checking/check-sum.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import { LeadPanel } from '../campaign/LeadPanel.tsx';
import { GroupsPanel } from './GroupsPanel.tsx';
import { OverviewPanel } from './OverviewPanel.tsx';
import { RowPanel } from './RowPanel.tsx';
import { RulesPanel } from './RulesPanel.tsx';
import classes from './SidePanel.module.css';
import { ValuesPanel } from './ValuesPanel.tsx';

type Tab = 'lead' | 'values' | 'groups' | 'overview' | 'row' | 'rules';

const WORDS: Readonly<Record<Tab, string>> = {
  lead: 'Lead',
  values: 'Values',
  groups: 'Groups',
  overview: 'Overview',
  row: 'Row',
  rules: 'Rules',
};

/** Beside the table: the values or groups of the reason, the chosen row, where all rows stand, and the rules. */
export function SidePanel() {
  const { summary, view, chosen } = useCheckStep();
  const { reason } = chosen;
  const [wanted, setWanted] = useState<Tab | null>(null);
  const hasGroups = reason !== null && summary.duplicates.some((entry) => entry.reasonId === reason.id);
  const ofReason: Tab[] = hasGroups ? ['groups'] : reason !== null && reason.field !== null ? ['values'] : [];
  const own: Tab[] = view.group === null ? ofReason : ['lead'];
  // Which row of the earlier file it is, or whose lead, stands in the panel of the row.
  const isOfRow = reason !== null && [IN_QUEUE, SENT_BY_TEAM, TEAM_CONTACT].includes(reason.kind);
  const tabs: Tab[] = isOfRow ? ['row', 'overview', 'rules'] : [...own, 'overview', 'row', 'rules'];
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
            const next = tabs.find((known) => known === value) ?? first;
            // What belongs to the reason comes back with the next reason.
            setWanted(next === first ? null : next);
          }}
        />
      </div>
      <div className={classes['body']}>
        <Changes>
          {tab === 'lead' && view.group !== null && <LeadPanel origin={view.group} />}
          {tab === 'values' && reason !== null && <ValuesPanel key={reason.id} reason={reason} />}
          {tab === 'groups' && reason !== null && <GroupsPanel reason={reason} />}
          {tab === 'overview' && <OverviewPanel />}
          {tab === 'row' && <RowPanel />}
          {tab === 'rules' && <RulesPanel />}
        </Changes>
      </div>
    </>
  );
}
