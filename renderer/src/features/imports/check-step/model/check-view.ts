import type { CheckFilter, RowLook, RowOrder } from '../../../../../../shared/contract/check/check-acts.ts';
import type { CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import type { CampaignOrigin, SharedValue } from '../../../../../../shared/contract/check/campaign-rows.ts';
import { reasonAfter } from './check-model.ts';

/** Which row of a group of duplicates stays. */
export type KeptRow = 'first' | 'last';

/** A row, and where it stands in the list that is shown. */
export interface FocusedRow {
  /** From 1. */
  readonly row: number;
  /** From 0; null: the list has changed since. */
  readonly index: number | null;
}

/** What a person looks at under Check. */
export interface CheckView {
  /** Id of the chosen reason; null: all rows. */
  readonly chosen: string | null;
  /** The chosen group of rows that the campaign holds; null: the rows of the file are shown. */
  readonly group: CampaignOrigin | null;
  /** Only rows of the group that share this with a lead; null: all. */
  readonly shares: SharedValue | null;
  readonly filter: CheckFilter;
  readonly order: RowOrder;
  /** What is looked for in the rows and the column they are sorted by; the next reason begins without. */
  readonly look: RowLook;
  /** The parameter of the repair as it was typed; null: as the check offers it. */
  readonly typed: string | null;
  readonly kept: KeptRow;
  /** Columns that are not sent are folded away. */
  readonly isFolded: boolean;
  /** The row with the focus; null: none yet. */
  readonly focused: FocusedRow | null;
}

export type CheckViewEvent =
  | { readonly kind: 'reasonChosen'; readonly reasonId: string | null }
  | { readonly kind: 'groupChosen'; readonly origin: CampaignOrigin }
  | { readonly kind: 'sharesChosen'; readonly shares: SharedValue | null }
  | { readonly kind: 'filterChosen'; readonly filter: CheckFilter }
  | { readonly kind: 'orderChosen'; readonly order: RowOrder }
  | { readonly kind: 'findTyped'; readonly find: string }
  | { readonly kind: 'sortChosen'; readonly sort: RowLook['sort'] }
  /** Null: the rows of all computers. */
  | { readonly kind: 'colleagueChosen'; readonly colleague: { readonly name: string | null } | null }
  | { readonly kind: 'parameterTyped'; readonly value: string }
  | { readonly kind: 'keptChosen'; readonly kept: KeptRow }
  | { readonly kind: 'columnsFolded'; readonly isFolded: boolean }
  | { readonly kind: 'rowFocused'; readonly row: number; readonly index: number }
  /** From a list at the right to the row itself, among all rows. */
  | { readonly kind: 'rowSought'; readonly row: number }
  /** Every change answers with another summary. */
  | { readonly kind: 'summaryChanged'; readonly summary: CheckSummary };

const NO_LOOK: RowLook = { find: '', sort: null };

export function openCheck(summary: CheckSummary): CheckView {
  const chosen = reasonAfter(summary, null);
  return { ...withReason(chosen), order: 'oddest', kept: 'first', isFolded: true, focused: null };
}

/** As the step was left. Its rows and columns may be others since, so nothing of it is about one of them. */
export function reopenCheck(left: CheckView, summary: CheckSummary): CheckView {
  const isAboutNoReason = left.chosen === null && left.group === null && left.filter === 'problem';
  if (isAboutNoReason && left.look.find === '') return openCheck(summary);
  const view = reduceCheckView(left, { kind: 'summaryChanged', summary });
  return { ...view, shares: null, look: { find: view.look.find, sort: null }, focused: null };
}

export function reduceCheckView(view: CheckView, event: CheckViewEvent): CheckView {
  switch (event.kind) {
    case 'reasonChosen': {
      const { reasonId } = event;
      return { ...view, ...withReason(reasonId, 'all'), focused: withoutPlace(view.focused) };
    }
    case 'groupChosen':
      return { ...view, ...withReason(null, 'all'), group: event.origin, focused: null };
    case 'sharesChosen':
      return { ...view, shares: event.shares, focused: null };
    case 'filterChosen':
      return { ...view, group: null, filter: event.filter, focused: withoutPlace(view.focused) };
    case 'orderChosen':
      return { ...view, order: event.order, look: { ...view.look, sort: null }, focused: withoutPlace(view.focused) };
    case 'findTyped':
      return { ...view, look: { ...view.look, find: event.find }, focused: withoutPlace(view.focused) };
    case 'sortChosen':
      return { ...view, look: { ...view.look, sort: event.sort }, focused: withoutPlace(view.focused) };
    case 'colleagueChosen': {
      const { find, sort } = view.look;
      const look = event.colleague === null ? { find, sort } : { find, sort, colleague: event.colleague };
      return { ...view, look, focused: withoutPlace(view.focused) };
    }
    case 'parameterTyped':
      return { ...view, typed: event.value };
    case 'keptChosen':
      return { ...view, kept: event.kept };
    case 'columnsFolded':
      return { ...view, isFolded: event.isFolded };
    case 'rowFocused':
      return { ...view, focused: { row: event.row, index: event.index } };
    case 'rowSought':
      return { ...view, group: null, filter: 'all', look: NO_LOOK, focused: { row: event.row, index: event.row - 1 } };
    case 'summaryChanged': {
      if (view.group !== null)
        return hasGroup(event.summary, view.group)
          ? view
          : { ...view, ...withReason(reasonAfter(event.summary, null)) };
      // A reason that has no rows any more gives way to the next one.
      const next = reasonAfter(event.summary, view.chosen);
      if (view.chosen === null || next === view.chosen) return view;
      return { ...view, ...withReason(next), focused: withoutPlace(view.focused) };
    }
  }
}

/** What a choice of reason brings with it. `otherwise`: the rows to show when no reason is chosen. */
function withReason(
  chosen: string | null,
  otherwise: CheckFilter = 'problem',
): Pick<CheckView, 'chosen' | 'group' | 'shares' | 'filter' | 'look' | 'typed'> {
  return {
    chosen,
    group: null,
    shares: null,
    filter: chosen === null ? otherwise : 'reason',
    look: NO_LOOK,
    typed: null,
  };
}

function hasGroup({ campaign }: CheckSummary, origin: CampaignOrigin): boolean {
  return campaign !== null && campaign.groups.some((group) => group.origin === origin);
}

/** Another list: the row may be anywhere in it. */
function withoutPlace(focused: FocusedRow | null): FocusedRow | null {
  return focused === null ? null : { ...focused, index: null };
}

/** The list in which F8 goes from row to row: the one that is shown, unless it is a list without problems of its own. */
export function searchedFilter({ filter, chosen, group }: CheckView): 'reason' | 'problem' | 'all' {
  if (group !== null) return 'problem';
  if (filter === 'reason' || filter === 'problem' || filter === 'all') return filter;
  return chosen === null ? 'problem' : 'reason';
}

/** As the check is asked for rows: nothing where nothing is looked for. */
export function askedLook({ look }: Pick<CheckView, 'look'>): { readonly look?: RowLook } {
  const find = look.find.trim();
  return find === '' && look.sort === null && look.colleague === undefined ? {} : { look: { ...look, find } };
}
