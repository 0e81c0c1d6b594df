import type { ICellRendererComp, ICellRendererParams, IRowNode } from 'ag-grid-community';
import type { CheckRow } from '../../../../../../shared/contract/check/check.ts';
import { format } from '../../../../lib/format.ts';
import classes from './row-box.module.css';

export interface GridContext {
  readonly onLeaveOut: (row: number, isOut: boolean) => void;
}

type LeaveOutParams = ICellRendererParams<CheckRow, unknown, GridContext>;

/** The box changes at once; the answer brings the rest. */
export function leaveOut(node: IRowNode<CheckRow>, isOut: boolean, tell: GridContext['onLeaveOut']): void {
  if (node.data === undefined) return;
  tell(node.data.row, isOut);
  node.setData({ ...node.data, leftOut: isOut });
}

/** A bare box without React: one in every row must cost nothing while the table is scrolled. */
export class LeaveOutBox implements ICellRendererComp<CheckRow> {
  readonly #cell = document.createElement('span');
  readonly #box = document.createElement('input');
  #params: LeaveOutParams | null = null;

  init(params: LeaveOutParams): void {
    this.#box.type = 'checkbox';
    this.#box.className = classes['box'] ?? '';
    this.#box.tabIndex = -1;
    this.#box.addEventListener('change', () => {
      if (this.#params !== null) leaveOut(this.#params.node, this.#box.checked, this.#params.context.onLeaveOut);
    });
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#cell;
  }

  refresh(params: LeaveOutParams): boolean {
    const { data } = params;
    this.#params = params;
    if (data === undefined) {
      this.#box.remove();
      return true;
    }
    this.#box.checked = data.leftOut;
    this.#box.ariaLabel = `Leave out line ${format.number(data.line)}`;
    if (!this.#box.isConnected) this.#cell.append(this.#box);
    return true;
  }
}
