import { type MouseEvent, useEffect } from 'react';

/** The second click of a double click on one button, which would ask a second time, or end what the first one began. */
export function isSecondOfTwo({ detail }: Pick<MouseEvent, 'detail'>): boolean {
  return detail > 1;
}

/**
 * The second click of a double click was meant for the button that the first one pressed. When another has come in its place
 * by then, such as Start after Plan or the answer about the next row, the click is dropped: nobody has read that one yet.
 */
export function useSecondClicks(): void {
  useEffect(() => {
    let pressed: Element | null = null;
    const listen = (event: PointerEvent): void => {
      // Keys and the page itself press with 0.
      if (event.detail === 0) return;
      const button = event.target instanceof Element ? event.target.closest('button, a') : null;
      const wasPressed = pressed;
      // From the next click on it is meant: somebody keeps clicking, perhaps since before it could be pressed.
      pressed = button;
      if (!isSecondOfTwo(event) || button === null || button === wasPressed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('click', listen, { capture: true });
    return () => window.removeEventListener('click', listen, { capture: true });
  }, []);
}
