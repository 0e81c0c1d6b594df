import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OutcomePlan, PlannedReadings as Planned } from '../../../../../shared/contract/jobs/outcome-plan.ts';
import { useActiveAccount, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Card, Changes, FailureNote, SecondaryButton } from '../../../ui/index.ts';
import { minuteOf, timeOf } from './outcome-model.ts';
import classes from './OutcomesPage.module.css';

/** Milliseconds. The last reading is said with its day, which changes at midnight. */
const LOOK_EVERY = 60_000;
/** The first values of a plan: before work, and for as long as leads usually change. */
const USUAL = { minute: 7 * 60, days: 30 } as const;

/** Reads what became of the latest imports once a day; nothing is read on its own before a person says so. */
export function PlannedReadings() {
  const account = useActiveAccount();
  const { data } = useChannel('job:outcomePlan', {}, { enabled: account?.signedIn === true });
  return data === undefined ? null : <PlanForm key={JSON.stringify(data.plan)} planned={data} />;
}

function PlanForm({ planned: { plan, last } }: { readonly planned: Planned }) {
  const save = useChannelMutation('job:planOutcomes');
  const [isOn, setIsOn] = useState(plan.minute !== null);
  const [time, setTime] = useState(timeOf(plan.minute ?? USUAL.minute));
  const [days, setDays] = useState<number | string>(plan.days);
  const minute = minuteOf(time);
  const isWhole = Number.isInteger(days) && Number(days) >= 1 && Number(days) <= 365;
  // Nothing is wrong with fields of a plan that is switched off.
  const off: OutcomePlan = { minute: null, days: isWhole ? Number(days) : plan.days };
  const on: OutcomePlan | null = minute === null || !isWhole ? null : { minute, days: Number(days) };
  const wanted = isOn ? on : off;
  const isChanged = wanted !== null && JSON.stringify(wanted) !== JSON.stringify(plan);
  return (
    <Card title="Read every day" context={<LastRead last={last} />}>
      <form
        className={classes['plan']}
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) save.mutate(wanted);
        }}
      >
        <Changes>
          <div className={classes['bar']}>
            <Switch
              label="Read the outcomes every day"
              checked={isOn}
              onChange={(event) => setIsOn(event.currentTarget.checked)}
            />
            <TextInput
              label="From"
              type="time"
              disabled={!isOn}
              value={time}
              error={isOn && minute === null ? 'Type a time such as 07:00.' : null}
              onChange={(event) => setTime(event.currentTarget.value)}
            />
            <NumberInput
              label="Imports of the last days"
              disabled={!isOn}
              min={1}
              max={365}
              allowDecimal={false}
              value={days}
              error={isWhole || !isOn ? null : 'Type a number from 1 to 365.'}
              onChange={setDays}
            />
            <SecondaryButton type="submit" disabled={!isChanged || save.isPending}>
              Save
            </SecondaryButton>
          </div>
        </Changes>
        <p className="quiet">
          One lead search for each campaign, within the jobs’ share of the day, while Lead Console is open or when it is
          opened next.
        </p>
        <FailureNote failure={save.error} />
      </form>
    </Card>
  );
}

function LastRead({ last }: { readonly last: Planned['last'] }) {
  const now = useNow(LOOK_EVERY);
  if (last === null) return null;
  const when = format.moment(last.at, now);
  if (last.trouble !== '') return `not read ${when}: ${last.trouble}`;
  return `read ${when}: ${format.count(last.imports, { one: '# import', other: '# imports' })}`;
}
