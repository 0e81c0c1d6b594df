import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { useDelayed } from '../../lib/use-delayed.ts';
import classes from './small.module.css';

/** A key of the keyboard, as it is written on it. */
export function KeyCap({ children }: { readonly children: string }) {
  return <kbd className={classes['key']}>{children}</kbd>;
}

/** Lines kept free for words that come and go, so that nothing below moves. */
export function ReservedLines({
  lines,
  lineHeight = 16,
  children,
}: {
  readonly lines: number;
  readonly lineHeight?: number;
  readonly children?: ReactNode;
}) {
  return <div style={{ minHeight: lines * lineHeight }}>{children}</div>;
}

export interface FigureProps {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Small words behind the value: unit or share. */
  readonly unit?: ReactNode;
  /** What it means; always keeps its line. */
  readonly note?: ReactNode;
  readonly size?: 'figure' | 'title' | 'display';
}

/** A number with its label, its unit and what it means, in that order of size. */
export function Figure({ label, value, unit, note, size = 'figure' }: FigureProps) {
  return (
    <div className={classes['figure']}>
      <div className={classes['figureLabel']}>{label}</div>
      <div className={classes['figureLine']}>
        <span className={`${classes['figureValue']} tabular`} data-size={size}>
          {value}
        </span>
        {unit === undefined ? null : <span className={`${classes['figureUnit']} tabular`}>{unit}</span>}
      </div>
      <div className={classes['figureNote']}>{note}</div>
    </div>
  );
}

/** The striped edge that marks everything simulated. */
export function PracticeEdge({ className }: { readonly className?: string | undefined }) {
  return <div className={`${classes['edge']} ${className ?? ''}`} aria-hidden />;
}

export interface SkeletonProps {
  readonly lines?: number;
  /** Named for people who hear the page. */
  readonly label?: string;
}

const widths = ['38%', '64%', '52%', '70%', '46%'];

/** Quiet lines in place of data that is not here yet; they come after 150 ms only. */
export function Skeleton({ lines = 3, label = 'Being read' }: SkeletonProps) {
  const isVisible = useDelayed(true);
  return (
    <div className={classes['skeleton']} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <div
          key={index}
          className={classes['skeletonLine']}
          data-visible={isVisible || undefined}
          style={{ width: widths[index % widths.length] } as CSSProperties}
        />
      ))}
    </div>
  );
}

/**
 * Speaks to people who hear the page. One polite region for progress, an assertive one for what needs a person.
 * Callers keep the pace calm: each new text is spoken.
 */
export function LiveRegion({ text, urgent = false }: { readonly text: string; readonly urgent?: boolean }) {
  const [spoken, setSpoken] = useState('');
  // Set after the region exists: readers ignore what a region is born with.
  useEffect(() => setSpoken(text), [text]);
  return (
    <div
      className="visuallyHidden"
      role={urgent ? 'alert' : 'status'}
      aria-live={urgent ? 'assertive' : 'polite'}
      aria-atomic
    >
      {spoken}
    </div>
  );
}
