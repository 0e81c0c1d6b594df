import { SegmentedControl } from '@mantine/core';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useOwnTask } from '../../../ui/layout/use-own-task.ts';
import type { ReadingProgress } from '../reading/reading-state.ts';
import { CancelButton } from '../../../ui/index.ts';
import classes from './FileStep.module.css';
import type { ShownPlace } from './preview-place.ts';
import { HeadGrid, PreviewGrid } from './PreviewGrid.tsx';
import { hasLines } from './text-model.ts';
import { TextView } from './TextView.tsx';
import { useReadingHead } from './use-reading-head.ts';

/** How a person likes to look at files; kept as long as the page is open. */
export const previewForm = createStore<'table' | 'text'>('table');

/** Milliseconds a reading may take before the first rows of the new reading are asked for. */
const SLOW_READING = 400;

interface PreviewProps {
  readonly draft: Draft;
  /** Place to bring into view; null: none was asked for. */
  readonly place: ShownPlace | null;
  readonly choices: ReadingChoices;
  /** Not null while the file is read again. */
  readonly progress: ReadingProgress | null;
  readonly onCancel: () => void;
}

/** The rows of the file as a table or as text; while a long reading goes on, its first rows. */
export function Preview({ draft, place, choices, progress, onCancel }: PreviewProps) {
  const liked = useStore(previewForm);
  const hasText = hasLines(draft.reading);
  const form = hasText ? liked : 'table';
  const isSlow = useDelayed(progress !== null, SLOW_READING);
  const isGridDue = useOwnTask();
  const head = useReadingHead(draft.id, choices, isSlow && progress !== null && form === 'table');
  return (
    <>
      <div className={classes['bar']}>
        <h2 className={classes['title']}>Preview</h2>
        <span className="text2 tabular">{format.count(draft.reading.rows, rowForms)}</span>
        <div className={classes['busy']}>
          <Busy progress={isSlow ? progress : null} onCancel={onCancel} />
          {!hasText && <span className="text2">A workbook has no lines of text.</span>}
          <SegmentedControl
            aria-label="Preview"
            value={form}
            onChange={(value) => previewForm.set(value)}
            data={[
              { value: 'table', label: 'As table' },
              { value: 'text', label: 'As text', disabled: !hasText },
            ]}
          />
        </div>
      </div>
      {head !== null ? (
        <HeadGrid columns={head.columns} rows={head.rows} />
      ) : form === 'table' ? (
        isGridDue && <PreviewGrid key={draft.readingId} draft={draft} place={place} />
      ) : (
        <TextView key={draft.readingId} draft={draft} place={place} />
      )}
    </>
  );
}

/** Comes only when reading takes a while; its place in the bar is always free. */
function Busy({ progress, onCancel }: Pick<PreviewProps, 'progress' | 'onCancel'>) {
  return (
    <div className="flexCentred gap12" role="status">
      {progress !== null && (
        <>
          <span className="text2 tabular">
            Reading again
            {progress.bytesRead === 0 ? '' : `, ${format.wholePercent(progress.bytesRead, progress.bytesTotal)}`}
          </span>
          <CancelButton size="xs" onClick={onCancel} />
        </>
      )}
    </div>
  );
}
