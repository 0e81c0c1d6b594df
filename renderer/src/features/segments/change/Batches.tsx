import type {
  SegmentBatch,
  SegmentChange,
  SegmentCounts,
} from '../../../../../shared/contract/segments/segment-changes.ts';
import { capitalized } from '../../../../../shared/domain/words/format.ts';
import { format } from '../../../lib/format.ts';
import { Bar, StatusTitle, StatusWord, Swatch } from '../../../ui/index.ts';
import { addsUp, batchWords, isCountedLower, leadCount, movedWord } from '../change-words.ts';
import overview from '../../../ui/layout/Overview.module.css';
import classes from './ChangePage.module.css';

/** Batches that have words under their bar; narrower bars stand without. */
const MOST_NAMED = 8;

/** A bar for each batch, as wide as it has leads, and the figures of all of them. */
export function Batches({ change }: { readonly change: SegmentChange }) {
  const { batches, batchCount, leads, startedAt, source, segmentId, undoes } = change;
  const isNamed = batchCount <= MOST_NAMED;
  return (
    <div className={overview['fates']}>
      <div className={overview['origin']}>
        <span>
          {undoes === null ? (
            <>
              {leadCount(leads)} of <strong title={source}>{source}</strong>
            </>
          ) : (
            <>
              <strong title={source}>{capitalized(source)}</strong>: {leadCount(leads)}
            </>
          )}{' '}
          {change.kind === 'add' ? 'to' : 'out of'} <strong>{segmentId}</strong>
          {startedAt === null
            ? ', not sent yet'
            : `, ${format.dayAndMonth(startedAt)} ${format.timeWithSeconds(startedAt)}`}
        </span>
        {addsUp(change) ? (
          <StatusWord status="ok">adds up to {leadCount(leads)}</StatusWord>
        ) : (
          <StatusWord status="error">does not add up to {leadCount(leads)}</StatusWord>
        )}
      </div>
      <div className={classes['batches']} data-named={isNamed || undefined}>
        {batches.map((batch) => (
          <div
            key={batch.number}
            className={classes['batch']}
            style={{ flexGrow: batch.leads }}
            title={titleOf(batch, change)}
          >
            <Bar counts={barCounts(batch.counts)} height={20} />
            {isNamed && (
              <>
                <span className={classes['batchName']}>
                  <strong>Batch {batch.number}</strong>
                  {batch.answeredAt !== null && (
                    <span className="tabular">{format.timeWithSeconds(batch.answeredAt)}</span>
                  )}
                </span>
                <span className={classes['batchWords']} data-state={batch.state}>
                  {batchWords(batch, change)}
                </span>
              </>
            )}
          </div>
        ))}
      </div>
      {batchCount > batches.length && (
        <p className="aside above4">
          {format.number(batches.length)} of {format.number(batchCount)} batches are shown, those with news first.
        </p>
      )}
      <Figures change={change} />
    </div>
  );
}

function titleOf(batch: SegmentBatch, change: SegmentChange): string {
  return `Batch ${batch.number}: ${batchWords(batch, change)}`;
}

function barCounts({ moved, missing, refused, unknown, waiting }: SegmentCounts) {
  return { created: moved, refused, unknown, skipped: missing, waiting };
}

function unknownMeaning({ counts, state }: SegmentChange): string {
  if (counts.unknown > 0) return 'no readable answer came';
  if (state === 'prepared') return 'nothing sent yet';
  return counts.waiting > 0 ? 'none of those sent' : 'every batch was answered';
}

function Figures({ change }: { readonly change: SegmentChange }) {
  const { counts, leads, batches } = change;
  const isSilent = batches.some(({ state, saysMissing }) => state === 'done' && !saysMissing);
  const figures = [
    {
      part: 'created',
      word: movedWord(change),
      count: counts.moved,
      meaning: batches.some(isCountedLower) ? 'accepted; the service counts fewer' : 'accepted by the service',
    },
    {
      part: 'skipped',
      word: 'Missing',
      count: counts.missing,
      meaning: isSilent ? 'the service does not say' : 'ids the service does not know',
    },
    { part: 'refused', word: 'Refused', count: counts.refused, meaning: counts.refused === 0 ? '' : 'reasons below' },
    {
      part: 'unknown',
      word: 'Unknown',
      count: counts.unknown,
      meaning: unknownMeaning(change),
    },
  ] as const;
  return (
    <dl className={classes['figures']}>
      {figures.map(({ part, word, count, meaning }) => (
        <div key={part}>
          <dt>
            <Swatch part={part} />
            <StatusTitle status={part}>{word}</StatusTitle>
          </dt>
          <dd>
            <span className={`${overview['count'] ?? ''} tabular`} data-count={part}>
              {format.number(count)}
              <span className={classes['share']}>{format.percent(count, leads)}</span>
            </span>
            <span className={classes['meaning']}>{meaning}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
