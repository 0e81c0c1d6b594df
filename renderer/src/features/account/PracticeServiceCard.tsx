import { SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import {
  PRACTICE_SPEEDS,
  PRACTICE_TROUBLES,
  type PracticeState,
  type PracticeTrouble,
} from '../../../../shared/contract/account/practice.ts';
import { startRefetch, useChannel, useChannelMutation, useRereadEvery } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { Card, FailureNote, SecondaryButton, Skeleton } from '../../ui/index.ts';
import classes from './PracticeServiceCard.module.css';

/** Milliseconds between two looks at what is still to come and at the service's clock. */
const LOOK_EVERY = 2000;
const COUNTS = ['1', '5', '25', '100'];

const speedWords: Record<(typeof PRACTICE_SPEEDS)[number], string> = {
  1: 'Like this computer',
  60: 'An hour a minute',
  1440: 'A day a minute',
};

const troubleWords: Record<PracticeTrouble, { readonly name: string; readonly meaning: string }> = {
  refusal: { name: 'Refused', meaning: 'The service says that the lead is wrong.' },
  lostAnswer: { name: 'Answer lost', meaning: 'The lead is created, and the connection breaks before the answer.' },
  noAnswer: { name: 'No answer', meaning: 'The lead is created, and nothing comes back until the time is up.' },
  tooManyRequests: { name: 'Too many requests', meaning: 'The service wants a pause of 20 seconds.' },
  slow: { name: 'Slow', meaning: 'Each answer takes 3 seconds.' },
};

/** Trouble on demand, and a clock that can run faster: what a real service does when nobody needs it. */
export function PracticeServiceCard() {
  const state = useChannel('account:practiceState', {}, { staleTime: 0, rereadOnFocus: true });
  const { refetch, data } = state;
  useRereadEvery(refetch, LOOK_EVERY);
  return (
    <Card title="Practice service" context="what it should do, on this computer only">
      <FailureNote failure={state.error} onRetry={() => startRefetch(refetch)} />
      {data === undefined ? (
        state.error === null && <Skeleton label="The practice service is asked" lines={5} />
      ) : (
        <>
          <ServiceClock state={data} />
          <Troubles state={data} />
        </>
      )}
    </Card>
  );
}

function ServiceClock({ state: { time, speed } }: { readonly state: PracticeState }) {
  const set = useChannelMutation('account:practiceClock');
  return (
    <section className={classes['part']} aria-labelledby="practice-clock">
      <h3 id="practice-clock">Its clock</h3>
      <SegmentedControl
        aria-labelledby="practice-clock"
        data={PRACTICE_SPEEDS.map((one) => ({ value: String(one), label: speedWords[one] }))}
        value={String(speed)}
        onChange={(chosen) => {
          const next = PRACTICE_SPEEDS.find((one) => String(one) === chosen);
          if (next !== undefined) set.mutate({ speed: next });
        }}
      />
      <p className="text2">
        There it is{' '}
        <span className="tabular">
          {format.date(time)}, {format.time(time)}
        </span>
        . Agents call the leads that you import by this clock: when it runs faster, outcomes come sooner. After a
        restart it shows the time of this computer again.
      </p>
      <FailureNote failure={set.error} />
    </section>
  );
}

function Troubles({ state: { waiting } }: { readonly state: PracticeState }) {
  const [leads, setLeads] = useState('5');
  const arrange = useChannelMutation('account:practiceTrouble');
  const calm = useChannelMutation('account:practiceCalm');
  const failed = arrange.error ?? calm.error;
  const toCome = (kind: PracticeTrouble) =>
    waiting.filter((one) => one.kind === kind).reduce((sum, { left }) => sum + left, 0);
  return (
    <section className={classes['part']} aria-labelledby="practice-trouble">
      <h3 id="practice-trouble">Trouble on demand</h3>
      <div className={classes['next']}>
        <Select
          label="Leads it happens to"
          data={COUNTS.map((value) => ({ value, label: value === '1' ? 'the next lead' : `the next ${value} leads` }))}
          value={leads}
          onChange={(value) => value !== null && setLeads(value)}
          w={180}
        />
        {waiting.length > 0 && (
          <SecondaryButton onClick={() => calm.mutate({})} loading={calm.isPending}>
            Take back what is to come
          </SecondaryButton>
        )}
      </div>
      <ul className={classes['troubles']}>
        {PRACTICE_TROUBLES.map((kind) => (
          <li key={kind}>
            <SecondaryButton
              className={classes['button']}
              onClick={() => arrange.mutate({ kind, leads: Number(leads) })}
            >
              {troubleWords[kind].name}
            </SecondaryButton>
            <span className="text2">{troubleWords[kind].meaning}</span>
            {toCome(kind) > 0 && (
              <span className={classes['left']} role="status">
                {format.number(toCome(kind))} to come
              </span>
            )}
          </li>
        ))}
      </ul>
      <FailureNote failure={failed} />
    </section>
  );
}
