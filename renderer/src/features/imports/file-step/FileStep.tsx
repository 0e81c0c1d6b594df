import { useState } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { Problem, ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { format } from '../../../lib/format.ts';
import {
  Changes,
  ConfirmDialog,
  errorDetails,
  ErrorNote,
  Pane,
  Panes,
  SmallButton,
  useIsReadOnly,
} from '../../../ui/index.ts';
import type { ReadingFailure } from '../reading/reading-state.ts';
import type { ReadingOfFiles } from '../reading/use-reading.ts';
import { TemplateBanner } from '../templates/TemplateBanner.tsx';
import type { TemplateWork } from '../templates/template-work.ts';
import { GuessStrip } from './GuessStrip.tsx';
import { NoticedPanel } from './NoticedPanel.tsx';
import { Preview, previewForm } from './Preview.tsx';
import type { ShownPlace } from './preview-place.ts';
import { withChoice, withoutChoice } from './reading-model.ts';
import { KnownFileNotes } from './KnownFileNotes.tsx';
import { SourceNote } from './SourceNote.tsx';
import { hasLines, shownIn } from './text-model.ts';
import { useReadingChoices } from './use-reading-choices.ts';

interface FileStepProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly reading: ReadingOfFiles;
  readonly templates: TemplateWork;
  readonly onChoose: (choices: ReadingChoices) => void;
}

/** What the file looks like, how it was read and what was noticed on the way. */
export function FileStep({ draft, mapping, reading, templates, onChoose }: FileStepProps) {
  const { progress, failure } = reading;
  const { source, choices, choose, asked, confirm, decline } = useReadingChoices(draft, reading, onChoose);
  const [shown, setShown] = useState<{ readonly readingId: string; readonly place: ShownPlace } | null>(null);
  // Lines of another reading may be other lines.
  const place = shown?.readingId === draft.readingId ? shown.place : null;
  const isGone = source === 'gone' || source === 'copyGone';
  const isReadOnly = useIsReadOnly();

  function show(problem: Problem, at: ShownPlace): void {
    if (shownIn(problem.kind, at.line, hasLines(draft.reading)) === 'text') previewForm.set('text');
    setShown({ readingId: draft.readingId, place: { ...at } });
  }

  return (
    <>
      <Changes>
        {source !== undefined && (
          <SourceNote state={source} isReading={progress !== null} onReadAgain={() => choose(draft.choices)} />
        )}
        <KnownFileNotes draft={draft} />
        <TemplateBanner draft={draft} mapping={mapping} work={templates} />
        <GuessStrip
          reading={draft.reading}
          choices={choices}
          isPending={progress !== null}
          disabled={isGone}
          onChoose={choose}
        />
      </Changes>
      {failure !== null && <NotReadNote failure={failure} onClose={reading.closeFailure} />}
      <Panes>
        <Pane label="Preview" scroll={false}>
          <Preview draft={draft} place={place} choices={choices} progress={progress} onCancel={reading.cancel} />
        </Pane>
        <Pane label="What we noticed" width={320}>
          <NoticedPanel
            draft={draft}
            choices={choices}
            disabled={isGone || isReadOnly}
            onShow={show}
            onChange={(change) => choose(withChoice(choices, change))}
            onKeepSpaces={() => choose(withoutChoice(choices, 'keepSpaces'))}
          />
        </Pane>
      </Panes>
      <ConfirmDialog
        opened={asked !== null}
        title="Read the file again?"
        confirmLabel="Read it again"
        onClose={decline}
        onConfirm={confirm}
      >
        {format.count(asked ?? 0, {
          one: '# change made under Check (edits, repairs, rows left out) belongs',
          other: '# changes made under Check (edits, repairs, rows left out) belong',
        })}{' '}
        to the rows as they are read now and will be dropped. The file itself stays as it is.
      </ConfirmDialog>
    </>
  );
}

interface NotReadNoteProps {
  readonly failure: ReadingFailure;
  readonly onClose: () => void;
}

function NotReadNote({ failure: { details }, onClose }: NotReadNoteProps) {
  return (
    <ErrorNote
      title="The file could not be read this way, and nothing was changed."
      details={details.code === 'file' ? '' : errorDetails(details)}
      actions={<SmallButton onClick={onClose}>Close</SmallButton>}
    >
      {details.message} Below it is shown as it was read before.
    </ErrorNote>
  );
}
