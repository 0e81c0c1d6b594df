import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChosenFile } from '../../../../shared/contract/host/files.ts';
import type { DraftSummary } from '../../../../shared/contract/imports/imports.ts';
import { call, useChannel } from '../../bridge/index.ts';
import { navigate, parsePlace, usePlace } from '../../lib/navigation.ts';
import { offerFiles, takePendingFiles, usePendingFiles } from '../../lib/pending-file.ts';
import { createStore } from '../../lib/store.ts';
import { useKeptMachine } from '../../lib/use-machine.ts';
import { Page, showFailure, Skeleton, startWork, toast, useIsReadOnly } from '../../ui/index.ts';
import { queueFiles } from './queue/queue-files.ts';
import { CheckReportPage } from './check-step/report/CheckReportPage.tsx';
import { ImportStart } from './start/ImportStart.tsx';
import { KnownDraft } from './start/KnownDraft.tsx';
import { NoDraft } from './start/NoDraft.tsx';
import { nothingRead, reduceReading } from './reading/reading-state.ts';
import { type ReadingTask, useReading } from './reading/use-reading.ts';
import { TemplateDialog } from './templates/TemplateDialog.tsx';
import { Wizard } from './wizard/Wizard.tsx';

/** Looks for a draft of the chosen file, or asks the person about the draft found. */
type Question = 'looking' | { readonly draft: DraftSummary; readonly task: ReadingTask } | null;

/** Outside the page's components: a file is read on while the person looks at another page. */
const lastReading = createStore(nothingRead());

/** Without a draft: the drop zone. With one: the wizard, at the step where it was left. */
export function ImportPage() {
  const { id, part } = usePlace();
  const reading = useReading(useKeptMachine(reduceReading, lastReading));
  const pendingFiles = usePendingFiles();
  // Whoever leaves the start has seen why the last file could not be read.
  const closeFailure = useEffectEvent(() => reading.closeFailure());
  useEffect(() => (id === null ? () => closeFailure() : undefined), [id]);

  const [question, setQuestion] = useState<Question>(null);
  // The next file may be offered before the state has reached a render.
  const isAsking = useRef(false);

  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  function ask(next: Question): void {
    isAsking.current = next !== null;
    setQuestion(next);
  }

  /** A file that has a draft with the same content is not read into another one before a person says so. */
  async function open(task: ReadingTask): Promise<void> {
    if (task.kind === 'file') {
      ask('looking');
      const draft = await draftOf(task.file.token);
      ask(draft === null ? null : { draft, task });
      // Whoever has gone to another page is asked when they come back.
      if (draft !== null && isGone.current) offerFiles([task.file]);
      if (draft !== null) return;
    }
    await read(task);
  }

  async function draftOf(token: string): Promise<DraftSummary | null> {
    try {
      return (await call('import:draftOf', { token })).draft;
    } catch (failure) {
      ask(null);
      throw failure;
    }
  }

  async function read(task: ReadingTask): Promise<void> {
    const draft = await reading.read(task);
    const place = parsePlace(window.location.hash);
    const isHere = place.page === 'import' && place.id === null;
    const { failure } = lastReading.get();
    if (failure !== null && !isHere)
      showFailure(failure, task.kind === 'file' ? `${task.file.name} was not read` : undefined);
    if (draft === null) return;
    const show = (): void => navigate('import', draft.id);
    if (isHere) show();
    // Whoever has gone to another page or draft goes on there.
    else
      toast(`${draft.fileName} was read`, 'It is a draft. Nothing was sent.', {
        action: { label: 'Open', onClick: show },
      });
  }

  const known = question === 'looking' ? null : question;
  const dialog = (
    <KnownDraft
      draft={known?.draft ?? null}
      onClose={() => ask(null)}
      onContinue={(draft) => {
        ask(null);
        navigate('import', draft.id);
      }}
      onAnew={() => {
        ask(null);
        if (known !== null) startWork(() => read(known.task));
      }}
    />
  );

  /** One file is shown at once; several become a queue. */
  function take(files: readonly ChosenFile[]): void {
    const [file, ...others] = files;
    if (file === undefined) return;
    if (others.length === 0) startWork(() => open({ kind: 'file', file }));
    else {
      queueFiles(files);
      navigate('import');
    }
  }

  // Files that came from outside the page (dropped, Ctrl+O, command line) wait until this page is shown and can change
  // something, until the file before is read, and until the question about it is answered.
  const hasWaited = useRef(false);
  const openPending = useEffectEvent(() => {
    if (isAsking.current) return;
    // The next file closes the note that the one before could not be read, and nobody has seen it yet.
    if (hasWaited.current && reading.failure !== null) showFailure(reading.failure);
    hasWaited.current = false;
    take(takePendingFiles());
  });
  const mustWait = useIsReadOnly() || question !== null || reading.progress !== null;
  useEffect(() => {
    if (pendingFiles === null) return;
    if (mustWait) hasWaited.current = true;
    else openPending();
  }, [pendingFiles, mustWait]);

  // A job whose choices are to be kept.
  if (id !== null && part === 'template')
    return (
      <>
        <ImportStart reading={reading} onOpen={(task) => startWork(() => open(task))} onFiles={take} />
        <TemplateDialog opened from={{ jobId: id }} onClose={() => navigate('jobs', id)} />
      </>
    );
  if (id === null) {
    return (
      <>
        <ImportStart reading={reading} onOpen={(task) => startWork(() => open(task))} onFiles={take} />
        {dialog}
      </>
    );
  }
  return (
    <>
      <OpenDraft key={id} draftId={id} />
      {dialog}
    </>
  );
}

function OpenDraft({ draftId }: { readonly draftId: string }) {
  const { data: draft, error } = useChannel('import:draft', { draftId });
  const { part } = usePlace();
  // What was read of a draft before it was started or deleted is shown no more.
  const isHere = draft !== undefined && error?.details.code !== 'notFound';
  if (isHere && part === 'report') return <CheckReportPage draft={draft} />;
  if (isHere) return <Wizard draft={draft} />;
  return (
    <Page title="Import">
      {error === null ? (
        <Skeleton lines={6} label="The draft is loading" />
      ) : (
        <NoDraft draftId={draftId} failure={error} />
      )}
    </Page>
  );
}
