import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { GridContext, LeadRow } from './lead-rows.ts';

type Params = ICellRendererParams<LeadRow, unknown, GridContext>;

/** The box of a row. Plain elements: a component of the page in every row takes its time while the table is flung. */
export class ChoiceCell implements ICellRendererComp<LeadRow> {
  readonly #box = document.createElement('input');
  #params: Params | null = null;

  init(params: Params): void {
    this.#box.type = 'checkbox';
    this.#box.tabIndex = -1;
    this.#box.addEventListener('click', (event) => {
      const { data, node, context } = this.#params ?? {};
      if (data === undefined || context === undefined || node?.rowIndex == null) return;
      context.onChoose(node.rowIndex, data, event.shiftKey);
    });
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#box;
  }

  refresh(params: Params): boolean {
    this.#params = params;
    this.#box.hidden = params.data === undefined;
    this.#box.checked = params.data?.chosen === true;
    this.#box.setAttribute('aria-label', `Choose lead ${(params.node.rowIndex ?? 0) + 1}`);
    return true;
  }
}
