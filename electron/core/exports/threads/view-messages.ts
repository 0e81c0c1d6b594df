import type { ChannelArgs, ChannelResult } from '../../../../shared/contract/channels.ts';
import type {
  ColumnProfile,
  ColumnValues,
  HitCount,
  LeadView,
  Selection,
  ViewPage,
} from '../../../../shared/contract/exports/views.ts';
import type { QuestionAnswer } from '../../../../shared/contract/exports/questions.ts';
import type { Find, WantedHit } from '../views/result-views.ts';

interface OfView {
  /** The file of the result. */
  readonly path: string;
  readonly view: LeadView;
}

/** The questions to the thread of the views, and its answers by kind. */
export type ViewRequest =
  | ({ readonly kind: 'page' } & Pick<ChannelArgs<'export:rows'>, 'offset' | 'limit' | 'marks'> & OfView)
  /** All row numbers of the view, or how many of the first rows it is, for a save. */
  | ({ readonly kind: 'numbers' } & OfView)
  | ({ readonly kind: 'hit'; readonly find: Find; readonly wanted: WantedHit } & OfView)
  /** Counts on for a while; the next such question goes on from there. */
  | ({ readonly kind: 'countHits'; readonly find: Find } & OfView)
  | ({ readonly kind: 'values' } & Pick<ChannelArgs<'export:values'>, 'column' | 'find' | 'offset' | 'limit'> & OfView)
  | ({ readonly kind: 'profile' } & Pick<ChannelArgs<'export:profile'>, 'column' | 'accuracy'> & OfView)
  | ({ readonly kind: 'question' } & Pick<ChannelArgs<'export:question'>, 'question'> & OfView)
  | ({ readonly kind: 'choose' } & Pick<ChannelArgs<'export:choose'>, 'from' | 'does' | 'choice'> & OfView)
  /** No more rows are added to the result: makes later searches fast. */
  | { readonly kind: 'prepare'; readonly path: string }
  /** Closes a result that was not needed for a while, and keeps what was chosen. */
  | { readonly kind: 'rest'; readonly path: string }
  | { readonly kind: 'close'; readonly path: string };

export interface ViewAnswers {
  page: ViewPage;
  /** `edits`: as `ResultReader.edits` counts, of the rows that were looked at. */
  numbers: { rows: Int32Array<ArrayBuffer> | number; edits: number };
  hit: ChannelResult<'export:hit'>;
  countHits: { counted: HitCount; isWhole: boolean };
  values: ColumnValues;
  profile: ColumnProfile;
  question: QuestionAnswer;
  choose: Selection;
  prepare: object;
  rest: object;
  close: object;
}

/** The answer when the selection of the view is not known: it was made before a restart, or too many were made since. */
export const SELECTION_GONE = 'selection gone';
