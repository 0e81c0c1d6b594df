import { useDelayed } from '../../lib/use-delayed.ts';
import classes from './Skeleton.module.css';

export interface SkeletonProps {
  readonly lines?: number;
  /** Its name for screen readers. */
  readonly label?: string;
  /** The room around the lines. */
  readonly className?: string;
}

const widths = ['38%', '64%', '52%', '70%', '46%'];

/** Grey lines in place of data that is loading; they appear after 150 ms. */
export function Skeleton({ lines = 3, label = 'Loading', className = '' }: SkeletonProps) {
  const isVisible = useDelayed(true);
  return (
    <div className={`flexColumn gap12 ${className}`} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <div
          key={index}
          className={classes['skeletonLine']}
          data-visible={isVisible || undefined}
          style={{ width: widths[index % widths.length] }}
        />
      ))}
    </div>
  );
}
