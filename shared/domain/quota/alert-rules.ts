// Why: decision 0340.
import type { AlertSettings, QuotaAlert } from '../../contract/quota/quota-alerts.ts';
import type { Outlook } from '../../contract/quota/quota-forecast.ts';
import { DAY, MINUTE } from '../time/time.ts';
import { format } from '../words/format.ts';

/** Which causes of an alert there are now. Pure; times are Unix milliseconds. */

export interface AlertBudget {
  readonly service: string;
  readonly title: string;
  readonly limit: number | null;
  readonly others: number;
  readonly startedAt: number | null;
  readonly resetsAt: number | null;
  readonly outlook: Outlook;
  /** When nothing is left by the pace of the last five minutes and the planned jobs; null: not before the reset. */
  readonly soonEmptyAt: number | null;
}

type Standing = Pick<QuotaAlert, 'id' | 'kind' | 'service'>;

/** Rows of a job of which nobody knows whether they arrived. */
export interface UnknownRows {
  readonly jobId: string;
  readonly name: string;
  readonly rows: number;
  /** When the oldest became unknown, Unix milliseconds. */
  readonly since: number;
}

export interface AlertFacts {
  readonly now: number;
  readonly settings: AlertSettings;
  readonly budgets: readonly AlertBudget[];
  /** What others used, colleagues of the team may have used. */
  readonly isInTeam: boolean;
  /** Null while it is only assumed. */
  readonly nightPrice: number | null;
  readonly unknownRows: readonly UnknownRows[];
  /** Limits and price that are known to the person: by service, and `nightPrice`. */
  readonly accepted: Readonly<Record<string, number>>;
  /** Alerts that stand since an earlier look. */
  readonly standing: readonly Standing[];
  /** For the screen. */
  readonly clockText: (at: number) => string;
}

export interface AlertCause extends Pick<QuotaAlert, 'id' | 'kind' | 'service' | 'title' | 'text'> {
  /** A moment of the day that it is about, at the end of the id: it moves by as much as answers travel. Null: about no day. */
  readonly day: number | null;
}

/** The id of the alert that stands for this cause already, or its own. */
export function standingId(cause: AlertCause, standing: readonly Standing[]): string {
  return standingOf(cause, standing)?.id ?? cause.id;
}

function standingOf(
  { day, kind, service }: Pick<AlertCause, 'day' | 'kind' | 'service'>,
  standing: readonly Standing[],
) {
  return standing.find((alert) => {
    const since = Number(alert.id.slice(alert.id.lastIndexOf(' ')));
    const isOfDay = day !== null && (day === UNKNOWN || since === UNKNOWN || Math.abs(since - day) < SAME_DAY);
    return alert.kind === kind && alert.service === service && isOfDay;
  });
}

/** Milliseconds. The ends of two days are a day apart. */
const SAME_DAY = DAY / 2;
/** The begin of a day that nobody saw. When it becomes known, the alert of that day is the same. */
const UNKNOWN = 0;

export function alertCauses(facts: AlertFacts): AlertCause[] {
  return [
    ...facts.budgets.flatMap((budget) => [
      exhausted(budget, facts),
      others(budget, facts),
      limitChanged(budget, facts),
    ]),
    priceChanged(facts),
    ...unknown(facts),
  ].filter((cause) => cause !== null);
}

