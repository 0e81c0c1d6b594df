import type { AccountLook } from '../../../../shared/contract/account/account.ts';
import classes from './PracticeEdge.module.css';

/** The striped edge that marks everything simulated. */
export function PracticeEdge({ className }: { readonly className?: string | undefined }) {
  return <div className={`${classes['edge']} ${className ?? ''}`} aria-hidden />;
}

/** The status in whose colours a connection is shown. */
export const COLOUR_STATUS = { red: 'error', amber: 'warning', green: 'ok', blue: 'info' } as const;

/** The plain edge that marks production, in the colour of the connection; red when it has none. */
export function ProductionEdge({
  look,
  className,
}: {
  readonly look: AccountLook;
  readonly className?: string | undefined;
}) {
  return (
    <div
      className={`${classes['production']} ${className ?? ''}`}
      style={{ background: `var(--lc-${COLOUR_STATUS[look.colour ?? 'red']}-fill)` }}
      aria-hidden
    />
  );
}
