import { useId, type ReactNode } from 'react';
import classes from './Card.module.css';

export interface CardProps {
  readonly title: ReactNode;
  /** Quiet words behind the title. */
  readonly context?: ReactNode;
  /** At the right of the head. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** No padding around the content: tables and grids reach the edge. */
  readonly flush?: boolean;
  readonly tone?: 'plain' | 'unknown';
  readonly className?: string | undefined;
}

/** Something that could stand alone: a job, a service's quota, a connection. No card stands in a card. */
export function Card({ title, context, actions, children, flush = false, tone = 'plain', className }: CardProps) {
  const titleId = useId();
  return (
    <section className={`${classes['card']} ${className ?? ''}`} aria-labelledby={titleId} data-tone={tone}>
      <header className={classes['head']}>
        <h2 className={classes['title']} id={titleId}>
          {title}
        </h2>
        {context === undefined ? null : <div className={classes['context']}>{context}</div>}
        {actions === undefined ? null : <div className={classes['actions']}>{actions}</div>}
      </header>
      <div className={classes['body']} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
}
