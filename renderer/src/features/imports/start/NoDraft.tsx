import { Group } from '@mantine/core';
import { type CallError, useChannel } from '../../../bridge/index.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { FailureNote, MainButton, Note, SecondaryButton } from '../../../ui/index.ts';

/** The draft cannot be shown. Back leads here after Start: then the import has the id of its draft. */
export function NoDraft({ draftId, failure }: { readonly draftId: string; readonly failure: CallError }) {
  const { data } = useChannel('job:list', {});
  const isStarted = data?.jobs.some(({ id }) => id === draftId) === true;
  return (
    <>
      {isStarted ? (
        <Note tone="info" title="This import was started, so it is no draft any more.">
          Its page shows where every row is.
        </Note>
      ) : (
        <FailureNote failure={failure} />
      )}
      <Group mt="lg">
        {isStarted && <MainButton href={placeHref('jobs', draftId)}>Open the import</MainButton>}
        <SecondaryButton href={placeHref('import')}>Choose a file</SecondaryButton>
      </Group>
    </>
  );
}
