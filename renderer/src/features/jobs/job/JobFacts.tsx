import type { ReactNode } from 'react';
import type { JobDetail, JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import type { QuotaSnapshot } from '../../../../../shared/contract/quota/quota.ts';
import { hasMinuteRule, minuteLimitFor } from '../../../../../shared/domain/pacing/pacing.ts';
import { ENDPOINT } from '../../../../../shared/domain/service/services.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { AsOf, Changes } from '../../../ui/index.ts';
import { actionsOf, minuteFigures, shownState, sparkline } from '../parts/job-model.ts';
import classes from '../parts/JobPage.module.css';
import { JobShare } from './JobShare.tsx';

const WIDTH = 268;
const HEIGHT = 54;

/** When it ends, how fast it goes and why, and what it leaves of the quota. */
export function JobFacts({ detail }: { readonly detail: JobDetail }) {
  const { data: quota } = useChannel('quota:snapshot', {});
  const now = useNow(5000);
  const job = detail.summary;
  const service = quota?.services.find((known) => known.service === ENDPOINT.createLeads);
  const dailyLimit = service?.daily.limit ?? null;
  const limit = hasMinuteRule(dailyLimit) ? (service?.minute?.limit ?? minuteLimitFor(dailyLimit)) : null;
  const finish = finishWords(job, now);
  const left = quotaWords(job, quota, now);
  return (
    <div className={classes['facts']}>
      <Fact label={finish.label} value={finish.value} note={finish.note} isLive={job.endedAt === null} />
      <Fact
        label="Rate"
        extra={
          actionsOf(job).stop ? (
            <Changes>
              <JobShare job={job} />
            </Changes>
          ) : null
        }
        {...rateWords(job)}
        isLive={job.endedAt === null}
      />
      <Fact label="Leads quota afterwards" value={left.value} note={left.note} isLive />
      <Sparkline
        perMinute={minuteFigures(detail.perMinute, job)}
        limit={limit}
        // The last minutes of a long job are all that is here.
        since={format.moment(detail.perMinute[0]?.minute ?? job.createdAt, now)}
      />
    </div>
  );
}

/** Rows a minute: the last ones, or of all when the job has ended. */
function rateWords(job: JobSummary): { readonly value: string; readonly note: string } {
  const { counts, createdAt, endedAt, ratePerMinute, state, rateReason } = job;
  if (endedAt === null) {
    // What was answered before it waited says nothing about now.
    if (state !== 'running') return { value: 'not sending', note: rateReason };
    return {
      value: ratePerMinute > 0 ? `${format.number(ratePerMinute)} a minute` : 'not known yet',
      note: rateReason,
    };
  }
  const sent = counts.created + counts.refused + counts.unknown;
  const minutes = (endedAt - createdAt) / 60_000;
  // After only a few seconds it would show more rows a minute than the service allows.
  if (minutes < 1) return { value: format.count(sent, rowForms), note: 'in less than a minute' };
  const rate = Math.round(sent / minutes);
  const figure = rate === 0 && sent > 0 ? 'less than 1' : format.number(rate);
  return { value: `${figure} a minute`, note: 'on average, pauses included' };
}

interface FactProps {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  /** It changes while the program lives. */
  readonly isLive: boolean;
  /** At the right of the label. */
  readonly extra?: ReactNode;
}

function Fact({ label, value, note, isLive, extra }: FactProps) {
  return (
    <div className={classes['fact']}>
      <div className="quiet flexApart">
        <span>{label}</span>
        {extra}
      </div>
      <div className="title tabular">{value}</div>
      <div className={classes['factNote']} title={note}>
        {isLive ? <AsOf>{note}</AsOf> : note}
      </div>
    </div>
  );
}

function finishWords(job: JobSummary, now: number): { label: string; value: string; note: string } {
  const zoneName = format.zoneName(now);
  if (job.endedAt !== null) {
    return {
      label: 'Ended',
      value: format.moment(job.endedAt, now),
      note: `${zoneName}, after ${format.duration(job.endedAt - job.createdAt)}`,
    };
  }
  if (job.resumeAt !== null && job.resumeAt <= now)
    return { label: 'Continues', value: 'any moment', note: 'automatically' };
  if (job.resumeAt !== null) {
    // The service may have room before the day ends as we know it, and the job looks each minute.
    const how = job.holdKind === 'daily' ? 'or earlier if the quota allows' : 'automatically';
    return { label: 'Continues', value: format.moment(job.resumeAt, now), note: `${zoneName}, ${how}` };
  }
  const state = shownState(job);
  if (state === 'needsYou') return { label: 'Finish', value: 'Waits for you', note: 'Then the time is known' };
  if (state !== 'running') return { label: 'Finish', value: 'not known', note: 'It is not running' };
  if (job.finishAt === null) {
    const note = job.terms.trial > 0 ? 'After the trial you say how it goes on' : 'After the first rows';
    return { label: 'Finish', value: 'not known yet', note };
  }
  return { label: 'Finish', value: format.moment(job.finishAt, now), note: `about, ${zoneName}` };
}

function quotaWords(job: JobSummary, quota: QuotaSnapshot | undefined, now: number): { value: string; note: string } {
  const service = quota?.services.find((known) => known.service === ENDPOINT.createLeads);
  if (service === undefined || service.daily.limit === null || service.daily.remaining === null) {
    return { value: 'not known yet', note: 'Known after the next answer' };
  }
  const left = Math.max(0, service.daily.remaining - job.counts.waiting * service.price);
  const reset = service.daily.resetsAt === null ? '' : `, resets ${format.moment(service.daily.resetsAt, now)}`;
  return { value: format.number(left), note: `of ${format.number(service.daily.limit)}${reset}` };
}

interface SparklineProps {
  readonly perMinute: readonly { readonly rows: number }[];
  /** Null without a minute rule. */
  readonly limit: number | null;
  /** The first minute in words. */
  readonly since: string;
}

function Sparkline({ perMinute, limit, since }: SparklineProps) {
  const { line, area, limitY } = sparkline(perMinute, limit ?? 0, WIDTH, HEIGHT);
  const last = perMinute.at(-1)?.rows ?? 0;
  const most = Math.max(0, ...perMinute.map((point) => point.rows));
  return (
    <figure className={classes['spark']}>
      <figcaption className="quiet flexApart">
        <span>Rows a minute</span>
        <span className="micro">
          since {since}
          {limit === null ? null : `, limit ${format.number(limit)}`}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={
          perMinute.length === 0
            ? 'No row has been answered yet'
            : `${format.count(last, rowForms)} in the last minute, at most ${format.number(most)}`
        }
      >
        <path className={classes['sparkArea']} d={area} />
        <path className={classes['sparkLine']} d={line} vectorEffect="non-scaling-stroke" />
        {limit === null ? null : (
          <line
            className={classes['sparkLimit']}
            x1={0}
            x2={WIDTH}
            y1={limitY}
            y2={limitY}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </figure>
  );
}
