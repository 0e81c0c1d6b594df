import { Switch } from '@mantine/core';
import type { Draft, Terms } from '../../../../../shared/contract/imports/imports.ts';
import { useChannel } from '../../../bridge/index.ts';
import { type NotificationRight, useNotificationRight } from '../../../lib/page-notifications.ts';
import { SecondaryButton } from '../../../ui/index.ts';
import classes from './PlanStep.module.css';

interface AfterwardsChoiceProps {
  readonly draft: Pick<Draft, 'fileName' | 'isInFolder'>;
  readonly terms: Terms;
  readonly onChange: (terms: Terms) => void;
}

/** What the program does when the import ends: tell a person who looks elsewhere, and save the result. */
export function AfterwardsChoice(props: AfterwardsChoiceProps) {
  return (
    <>
      <NotifyChoice {...props} />
      <ResultChoice {...props} />
    </>
  );
}

function NotifyChoice({ terms, onChange }: AfterwardsChoiceProps) {
  const { data: info } = useChannel('host:info', {}, { staleTime: Infinity });
  const { right, ask } = useNotificationRight();
  const isOfPage = terms.notify && info?.host === 'browser';
  return (
    <div className={classes['controls']}>
      <Switch
        label="Tell me when it is complete or needs me"
        checked={terms.notify}
        onChange={(event) => onChange({ ...terms, notify: event.currentTarget.checked })}
      />
      {isOfPage && right === 'default' && <SecondaryButton onClick={ask}>Allow notifications</SecondaryButton>}
      {isOfPage && <span className={classes['hint']}>{hints[right]}</span>}
    </div>
  );
}

/** A page in a browser is given the content of a file, and never learns where it lies. */
function ResultChoice({ draft, terms, onChange }: AfterwardsChoiceProps) {
  const { data: info } = useChannel('host:info', {}, { staleTime: Infinity });
  const why =
    info?.host === 'browser'
      ? 'A page in a browser cannot write there. Save the result file on the page of the job, at any time.'
      : 'It was pasted, or is a sample. Save the result file on the page of the job, at any time.';
  return (
    <div className={classes['controls']}>
      <Switch
        label={
          draft.isInFolder ? (
            <>
              Save the result file beside <bdi>{draft.fileName}</bdi>
            </>
          ) : (
            'Save the result file beside the imported file'
          )
        }
        checked={draft.isInFolder && terms.saveResult}
        disabled={!draft.isInFolder}
        onChange={(event) => onChange({ ...terms, saveResult: event.currentTarget.checked })}
      />
      {!draft.isInFolder && info !== undefined && <span className={classes['hint']}>{why}</span>}
    </div>
  );
}

const hints: Readonly<Record<NotificationRight, string>> = {
  granted: 'As a notification, while this page is open in the background.',
  default: 'The browser asks you first.',
  denied: 'The browser blocks notifications of this page. Allow them in its settings.',
  none: 'This browser shows no notifications on this page.',
};
