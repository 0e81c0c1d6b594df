import { Button } from '@mantine/core';
import type { Draft } from '../../../../shared/contract/imports.ts';
import type { ReadingChoices } from '../../../../shared/contract/reading.ts';
import type { CallError } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { FailureNote, Pane, Panes } from '../../ui/index.ts';
import classes from './FileStep.module.css';
import { GuessStrip } from './GuessStrip.tsx';
import { NoticedPanel } from './NoticedPanel.tsx';
import { PreviewGrid } from './PreviewGrid.tsx';
import { withChoice } from './reading-model.ts';
import type { ReadingProgress } from './use-reading.ts';
import { useState } from 'react';

interface FileStepProps {
  readonly draft: Draft;
  readonly reading: { readonly progress: ReadingProgress | null; readonly error: CallError | null };
  readonly onChoose: (choices: ReadingChoices) => void;
}

/** What the file looks like, how it was read and what was noticed on the way. */
export function FileStep({ draft, reading, onChoose }: FileStepProps) {
  const isSlow = useDelayed(reading.progress !== null, 400);
  const [line, setLine] = useState<number | null>(null);
  const shown = Math.min(100, draft.reading.rows);
  return (
    <>
      <GuessStrip reading={draft.reading} onChoose={(change) => onChoose(withChoice(draft.reading, change))} />
      {reading.error !== null && <FailureNote failure={reading.error} title="The file could not be read this way." />}
      <Panes>
        <Pane label="Preview" scroll={false}>
          <div className={classes['bar']}>
            <h2 className={classes['title']}>Preview</h2>
            <span className="text2 tabular">
              {shown < draft.reading.rows
                ? `first ${format.number(shown)} of ${format.number(draft.reading.rows)} rows`
                : format.count(shown, { one: '# row', other: 'all # rows' })}
            </span>
            <div className={classes['busy']} role="status">
              {isSlow && reading.progress !== null && (
                <>
                  <span className="text2 tabular">
                    Reading again
                    {reading.progress.bytesTotal === 0
                      ? ''
                      : `, ${format.percent(reading.progress.bytesRead, reading.progress.bytesTotal)}`}
                  </span>
                  <Button size="xs" variant="default" onClick={reading.progress.cancel}>
                    Cancel
                  </Button>
                </>
              )}
            </div>
          </div>
          <PreviewGrid key={readingKey(draft)} draft={draft} line={line} />
        </Pane>
        <Pane label="What we noticed" width={320}>
          <NoticedPanel draft={draft} onShowLine={setLine} />
        </Pane>
      </Panes>
    </>
  );
}

/** The grid starts anew when the file was read in another way. */
export function readingKey(draft: Draft): string {
  const { encoding, delimiter, sheet, headerLine, firstDataLine, lastDataLine } = draft.reading;
  return [encoding, delimiter, sheet, headerLine, firstDataLine, lastDataLine]
    .map((guess) => String(guess.value))
    .join('|');
}
