import classes from './SkipLink.module.css';

interface SkipLinkProps {
  readonly children: string;
  /** CSS selector of what gets the focus; the first that matches. */
  readonly to: string;
}

/** Shown while it has the focus: one press past what Tab would go through. */
export function SkipLink({ children, to }: SkipLinkProps) {
  return (
    <button type="button" className={classes['skip']} onClick={() => document.querySelector<HTMLElement>(to)?.focus()}>
      {children}
    </button>
  );
}
