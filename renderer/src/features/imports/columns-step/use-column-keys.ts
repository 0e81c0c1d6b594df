import type { KeyboardEvent, RefObject } from 'react';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { clearColumn } from '../mapping-model/columns-model.ts';

interface ColumnKeysOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
  /** False when there was nothing to undo. */
  readonly onUndo: () => boolean;
}

/** ↑ and ↓ from field to field, Delete for the column's fields, Ctrl+Z; in a text field the keys are the field's own. */
export function useColumnKeys({ list, mapping, onChange, onUndo }: ColumnKeysOptions): {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly focusFirst: () => void;
} {
  function targets(): HTMLElement[] {
    return [...(list.current?.querySelectorAll<HTMLElement>('[data-field-target]') ?? [])];
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !isTyping(event.target)) {
      if (onUndo()) event.preventDefault();
      return;
    }
    const target = event.target as HTMLElement;
    if (!target.hasAttribute('data-field-target') || target.getAttribute('aria-expanded') === 'true') return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const all = targets();
      all[all.indexOf(target) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
      event.preventDefault();
    } else if (event.key === 'Delete') {
      const column = Number(target.closest<HTMLElement>('[data-column]')?.dataset['column']);
      if (Number.isInteger(column)) onChange(clearColumn(mapping, column));
      event.preventDefault();
    }
  }

  return { onKeyDown, focusFirst: () => targets()[0]?.focus() };
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
