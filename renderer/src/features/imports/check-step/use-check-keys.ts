import { hasModifier } from '../../../lib/shortcuts.ts';
import { isDialogOpen, usePageKeys } from '../../../lib/use-page-keys.ts';

interface CheckKeys {
  readonly onStep: (direction: 'next' | 'previous') => void;
  readonly onFind: () => void;
  readonly onRepair: () => void;
}

/** F8, Shift+F8, Ctrl+F and Ctrl+Enter anywhere on the step. */
export function useCheckKeys({ onStep, onFind, onRepair }: CheckKeys): void {
  usePageKeys((event) => {
    if (isDialogOpen()) return;
    if (event.key === 'F8') onStep(event.shiftKey ? 'previous' : 'next');
    else if (event.key.toLowerCase() === 'f' && hasModifier(event) && !event.shiftKey) onFind();
    else if (event.key === 'Enter' && hasModifier(event)) {
      // A key that is held would repair the reason that comes next as well.
      if (!event.repeat) onRepair();
    } else return;
    event.preventDefault();
  });
}
