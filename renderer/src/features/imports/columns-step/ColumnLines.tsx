// Why: decision 0093.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type ReactNode, type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import type { ColumnLine } from '../mapping-model/columns-model.ts';
import classes from './ColumnsStep.module.css';
import { fieldOfLine } from './use-column-keys.ts';

/** Where a line lies in the list of all of them, for the line itself. */
export interface LinePlace {
  /** From 0. */
  readonly index: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly measure: MeasureLine;
}

export type MeasureLine = (line: HTMLElement | null) => void;

interface ColumnLinesProps {
  readonly ref: RefObject<HTMLUListElement | null>;
  readonly lines: readonly ColumnLine[];
  /** The line that gets the focus as soon as it is drawn; null: none. */
  readonly awaited: number | null;
  readonly onReached: () => void;
  readonly children: (line: ColumnLine, place: LinePlace) => ReactNode;
}

/** A line of one field, with its border. */
const USUAL_HEIGHT = 65;
/** Lines rendered above and below those on the screen. */
const BEYOND = 4;
/** Before anything is measured: about what a window shows. */
const FIRST_GUESS = { width: 0, height: 600 };

/** The lines on the screen and a few beyond: a file may have sixteen thousand columns. */
export function ColumnLines({ ref: list, lines, awaited, onReached, children }: ColumnLinesProps) {
  const [offset, setOffset] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  // What it returns changes with every scroll and is passed on as it is; nothing here is memoized over it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: lines.length,
    getScrollElement: () => paneOf(list.current),
    estimateSize: () => USUAL_HEIGHT,
    initialRect: FIRST_GUESS,
    overscan: BEYOND,
    scrollMargin: offset,
    // Lines may be rendered a moment later; scrolling must not wait for them.
    useFlushSync: false,
    // The line with the focus stays where it is scrolled to, or the keys would go nowhere.
    rangeExtractor: (range) => {
      const drawn = new Set(defaultRangeExtractor(range));
      for (const line of [focused, awaited]) if (line !== null && line < lines.length) drawn.add(line);
      return [...drawn].toSorted((one, other) => one - other);
    },
  });

  // The template that fits appears and disappears above the list.
  useLayoutEffect(() => {
    const container = list.current?.parentElement;
    if (container == null) return;
    const observer = new ResizeObserver(() => setOffset(offsetInPane(list.current)));
    observer.observe(container);
    return () => observer.disconnect();
  }, [list]);

  // A held arrow key is faster than the lines are drawn.
  useLayoutEffect(() => {
    const target = awaited === null ? null : fieldOfLine(list.current, awaited);
    if (target === null) return;
    target.focus();
    onReached();
  });

  const onFocus = useCallback((event: FocusEvent<HTMLElement>) => {
    const index = event.target.closest<HTMLElement>('[data-index]')?.dataset['index'];
    if (index !== undefined) setFocused(Number(index));
  }, []);

  return (
    // It only hears which of its lines has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      // Styled lists lose their role in some readers.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      role="list"
      className={classes['lines']}
      aria-label="Columns of the file"
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={onFocus}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const line = lines[index];
        if (line === undefined) return null;
        return children(line, {
          index,
          count: lines.length,
          top: start - offset,
          measure: virtualizer.measureElement,
        });
      })}
    </ul>
  );
}

function paneOf(list: HTMLElement | null): HTMLElement | null {
  return list?.closest<HTMLElement>('[data-pane]') ?? null;
}

function offsetInPane(list: HTMLElement | null): number {
  const pane = paneOf(list);
  if (list === null || pane === null) return 0;
  return Math.round(list.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop);
}
