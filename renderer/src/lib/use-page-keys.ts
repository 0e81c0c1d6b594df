import { useEffect, useEffectEvent } from 'react';
import { historyKey } from './shortcuts.ts';

/** What keys do anywhere on the page. `capture`: before fields and menus hear of them. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void, { capture = false } = {}): void {
  const press = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen, { capture });
    return () => window.removeEventListener('keydown', listen, { capture });
  }, [capture]);
}

/** Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo, anywhere on the page; in a field and under a dialog the keys are theirs. */
export function useHistoryKeys(onUndo: () => void, onRedo: () => void): void {
  usePageKeys((event) => {
    const key = historyKey(event);
    if (key === null || isText(event.target)) return;
    if (isDialogOpen()) return;
    if (key === 'undo') onUndo();
    else onRedo();
    event.preventDefault();
  });
}

/** What lies under a dialog does not hear keys or take what is pasted. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement;
}
