import { Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { SegmentBatch, SegmentChange } from '../../../../../shared/contract/segments/segment-changes.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { Card, FailureNote, KeyCap, StatusTitle } from '../../../ui/index.ts';
import { countWords } from '../change-words.ts';
import classes from './ChangePage.module.css';

const ANSWERS = [
  { key: '1', as: 'again', label: 'Repair: send again' },
  { key: '2', as: 'arrived', label: 'It arrived' },
  { key: '3', as: 'left', label: 'Leave' },
] as const;
type Answer = (typeof ANSWERS)[number]['as'];

/** A batch that left this computer and got no answer: only a person decides about it. */
export function Doubt({ change, batch }: { readonly change: SegmentChange; readonly batch: SegmentBatch }) {
  const resolve = useChannelMutation('segment:resolve');
  const answer = (as: Answer) => resolve.mutate({ changeId: change.id, batch: batch.number, as });

  function onKeyDown(event: KeyboardEvent): void {
    const chosen = ANSWERS.find(({ key }) => key === event.key);
    // The next question takes the focus: a key that is held down must not answer it, too.
    if (event.repeat && (chosen !== undefined || event.key === 'Enter')) return event.preventDefault();
    if (chosen === undefined || event.ctrlKey || event.altKey || event.metaKey || resolve.isPending) return;
    event.preventDefault();
    answer(chosen.as);
  }

  const ids = format.count(batch.counts.unknown, { one: '# id', other: '# ids' });
  return (
    // Keys pressed on the answers inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown}>
      <Card tone="unknown" title={<StatusTitle status="unknown">Did batch {batch.number} arrive?</StatusTitle>}>
        <p className={classes['doubtText']}>
          {ids} left this computer{batch.sentAt === null ? '' : ` at ${format.timeWithSeconds(batch.sentAt)}`}, and no
          readable answer came. They are not sent again without you.
        </p>
        <dl className={classes['doubtFacts']}>
          <dt>Now there</dt>
          <dd>{countWords(change, batch)}</dd>
          <dt>Repair</dt>
          <dd>Sends these {ids} once more. A segment holds each lead once, so this creates no duplicates.</dd>
          <dt>Answer</dt>
          <dd>{batch.reason}</dd>
        </dl>
        <FailureNote failure={resolve.error} />
        <div className={classes['answers']} role="group" aria-label={`Answer for batch ${batch.number}`}>
          {ANSWERS.map(({ as, label, key }) => (
            <Button
              key={as}
              size="xs"
              variant={as === 'again' ? 'light' : 'default'}
              rightSection={<KeyCap>{key}</KeyCap>}
              disabled={resolve.isPending}
              onClick={() => answer(as)}
            >
              {label}
            </Button>
          ))}
        </div>
      </Card>
    </div>
  );
}
