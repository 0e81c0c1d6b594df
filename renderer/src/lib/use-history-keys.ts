import { historyKey } from './shortcuts.ts';
import { usePageKeys } from './use-page-keys.ts';

/** Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo, anywhere on the page; in a field and under a dialog the keys are theirs. */
export function useHistoryKeys(onUndo: () => void, onRedo: () => void): void {
  usePageKeys((event) => {
    const key = historyKey(event);
    if (key === null || isText(event.target)) return;
    if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
    if (key === 'undo') onUndo();
    else onRedo();
    event.preventDefault();
  });
}

function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement;
}
