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

interface StatusWordProps {
  readonly status: StatusName;
  /** Another word than the status's own. */
  readonly children?: ReactNode;
  /** Another icon than the status's own. */
  readonly icon?: TablerIcon;
}

/** Icon and word in the status's colour, small as a note. */
export function StatusWord(props: StatusWordProps) {
  return <IconAndWord {...props} size="small" />;
}

/** As `StatusWord`, in the size of the text around it. */
export function StatusTitle(props: StatusWordProps) {
  return <IconAndWord {...props} size="body" />;
}

function IconAndWord({ status, children, icon, size }: StatusWordProps & { readonly size: 'small' | 'body' }) {
  const look = statusLook[status];
  const Icon = icon ?? look.icon;
  return (
    <span className={classes['word']} style={{ color: `var(--lc-${status})` }} data-size={size}>
      <Icon size={size === 'small' ? 14 : 15} stroke={1.75} aria-hidden />
      <span>{children ?? look.word}</span>
    </span>
  );
}
