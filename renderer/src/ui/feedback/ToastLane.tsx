import { useEffect } from 'react';

/** What the page keeps free at the bottom of its body, and where the notes stand, have the same height in this property. */
const LANE = '--lc-toast-lane';
/** Pixels above and below the notes. */
const GAP = 8;
/** Pixels. Narrower, a sentence has a word a line. */
const NARROWEST = 160;
/** Pixels. Narrower, a note of one line says too little. */
const NARROWEST_LINE = 320;

/**
 * Gives the notes on the screen a place where they cover no row and no button. Rendered once. They stand on the empty ground
 * of the rail, or the newest over the words of the foot, so that nothing moves. Where neither has room, and for a failure,
 * which is read in full, the page keeps a lane free at its bottom.
 */
export function ToastLane() {
  useEffect(() => {
    const { style } = document.documentElement;
    const stack = document.querySelector<HTMLElement>('.mantine-Notifications-root[data-position="bottom-right"]');
    if (stack === null) return;
    let observed: Element[] = [];
    const measure = () => {
      const ground = document.querySelector('[data-toast-ground]');
      const line = document.querySelector<HTMLElement>('[data-page-foot] [data-toast-line]');
      // The rail lasts as long as its account, and a foot as long as its step; both change with the window and their words.
      const found = [ground, line].filter((element) => element !== null);
      for (const element of observed) if (!found.includes(element)) observer.unobserve(element);
      for (const element of found) if (!observed.includes(element)) observer.observe(element);
      observed = found;
      const isOnGround = standsOn(ground, stack);
      const isInFoot = !isOnGround && standsIn(line, stack);
      if (!isInFoot) delete stack.dataset['line'];
      const height = Math.ceil(stack.getBoundingClientRect().height);
      style.setProperty(LANE, height === 0 || isOnGround || isInFoot ? '0px' : `${height + 2 * GAP}px`);
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

/** False: there are no words of a foot to stand over, something in them can be pressed, or a failure is to be read. */
function standsIn(line: HTMLElement | null, stack: HTMLElement): boolean {
  if (line === null || line.querySelector('button, a') !== null) return false;
  if (stack.querySelector('[data-tone="error"]') !== null) return false;
  const words = line.getBoundingClientRect();
  if (words.width < NARROWEST_LINE) return false;
  stack.dataset['line'] = '';
  stack.style.setProperty('--lc-ground-left', `${words.left}px`);
  stack.style.setProperty('--lc-ground-width', `${words.width}px`);
  return true;
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
