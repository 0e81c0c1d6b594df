import { useEffect, useEffectEvent } from 'react';
import { hasModifier, historyKey } from '../../../lib/shortcuts.ts';

interface CheckKeys {
  readonly onStep: (direction: 'next' | 'previous') => void;
  readonly onFind: () => void;
  readonly onRepair: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/**
 * F8, Shift+F8, Ctrl+F, Ctrl+Enter, Ctrl+Z, and for redo Ctrl+Shift+Z and Ctrl+Y, anywhere on the step; in a field undo and
 * redo are the field's own.
 */
export function useCheckKeys({ onStep, onFind, onRepair, onUndo, onRedo }: CheckKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
    if (event.key === 'F8') onStep(event.shiftKey ? 'previous' : 'next');
    else if (event.key.toLowerCase() === 'f' && hasModifier(event) && !event.shiftKey) onFind();
    else if (event.key === 'Enter' && hasModifier(event)) onRepair();
    else if (historyKey(event) !== null && !isText(event.target)) {
      if (historyKey(event) === 'undo') onUndo();
      else onRedo();
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement;
}
