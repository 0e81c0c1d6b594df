import type { GridApi } from 'ag-grid-community';
import { type ComponentType, createElement, type ReactPortal } from 'react';
import { createPortal } from 'react-dom';

/** What the grid calls a component with: the cell, or the header. */
export interface CellParams {
  readonly api: GridApi;
}

/** What the grid makes for each cell. */
export interface CellComponent<Params> {
  init(params: Params): void;
  getGui(): HTMLElement;
  /** True: the same element shows the new values. */
  refresh(params: Params): boolean;
  destroy(): void;
}

/** The elements of one grid that hold components of the page. */
export class PageCells {
  private readonly cells = new Map<object, ReactPortal>();
  private shown: readonly ReactPortal[] = [];
  private readonly listeners = new Set<() => void>();
  private isTold = true;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly all = (): readonly ReactPortal[] => this.shown;

  set(cell: object, portal: ReactPortal): void {
    this.cells.set(cell, portal);
    this.tell();
  }

  delete(cell: object): void {
    this.cells.delete(cell);
    this.tell();
  }

  /** Once for all cells that the grid makes and drops in one go, and before they are painted. */
  private tell(): void {
    if (!this.isTold) return;
    this.isTold = false;
    queueMicrotask(() => {
      this.isTold = true;
      this.shown = [...this.cells.values()];
      for (const listener of this.listeners) listener();
    });
  }
}

/** A grid makes its first cells before whoever made it has it in hand: the first to ask makes the entry. */
const cellsOfGrids = new WeakMap<GridApi, PageCells>();

export function pageCellsOf(grid: GridApi): PageCells {
  const known = cellsOfGrids.get(grid) ?? new PageCells();
  cellsOfGrids.set(grid, known);
  return known;
}

/** Cells made so far, of all grids: their keys. */
let made = 0;

/**
 * A component of the page as the grid takes one for a cell or the inside of a header. It costs several times what a
 * cell of text costs: where all cells of a wide table need more than text, give the grid plain elements.
 */
export function pageCell<Props extends object>(
  Component: ComponentType<Props>,
): new () => CellComponent<Props & CellParams> {
  return class PageCell {
    private readonly element = document.createElement('span');
    private readonly key = String(made++);
    private cells: PageCells | null = null;

    init(params: Props & CellParams): void {
      // What is in it takes part in the layout of the cell, as if the component stood there itself.
      this.element.style.display = 'contents';
      this.cells = pageCellsOf(params.api);
      this.refresh(params);
    }

    getGui(): HTMLElement {
      return this.element;
    }

    refresh(params: Props & CellParams): boolean {
      this.cells?.set(this, createPortal(createElement(Component, params), this.element, this.key));
      return true;
    }

    destroy(): void {
      this.cells?.delete(this);
    }
  };
}
