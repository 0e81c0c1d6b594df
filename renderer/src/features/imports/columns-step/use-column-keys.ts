import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { isTyping, shortcutKey } from '../../../lib/shortcuts.ts';
import { clearColumn } from '../mapping-model/columns-model.ts';

interface ColumnKeysOptions {
  readonly list: RefObject<HTMLElement | null>;
  /** Lines in the list, drawn or not. */
  readonly count: number;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
  /** False when there was nothing to undo. */
  readonly onUndo: () => boolean;
}

/** ↑ and ↓ from field to field, Delete for the column's fields, Ctrl+Z; in a text field the keys are the field's own. */
export function useColumnKeys({ list, count, mapping, onChange, onUndo }: ColumnKeysOptions): {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** The line that gets the focus as soon as it is drawn; null: none. */
  readonly awaited: number | null;
  readonly onReached: () => void;
} {
  const [awaited, setAwaited] = useState<number | null>(null);
  // A key that is held comes again before the next render.
  const latest = useRef<number | null>(null);

  function waitFor(line: number | null): void {
    latest.current = line;
    setAwaited(line);
  }

  function goTo(line: number): void {
    const target = fieldOfLine(list.current, line);
    target?.focus();
    waitFor(target === null ? line : null);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if ((event.ctrlKey || event.metaKey) && shortcutKey(event.nativeEvent) === 'z' && !isTyping(event.target)) {
      if (onUndo()) event.preventDefault();
      return;
    }
    const target = event.target as HTMLElement;
    if (!target.hasAttribute('data-field-target') || target.getAttribute('aria-expanded') === 'true') return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const line = latest.current ?? Number(target.closest<HTMLElement>('[data-index]')?.dataset['index']);
      const next = line + (event.key === 'ArrowDown' ? 1 : -1);
      if (next >= 0 && next < count) goTo(next);
      event.preventDefault();
    } else if (event.key === 'Delete') {
      const column = Number(target.closest<HTMLElement>('[data-column]')?.dataset['column']);
      if (Number.isInteger(column)) onChange(clearColumn(mapping, column));
      event.preventDefault();
    }
  }

  return { onKeyDown, awaited, onReached: () => waitFor(null) };
}

/** Where the focus goes in a line, counted from 0; null while the line is not drawn. */
export function fieldOfLine(list: HTMLElement | null, line: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-index="${line}"] [data-field-target]`) ?? null;
}
