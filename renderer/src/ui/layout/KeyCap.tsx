import classes from './KeyCap.module.css';

/** A key of the keyboard, as it is written on it. */
export function KeyCap({ children }: { readonly children: string }) {
  return <kbd className={classes['key']}>{children}</kbd>;
}
