import { Button, NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Draft, Plan } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { useActiveAccount, useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Note, Pane, Panes } from '../../../ui/index.ts';
import { campaignHint } from '../campaign/campaign-choices.ts';
import { CampaignInput, useCampaigns } from '../campaign/CampaignInput.tsx';
import type { Sum } from '../checking/check-sum.ts';
import { CheckingAgain } from '../checking/CheckingAgain.tsx';
import type { Check } from '../checking/use-check.ts';
import { constantRules } from '../mapping-model/columns-model.ts';
import { PlanNotes } from './PlanNotes.tsx';
import { dayIn, forecast, suggestedPoolName, twoPools } from './plan-model.ts';
import classes from './PlanStep.module.css';
import { PlanSummary } from './PlanSummary.tsx';
import { usePanelWidth } from '../../../ui/layout/use-panel-width.ts';

interface PlanStepProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly plan: Plan;
  /** What becomes of the rows when they are sent as they are now. */
  readonly sum: Sum;
  readonly check: Check;
  /** The rows are being compared with what was sent to the campaign. */
  readonly isComparing: boolean;
  readonly onChange: (plan: Plan) => void;
  readonly onColumns: () => void;
}

const DEFAULT_ZONE = 'Europe/Copenhagen';
const USUAL_STOP = 25;

/** Where the rows go, when to stop, and what it will cost. */
export function PlanStep(props: PlanStepProps) {
  const { draft, mapping, plan, sum, check, isComparing, onChange, onColumns } = props;
  const now = useNow(5000);
  const account = useActiveAccount();
  const { data: quota } = useChannel('quota:snapshot', {});
  const { data: jobs } = useChannel('job:list', {});
  const { remembered, isPractice } = useCampaigns();
  const panelWidth = usePanelWidth({ narrow: 360, normal: 432, wide: 440 });
  const zone = account?.dialect.timeZone ?? quota?.timeZone ?? DEFAULT_ZONE;
  const rows = sum.goOn;
  const prediction = forecast(rows, quota, jobs?.jobs ?? [], now);
  const pools = twoPools(plan, rows, prediction, now, zone);
  const poolName = suggestedPoolName(draft.fileName, zone, now);

  return (
    <>
      <Panes>
        <Pane label="Plan">
          <div className={classes['form']}>
            <h2 className={classes['question']}>
              How should the {format.count(rows, { one: '# row', other: '# rows' })} be sent?
            </h2>
            <PlanRow label="Campaign">
              {(labelId) => (
                <>
                  <div className={classes['controls']}>
                    <CampaignInput
                      labelId={labelId}
                      value={plan.campaignCode}
                      width={240}
                      onChange={(campaignCode) => onChange({ ...plan, campaignCode })}
                    />
                    <span className={classes['hint']}>
                      {campaignHint(plan.campaignCode.trim(), remembered, isPractice, now)}
                    </span>
                  </div>
                  <PlanNotes
                    draft={draft}
                    mapping={mapping}
                    campaignCode={plan.campaignCode.trim()}
                    check={check}
                    isComparing={isComparing}
                    onColumns={onColumns}
                  />
                </>
              )}
            </PlanRow>
            <PlanRow label="Lead pool">
              {(labelId) => (
                <>
                  <div className={classes['controls']}>
                    <SegmentedControl
                      aria-labelledby={labelId}
                      data={[
                        { value: 'named', label: 'Named' },
                        { value: 'automatic', label: 'Automatic by date' },
                      ]}
                      value={plan.poolName === null ? 'automatic' : 'named'}
                      onChange={(choice) => onChange({ ...plan, poolName: choice === 'named' ? poolName : null })}
                    />
                    <TextInput
                      aria-label="Name of the lead pool"
                      className={classes['pool']}
                      maxLength={200}
                      disabled={plan.poolName === null}
                      placeholder="(auto) yyyy-MM-dd"
                      value={plan.poolName ?? ''}
                      onChange={(event) => onChange({ ...plan, poolName: event.currentTarget.value })}
                    />
                  </div>
                  <PoolNote
                    plan={plan}
                    today={dayIn(zone, now)}
                    poolField={account?.dialect.poolField ?? 'leadPoolName'}
                    pools={pools}
                    zone={format.zoneName(zone, now)}
                    suggestedName={poolName}
                    onUseName={() => onChange({ ...plan, poolName })}
                  />
                </>
              )}
            </PlanRow>
            <PlanRow label="Safety">
              {(labelId) => (
                <div className={classes['controls']}>
                  <Switch
                    aria-labelledby={labelId}
                    label="Pause when the same refusal comes"
                    checked={plan.stopAfterSameRefusal > 0}
                    onChange={(event) =>
                      onChange({ ...plan, stopAfterSameRefusal: event.currentTarget.checked ? USUAL_STOP : 0 })
                    }
                  />
                  <NumberInput
                    aria-label="Times in a row"
                    w={72}
                    min={1}
                    max={10_000}
                    allowDecimal={false}
                    disabled={plan.stopAfterSameRefusal === 0}
                    value={plan.stopAfterSameRefusal === 0 ? '' : plan.stopAfterSameRefusal}
                    onChange={(times) =>
                      typeof times === 'number' && times >= 1 && onChange({ ...plan, stopAfterSameRefusal: times })
                    }
                  />
                  <span>times in a row</span>
                </div>
              )}
            </PlanRow>
            {(sum.leftOut > 0 || sum.withProblem > 0) && (
              <PlanRow label="Rows">
                {() => (
                  <span className="text2 tabular">
                    {format.number(draft.reading.rows)} in the file, {format.number(sum.leftOut)} left out,{' '}
                    {format.number(sum.withProblem)} sent with problems
                  </span>
                )}
              </PlanRow>
            )}
            <PlanRow label="Fields">
              {() => (
                <span className="text2">
                  {mapping.map((rule) => rule.field).join(', ')}
                  {constantRules(mapping).length > 0
                    ? `, ${format.number(constantRules(mapping).length)} of them constant`
                    : ''}
                </span>
              )}
            </PlanRow>
          </div>
        </Pane>
        <Pane label="What it means" width={panelWidth} ground="sunken">
          <PlanSummary prediction={prediction} now={now} zone={zone} fairUse={quota?.fairUse ?? true} />
        </Pane>
      </Panes>
      {check.state.run !== null && (
        <CheckingAgain run={check.state.run} rows={draft.reading.rows} onCancel={check.cancel} />
      )}
    </>
  );
}

