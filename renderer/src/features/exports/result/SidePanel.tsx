import { LeadDetails } from '../details/LeadDetails.tsx';
import { ColumnPanel } from '../profile/ColumnPanel.tsx';
import { withFilter } from '../view/filters.ts';
import { type PageView, withLooks } from '../view/page-view.ts';
import type { SidePanelState } from '../explore/use-side-panel.ts';
import type { ResultParts } from './ResultBar.tsx';

interface SidePanelProps {
  readonly panel: SidePanelState;
  readonly result: Pick<ResultParts, 'summary' | 'view' | 'args' | 'columns'>;
  readonly onChange: (change: (view: PageView) => PageView) => void;
}

/** Beside the grid: the values of a column, or all of one lead. */
export function SidePanel({ panel, result, onChange }: SidePanelProps) {
  const { shown } = panel;
  const { summary, view, args, columns } = result;
  if (shown === null) return null;
  if (shown.kind === 'lead')
    return <LeadDetails key={shown.row.number} row={shown.row} columns={columns} onClose={panel.close} />;
  const column = columns.find(({ index }) => index === shown.column);
  if (column === undefined) return null;
  return (
    <ColumnPanel
      result={{ summary, args }}
      column={column}
      columns={columns}
      view={view}
      takesFocus={panel.isKept !== true}
      onColumn={panel.openColumn}
      onFilter={(index, filter) =>
        onChange((former) => ({ ...former, filters: withFilter(former.filters, index, filter) }))
      }
      onSort={(sort) => onChange((former) => ({ ...former, sort }))}
      onLook={(look) => onChange((former) => withLooks(former, columns, [column.path], look))}
      onClose={panel.close}
    />
  );
}
