import { SegmentedControl, TextInput } from '@mantine/core';
import type { Plan } from '../../../../../shared/contract/imports/imports.ts';
import { dayIn } from '../../../../../shared/domain/service/pool-name.ts';
import { useActiveAccount } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { Note, SmallButton } from '../../../ui/index.ts';
import { type DayPools, type OneDay } from './plan-model.ts';
import classes from './PlanStep.module.css';

interface PoolChoiceProps {
  readonly labelId: string;
  readonly plan: Plan;
  /** The pools of an import that passes midnight; null: it does not. */
  readonly pools: DayPools | null;
  readonly suggestedName: string;
  /** Another start, with which all leads are in one pool; null: there is none. */
  readonly oneDay: OneDay | null;
  /** When the first row goes; Unix milliseconds. */
  readonly startAt: number;
  readonly onChange: (plan: Plan) => void;
}

/** A lead pool with a name of its own, or the service's automatic one of the day. */
export function PoolChoice({ labelId, ...props }: PoolChoiceProps) {
  const { plan, suggestedName, onChange } = props;
  return (
    <>
      <div className={classes['controls']}>
        <SegmentedControl
          aria-labelledby={labelId}
          data={[
            { value: 'named', label: 'Named' },
            { value: 'automatic', label: 'Automatic by date' },
          ]}
          value={plan.poolName === null ? 'automatic' : 'named'}
          onChange={(choice) => onChange({ ...plan, poolName: choice === 'named' ? suggestedName : null })}
        />
        <TextInput
          aria-label="Name of the lead pool"
          flex="1 1 220px"
          maxLength={200}
          disabled={plan.poolName === null}
          placeholder="(auto) yyyy-MM-dd"
          value={plan.poolName ?? ''}
          onChange={(event) => onChange({ ...plan, poolName: event.currentTarget.value })}
        />
      </div>
      <PoolNote {...props} />
    </>
  );
}

/** What the choice of pool means. A warning keeps room for itself, so that nothing below moves when it comes. */
function PoolNote({ plan, pools, oneDay, suggestedName, startAt, onChange }: Omit<PoolChoiceProps, 'labelId'>) {
  const account = useActiveAccount();
  if (plan.poolName !== null) {
    return (
      <p
        className={classes['hint']}
        title={`It is sent in the field “${account?.dialect.poolField ?? 'leadPoolName'}”.`}
      >
        Pool name not confirmed yet. A trial shows whether it arrives.
      </p>
    );
  }
  return (
    <div className={classes['note']}>
      {pools === null ? (
        <Note tone="info" title={`The leads go to the pool “(auto) ${dayIn(format.zone(), startAt)}”.`}>
          The service creates a new one each day at midnight {format.zoneName(startAt)}. With a name of its own, an
          import stays in one pool.
        </Note>
      ) : (
        <Note
          tone="warning"
          title={`${pools.days === 2 ? 'Two' : format.number(pools.days)} pools will appear.`}
          role="status"
          actions={
            <>
              <SmallButton onClick={() => onChange({ ...plan, poolName: suggestedName })}>
                Use “{suggestedName}”
              </SmallButton>
              {oneDay !== null && (
                <SmallButton onClick={() => onChange({ ...plan, terms: oneDay.terms })}>
                  Start {format.time(oneDay.startAt)} instead, done {format.time(oneDay.finishAt)}
                </SmallButton>
              )}
            </>
          }
        >
          The run passes midnight {format.zoneName(startAt)}: about{' '}
          {format.count(pools.firstRows, { one: '# lead goes', other: '# leads go' })} to “{pools.firstName}” and{' '}
          {format.number(pools.secondRows)} to {pools.days === 2 ? '' : 'those of the days after it, the last one '}“
          {pools.secondName}”.
        </Note>
      )}
    </div>
  );
}
