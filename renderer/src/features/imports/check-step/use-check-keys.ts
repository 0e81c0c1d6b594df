import { useEffect, useEffectEvent } from 'react';
import { hasModifier } from '../../../lib/shortcuts.ts';

interface CheckKeys {
  readonly onStep: (direction: 'next' | 'previous') => void;
  readonly onFind: () => void;
  readonly onRepair: () => void;
}

/** F8, Shift+F8, Ctrl+F and Ctrl+Enter anywhere on the step. */
export function useCheckKeys({ onStep, onFind, onRepair }: CheckKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
    if (event.key === 'F8') onStep(event.shiftKey ? 'previous' : 'next');
    else if (event.key.toLowerCase() === 'f' && hasModifier(event) && !event.shiftKey) onFind();
    else if (event.key === 'Enter' && hasModifier(event)) onRepair();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
