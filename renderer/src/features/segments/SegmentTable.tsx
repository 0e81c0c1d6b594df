import {
  IconAlertTriangle,
  IconCalendarClock,
  IconCheck,
  IconCircleMinus,
  IconPlayerPause,
  IconPlayerPlayFilled,
  IconTrendingUp,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Segment } from '../../../../shared/contract/segments/segments.ts';
import { format } from '../../lib/format.ts';
import { CopyButton, Meter, StatusWord } from '../../ui/index.ts';
import {
  barOf,
  daysUntil,
  goalNews,
  monthsIn,
  paceOf,
  positionOf,
  stateOf,
  timeSpan,
  windowOf,
  type GoalNews,
  type SegmentState,
  type SegmentWindow,
  type TimeSpan,
  type WallTime,
} from './segment-model.ts';
import classes from './SegmentTable.module.css';

const share = (value: number): string => `${value * 100}%`;
/** Wall-clock times are stored as if they were UTC. */
const dayThisYear = (time: WallTime): string => format.dayAndMonth(time, 'UTC');
/** How far the name of a month is from today, for the style sheet. */
const AWAY = '--away';
const month = new Intl.DateTimeFormat(navigator.language, { month: 'short', timeZone: 'UTC' });

export interface SegmentTableProps {
  readonly segments: readonly Segment[];
  readonly now: WallTime;
  /** The segment that the panel beside the table is about. */
  readonly chosenId: string | null;
  readonly onChoose: (segmentId: string) => void;
}

