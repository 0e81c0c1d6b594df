import type { JobDetail } from '../../../../../shared/contract/jobs/jobs.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { AsOf, Bar, StatusTitle, StatusWord, Swatch } from '../../../ui/index.ts';
import { keptResultWords } from './KeptResult.tsx';
import { addsUp, type Fate, FATES, fatesOf, leftWords } from '../parts/job-model.ts';
import overview from '../../../ui/layout/Overview.module.css';
import classes from '../parts/JobPage.module.css';

/** The bar and its five figures, which always add up to the rows of the file. */
export function JobFates({ detail }: { readonly detail: JobDetail }) {
  const job = detail.summary;
  const fates = fatesOf(job.counts);
  const now = useNow(5000);
  const keptResult = keptResultWords(job, now);
  const isRight = addsUp(job.counts);
  return (
    <div className={overview['fates']}>
      <div className={overview['origin']}>
        <span>
          <span className={classes['fileName']} title={job.fileName}>
            {job.fileName}
          </span>{' '}
          to <strong>{job.campaignCode}</strong>, {job.poolName === null ? 'automatic pool' : `pool “${job.poolName}”`},
          started {format.dayAndMonth(job.createdAt)} {format.time(job.createdAt)}
          {keptResult !== '' && <>; {keptResult}</>}
        </span>
        <StatusWord status={isRight ? 'ok' : 'error'}>
          {isRight ? 'adds' : 'does not add'} up to {format.count(job.counts.rows, rowForms)} in the file
        </StatusWord>
      </div>
      {/* After a trial nearly every row waits: the comparison below says more. */}
      <Bar counts={job.counts} height={job.holdKind === 'trial' ? 8 : 20} />
      <dl className={classes['figures']}>
        {FATES.map((fate) => (
          <div key={fate} className={classes['fate']} data-fate={fate}>
            <dt>
              <Swatch part={fate} />
              <StatusTitle status={fate} />
            </dt>
            <dd>
              <div className={`${overview['count'] ?? ''} tabular`}>
                <span data-count={fate}>{format.number(fates[fate])}</span>
                <span className={overview['share']}>{format.percent(fates[fate], job.counts.rows)}</span>
              </div>
              <div
                className={classes['meaning']}
                title={meaning(fate, detail, now)}
                data-urgent={(fate === 'unknown' && fates.unknown > 0) || undefined}
              >
                {fate === 'waiting' && job.state === 'running' ? (
                  <AsOf>{meaning(fate, detail, now)}</AsOf>
                ) : (
                  meaning(fate, detail, now)
                )}
              </div>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function refusalWords(refusals: JobDetail['refusals']): string {
  const reasons = format.count(refusals.length, { one: '# reason', other: '# reasons' });
  const fixed = refusals.reduce((sum, refusal) => sum + refusal.fixed, 0);
  if (fixed === 0) return reasons;
  return `${reasons}, ${format.count(fixed, { one: '# row is fixed', other: '# rows are fixed' })}`;
}

function meaning(fate: Fate, { summary: job, refusals }: JobDetail, now: number): string {
  const { counts } = job;
  switch (fate) {
    case 'created':
      return counts.created === 0 ? '' : `in ${job.campaignCode}`;
    case 'refused':
      return counts.refused === 0 || refusals.length === 0 ? 'by the service' : refusalWords(refusals);
    case 'unknown':
      if (counts.unknown === 0 && job.onTheirWay !== undefined) return 'answers still to come';
      if (counts.unknown === 0) return counts.waiting > 0 ? 'none so far' : 'none needs you';
      return counts.unknown === 1 ? 'needs your decision' : 'need your decision';
    case 'skipped':
      return counts.excluded === 0 ? 'not sent' : `${format.number(counts.excluded)} left out`;
    case 'waiting':
      return leftWords(job, now);
  }
}
