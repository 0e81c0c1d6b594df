import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { Note, SmallButton } from '../../../ui/index.ts';
import { DOUBT_PART } from './doubt-model.ts';

/** Says above the list of jobs that something is in doubt, and leads to the page where a person settles it. */
export function DoubtNote() {
  const { data } = useChannel('job:doubt', {});
  const doubt = data?.doubt ?? null;
  if (doubt === null) return null;
  const { held, sentences } = doubt;
  return (
    <Note
      tone="warning"
      title="It is not known for sure what was sent from here"
      role="alert"
      actions={<SmallButton href={placeHref('jobs', DOUBT_PART)}>See what is known</SmallButton>}
    >
      {sentences.map((sentence) => (
        <p key={sentence} className="below4">
          {sentence}
        </p>
      ))}
      {held.length > 0 &&
        `${format.count(held.length, { one: '# job is held', other: '# jobs are held' })}: ${held.map(({ name }) => name).join(', ')}.`}
    </Note>
  );
}
