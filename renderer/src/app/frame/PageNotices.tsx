import { useLayoutEffect, useRef, type ReactNode } from 'react';
import classes from './PageNotices.module.css';

/** What the page keeps free at the top of its body, and the height of the notices, are the same in this property. */
const LANE = '--lc-notices';

/**
 * Notes above whatever page is shown. They stand beside the pages and not in one, so that what is typed in them stays when
 * another page comes.
 */
export function PageNotices({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const notices = place.current;
    if (notices === null) return;
    const measure = () => style.setProperty(LANE, `${Math.ceil(notices.getBoundingClientRect().height)}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(notices);
    return () => {
      observer.disconnect();
      style.removeProperty(LANE);
    };
  }, []);
  return (
    <section ref={place} className={classes['notices']} aria-label="Notices">
      {children}
    </section>
  );
}
