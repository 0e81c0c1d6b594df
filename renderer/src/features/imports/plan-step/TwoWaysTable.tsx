import { format, rowForms } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { TableHead } from '../../../ui/index.ts';
import classes from './PlanStep.module.css';
import { differenceWords, type TwoWays, type Way } from './two-ways.ts';

interface TwoWaysTableProps {
  readonly ways: TwoWays;
  /** The import is planned within the fair use of the service. */
  readonly isFair: boolean;
  readonly now: number;
}

/** What the import costs, and when it ends, within the fair use of the service and without. */
export function TwoWaysTable({ ways, isFair, now }: TwoWaysTableProps) {
  const lines: readonly (readonly [label: string, words: (way: Way) => string])[] = [
    ['Units 21:00 to 08:00', ({ forecast, night }) => unitWords(forecast.requests, night)],
    ['Units 08:00 to 21:00', ({ forecast, day }) => unitWords(forecast.requests, day)],
    ['Sending time, about', ({ forecast }) => format.duration(forecast.sendingTime)],
    [
      'Finish',
      ({ forecast: { finishAt } }) => (finishAt === null ? 'not within a year' : format.moment(finishAt, now)),
    ],
    ['Left afterwards', leftWords],
    ['Break-even at night', ({ breakEven }) => (breakEven === null ? 'not known' : format.count(breakEven, rowForms))],
  ];
  return (
    <section aria-label="Fair use or without">
      <h3 className="below8">Fair use or without</h3>
      <table className={classes['ways']} data-chosen={isFair ? 'fair' : 'without'}>
        <TableHead names={[format.count(ways.fairUse.forecast.requests, rowForms), 'Fair use', 'Without']} />
        <tbody className="tabular">
          {lines.map(([label, words]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{words(ways.fairUse)}</td>
              <td>{words(ways.without)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['hint']}>
        <strong>{differenceWords(ways)}</strong> {ways.source} <a href={placeHref('quota')}>Quota</a>
      </p>
    </section>
  );
}

function unitWords(rows: number, price: number): string {
  return `${format.number(rows * price)}, ${format.number(price)} each`;
}

function leftWords({ forecast: { daily } }: Way): string {
  if (daily === null) return 'not known';
  return `${format.number(daily.left)}${daily.left < daily.reserve ? ', under the reserve' : ''}`;
}
