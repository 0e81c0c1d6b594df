import type { ListTrouble } from '../api/reads/streams.ts';
import type { SavedTable } from '../files/writing/save-table.ts';
import type { Row, View } from './result-store.ts';
import type { SaveRequest } from './save/save-result.ts';

/** The questions to the worker thread of the exports, and its answers by kind. */
export type ResultRequest =
  /** Begins an export: what follows are the bytes of its body, in their order. */
  | { readonly kind: 'begin'; readonly path: string }
  /** The memory of `bytes` goes over to the thread, and comes back with the answer. */
  | { readonly kind: 'take'; readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The body has ended. `isWhole`: as the service meant it to. */
  | { readonly kind: 'finish'; readonly path: string; readonly isWhole: boolean }
  | { readonly kind: 'count'; readonly path: string }
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly view: View;
      readonly offset: number;
      readonly limit: number;
    }
  | ({ readonly kind: 'save'; readonly path: string } & SaveRequest)
  | { readonly kind: 'close'; readonly path: string };

/** What the result holds now. */
export interface Received {
  readonly rows: number;
  /** Paths of the columns, when there are more than in the answer before; else null. */
  readonly paths: readonly string[] | null;
  /** How many rows have a non-empty value, by column. */
  readonly filled: readonly number[];
  /** Why no more leads can be cut out of the bytes; null when they can. */
  readonly trouble: ListTrouble | null;
}

export interface ResultAnswers {
  begin: object;
  take: Received & { readonly memory: ArrayBuffer };
  finish: Received;
  count: { rows: number; filled: number[] };
  page: { total: number; rows: Row[] };
  save: SavedTable;
  close: object;
}
