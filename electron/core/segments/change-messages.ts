import type { SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import type { LeadFilter, LeadPage, MemberFilter, MemberPage } from './change-leads.ts';
import type { StoredChange } from './stored-change.ts';

/** Where the ids of a list are. */
export type IdsPlace =
  /** A pasted text, with one id or several on each line. */
  | { readonly from: 'text'; readonly text: string }
  /** A text file with one id a line. */
  | { readonly from: 'list'; readonly path: string; readonly name: string }
  /** A column of a staging file. */
  | { readonly from: 'staged'; readonly path: string; readonly column: number }
  /** JSON lines with `uniqueId`, as the results write them. */
  | { readonly from: 'lines'; readonly path: string }
  /** Those of `add`. */
  | { readonly from: 'added' }
  /** Leads that another change moved. */
  | { readonly from: 'moved'; readonly change: string };

/** What a list would do, before any of it is kept. */
export type ListFigures = Pick<SegmentChange, 'listed' | 'repeated' | 'unusable' | 'earlier' | 'leads'>;

/** Asks of the thread. `id`: of a list that is prepared, and of the change that it becomes. */
export type ChangeRequest = { readonly journal: string } & (
  | { readonly kind: 'add'; readonly id: string; readonly ids: readonly string[] }
  /** `outOf`: leads that are in this segment by earlier changes are left out; null: none. */
  | { readonly kind: 'prepare'; readonly id: string; readonly place: IdsPlace; readonly outOf: string | null }
  | { readonly kind: 'forget'; readonly id: string }
  | { readonly kind: 'keep'; readonly change: StoredChange }
  /** The change of the same leads of which something is left to send. */
  | { readonly kind: 'leftOpen'; readonly change: StoredChange }
  | { readonly kind: 'page'; readonly id: string; readonly filter: LeadFilter }
  /** What changes put into a segment. */
  | ({ readonly kind: 'members' } & MemberFilter)
  | { readonly kind: 'remove'; readonly id: string }
);

export interface ChangeAnswers {
  readonly add: null;
  readonly prepare: ListFigures;
  readonly forget: null;
  /** False: the list is not kept here any more. */
  readonly keep: boolean;
  readonly leftOpen: string | null;
  readonly page: LeadPage;
  readonly members: MemberPage;
  readonly remove: null;
}
