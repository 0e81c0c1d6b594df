import type { IHeaderParams, IInnerHeaderComponent } from 'ag-grid-community';
import type { GridContext, LeadRow } from './lead-rows.ts';
import classes from './LeadGrid.module.css';

type Params = IHeaderParams<LeadRow, GridContext>;

/** The name of a column, whether it is filtered, and the button of its panel. */
export class LeadHeader implements IInnerHeaderComponent<LeadRow, GridContext> {
  readonly #root = document.createElement('span');
  readonly #name = document.createElement('span');
  readonly #button = document.createElement('button');
  #params: Params | null = null;

  init(params: Params): void {
    this.#root.className = classes['header'] ?? '';
    this.#name.className = classes['headerName'] ?? '';
    this.#button.className = classes['headerButton'] ?? '';
    this.#button.type = 'button';
    // The header is one stop for the keyboard; Alt and Down open the panel from there.
    this.#button.tabIndex = -1;
    this.#button.addEventListener('click', (event) => {
      // The header around it would sort.
      event.stopPropagation();
      this.#params?.context.onColumn(Number(this.#params.column.getColId()));
    });
    this.#root.append(this.#name, this.#button);
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh(params: Params): boolean {
    this.#params = params;
    const isFiltered = params.context.filtered.has(Number(params.column.getColId()));
    this.#name.textContent = params.displayName;
    this.#root.toggleAttribute('data-filtered', isFiltered);
    const label = `Column ${params.displayName}${isFiltered ? ', filtered' : ''}: values and filter`;
    this.#button.setAttribute('aria-label', label);
    this.#button.title = label;
    return true;
  }
}
