import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import type { CheckReason, CheckRow } from '../../../../../../shared/contract/check/check.ts';
import { computerOf } from '../../../../../../shared/domain/team/team-words.ts';
import { MINUTE } from '../../../../../../shared/domain/time/time.ts';
import { format } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { SENT_BY_TEAM, TEAM_CONTACT } from '../../checking/check-sum.ts';
import classes from './CheckGrid.module.css';

/** Whether the rows of a reason are, or share something with, leads of colleagues. */
export function isOfTeam(reason: Pick<CheckReason, 'kind'> | null): boolean {
  return reason?.kind === SENT_BY_TEAM || reason?.kind === TEAM_CONTACT;
}

/** "Anna’s computer". @param name as in `colleague` of a row */
export function senderWords(name: string | null): string {
  return name === null ? 'This computer, earlier' : computerOf(name);
}

function sentBy(row: CheckRow | undefined, now: number): string {
  const lead = row?.colleague ?? null;
  return lead === null ? '' : `${senderWords(lead.name)}, ${format.moment(lead.at, now)}`;
}

/** A cell keeps the words that it was drawn with, and the day of a time is left out only today. */
function SentByCell({ data }: ICellRendererParams<CheckRow>) {
  return <>{sentBy(data, useNow(MINUTE))}</>;
}

/** Who sent the lead of a row and when, and what became of it as far as that computer said. */
export const TEAM_COLUMNS: readonly ColDef<CheckRow>[] = [
  {
    colId: 'sentBy',
    headerName: 'Sent by',
    initialWidth: 232,
    valueGetter: ({ data }) => sentBy(data, Date.now()),
    cellRenderer: SentByCell,
  },
  {
    colId: 'became',
    headerName: 'Became',
    initialWidth: 112,
    valueGetter: ({ data }) => {
      const lead = data?.colleague ?? null;
      return lead === null ? '' : lead.isCreated ? 'Created' : 'Not known yet';
    },
    cellClassRules: {
      [classes['created'] ?? '']: ({ data }) => data?.colleague?.isCreated === true,
      [classes['noWord'] ?? '']: ({ data }) => data?.colleague?.isCreated === false,
    },
  },
];
