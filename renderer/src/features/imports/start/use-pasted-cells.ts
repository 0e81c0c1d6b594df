import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '../../../lib/use-page-keys.ts';
import { toast } from '../../../ui/index.ts';

/**
 * Takes cells that are pasted anywhere on the page, except into a field or under a dialog. Files on the clipboard are left to
 * others.
 */
export function usePastedCells(onCells: (text: string) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    const isTyping = target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
    if (isTyping || isDialogOpen() || clipboardData === null || clipboardData.files.length > 0) return;
    const text = clipboardData.getData('text/plain');
    event.preventDefault();
    // One cell, or a word from somewhere: no table.
    if (/[\t\n]/.test(text.trim())) onCells(text);
    else
      toast(
        'Nothing to open was pasted.',
        'Copy cells in a spreadsheet program, with their header, and paste them here.',
        { tone: 'info' },
      );
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}
