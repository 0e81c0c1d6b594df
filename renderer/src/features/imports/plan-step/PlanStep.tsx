import { NumberInput, Switch } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { type Draft, type Plan, type Terms, USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { suggestedPoolName } from '../../../../../shared/domain/service/pool-name.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { Pane, Panes } from '../../../ui/index.ts';
import { campaignHint } from '../../../lib/campaign/campaign-choices.ts';
import { CampaignInput, useCampaigns } from '../../../lib/campaign/CampaignInput.tsx';
import type { Sum } from '../checking/check-sum.ts';
import { CheckingAgain } from '../checking/CheckingAgain.tsx';
import type { Check } from '../checking/use-check.ts';
import type { ComparisonWork } from '../checking/use-comparison.ts';
import { constantRules } from '../mapping-model/columns-model.ts';
import { AfterwardsChoice } from './AfterwardsChoice.tsx';
import { CampaignComparison } from './CampaignComparison.tsx';
import { PlanNotes } from './PlanNotes.tsx';
import { PoolChoice } from './PoolChoice.tsx';
import { OrderChoice } from './OrderChoice.tsx';
import { TagChoice } from './TagChoice.tsx';
import { FairUseChoice, ShareChoice, TrialChoice, WhenChoice } from './TermsChoice.tsx';
import { dayPools, startInOneDay } from './plan-model.ts';
import classes from './PlanStep.module.css';
import { PlanSummary } from './PlanSummary.tsx';
import { ProblemRows } from './ProblemRows.tsx';
import { twoWays } from './two-ways.ts';
import { usePrediction } from './use-prediction.ts';
import { usePanelWidth } from '../../../ui/layout/window-width.ts';

interface PlanStepProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly plan: Plan;
  /** What becomes of the rows when they are sent as they are now. */
  readonly sum: Sum;
  readonly check: Check;
  /** The comparison with what the campaign holds. */
  readonly comparison: ComparisonWork;
  /** The rows are being compared with the leads sent to the campaign. */
  readonly isComparing: boolean;
  readonly onChange: (plan: Plan) => void;
  readonly onColumns: () => void;
  readonly onCheck: () => void;
}

/** Refusals in a row before the import pauses: enough to be no coincidence, few enough to cost little. */
const USUAL_STOP = 25;

