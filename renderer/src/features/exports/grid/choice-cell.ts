import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { GridContext, LeadRow } from './lead-rows.ts';

type Params = ICellRendererParams<LeadRow, unknown, GridContext>;

/** The box of a row. Plain elements: a component of the page in every row takes its time while the table is flung. */
export class ChoiceCell implements ICellRendererComp<LeadRow> {
  /** Fills the cell: the box alone is a small target. */
  readonly #cell = document.createElement('label');
  readonly #box = document.createElement('input');
  #params: Params | null = null;

  init(params: Params): void {
    this.#box.type = 'checkbox';
    this.#box.tabIndex = -1;
    this.#cell.append(this.#box);
    this.#cell.addEventListener('mousedown', (event) => {
      // With Shift it chooses rows; the browser would select the text up to here.
      if (event.shiftKey) event.preventDefault();
    });
    this.#box.addEventListener('click', (event) => {
      const { data, node, context } = this.#params ?? {};
      if (data === undefined || context === undefined || node?.rowIndex == null) return;
      context.onChoose(node.rowIndex, data, event.shiftKey);
    });
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#cell;
  }

  refresh(params: Params): boolean {
    this.#params = params;
    this.#box.hidden = params.data === undefined;
    this.#box.checked = params.data?.chosen === true;
    this.#box.setAttribute('aria-label', `Choose lead ${(params.node.rowIndex ?? 0) + 1}`);
    return true;
  }
}
