import { Button, Switch } from '@mantine/core';
import type { Terms } from '../../../../../shared/contract/imports/imports.ts';
import { useChannel } from '../../../bridge/index.ts';
import { type NotificationRight, useNotificationRight } from '../../../lib/page-notifications.ts';
import classes from './PlanStep.module.css';

interface AfterwardsChoiceProps {
  readonly terms: Terms;
  readonly onChange: (terms: Terms) => void;
}

/** Whether a person who looks elsewhere is told of the end of the import. */
export function AfterwardsChoice({ terms, onChange }: AfterwardsChoiceProps) {
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
      {isOfPage && right === 'default' && (
        <Button variant="default" onClick={ask}>
          Allow notifications
        </Button>
      )}
      {isOfPage && <span className={classes['hint']}>{hints[right]}</span>}
    </div>
  );
}

const hints: Readonly<Record<NotificationRight, string>> = {
  granted: 'As a notification, while this page is open in the background.',
  default: 'The browser asks you first.',
  denied: 'The browser blocks notifications of this page. Allow them in its settings.',
  none: 'This browser shows no notifications on this page.',
};
