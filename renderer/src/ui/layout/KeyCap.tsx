import classes from './KeyCap.module.css';

/** A key, labelled as on the keyboard. */
export function KeyCap({ children }: { readonly children: string }) {
  return <kbd className={classes['key']}>{children}</kbd>;
}
