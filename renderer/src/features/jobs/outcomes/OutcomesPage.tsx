import { Select, TextInput } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { isSameCampaign } from '../../../../../shared/domain/service/campaign-code.ts';
import { LAST_DAY } from '../../../../../shared/domain/time/time.ts';
import { startRefetch, useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { navigate } from '../../../lib/navigation.ts';
import { EmptyState, FailureNote, Page, Skeleton } from '../../../ui/index.ts';
import { campaignsOf, importsOf, OUTCOMES_PLACE, type OutcomeScope, scopeHref, scopePart } from './outcome-model.ts';
import { OutcomeCard } from './OutcomeCard.tsx';
import classes from './OutcomesPage.module.css';
import { PlannedReadings } from './PlannedReadings.tsx';

/** Shows what became of the leads of several imports: of a campaign, of a time, or of all. */
export function OutcomesPage({ scope }: { readonly scope: OutcomeScope }) {
  const { data, error, refetch } = useChannel('job:list', {});
  const jobs = data?.jobs ?? [];
  const codes = campaignsOf(jobs);
  const wanted = importsOf(jobs, scope);
  const choose = (change: Partial<OutcomeScope>): void =>
    navigate('jobs', OUTCOMES_PLACE, { part: scopePart({ ...scope, ...change }), replace: true });
  return (
    <Page
      parent={{ name: 'Jobs', href: '#/jobs' }}
      title="Outcomes"
      context={data === undefined ? '' : contextOf(wanted)}
    >
      <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />
      {data === undefined && error === null && <Skeleton lines={6} label="Jobs are loading" />}
      {data !== undefined && (
        <div className="flexColumn gap16">
          <div className={classes['bar']}>
            <Select
              label="Campaign"
              placeholder="All campaigns"
              allowDeselect
              clearable
              searchable
              data={codes}
              value={codes.find((code) => isSameCampaign(code, scope.campaign)) ?? null}
              onChange={(campaign) => choose({ campaign: campaign ?? '' })}
            />
            <TextInput
              label="Imported from"
              type="date"
              max={LAST_DAY}
              value={scope.from}
              onChange={(event) => choose({ from: event.currentTarget.value })}
            />
            <TextInput
              label="to"
              type="date"
              max={LAST_DAY}
              value={scope.to}
              onChange={(event) => choose({ to: event.currentTarget.value })}
            />
          </div>
          {wanted.length === 0 ? (
            <EmptyState icon={IconChartBar} title="No imports match">
              No import of this computer has created a lead there. Choose another campaign or another time.
            </EmptyState>
          ) : (
            <OutcomeCard
              key={wanted.map(({ id }) => id).join(' ')}
              jobs={wanted.map(({ id }) => id)}
              campaigns={campaignsOf(wanted)}
              created={createdBy(wanted)}
              fileName={scope.campaign === '' ? 'imports' : scope.campaign}
              total="Created by these imports"
              printHref={scopeHref(scope, true)}
            />
          )}
          <PlannedReadings />
        </div>
      )}
    </Page>
  );
}

const createdBy = (jobs: readonly JobSummary[]): number => jobs.reduce((sum, { counts }) => sum + counts.created, 0);

function contextOf(wanted: readonly JobSummary[]): string {
  const imports = format.count(wanted.length, { one: '# import', other: '# imports' });
  return `${imports}, ${format.count(createdBy(wanted), { one: '# lead created', other: '# leads created' })}`;
}
