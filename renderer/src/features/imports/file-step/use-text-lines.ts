import { useEffect, useState } from 'react';
import type { TextCursor, TextLine } from '../../../../../shared/contract/imports/file-text.ts';
import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import { call, CallError } from '../../../bridge/index.ts';
import { startWork } from '../../../ui/index.ts';
import type { ShownPlace } from './preview-place.ts';
import { FIRST_LINES, SEARCHED_LINES } from './text-model.ts';

/** The lines that were loaded so far, from the first one on. */
interface LoadedText {
  readonly lines: readonly TextLine[];
  /** Where the next page begins; null: the file has no more lines. */
  readonly next: TextCursor | null;
}

/** The lines of a draft's file, loaded page by page. */
export interface TextLines {
  /** Null before the first page. */
  readonly loaded: LoadedText | null;
  readonly failure: CallError | null;
  readonly isLoading: boolean;
  readonly loadMore: () => void;
}

/** Loads the first lines, and as many more as a place that was asked for needs. */
export function useTextLines(draftId: string, place: ShownPlace | null): TextLines {
  const [loaded, setLoaded] = useState<LoadedText | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  const [isLoading, setIsLoading] = useState(false);

  async function load(known: LoadedText | null, limit: number): Promise<LoadedText> {
    const from = known?.next ?? undefined;
    const page = await call('import:text', { draftId, limit, ...(from === undefined ? {} : { from }) });
    return { lines: [...(known?.lines ?? []), ...page.lines], next: page.next };
  }

  async function guarded(work: () => Promise<LoadedText>): Promise<void> {
    setIsLoading(true);
    setFailure(null);
    try {
      setLoaded(await work());
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error);
    } finally {
      setIsLoading(false);
    }
  }

  useEffect(() => {
    let isOver = false;
    async function untilShown(): Promise<LoadedText> {
      let known = loaded ?? (await load(null, FIRST_LINES));
      while (!isOver && place !== null && known.next !== null && !reaches(known, place.line))
        known = await load(known, PAGE_LIMIT);
      return known;
    }
    startWork(() => guarded(untilShown));
    return () => {
      isOver = true;
    };
    // Only a new place asks for lines; what was loaded before is where it goes on from.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place]);

  return { loaded, failure, isLoading, loadMore: () => startWork(() => guarded(() => load(loaded, PAGE_LIMIT))) };
}

function reaches({ lines }: LoadedText, row: number): boolean {
  const last = lines.at(-1);
  // Rows that are not known cannot be found; far down, a person asks for more lines.
  return last === undefined || last.row === null || last.row > row || lines.length > SEARCHED_LINES;
}
