import { Button, NumberInput, Popover } from '@mantine/core';
import { useState } from 'react';
import type { ServiceQuota } from '../../../../shared/contract/quota/quota.ts';
import { useChannelMutation } from '../../bridge/index.ts';
import { FailureNote } from '../../ui/index.ts';
import { reserveWords } from './notes-model.ts';
import classes from './ServiceCard.module.css';

/** The reserve of a service, and a form to change it. */
export function Reserve({ service }: { readonly service: ServiceQuota }) {
  const [opened, setOpened] = useState(false);
  const [units, setUnits] = useState<number | string>(service.reserve.units);
  const change = useChannelMutation('quota:reserve');
  const { limit } = service.daily;

  function toggle(): void {
    setUnits(service.reserve.units);
    change.reset();
    setOpened(!opened);
  }

  function keep(wanted: number | null): void {
    change.mutate({ service: service.service, units: wanted }, { onSuccess: () => setOpened(false) });
  }

  return (
    <div className={classes['reserve']}>
      <span>{reserveWords(service.reserve)}</span>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withinPortal>
        <Popover.Target>
          <Button size="xs" variant="subtle" aria-label={`Change the reserve of ${service.title}`} onClick={toggle}>
            Change
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <form
            className={classes['reserveForm']}
            onSubmit={(event) => {
              event.preventDefault();
              if (typeof units === 'number') keep(units);
            }}
          >
            <NumberInput
              label="Units a day that imports leave untouched"
              description={
                limit !== null && typeof units === 'number' && units >= limit
                  ? 'That is the whole day: imports could not send anything.'
                  : 'What you do in Lead Console can still use them.'
              }
              value={units}
              min={0}
              max={1_000_000_000}
              allowDecimal={false}
              allowNegative={false}
              thousandSeparator=","
              data-autofocus
              onChange={setUnits}
            />
            {change.error === null ? null : <FailureNote failure={change.error} />}
            <div className={classes['reserveButtons']}>
              <Button
                variant="default"
                disabled={!service.reserve.isOwn || change.isPending}
                onClick={() => keep(null)}
              >
                Use the default
              </Button>
              <Button type="submit" disabled={typeof units !== 'number' || change.isPending}>
                Save
              </Button>
            </div>
          </form>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
