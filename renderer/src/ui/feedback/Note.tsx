import type { ReactNode } from 'react';
import { statusLook } from './status.tsx';
import classes from './Note.module.css';

export interface NoteProps {
  readonly tone: 'info' | 'ok' | 'warning' | 'error';
  /** What happened. */
  readonly title: ReactNode;
  /** What it means and what to do. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Errors are announced at once; other notes are read where they stand. */
  readonly role?: 'alert' | 'status';
  /** One line of 32 pixels, for what harms nothing; all of it on hover. `title` and `children` are texts then. */
  readonly isLine?: boolean;
}

/** A message in the page: icon, one strong sentence, what it means. */
export function Note({ tone, title, children, actions, role, isLine = false }: NoteProps) {
  const Icon = statusLook[tone].icon;
  return (
    <div
      className={classes['note']}
      style={{ background: `var(--lc-${tone}-soft)` }}
      data-line={isLine || undefined}
      role={role}
    >
      <Icon
        size={17}
        stroke={1.75}
        className={classes['icon']}
        style={{ color: `var(--lc-${tone})` }}
        role="img"
        aria-label={statusLook[tone].word}
      />
      <div className={classes['text']} title={isLine ? `${String(title)} ${String(children ?? '')}` : undefined}>
        <div className={classes['title']}>{title}</div>
        {children === undefined ? null : <div className={classes['meaning']}>{children}</div>}
      </div>
      {actions === undefined ? null : <div className={classes['actions']}>{actions}</div>}
    </div>
  );
}
