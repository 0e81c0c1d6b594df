import { Button } from '@mantine/core';
import type { CampaignFound } from '../../../../../shared/contract/check/campaign-rows.ts';
import { unprovenList } from '../../../../../shared/domain/jobs/absence.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { CancelButton, FailureNote, SmallButton } from '../../../ui/index.ts';
import type { ComparisonWork } from '../checking/use-comparison.ts';
import classes from './PlanStep.module.css';

interface CampaignComparisonProps {
  readonly comparison: ComparisonWork;
  /** What the last comparison found; null: the rows were not compared with this campaign. */
  readonly found: CampaignFound | null;
  /** Shows the rows beside their leads. */
  readonly onCheck: () => void;
}

/** Leaves out the rows that the campaign holds already, whoever put them there. */
export function CampaignComparison({ comparison, found, onCheck }: CampaignComparisonProps) {
  const now = useNow(60_000);
  const { progress, error, campaignCode, key, compare, cancel } = comparison;
  const there = found?.groups.reduce((sum, group) => sum + group.rows, 0) ?? 0;
  return (
    <>
      <div className={classes['controls']}>
        {progress === null ? (
          <SmallButton disabled={campaignCode === ''} onClick={compare}>
            {found === null ? 'Compare with the campaign' : 'Compare again'}
          </SmallButton>
        ) : (
          <CancelButton size="xs" onClick={cancel} />
        )}
        <span className={classes['hint']} role="status">
          {progress !== null ? (
            <>
              The leads of the campaign are being read
              <span aria-hidden className="tabular">{`, ${format.number(progress.leads)} so far`}</span>.
            </>
          ) : found === null ? (
            `One request. Rows whose ${whatCounts(key)} the campaign has are left out.`
          ) : (
            comparisonWords(found, now)
          )}
        </span>
        {progress === null && there > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={onCheck}>
            Show {there === 1 ? 'it beside its lead' : 'them beside their leads'}
          </Button>
        )}
      </div>
      <FailureNote failure={error} title="The campaign was not compared. The rows are as before." />
    </>
  );
}

function whatCounts(key: string | null): string {
  return key === null ? 'phone or e-mail' : `phone, e-mail or ${key}`;
}

function comparisonWords(
  { campaignCode, at, leads, groups, key, stopped, doubt: unknown, isProven, isStale }: CampaignFound,
  now: number,
): string {
  const read = `${format.moment(at, now)}: ${format.count(leads, { one: '# lead read', other: '# leads read' })}.`;
  const sum = (of: 'rows' | 'leftOut' | 'phone' | 'email' | 'key') =>
    groups.reduce((total, group) => total + group[of], 0);
  const doubt =
    stopped === null
      ? isStale
        ? ' Rows or columns were changed since.'
        : isProven || unknown !== null
          ? ''
          : ` ${unprovenList(campaignCode)}`
      : ` ${stopped} What was not found is not known.`;
  if (unknown !== null && sum('rows') === 0) return `${read} ${unknown} Which rows it holds is not known.`;
  if (sum('rows') === 0)
    return `${read} ${isProven ? 'None of these rows is in the campaign yet.' : 'None of these rows was found.'}${doubt}`;
  const byKey = key === null && sum('key') === 0 ? '' : `, ${format.number(sum('key'))} by ${key ?? 'key'}`;
  const there = format.count(sum('rows'), rowForms);
  return `${read} ${there} there already, ${format.number(sum('leftOut'))} left out: ${format.number(sum('phone'))} by phone, ${format.number(sum('email'))} by e-mail${byKey}.${unknown === null ? doubt : ` ${unknown}`}`;
}