/** Both windows must agree: the long window shows the trend, the short one that it still continues. */
function exhausted(budget: AlertBudget, { now, settings, standing, clockText }: AlertFacts): AlertCause | null {
  const { service, title, resetsAt, outlook, soonEmptyAt } = budget;
  const { isOn, minutes } = settings.exhausted;
  const { runsOutAt } = outlook;
  if (!isOn || resetsAt === null) return null;
  const cause = { id: `exhausted ${service} ${resetsAt}`, day: resetsAt, kind: 'exhausted', service } as const;
  // An alert that stands stays, though its time moves by some minutes with every look; one of the day before is over.
  const isSaid = standingOf(cause, standing) !== undefined;
  // What it warned of has come true: taken back, it would say that the danger is over.
  if (outlook.state === 'usedUp' && isSaid)
    return {
      ...cause,
      title: `${title} is used up`,
      text: `Nothing is left until the reset at ${clockText(resetsAt)}.`,
    };
  // Without a forecast it is not known that the danger is over.
  if (isSaid && outlook.state !== 'lasts' && outlook.state !== 'runsOut' && now < resetsAt)
    return {
      ...cause,
      title: `${title} was about to run out`,
      text: `Nothing can be forecast now, so it may still run out before the reset at ${clockText(resetsAt)}.`,
    };
  if (soonEmptyAt === null || runsOutAt.middle === null) return null;
  const latest = resetsAt - minutes * MINUTE;
  const ahead = runsOutAt.middle - now;
  // If the end is hours away, the late estimate must be before the reset, too; if it is close, the middle one is enough.
  const late = runsOutAt.high ?? Number.POSITIVE_INFINITY;
  const beyond = late + (late - runsOutAt.middle) * BEYOND;
  const isSure = isSaid ? late < resetsAt : beyond < resetsAt && ahead < FAR;
  const isClose = ahead < CLOSE;
  if (runsOutAt.middle > latest || soonEmptyAt > latest || !(isSure || isClose)) return null;
  return {
    ...cause,
    title: `${title} runs out at about ${clockText(runsOutAt.middle)}`,
    text: `The reset is at ${clockText(resetsAt)}. Pause a job, or plan it for after the reset.`,
  };
}

/** Milliseconds. */
const CLOSE = 60 * MINUTE;
/** Milliseconds. Two hours of measurements say too little of what is further away: bursts look like the whole day. */
const FAR = 6 * 60 * MINUTE;
/** Part of the way to the late edge. It is looked at a hundred times a day, and one of twenty looks may be wrong. */
const BEYOND = 0.5;

function others(
  { service, title, limit, others: units, startedAt }: AlertBudget,
  facts: AlertFacts,
): AlertCause | null {
  const { isOn, percent } = facts.settings.others;
  if (!isOn || units < 1 || limit === null || units * 100 < limit * percent) return null;
  const whose = facts.isInTeam
    ? 'this computer did not use. Colleagues of the team may have used them: Quota shows what each of them has told.'
    : 'Lead Console did not use. Find out who uses this account, or lower the share of the day.';
  const since = startedAt === null ? '' : ` since ${facts.clockText(startedAt)}`;
  return {
    id: `others ${service} ${startedAt ?? UNKNOWN}`,
    day: startedAt ?? UNKNOWN,
    kind: 'others',
    service,
    title: `Others use ${title}`,
    text: `The service counted at least ${format.number(units)} of ${format.count(limit, 'unit')}${since} that ${whose}`,
  };
}

function limitChanged({ service, title, limit }: AlertBudget, { settings, accepted }: AlertFacts): AlertCause | null {
  const before = accepted[service];
  const { isOn, percent } = settings.changed;
  if (!isOn || before === undefined || limit === null || limit === before) return null;
  if (Math.abs(limit - before) * 100 < before * percent) return null;
  return {
    id: `changed ${service} ${limit}`,
    day: null,
    kind: 'changed',
    service,
    title: `The limit of ${title} changed`,
    text: `It was ${format.count(before, 'unit')} a day and is ${format.number(limit)} now. Look at the reserve and at what is planned.`,
  };
}

function priceChanged({ settings, accepted, nightPrice }: AlertFacts): AlertCause | null {
  const before = accepted['nightPrice'];
  if (!settings.changed.isOn || before === undefined || nightPrice === null || before === nightPrice) return null;
  return {
    id: `changed nightPrice ${nightPrice}`,
    day: null,
    kind: 'changed',
    service: null,
    title: 'The price at night changed',
    text: `A request without fair use outside production hours cost ${before} and costs ${nightPrice} now.`,
  };
}

function unknown({ now, settings, unknownRows }: AlertFacts): AlertCause[] {
  const { isOn, minutes } = settings.unknownRows;
  if (!isOn) return [];
  return unknownRows.flatMap(({ jobId, name, rows, since }) =>
    now - since < minutes * MINUTE
      ? []
      : [
          {
            id: `unknownRows ${jobId}`,
            day: null,
            kind: 'unknownRows' as const,
            service: null,
            title: rows === 1 ? `1 row of ${name} is unknown` : `${format.number(rows)} rows of ${name} are unknown`,
            text: 'They were sent and no readable answer came. Open the job and say for each whether it arrived.',
          },
        ],
  );
}
