import { useId, type ReactNode } from 'react';
import classes from './Panes.module.css';

/** Panes side by side, split by hairlines, each with its own scroll. Fill the page's body with it. */
export function Panes({ children }: { readonly children: ReactNode }) {
  return <div className={classes['panes']}>{children}</div>;
}

export interface PaneProps {
  /** Named for people who hear the page and for F6. */
  readonly label: string;
  readonly children: ReactNode;
  /** Pixels; left out: takes what is left. */
  readonly width?: number;
  readonly ground?: 'surface' | 'canvas' | 'sunken';
  /** False: the content scrolls by itself (a grid). */
  readonly scroll?: boolean;
}

/** One region of a page; F6 jumps from pane to pane. */
export function Pane({ label, children, width, ground = 'surface', scroll = true }: PaneProps) {
  const id = useId();
  return (
    <section
      id={id}
      className={classes['pane']}
      aria-label={label}
      data-pane
      data-ground={ground}
      data-scroll={scroll || undefined}
      // Keyboards must be able to scroll what has nothing else to focus.
      tabIndex={scroll ? 0 : -1}
      data-fixed={width !== undefined || undefined}
      style={{ width }}
    >
      {children}
    </section>
  );
}
