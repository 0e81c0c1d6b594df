import type { ColDef } from 'ag-grid-community';
import type { CheckReason, CheckRow } from '../../../../../../shared/contract/check/check.ts';
import { computerOf } from '../../../../../../shared/domain/team/team-words.ts';
import { format } from '../../../../lib/format.ts';
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

/** Who sent the lead of a row and when, and what became of it as far as that computer said. */
export const TEAM_COLUMNS: readonly ColDef<CheckRow>[] = [
  {
    colId: 'sentBy',
    headerName: 'Sent by',
    initialWidth: 232,
    valueGetter: ({ data }) => {
      const lead = data?.colleague ?? null;
      return lead === null ? '' : `${senderWords(lead.name)}, ${format.moment(lead.at, Date.now())}`;
    },
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