/** One row a segment: name and id, state, window on a time line with today, goal. */
export function SegmentTable({ segments, now, chosenId, onChoose }: SegmentTableProps) {
  const span = timeSpan(now);
  const today = positionOf(now, span);
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">Segment</th>
          <th scope="col">State</th>
          <th scope="col" className={classes['timeHead']}>
            <span className="visuallyHidden">Window</span>
            <span className={classes['months']} aria-hidden>
              {monthsIn(span).map((first) => {
                const place = positionOf(first, span);
                // Both are parts of the line. The style sheet, which knows its width, hides a name that today's mark would cover.
                const style = { left: share(place), [AWAY]: Math.abs(place - today) } as React.CSSProperties;
                return (
                  <span
                    key={first}
                    className={classes['month']}
                    data-side={place < today ? 'before' : 'after'}
                    style={style}
                  >
                    {month.format(first)}
                  </span>
                );
              })}
              <span className={classes['today']} style={{ left: share(today) }}>
                {dayThisYear(now)}
              </span>
            </span>
          </th>
          <th scope="col">Goal</th>
        </tr>
      </thead>
      <tbody>
        {segments.map((segment) => (
          <tr key={segment.uniqueId} data-chosen={segment.uniqueId === chosenId || undefined}>
            <th scope="row" aria-label={`${segment.name}, ${segment.uniqueId}`}>
              <button
                type="button"
                className={`${classes['name'] ?? ''} truncate`}
                title={segment.name}
                aria-pressed={segment.uniqueId === chosenId}
                onClick={() => onChoose(segment.uniqueId)}
              >
                <bdi>{segment.name}</bdi>
              </button>
              <span className={classes['id']}>
                <span className="truncate" title={segment.uniqueId}>
                  {segment.uniqueId}
                </span>
                <span className={classes['copy']}>
                  <CopyButton compact text={segment.uniqueId} label={`Copy the id of ${segment.name}`} />
                </span>
              </span>
            </th>
            <td>
              <State segment={segment} now={now} />
            </td>
            <td className={classes['timeCell']}>
              <Timeline segment={segment} now={now} span={span} />
            </td>
            <td>
              <Goal segment={segment} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STATE_LOOK = {
  active: { status: 'ok', icon: IconPlayerPlayFilled, word: 'Active now' },
  coming: { status: 'waiting', icon: IconCalendarClock, word: 'In' },
  ended: { status: 'skipped', icon: IconCircleMinus, word: 'Ended' },
  off: { status: 'skipped', icon: IconPlayerPause, word: 'Switched off' },
} as const;

interface PartProps {
  readonly segment: Segment;
  readonly now: WallTime;
}

function State({ segment, now }: PartProps) {
  const state = stateOf(segment, now);
  const { status, icon, word } = STATE_LOOK[state];
  const days = daysUntil(windowOf(segment).from ?? now, now);
  return (
    <StatusWord status={status} icon={icon}>
      {word}
      {state === 'coming' && format.count(days, { one: ' # day', other: ' # days' })}
    </StatusWord>
  );
}

function windowWords({ from, till }: SegmentWindow, now: WallTime): string {
  const year = (time: WallTime): number => new Date(time).getUTCFullYear();
  const dayText = (time: WallTime): string => (year(time) === year(now) ? dayThisYear(time) : format.date(time, 'UTC'));
  if (from === null && till === null) return 'Always active: no start, no end';
  if (from === null) return `Until ${dayText(till ?? 0)}`;
  if (till === null) return `From ${dayText(from)}, no end`;
  return `${dayText(from)} to ${dayText(till)}`;
}

function Timeline({ segment, now, span }: PartProps & { readonly span: TimeSpan }) {
  const window = windowOf(segment);
  const bar = barOf(window, span);
  const state: SegmentState = stateOf(segment, now);
  const isOpen = window.from === null && window.till === null;
  // The words stand under the beginning of the bar or before its end; where the line is short, they are moved back into it.
  const labelLeft = bar.isOutside === 'after' ? 1 : Math.min(bar.left, 0.98);
  const isFromRight = labelLeft > 0.6;
  const words = windowWords(window, now);
  return (
    <div className={classes['line']}>
      {monthsIn(span).map((first) => (
        <span
          key={first}
          className={classes['gridline']}
          style={{ left: share(positionOf(first, span)) }}
          aria-hidden
        />
      ))}
      <span className={classes['now']} style={{ left: share(positionOf(now, span)) }} aria-hidden />
      {bar.isOutside === null ? (
        <span
          className={classes['bar']}
          data-state={state}
          data-open={isOpen || undefined}
          data-starts={bar.startsHere || undefined}
          data-ends={bar.endsHere || undefined}
          style={{ left: share(bar.left), width: share(bar.width) }}
          aria-hidden
        />
      ) : null}
      <div className={classes['labelLine']} data-from-right={isFromRight || undefined}>
        <span style={{ flexBasis: share(isFromRight ? Math.max(0, 1 - (bar.left + bar.width)) : labelLeft) }} />
        <span className={classes['label']} title={words}>
          {words}
        </span>
      </div>
    </div>
  );
}

function Goal({ segment, now }: PartProps) {
  const { goalTargetValue: target, goalCurrentValue: current } = segment;
  if (target === null || target <= 0) {
    return (
      <span className={classes['goalLine']}>
        <span>
          <strong className="tabular">{format.number(current)}</strong> no target
        </span>
      </span>
    );
  }
  const pace = stateOf(segment, now) === 'active' ? paceOf(segment, now) : null;
  const isOver = ['ended', 'off'].includes(stateOf(segment, now));
  return (
    <div className="flexColumn gap4">
      <span className={classes['goalLine']}>
        <span className="tabular">
          <strong>{format.number(current)}</strong> of {format.number(target)}
        </span>
        <span className="tabular">{format.wholePercent(current, target)}</span>
      </span>
      <Meter
        used={current}
        limit={target}
        label={`${format.number(current)} of ${format.number(target)}`}
        tone={isOver ? 'muted' : 'accent'}
        {...(pace === null ? {} : { pace })}
      />
      <GoalWords segment={segment} now={now} />
    </div>
  );
}

interface NewsLook {
  readonly words: string;
  readonly tone?: 'ok' | 'warning';
  readonly icon?: TablerIcon;
}

const NEWS: Readonly<Record<GoalNews, NewsLook>> = {
  behind: { words: 'behind pace', tone: 'warning', icon: IconAlertTriangle },
  ahead: { words: 'ahead of pace', tone: 'ok', icon: IconTrendingUp },
  reached: { words: 'reached', tone: 'ok', icon: IconCheck },
  onPace: { words: 'on pace' },
  notReached: { words: 'not reached' },
  notStarted: { words: 'not started' },
  open: { words: '' },
  noTarget: { words: '' },
};

function GoalWords({ segment, now }: PartProps) {
  const news = goalNews(segment, now);
  const { till } = windowOf(segment);
  const { words, tone, icon: Icon } = NEWS[news];
  return (
    <span className={classes['news']} style={tone && { color: `var(--lc-${tone})` }}>
      {Icon !== undefined && <Icon size={13} stroke={1.75} aria-hidden />}
      {words}
      {news === 'behind' &&
        till !== null &&
        `, ${format.count(daysUntil(till, now), { one: '# day left', other: '# days left' })}`}
    </span>
  );
}