function PlanRow({ label, children }: { readonly label: string; readonly children: (labelId: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={classes['row']}>
      <div id={id} className={classes['label']}>
        {label}
      </div>
      <div className={classes['value']}>{children(id)}</div>
    </div>
  );
}

interface PoolNoteProps {
  readonly plan: Plan;
  /** `yyyy-MM-dd` where the service is. */
  readonly today: string;
  readonly poolField: string;
  readonly pools: ReturnType<typeof twoPools>;
  readonly zone: string;
  readonly suggestedName: string;
  readonly onUseName: () => void;
}

/** What the choice of pool means. A warning keeps room for itself, so that nothing below moves when it comes. */
function PoolNote({ plan, today, poolField, pools, zone, suggestedName, onUseName }: PoolNoteProps) {
  if (plan.poolName !== null) {
    return (
      <div className={classes['note']}>
        <Note tone="info" title="The name is sent, but not confirmed yet.">
          The service’s description does not say in which field it expects the pool; it goes out as “{poolField}”. Look
          at the first leads in the dialler: if they are in the automatic pool of the day, another field name can be set
          in the account.
        </Note>
      </div>
    );
  }
  return (
    <div className={classes['note']}>
      {pools === null ? (
        <Note tone="info" title={`The leads go to the pool “(auto) ${today}”.`}>
          The service makes a new one each day at midnight {zone}. Under a name of its own an import stays together.
        </Note>
      ) : (
        <Note
          tone="warning"
          title="Two pools will appear."
          role="status"
          actions={
            <Button size="xs" variant="default" onClick={onUseName}>
              Use “{suggestedName}”
            </Button>
          }
        >
          The run passes midnight {zone}: about {format.number(pools.firstRows)} leads go to “{pools.firstName}” and{' '}
          {format.number(pools.secondRows)} to “{pools.secondName}”.
        </Note>
      )}
    </div>
  );
}
