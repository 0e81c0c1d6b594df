import { capitalized, format } from '../../words/format.ts';
import { field, isObject, listIn, parseJson } from '../answers/answers.ts';
import { readFigures } from '../answers/records.ts';
import { wallClockAt } from '../service-time.ts';
import {
  answerTo,
  goodAnswerTo,
  isGood,
  type Question,
  type Seen,
  type Settled,
  settled,
  type Sight,
  silence,
} from './seen.ts';

/** Limits, counts, their headers, and the service's clock. */

export function settleFigures(sight: Sight): Settled[] {
  const limits = shapeOf(sight, 'limits');
  const counts = shapeOf(sight, 'counts');
  return [
    shapeFinding(sight, 'limits', limits, null),
    shapeFinding(sight, 'counts', counts, limits),
    resetHeader(sight),
    nightPrice(sight),
    timeZone(sight),
  ];
}

interface Shape {
  readonly seen: Seen;
  readonly kind: 'list' | 'map' | 'unknown';
  readonly services: number;
  readonly known: number;
  readonly words: string;
}

function shapeOf(sight: Sight, question: 'limits' | 'counts'): Shape | null {
  const seen = goodAnswerTo(sight, question);
  if (seen === null) return null;
  const value = parseJson(seen.text);
  if (value === undefined) return null;
  const figures = readFigures(value, question === 'limits' ? 'limit' : 'used');
  const inner = isObject(value) ? field(value, question, 'result', 'data', 'services') : undefined;
  const isList = Array.isArray(value) || listIn(value) !== null || Array.isArray(inner);
  const kind = figures.length === 0 ? 'unknown' : isList ? 'list' : 'map';
  const amount = (entry: (typeof figures)[number]) => (question === 'limits' ? entry.limit : entry.used);
  const largest = figures.toSorted((a, b) => (amount(b) ?? 0) - (amount(a) ?? 0))[0];
  const example =
    largest === undefined
      ? ''
      : `, ${largest.name} ${format.number(amount(largest) ?? 0)}${question === 'limits' ? ' a day' : ' used'}`;
  return {
    seen,
    kind,
    services: figures.length,
    known: figures.filter(({ services }) => services.length > 0).length,
    words: `${figures.length} ${figures.length === 1 ? 'service' : 'services'}${example}`,
  };
}

const KINDS = { list: 'list of services', map: 'map by service', unknown: 'shown as it came' } as const;

function shapeFinding(sight: Sight, question: 'limits' | 'counts', shape: Shape | null, beside: Shape | null): Settled {
  const point = question === 'limits' ? 'limitsShape' : 'countsShape';
  const path = `/myaccount/request/${question}`;
  if (shape === null)
    return settled(point, 'open', `${capitalized(silence(answerTo(sight, question), path))}.`, 'own count of requests');
  const requests = [shape.seen.number];
  const { kind } = shape;
  if (kind === 'unknown' || shape.known === 0) {
    const evidence =
      kind === 'unknown'
        ? 'The answer has no form that Lead Console reads; it counts requests itself.'
        : `A ${KINDS[kind]}, ${shape.words}; Lead Console recognises none of their names and counts requests itself.`;
    return settled(point, 'contradicted', evidence, 'own count of requests', requests);
  }
  const evidence = `A ${kind === 'list' ? 'list' : 'map'} of ${shape.words}`;
  if (beside !== null && beside.kind !== 'unknown' && beside.kind !== kind)
    return settled(
      point,
      'contradicted',
      `${evidence}, where a ${beside.kind} like that of limits was expected.`,
      KINDS[kind],
      requests,
    );
  return settled(point, 'confirmed', `${evidence}.`, KINDS[kind], requests);
}

/** Above this a reset is a Unix time and no number of seconds. */
const FIRST_UNIX_TIME = 1_000_000_000;
const DAY_SECONDS = 86_400;

