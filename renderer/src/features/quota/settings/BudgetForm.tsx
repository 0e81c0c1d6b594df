import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format, requestForms } from '../../../lib/format.ts';
import { FailureNote, SecondaryButton } from '../../../ui/index.ts';
import { reserveWords, shareWords } from './notes-model.ts';
import classes from './Settings.module.css';

const units = {
  min: 0,
  max: 1_000_000_000,
  allowDecimal: false,
  allowNegative: false,
  ...format.field,
} as const;
const percent = {
  min: 1,
  max: 100,
  clampBehavior: 'blur',
  allowDecimal: false,
  allowNegative: false,
  suffix: ' %',
} as const;

/** How much of a budget jobs leave, and how much of it this program may use. */
export function BudgetForm({ service }: { readonly service: ServiceQuota }) {
  const [reserve, setReserve] = useState<number | string>(service.reserve.units);
  const [minute, setMinute] = useState<number | string>(service.shares.minute.percent);
  const [day, setDay] = useState<number | string>(service.shares.day.percent);
  const keepReserve = useChannelMutation('quota:reserve');
  const keepShares = useChannelMutation('quota:shares');
  const { limit } = service.daily;
  const isReady = typeof reserve === 'number' && typeof minute === 'number' && typeof day === 'number';
  const isBusy = keepReserve.isPending || keepShares.isPending;
  const isKept =
    reserve === service.reserve.units && minute === service.shares.minute.percent && day === service.shares.day.percent;
  const isDefault = !service.reserve.isOwn && !service.shares.minute.isOwn && !service.shares.day.isOwn;
  function save(): void {
    if (!isReady) return;
    if (reserve !== service.reserve.units) keepReserve.mutate({ service: service.service, units: reserve });
    if (minute !== service.shares.minute.percent || day !== service.shares.day.percent)
      keepShares.mutate({ service: service.service, minute, day });
  }
  function reset(): void {
    keepShares.mutate(
      { service: service.service, minute: null, day: null },
      {
        onSuccess: () => {
          setMinute(100);
          setDay(100);
        },
      },
    );
    keepReserve.mutate(
      { service: service.service, units: null },
      {
        onSuccess: ({ services }) => {
          const kept = services.find((budget) => budget.service === service.service);
          setReserve(kept?.reserve.units ?? 0);
        },
      },
    );
  }
  return (
    <form
      className="flexColumn gap12"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <NumberInput
        label="Units a day that imports leave untouched"
        description={
          limit !== null && typeof reserve === 'number' && reserve >= limit
            ? 'That is the whole day: imports could not send anything.'
            : `${reserveWords(service.reserve)} What you do in Lead Console can still use them.`
        }
        value={reserve}
        onChange={setReserve}
        {...units}
      />
      <div className={classes['pair']}>
        <NumberInput label="Share of the minute" value={minute} onChange={setMinute} {...percent} />
        <NumberInput label="Share of the day" value={day} onChange={setDay} {...percent} />
      </div>
      <p className={classes['words']}>
        {shareWords(service, typeof minute === 'number' ? minute : null, typeof day === 'number' ? day : null)}
        {service.ratePerMinute === null
          ? ''
          : ` The pace now is ${format.count(service.ratePerMinute, requestForms)} a minute.`}
      </p>
      <FailureNote failure={keepReserve.error} />
      <FailureNote failure={keepShares.error} />
      <div className={classes['buttons']}>
        <span className={classes['words']} role="status">
          {!isBusy && isKept && (keepReserve.isSuccess || keepShares.isSuccess) ? 'Saved.' : ''}
        </span>
        <SecondaryButton disabled={isDefault || isBusy} onClick={reset}>
          Use the defaults
        </SecondaryButton>
        <Button type="submit" disabled={!isReady || isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}
