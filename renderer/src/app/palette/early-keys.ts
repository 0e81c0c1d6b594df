import { useSpotlight } from '@mantine/spotlight';
import { useLayoutEffect } from 'react';
import { shortcutKey } from '../../lib/shortcuts.ts';
import { usePageKeys } from '../../lib/use-page-keys.ts';
import { palette, paletteStore } from './palette-store.ts';

/** Typed while the palette was still on its way. */
const early: string[] = [];

/** What was typed before the palette was there; asked a second time: nothing. */
export function takeEarlyLetters(): string {
  return early.splice(0).join('');
}

/** Takes letters that are typed after the palette was asked for and before its field has the focus. */
export function useEarlyLetters(isOpen: boolean, onLetter: (letter: string) => void): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const take = (event: KeyboardEvent) => {
      const isShortcut = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
      if (event.key.length !== 1 || isShortcut || isInPalette(document.activeElement)) return;
      event.preventDefault();
      event.stopPropagation();
      onLetter(event.key);
    };
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, [isOpen, onLetter]);
}

function isInPalette(element: Element | null): boolean {
  return element?.closest('[role="dialog"]') != null;
}

/** Ctrl+K, anywhere. */
export function usePaletteKey(): void {
  usePageKeys((event) => {
    const isModified = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isModified || shortcutKey(event) !== 'k') return;
    event.preventDefault();
    palette.open();
  });
}

/** Stands for the palette until that is loaded: its key opens it, and what is typed then is not lost. */
export function EarlyPalette(): null {
  const { opened } = useSpotlight(paletteStore);
  usePaletteKey();
  useEarlyLetters(opened, keepLetter);
  return null;
}

function keepLetter(letter: string): void {
  early.push(letter);
}
