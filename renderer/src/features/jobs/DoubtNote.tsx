import { Button } from '@mantine/core';
import { useChannel, useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { Note, showFailure } from '../../ui/index.ts';

/**
 * What Lead Console does not know of its own sends, after a journal that lost something. Nothing of the held jobs is sent
 * before a person goes on, on the page of each.
 */
export function DoubtNote() {
  const { data } = useChannel('job:doubt', {});
  const settle = useChannelMutation('job:settleDoubt');
  const doubt = data?.doubt ?? null;
  if (doubt === null) return null;
  const { held, sentences } = doubt;
  return (
    <Note tone="warning" title="It is not known for sure what was sent from here" role="alert">
      {sentences.map((sentence) => (
        <p key={sentence} style={{ margin: '0 0 4px' }}>
          {sentence}
        </p>
      ))}
      {held.length > 0 ? (
        `${format.count(held.length, { one: '# job is held', other: '# jobs are held' })}: ${held.map(({ name }) => name).join(', ')}. Open it, look for its unknown rows in the service, then go on.`
      ) : (
        <Button
          size="xs"
          variant="default"
          disabled={settle.isPending}
          onClick={() => settle.mutate({}, { onError: (failure: unknown) => showFailure(failure) })}
        >
          I have read it
        </Button>
      )}
    </Note>
  );
}
