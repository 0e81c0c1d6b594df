/** The messages to a thread of the core. The kind of a request decides the shape of its answer. */
export type ToThread<Request> =
  | { readonly type: 'request'; readonly id: number; readonly request: Request }
  | { readonly type: 'cancel'; readonly id: number }
  /** Stops what runs, closes every file and ends the thread. */
  | { readonly type: 'end' };

export type FromThread<Answer> =
  | { readonly type: 'answer'; readonly id: number; readonly value: Answer }
  | { readonly type: 'progress'; readonly id: number; readonly rows: number; readonly rowsTotal: number }
  | {
      readonly type: 'failure';
      readonly id: number;
      readonly name: string;
      readonly message: string;
      /** Reason of a FileTrouble; otherwise empty. */
      readonly reason: string;
    };
