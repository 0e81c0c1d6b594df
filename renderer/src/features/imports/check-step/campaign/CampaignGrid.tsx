import type { ColDef, GetRowIdParams, ICellRendererParams } from 'ag-grid-community';
import { type Ref, useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react';
import type {
  CampaignFound,
  CampaignOrigin,
  CampaignRow,
  SharedValue,
} from '../../../../../../shared/contract/check/campaign-rows.ts';
import { leadStatus } from '../../../../../../shared/domain/service/leads/lead-status.ts';
import { callUntil } from '../../../../bridge/index.ts';
import { format } from '../../../../lib/format.ts';
import { lineWidth } from '../../../../ui/grid/line-width.ts';
import { PagedGrid, type PagedGridHandle } from '../../../../ui/grid/PagedGrid.tsx';
import type { LoadRows } from '../../../../ui/grid/row-pages.ts';
import { equalWords, sharedWords, shownDifference } from '../model/campaign-words.ts';
import type { CheckGridHandle } from '../rows/CheckGrid.tsx';
import boxes from '../rows/row-box.module.css';
import classes from './Campaign.module.css';

interface CampaignGridProps {
  readonly ref: Ref<CheckGridHandle>;
  readonly draftId: string;
  /** The last line of the table. */
  readonly lastLine: number;
  readonly list: { readonly origin: CampaignOrigin; readonly shares: SharedValue | null };
  readonly found: Pick<CampaignFound, 'key' | 'country'>;
  /** The field whose values name a row for a person. */
  readonly naming: { readonly label: string; readonly field: string | null };
  /** Differs after every change: the shown rows are read again in place. */
  readonly revision: string;
  readonly onSend: (row: number, isSent: boolean) => void;
  /** `index`: its place in the list. */
  readonly onFocusRow: (row: number, index: number) => void;
}

const SEND = 'send';
const rowId = ({ data }: GetRowIdParams<CampaignRow>): string => String(data.row);
const columnDefaults: ColDef<CampaignRow> = { sortable: false, suppressMovable: true, resizable: true };

/** Each row beside the lead that the campaign holds. Space sends it or leaves it out. */
export function CampaignGrid(props: CampaignGridProps) {
  const { ref, draftId, lastLine, list, found, naming, revision } = props;
  const grid = useRef<PagedGridHandle<CampaignRow>>(null);
  // The grid keeps its options for its whole life; what they call must be the latest.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useImperativeHandle(
    ref,
    () => ({ goTo: (index) => grid.current?.show(index, () => 'name'), stopEditing: () => undefined }),
    [],
  );
  const { origin, shares } = list;
  const load = useCallback<LoadRows<CampaignRow>>(
    ({ offset, limit }, signal) => callUntil('check:campaignRows', { draftId, origin, shares, offset, limit }, signal),
    [draftId, origin, shares],
  );
  const { key, country } = found;
  const { label, field } = naming;
  const columns = useMemo(
    () => columnsFor(lastLine, { label, field }, { key, country }),
    [lastLine, label, field, key, country],
  );
  const context = useMemo<SendContext>(() => ({ onSend: (row, isSent) => latest.current.onSend(row, isSent) }), []);
  return (
    <PagedGrid<CampaignRow>
      ref={grid}
      label="Rows that the campaign holds"
      rows="two lines"
      load={load}
      revision={revision}
      columnDefs={columns}
      defaultColDef={columnDefaults}
      getRowId={rowId}
      context={context}
      onCellFocused={({ rowIndex, api }) => {
        const row = rowIndex === null ? undefined : api.getDisplayedRowAtIndex(rowIndex)?.data?.row;
        if (row !== undefined && rowIndex !== null) latest.current.onFocusRow(row, rowIndex);
      }}
      onCellKeyDown={({ data, event, node, api }) => {
        if (!(event instanceof KeyboardEvent) || data === undefined) return;
        const step = event.altKey ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined;
        if (step !== undefined && node.rowIndex !== null) {
          const next = node.rowIndex + step;
          if (next >= 0 && next < api.getDisplayedRowCount()) grid.current?.show(next, () => 'name');
        } else if (event.key === ' ') latest.current.onSend(data.row, data.isLeftOut);
        else return;
        event.preventDefault();
      }}
    />
  );
}

