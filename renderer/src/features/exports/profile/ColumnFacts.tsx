import type { ColumnProfile } from '../../../../../shared/contract/exports/views.ts';
import { format } from '../../../lib/format.ts';
import { Skeleton, TextButton } from '../../../ui/index.ts';
import { Histogram } from './Histogram.tsx';
import type { ProfileState } from './use-profile.ts';
import classes from './ColumnPanel.module.css';

const KIND = { text: 'Text', number: 'Number', date: 'Date' } as const;

/** How full a column is, how many values it has, and what they look like. */
export function ColumnFacts({ profile: { profile, isCounting, trouble, stop } }: { readonly profile: ProfileState }) {
  if (trouble !== '') return <p className={classes['trouble']}>{trouble}</p>;
  if (profile === null) return <Skeleton lines={3} label="The column is being counted" />;
  const about = profile.isEstimate ? 'about ' : '';
  return (
    <>
      <dl className={`${classes['facts'] ?? ''} tabular`}>
        <Fact name="Filled">{`${about}${format.percent(profile.filled, profile.rows)}`}</Fact>
        <Fact name="Different">{`${about}${format.number(profile.distinct)}`}</Fact>
        <Fact name="Kind">{KIND[profile.guess.kind]}</Fact>
        {profile.sum !== null && !profile.isEstimate && <Fact name="Sum">{format.amount(profile.sum)}</Fact>}
      </dl>
      {profile.isEstimate && (
        <p className={classes['estimate']} role="status">
          Estimate from the first {format.number(profile.rows)} of {format.number(profile.rowsTotal)} leads
          {isCounting ? ', counting all…' : '.'}
          {isCounting && <TextButton onClick={stop}>Stop</TextButton>}
        </p>
      )}
      {profile.histogram.length > 0 && <Histogram parts={profile.histogram} kind={profile.guess.kind} />}
      <Details profile={profile} />
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Facts that are looked up seldom stay folded. */
function Details({ profile }: { readonly profile: ColumnProfile }) {
  const { smallest, largest, lengths, shapes, guess, filled } = profile;
  if (smallest === null && lengths === null) return null;
  return (
    <details className={classes['more-facts']}>
      <summary>Range, lengths and patterns</summary>
      <dl className={classes['pairs']}>
        <dt>{guess.kind === 'date' ? 'Earliest' : 'Smallest'}</dt>
        <dd>{smallest}</dd>
        <dt>{guess.kind === 'date' ? 'Latest' : 'Largest'}</dt>
        <dd>{largest}</dd>
        {lengths !== null && (
          <>
            <dt>Characters</dt>
            <dd>
              {format.number(lengths.shortest)} to {format.number(lengths.longest)}, {format.number(lengths.average)} on
              average
            </dd>
          </>
        )}
        {guess.kind !== 'text' && guess.fits < filled && (
          <>
            <dt>Not a {guess.kind}</dt>
            <dd>{format.number(filled - guess.fits)}</dd>
          </>
        )}
      </dl>
      {shapes.length > 0 && (
        <table className={`${classes['shapes'] ?? ''} tabular`}>
          <caption className="visuallyHidden">Shapes: 9 is a digit, A and a are letters, + repeats</caption>
          <tbody>
            {shapes.slice(0, 5).map(({ shape, example, rows }) => (
              <tr key={shape} title={`For example ${example}`}>
                <td>
                  <code>{shape}</code>
                </td>
                <td>{format.number(rows)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
