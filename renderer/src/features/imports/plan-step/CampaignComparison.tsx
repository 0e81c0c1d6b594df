import { Button } from '@mantine/core';
import type { CampaignComparison as Found } from '../../../../../shared/contract/imports/imports.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { FailureNote, startWork } from '../../../ui/index.ts';
import { rowForms } from '../checking/check-sum.ts';
import type { Check } from '../checking/use-check.ts';
import classes from './PlanStep.module.css';

interface CampaignComparisonProps {
  readonly draftId: string;
  /** Empty: nothing to compare with. */
  readonly campaignCode: string;
  readonly check: Check;
  /** The field that Check compares rows by, if a column fills it; null: rows are compared by phone and e-mail only. */
  readonly keyField: string | null;
  /** The rows are being checked: their files are in use. */
  readonly isChecking: boolean;
}

/** Leaves out the rows that the campaign holds already, whoever put them there. */
export function CampaignComparison({ draftId, campaignCode, check, keyField, isChecking }: CampaignComparisonProps) {
  const compare = useChannelMutation('import:compareCampaign');
  const isBusy = compare.isPending || isChecking;

  async function compareNow(): Promise<void> {
    if (isBusy) return;
    await compare.mutateAsync({ draftId, key: keyField });
    check.run();
  }

  return (
    <>
      <div className={classes['controls']}>
        <Button
          size="xs"
          variant="default"
          aria-disabled={isBusy}
          disabled={campaignCode === ''}
          loading={compare.isPending}
          onClick={() => startWork(compareNow)}
        >
          {compare.data === undefined ? 'Compare with the campaign' : 'Compare again'}
        </Button>
        <span className={classes['hint']} role="status">
          {compare.isPending
            ? 'The leads of the campaign are being read.'
            : compare.data === undefined
              ? `One request. Rows whose ${whatCounts(keyField)} the campaign has are left out.`
              : comparisonWords(compare.data, keyField)}
        </span>
      </div>
      {compare.error !== null && (
        <FailureNote failure={compare.error} title="The campaign was not compared. The rows are as before." />
      )}
    </>
  );
}

function whatCounts(keyField: string | null): string {
  return keyField === null ? 'phone or e-mail' : `phone, e-mail or ${keyField}`;
}

function comparisonWords({ leads, phone, email, key }: Found, keyField: string | null): string {
  const read = format.count(leads, { one: '# lead read', other: '# leads read' });
  const there = phone + email + key;
  if (there === 0) return `${read}. None of the rows is there.`;
  const byKey = keyField === null && key === 0 ? '' : `, ${format.number(key)} by ${keyField ?? 'key'}`;
  return `${read}. ${format.count(there, rowForms)} there already and left out: ${format.number(phone)} by phone, ${format.number(email)} by e-mail${byKey}.`;
}
