import classes from './ProductMark.module.css';

/** The product's sign; decoration beside its name. */
export function ProductMark({ size }: { readonly size: number }) {
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} className={classes['mark']} aria-hidden>
      <rect width="40" height="40" rx="10" />
      <path d="M10 13h10M10 20h14M10 27h10M24 12l8 8-8 8" />
    </svg>
  );
}
