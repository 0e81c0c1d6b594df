import { statSync } from 'node:fs';
import type { CoreChannelName } from '../../../../shared/contract/channels.ts';
import type { ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { fileFailure, FileTrouble } from '../../files/foundation/file-trouble.ts';
import { previewFile, type ReadingThreads, type StagedRows } from '../../files/staging/staging.ts';
import { createTextThread } from '../../files/text/lines/text-thread.ts';
import type { Log } from '../../foundation/ports.ts';
import type { Handlers } from '../../sessions/feature.ts';
import { layerPathOf, readStepsOf } from '../check/layer-file.ts';
import type { DraftRecord } from './draft-store.ts';
import type { DraftsOnDisk } from './drafts-on-disk.ts';

type DraftFileChannel = Extract<CoreChannelName, `import:${'text' | 'preview' | 'source' | 'rowAt'}`>;

/** Rows of a preview: what a person sees without scrolling far. */
const PREVIEWED = 100;

/** Questions about the file that a draft was read from. It is never written. */
export function createDraftFile(log: Pick<Log, 'bug'>, threads: ReadingThreads, disk: DraftsOnDisk) {
  const texts = createTextThread(log);
  const previews = new Previews(threads);

  const handlers: Handlers<DraftFileChannel> = {
    'import:text': async ({ draftId, from, limit }, { signal }) => {
      const draft = disk.find(draftId);
      const { format, encoding, delimiter, quote } = disk.withStaged(draft, (staged) => staged.reading);
      try {
        if (format !== 'csv')
          throw new FileTrouble(
            'unsupported',
            'A workbook has no lines of text. Look at it as a table, or save the sheet as CSV and choose that file.',
          );
        refuseOther(draft);
        return await texts.ask(
          { path: draft.path, encoding: encoding.value, delimiter: delimiter.value, quote, from, limit },
          { signal },
        );
      } catch (error) {
        throw fileFailure(error);
      }
    },

    'import:preview': async ({ draftId, choices }, { signal }) =>
      previews.read(draftId, disk.find(draftId).path, choices, signal),

    'import:source': async ({ draftId }) => {
      const draft = disk.find(draftId);
      // Steps of the check that a new reading would forget.
      return { state: shownState(draft), corrections: readStepsOf(layerPathOf(disk.stagedPath(draft))) };
    },

    'import:rowAt': async ({ draftId, line }) => ({
      row: disk.withStaged(disk.find(draftId), (staged) => firstRowAt(staged, line)),
    }),
  };

  /** Only a file of a person's own was somewhere. */
  function shownState(draft: DraftRecord) {
    const state = sourceState(draft);
    return state === 'gone' && disk.sourceFolderOf(draft) === null ? 'copyGone' : state;
  }

  return {
    handlers,
    /** Resolves when no file is open any more. */
    async close() {
      previews[Symbol.dispose]();
      await texts.close();
    },
  };
}

/** Previews that are being read, one for a draft; each has a thread of its own. */
class Previews implements Disposable {
  readonly #threads: ReadingThreads;
  readonly #running = new Map<string, AbortController>();

  constructor(threads: ReadingThreads) {
    this.#threads = threads;
  }

  /** Ends the preview before: its choices are not shown any more. Rejects with Failure `file` or `cancelled`. */
  async read(draftId: string, path: string, choices: ReadingChoices, signal: AbortSignal) {
    this.#running.get(draftId)?.abort();
    const replaced = new AbortController();
    this.#running.set(draftId, replaced);
    try {
      const request = { path, choices, rows: PREVIEWED };
      const until = AbortSignal.any([signal, replaced.signal]);
      const { reading, rows } = await previewFile(request, { signal: until, threads: this.#threads });
      return { columns: reading.columns, rows };
    } catch (error) {
      throw fileFailure(error);
    } finally {
      if (this.#running.get(draftId) === replaced) this.#running.delete(draftId);
    }
  }

  [Symbol.dispose](): void {
    for (const preview of this.#running.values()) preview.abort();
  }
}

/** The lines of a changed file are not those that the table was read from. */
function refuseOther(draft: DraftRecord): void {
  const state = sourceState(draft);
  if (state === 'gone')
    throw new FileTrouble(
      'missing',
      'The file was moved or deleted after it was read, so its text cannot be shown. The table shows the saved copy of its rows.',
    );
  if (state === 'changed')
    throw new FileTrouble(
      'changed',
      'The file was changed after it was read, so its text differs from the table. Read it again to see both.',
    );
}

function sourceState(draft: DraftRecord): 'same' | 'changed' | 'gone' {
  try {
    const stats = statSync(draft.path);
    if (!stats.isFile()) return 'gone';
    return stats.size === draft.fileSize && stats.mtimeMs === draft.fileModifiedAt ? 'same' : 'changed';
  } catch {
    return 'gone';
  }
}

/** Line numbers rise with rows, so a binary search finds the row. */
function firstRowAt(staged: StagedRows, line: number): number | null {
  let below = 0;
  let from = staged.reading.rows;
  while (below < from) {
    const middle = Math.floor((below + from) / 2);
    const found = staged.rows(middle, 1)[0];
    if (found === undefined || found.line >= line) from = middle;
    else below = middle + 1;
  }
  return staged.rows(below, 1)[0]?.row ?? null;
}
