import { SegmentedControl } from '@mantine/core';
import type { Preferences } from '../../../../shared/contract/preferences/preferences.ts';
import { useChannel, useChannelMutation } from '../../bridge/index.ts';
import { Card, FailureNote } from '../../ui/index.ts';
import classes from './LookCard.module.css';

const schemes: { value: Preferences['colorScheme']; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const densities: { value: Preferences['density']; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
];

/** Colours and density, for all connections. */
export function LookCard() {
  const { data } = useChannel('preferences:get', {});
  const set = useChannelMutation('preferences:set');
  if (data === undefined) return null;
  return (
    <Card title="Look" context="for all connections">
      <div className="flexColumn gap12">
        <div className={classes['line']}>
          <span id="look-colours">Colours</span>
          <SegmentedControl
            aria-labelledby="look-colours"
            data={schemes}
            value={data.colorScheme}
            onChange={(colorScheme) => set.mutate({ colorScheme })}
          />
        </div>
        <div className={classes['line']}>
          <span id="look-rows">Rows</span>
          <SegmentedControl
            aria-labelledby="look-rows"
            data={densities}
            value={data.density}
            onChange={(density) => set.mutate({ density })}
          />
        </div>
      </div>
      <FailureNote failure={set.error} />
    </Card>
  );
}
