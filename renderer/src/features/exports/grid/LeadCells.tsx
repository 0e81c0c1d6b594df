import {
  IconBan,
  IconCircleCheck,
  IconClockOff,
  IconEyeOff,
  IconHelpCircle,
  IconRefresh,
  IconSparkles,
  IconTrash,
  IconUser,
  IconUserStar,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ICellRendererParams } from 'ag-grid-community';
import { leadClosure, leadStatus } from '../../../../../shared/domain/service/lead-status.ts';
import type { LeadRow } from './lead-rows.ts';
import classes from './LeadCells.module.css';

const ICONS: Readonly<Record<string, TablerIcon>> = {
  New: IconSparkles,
  RedialAutomatic: IconRefresh,
  RedialManualCommon: IconUsers,
  RedialManualPrivate: IconUser,
  VIPRedial: IconUserStar,
  Unresolved: IconHelpCircle,
  UserProcessed: IconCircleCheck,
  Depleted: IconEyeOff,
  Abandoned: IconClockOff,
  Failed: IconBan,
  Expired: IconClockOff,
  Removed: IconTrash,
  Anonymized: IconEyeOff,
  DoNotCall: IconBan,
  GlobalDoNotCall: IconBan,
};

/** A status that the specification does not know is shown as it came. */
export function StatusCell({ value }: ICellRendererParams<LeadRow, string>) {
  const status = leadStatus(value);
  if (status === null) return value ?? '';
  const Icon = ICONS[status.name];
  return (
    <span className={classes['leadStatus']} title={status.meaning}>
      {Icon !== undefined && <Icon size={15} stroke={1.75} aria-hidden />}
      {status.label}
    </span>
  );
}

export function ClosureCell({ value }: ICellRendererParams<LeadRow, string>) {
  const closure = leadClosure(value);
  if (closure === null) return value ?? '';
  return (
    <span className={classes['closure']} data-closure={closure.name} title={closure.meaning}>
      {closure.label}
    </span>
  );
}
