import classes from './PracticeEdge.module.css';

/** The striped edge that marks everything simulated. */
export function PracticeEdge({ className }: { readonly className?: string | undefined }) {
  return <div className={`${classes['edge']} ${className ?? ''}`} aria-hidden />;
}
