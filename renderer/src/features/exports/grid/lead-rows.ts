/** A lead of a result, as the grid and the clipboard take it. */
export interface LeadRow {
  readonly number: number;
  readonly cells: (string | null)[];
}

/** What the reader of a result has asked for: words to find, and up to three columns to sort by. */
export interface GridView {
  readonly search: string;
  readonly sort: readonly { readonly column: number; readonly direction: 'asc' | 'desc' }[];
}
