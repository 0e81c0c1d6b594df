import { Autocomplete, Button, NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { ChannelResult } from '../../../../shared/contract/channels.ts';
import type { Draft, Plan } from '../../../../shared/contract/imports.ts';
import type { Mapping } from '../../../../shared/contract/mapping.ts';
import { PRACTICE_CAMPAIGNS } from '../../../../shared/domain/practice-campaigns.ts';
import { useActiveAccount, useChannel } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Note, Pane, Panes } from '../../ui/index.ts';
import type { Sum } from './check/check-model.ts';
import { constantRules } from './columns-model.ts';
import { forecast, suggestedPoolName, twoPools } from './plan-model.ts';
import classes from './PlanStep.module.css';
import { PlanSummary } from './PlanSummary.tsx';
import { usePanelWidth } from './use-panel-width.ts';

interface PlanStepProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly plan: Plan;
  /** What becomes of the rows when they are sent as they are now. */
  readonly sum: Sum;
  readonly onChange: (plan: Plan) => void;
}

const DEFAULT_ZONE = 'Europe/Copenhagen';
const USUAL_STOP = 25;

/** Where the rows go, when to stop, and what it will cost. */
export function PlanStep({ draft, mapping, plan, sum, onChange }: PlanStepProps) {
  const now = useNow(5000);
  const account = useActiveAccount();
  const { data: quota } = useChannel('quota:snapshot', {});
  const { data: jobs } = useChannel('job:list', {});
  const { data: campaigns } = useChannel('import:campaigns', {});
  const panelWidth = usePanelWidth({ narrow: 360, normal: 432, wide: 440 });
  const zone = account?.dialect.timeZone ?? quota?.timeZone ?? DEFAULT_ZONE;
  const rows = sum.goOn;
  const prediction = forecast(rows, quota, jobs?.jobs ?? [], now);
  const pools = twoPools(plan, rows, prediction, now, zone);
  const poolName = suggestedPoolName(draft.fileName, zone, now);
  const isPractice = account?.kind === 'practice';
  const remembered = campaigns?.campaigns ?? [];
  const known = remembered.find((campaign) => campaign.code === plan.campaignCode.trim());

  return (
    <Panes>
      <Pane label="Plan">
        <div className={classes['form']}>
          <h2 className={classes['question']}>
            How should the {format.count(rows, { one: '# row', other: '# rows' })} be sent?
          </h2>
          <PlanRow label="Campaign">
            {(labelId) => (
              <div className={classes['controls']}>
                <Autocomplete
                  aria-labelledby={labelId}
                  placeholder="Campaign code"
                  required
                  w={240}
                  maxLength={200}
                  data={campaignChoices(remembered, isPractice)}
                  value={plan.campaignCode}
                  onChange={(campaignCode) => onChange({ ...plan, campaignCode })}
                />
                <span className={classes['hint']}>
                  {campaignHint(plan.campaignCode.trim(), known, isPractice, now)}
                </span>
              </div>
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
                    w={220}
                    maxLength={200}
                    disabled={plan.poolName === null}
                    placeholder="(auto) yyyy-MM-dd"
                    value={plan.poolName ?? ''}
                    onChange={(event) => onChange({ ...plan, poolName: event.currentTarget.value })}
                  />
                </div>
                <PoolNote
                  plan={plan}
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
  );
}

type Remembered = ChannelResult<'import:campaigns'>['campaigns'][number];

/** Campaigns used from here come first; to practise, those of the simulated service are offered, too. */
function campaignChoices(remembered: readonly Remembered[], isPractice: boolean): string[] {
  const offered = isPractice ? PRACTICE_CAMPAIGNS.map((campaign) => campaign.code) : [];
  return [...new Set([...remembered.map((campaign) => campaign.code), ...offered])];
}

function campaignHint(code: string, known: Remembered | undefined, isPractice: boolean, now: number): string {
  if (known !== undefined) {
    const often = known.jobs === 1 ? 'once' : format.count(known.jobs, { one: '# time', other: '# times' });
    return `Used ${often} from here, last ${format.ago(known.lastUsedAt, now)}`;
  }
  const offered = isPractice ? PRACTICE_CAMPAIGNS.find((campaign) => campaign.code === code) : undefined;
  if (offered !== undefined) return `${offered.name}, a campaign to practise with`;
  if (code !== '') return 'Not used from here before';
  return isPractice ? 'Choose one of the practice campaigns' : 'The code as the dialler shows it';
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
  readonly poolField: string;
  readonly pools: ReturnType<typeof twoPools>;
  readonly zone: string;
  readonly suggestedName: string;
  readonly onUseName: () => void;
}

/** What the choice of pool means. A warning keeps room for itself, so that nothing below moves when it comes. */
function PoolNote({ plan, poolField, pools, zone, suggestedName, onUseName }: PoolNoteProps) {
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
        <p className={classes['hint']}>The service puts the leads into the pool “(auto)” of the day.</p>
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
