import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

export interface EmptyStateProps {
  readonly icon: TablerIcon;
  readonly title: string;
  /** One sentence that teaches. */
  readonly children: ReactNode;
  /** One button. */
  readonly action?: ReactNode;
}

/** Nothing here yet: one sentence, one button. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      <Icon size={28} stroke={1.5} className="text3" aria-hidden />
      <h2 className={classes['title']}>{title}</h2>
      <p className={classes['text']}>{children}</p>
      {action}
    </div>
  );
}
