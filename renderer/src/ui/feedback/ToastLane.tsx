import { useEffect } from 'react';

/** What the page keeps free at the bottom of its body, and where the notes stand, have the same height in this property. */
const LANE = '--lc-toast-lane';
/** Pixels above and below the notes. */
const GAP = 8;
/** Pixels. Narrower, a sentence has a word a line. */
const NARROWEST = 160;

/**
 * Gives the notes on the screen a place where they cover no row and no button. Rendered once. They stand on the empty ground
 * of the rail, so that nothing moves. Where that is too small for them, the page keeps a lane free at its bottom.
 */
export function ToastLane() {
  useEffect(() => {
    const { style } = document.documentElement;
    const stack = document.querySelector<HTMLElement>('.mantine-Notifications-root[data-position="bottom-right"]');
    if (stack === null) return;
    let ground: Element | null = null;
    const measure = () => {
      const found = document.querySelector('[data-toast-ground]');
      // The rail lasts as long as its account; its ground changes with the window and with what stands in the rail.
      if (found !== ground) {
        if (ground !== null) observer.unobserve(ground);
        if (found !== null) observer.observe(found);
        ground = found;
      }
      const isOnGround = standsOn(found, stack);
      const height = Math.ceil(stack.getBoundingClientRect().height);
      style.setProperty(LANE, height === 0 || isOnGround ? '0px' : `${height + 2 * GAP}px`);
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

/** False: the ground is missing or too small, and the notes stand where they usually do. */
function standsOn(element: Element | null, stack: HTMLElement): boolean {
  const ground = element?.getBoundingClientRect();
  if (ground === undefined || ground.width < NARROWEST) {
    delete stack.dataset['ground'];
    return false;
  }
  stack.dataset['ground'] = '';
  stack.style.setProperty('--lc-ground-left', `${ground.left}px`);
  stack.style.setProperty('--lc-ground-width', `${ground.width}px`);
  stack.style.setProperty('--lc-ground-bottom', `${window.innerHeight - ground.bottom + GAP}px`);
  const fits = stack.getBoundingClientRect().height <= ground.height - 2 * GAP;
  if (!fits) delete stack.dataset['ground'];
  return fits;
}
