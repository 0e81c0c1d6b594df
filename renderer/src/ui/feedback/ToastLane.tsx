import { useEffect } from 'react';

/** What the page keeps free at the bottom of its body, and where the notes stand, have the same height in this property. */
const LANE = '--lc-toast-lane';
/** Pixels above and below the notes. */
const GAP = 8;

/** Keeps a lane free for the notes on the screen, so that none covers a row or a button. Rendered once. */
export function ToastLane() {
  useEffect(() => {
    const { style } = document.documentElement;
    const stack = document.querySelector('.mantine-Notifications-root[data-position="bottom-right"]');
    if (stack === null) return;
    const measure = () => {
      const height = Math.ceil(stack.getBoundingClientRect().height);
      style.setProperty(LANE, height === 0 ? '0px' : `${height + 2 * GAP}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(stack);
    return () => {
      observer.disconnect();
      style.removeProperty(LANE);
    };
  }, []);
  return null;
}
