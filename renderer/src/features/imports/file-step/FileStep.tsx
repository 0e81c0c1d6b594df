import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Problem, ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { type CallError, useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { ConfirmDialog, ErrorNote, errorDetails, Pane, Panes } from '../../../ui/index.ts';
import classes from './FileStep.module.css';
import { GuessStrip } from './GuessStrip.tsx';
import { NoticedPanel } from './NoticedPanel.tsx';
import type { ShownPlace } from './preview-place.ts';
import { HeadGrid, PreviewGrid } from './PreviewGrid.tsx';
import { withChoice, withoutChoice } from './reading-model.ts';
import { SourceNote } from './SourceNote.tsx';
import { shownIn } from './text-model.ts';
import { TextView } from './TextView.tsx';
import type { ReadingProgress } from '../reading/use-reading.ts';
import { useReadingHead } from './use-reading-head.ts';

interface FileStepProps {
  readonly draft: Draft;
  readonly reading: {
    readonly progress: ReadingProgress | null;
    readonly error: CallError | null;
    readonly clearError: () => void;
  };
  readonly onChoose: (choices: ReadingChoices) => void;
}

/** A way to read the file that is not being read yet. */
interface Wish {
  readonly choices: ReadingChoices;
  /** Corrections that a person is asked about first; 0 while that is looked up. */
  readonly forgets: number;
}

/** How a person likes to look at files; kept as long as the page is open. */
const previewForm = createStore<'table' | 'text'>('table');

/** What the file looks like, how it was read and what was noticed on the way. */
export function FileStep({ draft, reading, onChoose }: FileStepProps) {
  const { progress, error } = reading;
  const liked = useStore(previewForm);
  const key = draft.readingId;
  const [shown, setShown] = useState<{ readonly key: string; readonly place: ShownPlace } | null>(null);
  // Lines of another reading may be other lines.
  const place = shown?.key === key ? shown.place : null;
  const source = useChannel('import:source', { draftId: draft.id }, { staleTime: 0, refetchInterval: 15_000 });
  const { refetch } = source;
  useEffect(() => void refetch(), [refetch, draft.readingId, error]);

  const hasText = draft.reading.format === 'csv';
  const form = hasText ? liked : 'table';
  const isGone = source.data?.state === 'gone';
  const [wish, setWish] = useState<Wish | null>(null);
  // A change of a guess that is still being asked about, or read, counts for the next one.
  const choices = wish?.choices ?? progress?.choices ?? draft.choices;

  /** What was corrected belongs to the rows as they are read now; it is not given up without a word. */
  async function choose(next: ReadingChoices): Promise<void> {
    setWish({ choices: next, forgets: 0 });
    // As it is at this moment: what is remembered may be from before a correction, or from before a reading.
    const forgets = progress === null ? ((await refetch()).data?.corrections ?? 0) : 0;
    setWish((known) => (known?.choices !== next ? known : forgets > 0 ? { choices: next, forgets } : null));
    if (forgets === 0) onChoose(next);
  }

  function show(problem: Problem, at: ShownPlace): void {
    if (shownIn(problem.kind, at.line, hasText) === 'text') previewForm.set('text');
    setShown({ key, place: { ...at } });
  }

  const isSlow = useDelayed(progress !== null, 400);
  const head = useReadingHead(draft.id, choices, isSlow && progress !== null && form === 'table');
  return (
    <>
      {source.data !== undefined && (
        <SourceNote
          state={source.data.state}
          isReading={progress !== null}
          onReadAgain={() => void choose(draft.choices)}
        />
      )}
      <GuessStrip
        reading={draft.reading}
        choices={choices}
        isPending={progress !== null}
        disabled={isGone}
        onChoose={(next) => void choose(next)}
      />
      {error !== null && error.details.code !== 'cancelled' && (
        <ErrorNote
          title="The file could not be read this way, and nothing was changed."
          details={error.details.code === 'file' ? '' : errorDetails(error.details)}
          actions={
            <Button size="xs" variant="default" onClick={reading.clearError}>
              Close
            </Button>
          }
        >
          {error.details.message} Below it is shown as it was read before.
        </ErrorNote>
      )}
      <Panes>
        <Pane label="Preview" scroll={false}>
          <div className={classes['bar']}>
            <h2 className={classes['title']}>Preview</h2>
            <span className="text2 tabular">{format.count(draft.reading.rows, { one: '# row', other: '# rows' })}</span>
            <div className={classes['busy']}>
              <Busy progress={isSlow ? progress : null} />
              {!hasText && <span className="text2">A workbook has no lines of text.</span>}
              <SegmentedControl
                size="xs"
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
            <PreviewGrid key={key} draft={draft} place={place} />
          ) : (
            <TextView key={key} draft={draft} place={place} />
          )}
        </Pane>
        <Pane label="What we noticed" width={320}>
          <NoticedPanel
            draft={draft}
            choices={choices}
            disabled={isGone}
            onShow={show}
            onChange={(change) => void choose(withChoice(choices, change))}
            onKeepSpaces={() => void choose(withoutChoice(choices, 'keepSpaces'))}
          />
        </Pane>
      </Panes>
      <ConfirmDialog
        opened={wish !== null && wish.forgets > 0}
        title="Read the file again?"
        confirmLabel="Read it again"
        onClose={() => setWish(null)}
        onConfirm={() => {
          if (wish !== null) onChoose(wish.choices);
          setWish(null);
        }}
      >
        {format.count(wish?.forgets ?? 0, {
          one: '# change made under Check (edits, repairs, rows left out) belongs',
          other: '# changes made under Check (edits, repairs, rows left out) belong',
        })}{' '}
        to the rows as they are read now and will be forgotten. The file itself stays as it is.
      </ConfirmDialog>
    </>
  );
}

/** Comes only when reading takes a while; its place in the bar is always free. */
function Busy({ progress }: { readonly progress: ReadingProgress | null }) {
  return (
    <div className={classes['progress']} role="status">
      {progress !== null && (
        <>
          <span className="text2 tabular">
            Reading again
            {progress.bytesRead === 0 ? '' : `, ${format.wholePercent(progress.bytesRead, progress.bytesTotal)}`}
          </span>
          <Button size="xs" variant="default" onClick={progress.cancel}>
            Cancel
          </Button>
        </>
      )}
    </div>
  );
}
