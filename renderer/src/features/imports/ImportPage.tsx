import { useEffect, useEffectEvent } from 'react';
import { useChannel } from '../../bridge/index.ts';
import { navigate, usePlace } from '../../lib/navigation.ts';
import { takePendingFile, usePendingFile } from '../../lib/pending-file.ts';
import { FailureNote, Page, Skeleton, startWork } from '../../ui/index.ts';
import { Button } from '@mantine/core';
import { ImportStart } from './start/ImportStart.tsx';
import { type ReadingTask, useReading } from './reading/use-reading.ts';
import { Wizard } from './wizard/Wizard.tsx';

/** Without a draft: the drop zone. With one: the wizard, at the step where it was left. */
export function ImportPage() {
  const { id } = usePlace();
  const reading = useReading();
  const pendingFile = usePendingFile();

  async function open(task: ReadingTask): Promise<void> {
    const draft = await reading.read(task);
    if (draft !== null) navigate('import', draft.id);
  }

  // A file that came from outside the page (dropped, Ctrl+O, command line) waits until this page is shown.
  const openPending = useEffectEvent(() => {
    const file = takePendingFile();
    if (file !== null) startWork(() => open({ kind: 'file', file }));
  });
  useEffect(() => {
    if (pendingFile !== null) openPending();
  }, [pendingFile]);

  if (id === null || reading.progress !== null || reading.failure !== null) {
    return <ImportStart reading={reading} onOpen={(task) => startWork(() => open(task))} />;
  }
  return <OpenDraft key={id} draftId={id} />;
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
