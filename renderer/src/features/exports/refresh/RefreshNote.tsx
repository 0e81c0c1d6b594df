import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { Refresh } from '../../../../../shared/contract/exports/refresh.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { ErrorNote, FailureNote, IconButton, Note, SmallButton } from '../../../ui/index.ts';
import { usePause } from '../notes/use-pause.ts';
import { momentWords } from '../view/moment-words.ts';
import { mergedMeaning, mergedTitle, sinceWords } from './refresh-words.ts';

/** How a refresh goes on, and what it has brought, until a person closes the note. */
export function RefreshNote({ summary }: { readonly summary: ExportSummary }) {
  const { id: exportId, refresh, pointReached } = summary;
  const again = useChannelMutation('export:refresh');
  const cancel = useChannelMutation('export:cancel');
  const [closed, setClosed] = useState<number | null>(null);
  if (refresh === null) return null;
  const failure = again.error ?? cancel.error;
  const close = <IconButton label="Close this note" icon={IconX} onClick={() => setClosed(refresh.startedAt)} />;
  return (
    <>
      {closed === refresh.startedAt ? null : (
        <Words
          query={summary.query}
          refresh={refresh}
          known={[
            `Asked on ${format.dayAndMonth(refresh.startedAt)} at ${format.time(refresh.startedAt)}.`,
            ...(pointReached === null ? [] : [`Latest change: ${momentWords(pointReached)}.`]),
          ].join(' ')}
          actions={{
            close,
            cancel: (
              <SmallButton disabled={cancel.isPending} onClick={() => cancel.mutate({ exportId })}>
                Cancel
              </SmallButton>
            ),
            again: (
              <SmallButton disabled={again.isPending} onClick={() => again.mutate({ exportId })}>
                Fetch what changed
              </SmallButton>
            ),
          }}
        />
      )}
      <FailureNote failure={failure} />
    </>
  );
}

/** Why no lead has come yet. */
function Pause({ query }: Pick<ExportSummary, 'query'>) {
  const pause = usePause(query);
  return pause === null ? null : `: ${pause}`;
}

interface WordsProps {
  readonly query: ExportSummary['query'];
  readonly refresh: Refresh;
  /** Up to when the result is known. */
  readonly known: string;
  readonly actions: Readonly<Record<'close' | 'cancel' | 'again', ReactNode>>;
}

function Words({ query, refresh, known, actions }: WordsProps) {
  switch (refresh.state) {
    case 'running':
      return (
        <Note tone="info" title={`Fetching ${sinceWords(refresh.since)}`} actions={actions.cancel}>
          <span className="tabular">
            {format.count(refresh.arrived, leadForms)} came so far
            {refresh.arrived === 0 && <Pause query={query} />}. The result stays as it is until all of them are here.
          </span>
        </Note>
      );
    case 'complete':
      return (
        <Note tone="ok" title={mergedTitle(refresh)} actions={actions.close}>
          {[mergedMeaning(refresh), known].join(' ').trim()}
        </Note>
      );
    case 'failed':
      return (
        <ErrorNote
          title="The refresh failed."
          details={`Request: ${refresh.request}\nReceived: ${format.bytes(refresh.bytes)}\nRequests sent: ${format.number(refresh.requests)}`}
          actions={
            <>
              {actions.again}
              {actions.close}
            </>
          }
        >
          {refresh.reason}
        </ErrorNote>
      );
    case 'cancelled':
      return (
        <Note
          tone="info"
          title="Cancelled. The result is as it was."
          actions={
            <>
              {actions.again}
              {actions.close}
            </>
          }
        />
      );
  }
}