function resetHeader({ seen }: Sight): Settled {
  const first = seen.find((entry) => entry.reset !== '');
  if (first === undefined)
    return seen.length === 0
      ? settled('resetHeader', 'open', 'No answer came.', 'seconds')
      : settled(
          'resetHeader',
          'contradicted',
          'No answer carried X-Rate-Limit-Reset, which every answer should have.',
          'own count of requests',
          seen.map(({ number }) => number),
        );
  const requests = [first.number];
  const value = Number(first.reset);
  if (value >= FIRST_UNIX_TIME)
    return settled(
      'resetHeader',
      'contradicted',
      `${first.reset} is a point in time, specified as seconds left.`,
      'Unix time',
      requests,
    );
  if (first.reset.trim() !== '' && value >= 0 && value <= DAY_SECONDS)
    return settled(
      'resetHeader',
      'confirmed',
      `${first.reset}, within a period of at most a day.`,
      'seconds',
      requests,
    );
  return settled(
    'resetHeader',
    'contradicted',
    `"${first.reset}" is no number of seconds of a day.`,
    'own count of requests',
    requests,
  );
}

/** The price that a check found, for a person. */
export const nightPriceUsed = (units: number): string => `${units} of the day's quota`;

function nightPrice({ nightPrice: price }: Sight): Settled {
  const used = price.source === 'probed' ? nightPriceUsed(price.units) : `${price.units} until proven 1`;
  return price.source === 'probed'
    ? settled('nightPrice', 'confirmed', 'The check on the page Quota found it out.', used)
    : settled('nightPrice', 'open', 'Can only be seen between 21:00 and 08:00, by the check on the page Quota.', used);
}

/** A time of the service without a zone, and the instant that it names. */
interface LocalTime {
  readonly question: Question;
  readonly number: number;
  /** As UTC, Unix milliseconds. */
  readonly local: number;
  readonly instant: number;
}

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?$/;
const QUARTER = 15 * 60_000;
/** Milliseconds by which two clocks of one moment may differ. */
const TOLERANCE = 90_000;

function timeZone(sight: Sight): Settled {
  const used = sight.dialect.timeZone;
  const times = sight.seen.filter(isGood).flatMap(localTimesIn);
  const [first] = times;
  if (first === undefined)
    return settled('timeZone', 'open', 'No answer has a local time beside one whose moment is known.', used);
  const offset = Math.round((first.local - first.instant) / QUARTER) * QUARTER;
  if (Math.abs(first.local - first.instant - offset) > TOLERANCE || Math.abs(offset) > 14 * 3_600_000)
    return settled('timeZone', 'open', 'A local time was answered, but not the moment that it names.', used);
  const expected = offsetOf(used, first.instant);
  const evidence = `${capitalized(first.question)} say ${clock(first.local)} where it is ${clock(first.instant)} GMT`;
  if (expected === offset) return settled('timeZone', 'confirmed', `${evidence}.`, used, [first.number]);
  return settled(
    'timeZone',
    'contradicted',
    `${evidence}; in ${used} it would be ${clock(first.instant + expected)}.`,
    used,
    [first.number],
  );
}

function clock(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}

function offsetOf(zone: string, instant: number): number {
  const { year, month, day, hour, minute, second } = wallClockAt(instant, zone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/** Ends of periods beside their seconds left, and fields that are named for the present moment. */
function localTimesIn(seen: Seen): LocalTime[] {
  if (seen.date === null || !/^(limits|counts|account)$/.test(seen.question)) return [];
  const now = seen.date;
  const value = parseJson(seen.text);
  const entries = [...(listIn(value) ?? []), ...(isObject(value) ? [value, ...Object.values(value)] : [])].filter(
    isObject,
  );
  return entries.flatMap((entry) => {
    const left = Number(field(entry, 'secondsLeft', 'resetSeconds', 'secondsToReset', 'reset') ?? Number.NaN);
    const ends = localOf(field(entry, 'periodEnd', 'resetsAt', 'resetTime', 'validTo'));
    const present = localOf(field(entry, 'now', 'serverTime', 'currentTime', 'localTime'));
    const place = { question: seen.question, number: seen.number };
    return [
      ...(ends !== null && left >= 0 && left <= DAY_SECONDS
        ? [{ ...place, local: ends, instant: now + left * 1000 }]
        : []),
      ...(present === null ? [] : [{ ...place, local: present, instant: now }]),
    ];
  });
}

function localOf(value: unknown): number | null {
  if (typeof value !== 'string' || !LOCAL.test(value)) return null;
  const time = Date.parse(`${value.slice(0, 19)}Z`);
  return Number.isFinite(time) ? time : null;
}
