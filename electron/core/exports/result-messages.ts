import type { Row, View } from './result-store.ts';

/** The questions to the worker thread of the exports, and its answers by kind. */
export type ResultRequest =
  | {
      readonly kind: 'append';
      readonly path: string;
      readonly rows: readonly (readonly (string | null)[])[];
      readonly columns: number;
    }
  | { readonly kind: 'count'; readonly path: string }
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly view: View;
      readonly offset: number;
      readonly limit: number;
    }
  | {
      readonly kind: 'save';
      readonly path: string;
      readonly view: View;
      readonly target: string;
      readonly columns: readonly string[];
    }
  | { readonly kind: 'close'; readonly path: string };

export interface ResultAnswers {
  append: { rows: number };
  count: { rows: number; filled: number[] };
  page: { total: number; rows: Row[] };
  save: { rows: number; countedRows: number; bytes: number };
  close: object;
}
