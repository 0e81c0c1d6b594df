import { useEffect, useEffectEvent } from 'react';
import { historyKey } from './shortcuts.ts';

/** Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo, anywhere on the page; in a field and under a dialog the keys are theirs. */
export function useHistoryKeys(onUndo: () => void, onRedo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = historyKey(event);
    if (key === null || isText(event.target)) return;
    if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
    if (key === 'undo') onUndo();
    else onRedo();
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
