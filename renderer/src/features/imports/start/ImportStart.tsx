import { Button } from '@mantine/core';
import { IconFileImport, IconFolderOpen, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChosenFile } from '../../../../../shared/contract/host/files.ts';
import { isCancelled, useActiveAccount, useChannelMutation } from '../../../bridge/index.ts';
import { type ArrivingFile, useArrivingFile } from '../../../lib/arriving-files.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { modifierName } from '../../../lib/shortcuts.ts';
import { CancelButton, Changes, FailureNote, MainButton, Meter, Page, useIsReadOnly } from '../../../ui/index.ts';
import { TemplateDialog } from '../templates/TemplateDialog.tsx';
import { Queues } from '../queue/QueueCard.tsx';
import { DraftList } from './DraftList.tsx';
import classes from './ImportStart.module.css';
import { SampleList } from './SampleList.tsx';
import { usePastedCells } from './use-pasted-cells.ts';
import type { ReadingProgress } from '../reading/reading-state.ts';
import type { ReadingOfFiles, ReadingTask } from '../reading/use-reading.ts';

const FORMATS = ['CSV', 'TSV', 'TXT', 'XLSX', 'XLSB', 'XLS', 'ODS', 'HTML', 'XML'];

interface ImportStartProps {
  readonly reading: ReadingOfFiles;
  readonly onOpen: (task: ReadingTask) => void;
  /** Files from the dialog: one is opened, several become a queue. */
  readonly onFiles: (files: readonly ChosenFile[]) => void;
}

type ShownProgress = Pick<ReadingProgress, 'fileName' | 'bytesRead' | 'bytesTotal' | 'rows'>;

/** A file of which the program has read nothing yet. */
function arrived({ name, size }: ArrivingFile): ShownProgress {
  return { fileName: name, bytesRead: 0, bytesTotal: size, rows: 0 };
}

/** No file yet: where to drop one, what was begun earlier, and what to practise with. */
export function ImportStart({ reading, onOpen, onFiles }: ImportStartProps) {
  const account = useActiveAccount();
  const isReadOnly = useIsReadOnly();
  const choose = useChannelMutation('host:chooseFiles');
  const failure = reading.failure ?? (choose.error !== null && isCancelled(choose.error) ? null : choose.error);
  const arriving = useArrivingFile();
  const shown = reading.progress ?? (arriving === null ? null : arrived(arriving));
  const cancel = reading.progress === null ? arriving?.cancel : reading.cancel;
  usePastedCells((text) => {
    if (reading.progress !== null || isReadOnly) return;
    reading.closeFailure();
    onOpen({ kind: 'pasted', text });
  });

  function chooseFile(): void {
    reading.closeFailure();
    choose.mutate({}, { onSuccess: ({ files }) => onFiles(files) });
  }

  return (
    <Page title="Import">
      <div className={classes['column']}>
        <FailureNote failure={failure} onRetry={chooseFile} retryLabel="Choose another file" />
        <Queues />
        <Changes>
          <section className={classes['zone']} aria-label="Choose a spreadsheet">
            {shown === null || cancel === undefined ? (
              <>
                <span className={classes['tile']}>
                  <IconFileImport size={26} stroke={1.5} aria-hidden />
                </span>
                <h2 className={classes['headline']}>Drop a spreadsheet to look at it first</h2>
                <p className={classes['promise']}>
                  Or choose a file, or paste copied cells with {modifierName} V. Several files become a queue into one
                  campaign. Nothing is sent until you press Start.
                </p>
                <MainButton icon={IconFolderOpen} onClick={chooseFile}>
                  Choose a file <span className={classes['shortcut']}>{modifierName} O</span>
                </MainButton>
                <p className="quiet above12">
                  A result file of an earlier import goes on with the rows that are still open.
                </p>
                <ul className={classes['formats']} aria-label="File kinds">
                  {FORMATS.map((name) => (
                    <li key={name}>{name}</li>
                  ))}
                </ul>
              </>
            ) : (
              <ReadingFile progress={shown} isArriving={reading.progress === null} onCancel={cancel} />
            )}
          </section>
        </Changes>
        {account !== null && account !== undefined && <TemplatesButton />}
        <DraftList />
        {account?.kind === 'practice' && (
          <SampleList disabled={reading.progress !== null} onOpen={(name) => onOpen({ kind: 'sample', name })} />
        )}
      </div>
    </Page>
  );
}

/** The templates that are kept, before any file is chosen. */
function TemplatesButton() {
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes['templates']}>
      <Button
        variant="subtle"
        leftSection={<IconTemplate size={15} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Templates
      </Button>
      <TemplateDialog opened={opened} from={null} onClose={() => setOpened(false)} />
    </div>
  );
}

interface ReadingFileProps {
  readonly progress: ShownProgress;
  /** The browser does not say how much of the file it has handed over. */
  readonly isArriving: boolean;
  readonly onCancel: () => void;
}

function ReadingFile({ progress, isArriving, onCancel }: ReadingFileProps) {
  const { bytesRead, bytesTotal, rows } = progress;
  const read = bytesTotal === 0 ? '' : `${format.percent(bytesRead, bytesTotal)} of ${format.bytes(bytesTotal)}`;
  const done = isArriving ? `The browser hands over ${format.bytes(bytesTotal)}. Then it is read.` : read;
  return (
    <div className={classes['reading']} role="status">
      <h2 className={classes['headline']}>Reading {progress.fileName}</h2>
      <Meter used={bytesRead} limit={Math.max(1, bytesTotal)} label={`Read: ${done === '' ? 'just begun' : done}`} />
      <p className={`${classes['promise']} tabular`}>
        {rows === 0 ? done : `${format.count(rows, rowForms)}, ${done}`}
      </p>
      <CancelButton onClick={onCancel} />
    </div>
  );
}