type SendContext = Pick<CampaignGridProps, 'onSend'>;
type Params = ICellRendererParams<CampaignRow, unknown, SendContext>;

function columnsFor(
  lastLine: number,
  { label, field }: CampaignGridProps['naming'],
  found: CampaignGridProps['found'],
): ColDef<CampaignRow>[] {
  return [
    {
      colId: 'line',
      headerName: 'Line',
      width: lineWidth(lastLine, 52),
      resizable: false,
      cellClass: classes['line'] ?? '',
      valueGetter: ({ data }) => (data === undefined ? '' : format.number(data.line)),
    },
    {
      colId: 'name',
      headerName: label,
      flex: 1,
      minWidth: 110,
      cellRenderer: ({ data }: Params) =>
        data && <TwoLines first={['strong', nameIn(data, field)]} second={['quiet', statusWords(data)]} />,
    },
    {
      colId: 'same',
      headerName: 'Same',
      width: 104,
      cellRenderer: ({ data }: Params) => {
        if (data === undefined) return null;
        const { what, worth } = sharedWords(data, found);
        return <TwoLines first={['plain', what]} second={[data.isGuess ? 'guess' : 'quiet', worth]} />;
      },
    },
    sideColumn('inCampaign', 'In the campaign'),
    sideColumn('inFile', 'In this file'),
    {
      colId: SEND,
      headerName: 'Send',
      width: 58,
      resizable: false,
      cellClass: classes['send'] ?? '',
      cellRenderer: SendBox,
    },
  ];
}

/** One side of the comparison: its value by which the lead was found, and below it one that differs. */
function sideColumn(side: 'inCampaign' | 'inFile', headerName: string): ColDef<CampaignRow> {
  return {
    colId: side,
    headerName,
    flex: 1.2,
    minWidth: 136,
    cellRenderer: ({ data }: Params) => {
      if (data === undefined) return null;
      const differs = shownDifference(data);
      return (
        <TwoLines
          first={['plain', side === 'inFile' ? data.found.inFile : data.found.value]}
          second={differs === null ? ['faint', equalWords(data)] : marked(side, differs[side] ?? '')}
        />
      );
    },
  };
}

function nameIn({ fields, found }: CampaignRow, name: string | null): string {
  return fields.find(({ field }) => field === name)?.inFile ?? found.inFile;
}

function statusWords({ lead: { status } }: CampaignRow): string {
  if (status === null) return '';
  return leadStatus(status)?.label ?? status;
}

type Look = 'strong' | 'plain' | 'quiet' | 'faint' | 'guess' | 'before' | 'now';

interface TwoLinesProps {
  readonly first: readonly [Look, string];
  readonly second: readonly [Look, string];
}

function TwoLines({ first, second }: TwoLinesProps) {
  return (
    <span className={classes['two']}>
      {[first, second].map(([look, text], index) => (
        <span key={index} className={classes[look]} title={text}>
          {text}
        </span>
      ))}
    </span>
  );
}

const marked = (side: 'inCampaign' | 'inFile', text: string) =>
  [side === 'inFile' ? 'now' : 'before', text === '' ? 'empty' : text] as const;

function SendBox({ data, context: { onSend } }: Params) {
  if (data === undefined) return null;
  const { row, line, isLeftOut, otherReason } = data;
  return (
    <input
      type="checkbox"
      className={boxes['box']}
      tabIndex={-1}
      aria-label={`Send line ${format.number(line)}`}
      title={otherReason === null ? undefined : `Left out: ${otherReason}`}
      checked={!isLeftOut}
      onChange={(event) => onSend(row, event.currentTarget.checked)}
    />
  );
}
