import { useEffect, useEffectEvent, useState } from 'react';
import type { DraftSummary } from '../../../../shared/contract/imports/imports.ts';
import { call, useChannel } from '../../bridge/index.ts';
import { navigate, usePlace } from '../../lib/navigation.ts';
import { takePendingFile, usePendingFile } from '../../lib/pending-file.ts';
import { FailureNote, Page, Skeleton, startWork, useIsReadOnly } from '../../ui/index.ts';
import { Button } from '@mantine/core';
import { ImportStart } from './start/ImportStart.tsx';
import { KnownDraft } from './start/KnownDraft.tsx';
import { type ReadingTask, useReading } from './reading/use-reading.ts';
import { Wizard } from './wizard/Wizard.tsx';

/** Without a draft: the drop zone. With one: the wizard, at the step where it was left. */
export function ImportPage() {
  const { id } = usePlace();
  const reading = useReading();
  const pendingFile = usePendingFile();

  const [known, setKnown] = useState<{ readonly draft: DraftSummary; readonly task: ReadingTask } | null>(null);

  /** A file that has a draft with the same content is not read into another one before a person says so. */
  async function open(task: ReadingTask): Promise<void> {
    if (task.kind === 'file') {
      const { draft } = await call('import:draftOf', { token: task.file.token });
      if (draft !== null) return setKnown({ draft, task });
    }
    await read(task);
  }

  async function read(task: ReadingTask): Promise<void> {
    const draft = await reading.read(task);
    if (draft !== null) navigate('import', draft.id);
  }

  const question = (
    <KnownDraft
      draft={known?.draft ?? null}
      onClose={() => setKnown(null)}
      onContinue={(draft) => {
        setKnown(null);
        navigate('import', draft.id);
      }}
      onAnew={() => {
        setKnown(null);
        if (known !== null) startWork(() => read(known.task));
      }}
    />
  );

  // A file that came from outside the page (dropped, Ctrl+O, command line) waits until this page is shown
  // and can change something.
  const openPending = useEffectEvent(() => {
    const file = takePendingFile();
    if (file !== null) startWork(() => open({ kind: 'file', file }));
  });
  const isReadOnly = useIsReadOnly();
  useEffect(() => {
    if (pendingFile !== null && !isReadOnly) openPending();
  }, [pendingFile, isReadOnly]);

  if (id === null || reading.progress !== null || reading.failure !== null) {
    return (
      <>
        <ImportStart reading={reading} onOpen={(task) => startWork(() => open(task))} />
        {question}
      </>
    );
  }
  return (
    <>
      <OpenDraft key={id} draftId={id} />
      {question}
    </>
  );
}

function OpenDraft({ draftId }: { readonly draftId: string }) {
  const { data: draft, error } = useChannel('import:draft', { draftId });
  if (draft !== undefined) return <Wizard draft={draft} />;
  return (
    <Page title="Import">
      {error === null ? (
        <Skeleton lines={6} label="The draft is loading" />
      ) : (
        <>
          <FailureNote failure={error} />
          <Button mt="lg" component="a" href="#/import" variant="default">
            Choose a file
          </Button>
        </>
      )}
    </Page>
  );
}
