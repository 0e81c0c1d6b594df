import { format } from '../../shared/domain/words/format.ts';
import { campaign } from '../campaign/frame.ts';
import { type DayKind, simulateDays } from '../quota-simulation/days.ts';
import { simulateFortnight } from '../quota-simulation/fortnight.ts';

const usage = `npm run quota-simulation -- [--days N] [--seed S] [--use DAYS] [--volume PART]

The product's broker, ledger and forecast before the practice service's counters, on a clock that is moved by hand. First
days of use (14) at both prices, then N drawn days (1000) of the forecast alone. Prints a table; takes minutes.
`;

await campaign(
  { usage, numbers: { days: 1_000, use: 14, volume: 1, seed: 1 } },
  async ({ days, use, volume, seed }) => ({
    lines: [
      ...(use > 0 ? ([1, 4] as const).flatMap((nightPrice) => useLines(use, seed, nightPrice, volume)) : []),
      ...(days > 0 ? (['steady', 'bursty'] as const).flatMap((kind) => dayLines(days, seed, kind)) : []),
    ],
    figures: {},
    broken: [],
  }),
);

function useLines(days: number, seed: number, nightPrice: 1 | 4, volume: number): string[] {
  const limitsShape = nightPrice === 1 ? 'map' : 'list';
  const report = simulateFortnight({ days, seed, nightPrice, limitsShape, volume });
  const { requests, charged, counted, compared, worstDifference, reconciles } = report;
  return [
    `\n${format.number(requests)} requests at a night price of ${nightPrice}, limits and counts as a ${limitsShape}`,
    row('units the service charged us, and our ledger', `${charged} and ${counted}`),
    row('readings of the counts, 429 answers', `${reconciles}, ${report.throttled}`),
    row('own use of a period: comparisons, worst difference', `${compared}, ${worstDifference} units`),
    row('times others were reported beyond their use', String(report.falseOthers)),
    row(`readings until others were found (${report.othersSpans} times)`, String(report.readingsUntilFound)),
    ...report.exhaustions.map(({ day, forecasts, within }) =>
      row(`day ${day + 1} ran out: forecasts within a tenth`, `${within.toFixed(1)} % of ${forecasts}`),
    ),
  ];
}

function dayLines(days: number, seed: number, kind: DayKind): string[] {
  const { alerts, error, inRange, ranOut } = simulateDays(days, seed, kind);
  return [
    `\n${days} days, other clients ${kind}: ${ranOut} ran out`,
    row('true time within the likely range', `${inRange.toFixed(1)} %`),
    row('middle error of the time', `${error.toFixed(1)} %`),
    row('alerts on days that ran out, least warning', `${alerts.raised}, ${alerts.leastWarning} min`),
    row('alerts on days that did not run out', `${alerts.inVain} of ${days - ranOut}`),
  ];
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(56)} ${value}`;
}
