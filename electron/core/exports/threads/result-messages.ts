import type { SavedTable } from '../../files/writing/save-table.ts';
import type { SavedDataset } from '../../../../shared/contract/exports/datasets.ts';
import type { DatasetRequest } from '../dataset/write-dataset.ts';
import type { IntakeBody, IntakePlan, Received } from '../intake/lead-intake.ts';
import type { MergedLeads, MergeRequest } from '../refresh/merge-leads.ts';
import type { CampaignSample } from '../result/campaign-samples.ts';
import type { MissedCount } from '../result/result-store.ts';
import type { SaveRequest } from '../save/save-result.ts';

/** The questions to the worker thread of the exports, and its answers by kind. */
export type ResultRequest =
  /** Begins an export. */
  | { readonly kind: 'begin'; readonly path: string; readonly plan: IntakePlan }
  /** What follows are the bytes of a body, in their order. */
  | { readonly kind: 'body'; readonly path: string; readonly body: IntakeBody }
  /** The memory of `bytes` goes over to the thread, and comes back with the answer. */
  | { readonly kind: 'take'; readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The body has ended. `isWhole`: as the service meant it to. */
  | { readonly kind: 'finish'; readonly path: string; readonly isWhole: boolean }
  /** No further body comes. */
  | { readonly kind: 'end'; readonly path: string }
  | { readonly kind: 'count'; readonly path: string }
  /** `paths`: of the columns of the result. */
  | { readonly kind: 'campaigns'; readonly path: string; readonly paths: readonly string[] }
  | ({ readonly kind: 'save'; readonly path: string } & SaveRequest)
  | ({ readonly kind: 'dataset'; readonly path: string } & DatasetRequest)
  | ({ readonly kind: 'merge'; readonly path: string } & MergeRequest)
  /** Closes a result that was not needed for a while, unless leads are arriving in it. */
  | { readonly kind: 'rest'; readonly path: string }
  | { readonly kind: 'close'; readonly path: string };

export interface ResultAnswers {
  begin: object;
  body: object;
  take: Received & { readonly memory: ArrayBuffer };
  finish: Received;
  end: object;
  /** `paths`: of the columns, as far as the file has them. */
  count: { rows: number; paths: string[]; filled: number[]; missed: MissedCount[] };
  campaigns: CampaignSample[];
  save: SavedTable;
  dataset: SavedDataset;
  merge: MergedLeads;
  rest: object;
  close: object;
}
