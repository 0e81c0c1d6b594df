import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconFlask2,
  IconHelpCircle,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StatusName } from '../theme/tokens.ts';
import classes from './status.module.css';

/** A status is never shown by colour alone: each has a word and an icon. */
export const statusLook: Record<StatusName, { readonly word: string; readonly icon: TablerIcon }> = {
  created: { word: 'Created', icon: IconCircleCheck },
  refused: { word: 'Refused', icon: IconCircleX },
  unknown: { word: 'Unknown', icon: IconHelpCircle },
  skipped: { word: 'Skipped', icon: IconCircleMinus },
  waiting: { word: 'Waiting', icon: IconCircleDashed },
  warning: { word: 'Warning', icon: IconAlertTriangle },
  error: { word: 'Error', icon: IconAlertOctagon },
  ok: { word: 'OK', icon: IconCheck },
  info: { word: 'Note', icon: IconInfoCircle },
  practice: { word: 'Practice', icon: IconFlask2 },
};

export interface StatusWordProps {
  readonly status: StatusName;
  /** Another word than the status's own. */
  readonly children?: ReactNode;
  /** Another icon than the status's own. */
  readonly icon?: TablerIcon;
  readonly size?: 'small' | 'body';
}

/** Icon and word in the status's colour. */
export function StatusWord({ status, children, icon, size = 'body' }: StatusWordProps) {
  const look = statusLook[status];
  const Icon = icon ?? look.icon;
  return (
    <span className={classes['word']} data-status={status} data-size={size}>
      <Icon size={size === 'small' ? 14 : 15} stroke={1.75} aria-hidden className={classes['icon']} />
      <span>{children ?? look.word}</span>
    </span>
  );
}
