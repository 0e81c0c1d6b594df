import { parseArgs } from 'node:util';
import { format } from '../../shared/domain/words/format.ts';
import { type DaysReport, simulateDays } from '../quota-simulation/days.ts';
import { type FortnightReport, simulateFortnight } from '../quota-simulation/fortnight.ts';

/**
 * `npm run quota-simulation -- [--days N] [--seed S] [--use DAYS] [--volume PART]`: the product's broker, ledger and forecast before the
 * practice service's counters, on a clock that is moved by hand. First days of use at both prices, then drawn days of the
 * forecast alone. Prints a table; takes minutes and is no part of `npm test`, which runs a short one.
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '1000' },
    use: { type: 'string', default: '14' },
    volume: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const [days, use, seed, volume] = [values.days, values.use, values.seed, values.volume].map(Number);
process.exitCode = main({ days: days ?? NaN, use: use ?? NaN, seed: seed ?? NaN, volume: volume ?? NaN });

function main({ days, use, seed, volume }: Readonly<Record<'days' | 'use' | 'seed' | 'volume', number>>): number {
  if (![days, use, seed].every((value) => Number.isSafeInteger(value) && value >= 0) || !(volume > 0)) {
    process.stderr.write('--days, --use and --seed take whole numbers, --volume a number above 0.\n');
    return 2;
  }
  say(`Seed ${seed}.`);
  if (use > 0) {
    for (const nightPrice of [1, 4] as const) {
      const limitsShape = nightPrice === 1 ? 'map' : 'list';
      showUse(nightPrice, limitsShape, simulateFortnight({ days: use, seed, nightPrice, limitsShape, volume }));
    }
  }
  if (days > 0) for (const kind of ['steady', 'bursty'] as const) showDays(kind, simulateDays(days, seed, kind));
  return 0;
}

function showUse(price: number, shape: string, report: FortnightReport): void {
  const { requests, charged, counted, compared, worstDifference, reconciles } = report;
  say(`\n${format.number(requests)} requests at a night price of ${price}, limits and counts as a ${shape}`);
  row('units the service charged us, and our ledger', `${charged} and ${counted}`);
  row('readings of the counts, 429 answers', `${reconciles}, ${report.throttled}`);
  row('own use of a period: comparisons, worst difference', `${compared}, ${worstDifference} units`);
  row('times others were reported beyond their use', String(report.falseOthers));
  row(`readings until others were found (${report.othersSpans} times)`, String(report.readingsUntilFound));
  for (const { day, forecasts, median, worst, worstAfter, within } of report.exhaustions) {
    const errors = `${median.toFixed(1)} %, ${worst.toFixed(1)} % after ${worstAfter} min`;
    row(`day ${day + 1} ran out: median and worst of ${forecasts} forecasts`, errors);
    row('  forecasts within 5 %', `${within.toFixed(1)} %`);
  }
}

function showDays(kind: string, report: DaysReport): void {
  const { error, errorOfRest, alerts } = report;
  say(`\n${report.days} days, other clients ${kind}: ${report.ranOut} ran out`);
  row('true time within the range of nine in ten', `${report.inRange.toFixed(1)} %`);
  row('error of the time: median, 95 %', `${error.median.toFixed(1)} %, ${error.p95.toFixed(1)} %`);
  row('of the time that was left: median, 95 %', `${errorOfRest.median.toFixed(1)} %, ${errorOfRest.p95.toFixed(1)} %`);
  row('alerts on days that ran out', `${alerts.raised} of ${report.ranOut}`);
  row('least warning', alerts.leastWarning === null ? '-' : `${Math.floor(alerts.leastWarning)} min`);
  row('alerts on days that did not run out', `${alerts.inVain} of ${report.days - report.ranOut}`);
}

function row(name: string, value: string): void {
  say(`  ${name.padEnd(56)} ${value}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
