import type { MouseEvent } from 'react';

/**
 * The second click of a double click was meant for the button that the first one pressed. By now another may be in its
 * place, which would undo what has just begun, or ask the service a second time.
 */
export function isSecondOfTwo({ detail }: MouseEvent): boolean {
  return detail > 1;
}