/** Where the rows go, when to stop, and what it will cost. */
export function PlanStep(props: PlanStepProps) {
  const { draft, mapping, plan, sum, check, comparison, isComparing, onChange, onColumns, onCheck } = props;
  const { prediction, now, isFair, foresee, quota } = usePrediction(plan, sum.goOn);
  const panelWidth = usePanelWidth({ narrow: 360, normal: 432, wide: 440 });
  const { terms = USUAL_TERMS } = plan;
  const changeTerms = (next: Terms) => onChange({ ...plan, terms: next });

  return (
    <>
      <Panes>
        <Pane label="Plan">
          <div className={classes['form']}>
            <h2 className="title below12">
              {sum.goOn === 0 ? 'No row goes on' : `How should the ${format.count(sum.goOn, rowForms)} be sent?`}
            </h2>
            <PlanRow label="Campaign">
              {(labelId) => (
                <>
                  <CampaignChoice labelId={labelId} plan={plan} now={now} onChange={onChange} />
                  <PlanNotes
                    draft={draft}
                    mapping={mapping}
                    campaignCode={plan.campaignCode.trim()}
                    check={check}
                    isComparing={isComparing}
                    onColumns={onColumns}
                    onCheck={onCheck}
                  />
                </>
              )}
            </PlanRow>
            <PlanRow label="Only new">
              {() => (
                <CampaignComparison
                  comparison={comparison}
                  found={check.state.summary?.campaign ?? null}
                  onCheck={onCheck}
                />
              )}
            </PlanRow>
            <PlanRow label="Lead pool">
              {(labelId) => (
                <PoolChoice
                  labelId={labelId}
                  plan={plan}
                  pools={dayPools(plan, sum.goOn, prediction)}
                  oneDay={startInOneDay(plan, prediction, foresee, now)}
                  suggestedName={suggestedPoolName(draft.fileName, format.zone(), now)}
                  startAt={prediction.startAt}
                  onChange={onChange}
                />
              )}
            </PlanRow>
            <PlanRow label="When">
              {(labelId) => <WhenChoice labelId={labelId} terms={terms} now={now} onChange={changeTerms} />}
            </PlanRow>
            <PlanRow label="Order">
              {(labelId) => (
                <OrderChoice labelId={labelId} terms={terms} columns={draft.reading.columns} onChange={changeTerms} />
              )}
            </PlanRow>
            <PlanRow label="Share of the limit">
              {() => <ShareChoice terms={terms} rowsPerMinute={prediction.rowsPerMinute} onChange={changeTerms} />}
            </PlanRow>
            <PlanRow label="Safety">
              {(labelId) => (
                <>
                  <TrialChoice terms={terms} why={trialWords(draft, plan)} onChange={changeTerms} />
                  <SafetyChoice labelId={labelId} plan={plan} onChange={onChange} />
                </>
              )}
            </PlanRow>
            <PlanRow label="Fair use">
              {() => <FairUseChoice terms={terms} price={prediction.pricePerRow} onChange={changeTerms} />}
            </PlanRow>
            <PlanRow label="Tag">
              {(labelId) => (
                <TagChoice
                  labelId={labelId}
                  plan={plan}
                  mapping={mapping}
                  fields={draft.campaignCode === plan.campaignCode.trim() ? draft.fields : null}
                  onChange={changeTerms}
                />
              )}
            </PlanRow>
            <PlanRow label="Afterwards">
              {() => <AfterwardsChoice draft={draft} terms={terms} onChange={changeTerms} />}
            </PlanRow>
            {(sum.leftOut > 0 || sum.withProblem > 0) && (
              <PlanRow label="Rows">
                {() => (
                  <span className="text2 tabular">
                    {format.number(draft.reading.rows)} in the file, {format.number(sum.leftOut)} left out
                    {sum.withProblem > 0 && <ProblemRows count={sum.withProblem} check={check} />}
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
          <PlanSummary
            prediction={prediction}
            now={now}
            fairUse={terms.fairUse && isFair}
            ways={twoWays(quota, terms, foresee)}
          />
        </Pane>
      </Panes>
      {check.state.run !== null && (
        <CheckingAgain run={check.state.run} rows={draft.reading.rows} onCancel={check.cancel} />
      )}
    </>
  );
}

/** Why a trial is on, or would be good: nothing was sent into the campaign from here. */
function trialWords({ campaignCode, known }: Draft, plan: Plan): string {
  const isNew = campaignCode !== '' && campaignCode === plan.campaignCode.trim() && known.imports === 0;
  return isNew ? `Nothing was sent into ${campaignCode} from here yet.` : '';
}

interface CampaignChoiceProps {
  readonly labelId: string;
  readonly plan: Plan;
  /** Unix milliseconds. */
  readonly now: number;
  readonly onChange: (plan: Plan) => void;
}

function CampaignChoice({ labelId, plan, now, onChange }: CampaignChoiceProps) {
  const { remembered, isPractice } = useCampaigns();
  return (
    <div className={classes['controls']}>
      <CampaignInput
        labelId={labelId}
        value={plan.campaignCode}
        width={240}
        grows
        onChange={(campaignCode) => onChange({ ...plan, campaignCode })}
      />
      <span className={classes['hint']}>{campaignHint(plan.campaignCode.trim(), remembered, isPractice, now)}</span>
    </div>
  );
}

interface SafetyChoiceProps {
  readonly labelId: string;
  readonly plan: Plan;
  readonly onChange: (plan: Plan) => void;
}

/** When the import pauses by itself. */
function SafetyChoice({ labelId, plan, onChange }: SafetyChoiceProps) {
  const times = plan.stopAfterSameRefusal;
  return (
    <div className={classes['controls']}>
      <Switch
        aria-labelledby={labelId}
        label="Pause when the same refusal comes"
        checked={times > 0}
        onChange={(event) => onChange({ ...plan, stopAfterSameRefusal: event.currentTarget.checked ? USUAL_STOP : 0 })}
      />
      <NumberInput
        aria-label="Times in a row"
        w={72}
        min={1}
        max={10_000}
        allowDecimal={false}
        disabled={times === 0}
        value={times === 0 ? '' : times}
        onChange={(next) => typeof next === 'number' && next >= 1 && onChange({ ...plan, stopAfterSameRefusal: next })}
      />
      <span>times in a row</span>
    </div>
  );
}

function PlanRow({ label, children }: { readonly label: string; readonly children: (labelId: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={classes['row']}>
      <div id={id} className="strong">
        {label}
      </div>
      <div className="shrinks">{children(id)}</div>
    </div>
  );
}
