import type { Segment } from '../../../../shared/contract/segments/segments.ts';
import { parseServiceTime, wallClockAt, type WallClock } from '../../../../shared/domain/service/service-time.ts';
import { DAY } from '../../../../shared/domain/time/time.ts';
import { format } from '../../lib/format.ts';

/** `off`: switched off although its window is open. */
export type SegmentState = 'active' | 'coming' | 'ended' | 'off';

/**
 * The service's wall clock as a number on one line, so that dates can be compared and drawn. It is not an instant: it is
 * never turned into another zone.
 */
export type WallTime = number;

function wallTime(clock: WallClock): WallTime {
  return Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second);
}

/** Null when there is no date or the text is not one. */
export function parseWallTime(text: string | null): WallTime | null {
  const parsed = text === null ? null : parseServiceTime(text);
  return parsed === null ? null : wallTime(parsed.clock);
}

/** What the service's clock shows at an instant in Unix milliseconds. */
export function wallTimeAt(instant: number): WallTime {
  return wallTime(wallClockAt(instant, format.zone()));
}

export interface SegmentWindow {
  readonly from: WallTime | null;
  readonly till: WallTime | null;
}

export function windowOf(segment: Segment): SegmentWindow {
  return { from: parseWallTime(segment.activeFrom), till: parseWallTime(segment.activeTill) };
}

export function stateOf(segment: Segment, now: WallTime): SegmentState {
  const { from, till } = windowOf(segment);
  if (till !== null && till < now) return 'ended';
  if (from !== null && from > now) return 'coming';
  return segment.isActive ? 'active' : 'off';
}

/** "In 6 days"; at least one day, because less is "today". */
export function daysUntil(from: WallTime, now: WallTime): number {
  return Math.max(1, Math.ceil((from - now) / DAY));
}

/** Share of the window that has passed, 0 to 1: where an even pace would be. Null without both ends. */
export function paceOf(segment: Segment, now: WallTime): number | null {
  const { from, till } = windowOf(segment);
  if (from === null || till === null || till <= from) return null;
  return Math.min(1, Math.max(0, (now - from) / (till - from)));
}

export type GoalNews = 'noTarget' | 'reached' | 'notReached' | 'notStarted' | 'behind' | 'onPace' | 'ahead' | 'open';

/** What the goal's figures mean today. */
export function goalNews(segment: Segment, now: WallTime): GoalNews {
  const { goalTargetValue: target, goalCurrentValue: current } = segment;
  if (target === null || target <= 0) return 'noTarget';
  if (current >= target) return 'reached';
  const state = stateOf(segment, now);
  if (state === 'ended') return 'notReached';
  if (state === 'coming') return 'notStarted';
  const pace = paceOf(segment, now);
  if (pace === null) return 'open';
  const lead = current / target - pace;
  if (lead < -0.1) return 'behind';
  return lead > 0.1 ? 'ahead' : 'onPace';
}

export interface TimeSpan {
  readonly start: WallTime;
  readonly end: WallTime;
}

/** The time the line shows: last month, this one and the next. */
export function timeSpan(now: WallTime): TimeSpan {
  const date = new Date(now);
  const month = (offset: number): WallTime => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
  return { start: month(-1), end: month(2) };
}

/** First days of the months inside the span. */
export function monthsIn({ start }: TimeSpan): WallTime[] {
  const first = new Date(start);
  return [0, 1, 2].map((offset) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + offset, 1));
}

/** Position on the line, 0 to 1, cut at both ends. */
export function positionOf(time: WallTime, span: TimeSpan): number {
  return Math.min(1, Math.max(0, (time - span.start) / (span.end - span.start)));
}

export interface WindowBar {
  readonly left: number;
  readonly width: number;
  /** Ends that lie on the line are round; the others go on beyond it. */
  readonly startsHere: boolean;
  readonly endsHere: boolean;
  /** The window lies outside the line. */
  readonly isOutside: 'before' | 'after' | null;
}

export function barOf(window: SegmentWindow, span: TimeSpan): WindowBar {
  const from = window.from ?? -Infinity;
  const till = window.till ?? Infinity;
  const left = window.from === null ? 0 : positionOf(from, span);
  const right = window.till === null ? 1 : positionOf(till, span);
  return {
    left,
    width: Math.max(0, right - left),
    startsHere: from >= span.start,
    endsHere: till <= span.end,
    isOutside: till < span.start ? 'before' : from > span.end ? 'after' : null,
  };
}

export type SegmentFilter = 'all' | 'active' | 'coming' | 'ended';

/** `ended` takes the ones that are switched off, too: neither collects leads now. */
export function matchesFilter(state: SegmentState, filter: SegmentFilter): boolean {
  if (filter === 'all') return true;
  return filter === 'ended' ? state === 'ended' || state === 'off' : state === filter;
}

export function matchesWords(segment: Segment, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return `${segment.name} ${segment.uniqueId}`.toLowerCase().includes(wanted);
}

const order: Record<SegmentState, number> = { active: 0, coming: 1, off: 2, ended: 3 };

/** Active ones first, each group by the date that comes next. */
export function sorted(segments: readonly Segment[], now: WallTime): Segment[] {
  const next = (segment: Segment): number => {
    const { from, till } = windowOf(segment);
    return stateOf(segment, now) === 'coming' ? (from ?? Infinity) : (till ?? Infinity);
  };
  return [...segments].sort(
    (one, other) =>
      order[stateOf(one, now)] - order[stateOf(other, now)] ||
      compare(next(one), next(other)) ||
      one.name.localeCompare(other.name),
  );
}

/** Infinity minus Infinity is not a number. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
