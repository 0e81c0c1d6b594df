import { momentWords } from '../parts/moment-words.ts';
import type { Receipt } from '../../../../../shared/contract/jobs/receipt.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { paperClasses } from '../../../lib/paper/index.ts';
import { Bar, Swatch, TableHead } from '../../../ui/index.ts';
import { statusLook } from '../../../ui/feedback/status.tsx';
import { FATES, fatesOf } from '../parts/job-model.ts';
import {
  DECISION_WORDS,
  hadWords,
  leadWords,
  MAPPED_IN_TABLE,
  mappingWords,
  moreWords,
  type ReceiptPart,
  receiptState,
  seenWords,
  sender,
  sumWords,
  timeWords,
  undoWords,
  unknownMore,
  unknownShown,
  unknownTitle,
} from './receipt-model.ts';
import classes from './ReceiptPaper.module.css';

interface ReceiptPaperProps {
  readonly receipt: Receipt;
  readonly parts: ReadonlySet<ReceiptPart>;
}

/** What stands on the paper. */
export function ReceiptPaper({ receipt, parts }: ReceiptPaperProps) {
  const { summary, file } = receipt;
  const fates = fatesOf(summary.counts);
  return (
    <>
      <header className={paperClasses['head']}>
        <div>
          <h2>Import receipt: {summary.name}</h2>
          <p>
            {receipt.address}
            {parts.has('names') ? `, user ${receipt.username}` : ''}
          </p>
        </div>
        <p className={paperClasses['number']}>
          <strong>Job {summary.id.slice(0, 8)}</strong>
          <br />
          {receiptState(receipt)}
        </p>
      </header>
      <dl className={paperClasses['facts']}>
        <dt>Sent by</dt>
        <dd>{sender(receipt, parts)}</dd>
        <dt>Campaign</dt>
        <dd>{summary.campaignCode}</dd>
        <dt>Started</dt>
        <dd>{momentWords(summary.createdAt)}</dd>
        <dt>Lead pool</dt>
        <dd>{summary.poolName ?? 'automatic by date'}</dd>
        <dt>Ended</dt>
        <dd>{summary.endedAt === null ? 'not yet' : momentWords(summary.endedAt)}</dd>
        <dt>Requests</dt>
        <dd>
          {format.number(receipt.requests)}, {receipt.fairUse ? 'fair use' : 'without fair use'}
        </dd>
        {parts.has('file') && (
          <>
            <dt>File</dt>
            <dd>
              {file.name}, {format.bytes(file.size)}
            </dd>
            <dt>Read as</dt>
            <dd>{file.readAs === '' ? 'not known' : file.readAs}</dd>
            <dt>SHA-256</dt>
            <dd className={paperClasses['hash']}>{file.hash}</dd>
            {summary.resultFile?.state === 'saved' && (
              <>
                <dt>Result file</dt>
                <dd className={paperClasses['wide']}>
                  {summary.resultFile.name}, saved beside {file.name}
                </dd>
              </>
            )}
          </>
        )}
      </dl>
      <h3>{format.count(summary.counts.rows, rowForms)} in the file, each counted once</h3>
      <dl className={classes['fates']}>
        {FATES.map((fate) => (
          <div key={fate}>
            <dt>
              <Swatch part={fate} /> {statusLook[fate].word}
            </dt>
            <dd className="tabular">{format.number(fates[fate])}</dd>
          </div>
        ))}
      </dl>
      <Bar counts={summary.counts} height={6} />
      <p className={paperClasses['words']}>
        <span className="tabular">{sumWords(receipt)}.</span> {leadWords(receipt)}
        {seenWords(receipt)}
        {receipt.repaired > 0
          ? ` ${format.count(receipt.repaired, { one: '# refused row was repaired', other: '# refused rows were repaired' })} and sent again.`
          : ''}
      </p>
      {parts.has('mapping') && <MappingPart mapping={receipt.mapping} />}
      {parts.has('reasons') && <Reasons receipt={receipt} />}
      {parts.has('undo') && (
        <section className={classes['undo']}>
          <h3>To undo this import</h3>
          <p>{undoWords(receipt)}</p>
        </section>
      )}
    </>
  );
}

/** A table if it is short. */
function MappingPart({ mapping }: Pick<Receipt, 'mapping'>) {
  return (
    <>
      <h3>Mapping</h3>
      {mapping.length > MAPPED_IN_TABLE ? (
        <p className={classes['mapped']}>
          {mapping.map((rule, index) => {
            const { from, how } = mappingWords(rule);
            return (
              <span key={rule.field}>
                {index > 0 && '; '}
                {from} → <strong>{rule.field}</strong> ({how})
              </span>
            );
          })}
        </p>
      ) : (
        <table>
          <TableHead names={['Column in the file', 'Field', 'Cleaning']} />
          <tbody>
            {mapping.map((rule) => {
              const { from, how } = mappingWords(rule);
              return (
                <tr key={rule.field}>
                  <td>{from}</td>
                  <td>
                    <strong>{rule.field}</strong>
                  </td>
                  <td>{how}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </>
  );
}

function Reasons({ receipt }: { readonly receipt: Receipt }) {
  const { counts } = receipt.summary;
  const { wereUnknownTotal } = receipt;
  const shown = unknownShown(receipt);
  const more = unknownMore(wereUnknownTotal, shown);
  const skipped = counts.skipped + counts.excluded;
  return (
    <>
      {counts.refused + skipped > 0 && (
        <div className={paperClasses['beside']}>
          <ReasonTable title="Refused by the service" sum="Refused" total={counts.refused} reasons={receipt.refused} />
          <ReasonTable title="Skipped or left out" sum="Skipped" total={skipped} reasons={receipt.skipped} />
        </div>
      )}
      {wereUnknownTotal > 0 && (
        <>
          <h3>{unknownTitle(counts.unknown, wereUnknownTotal)}</h3>
          <table className={paperClasses['secondWide']}>
            <TableHead names={['Line', 'What came back', 'What the service had', 'Decision', 'At']} />
            <tbody>
              {shown.map((entry, index) => (
                <tr key={`${entry.line} ${index}`}>
                  <td className="tabular">{format.number(entry.line)}</td>
                  <td>{entry.cameBack}</td>
                  <td>{hadWords(entry)}</td>
                  <td>
                    <strong>{DECISION_WORDS[entry.decision]}</strong>
                  </td>
                  <td>{entry.at === null ? '' : timeWords(receipt, entry.at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {more !== '' && <p className={paperClasses['words']}>{more}</p>}
        </>
      )}
    </>
  );
}

interface ReasonTableProps {
  readonly title: string;
  readonly sum: string;
  readonly total: number;
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

function ReasonTable({ title, sum, total, reasons }: ReasonTableProps) {
  const more = moreWords(total, reasons);
  if (total === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <table>
        <tbody>
          {reasons.map(({ reason, count }) => (
            <tr key={reason}>
              <td>{reason === '' ? 'no reason was named' : reason}</td>
              <td className={`${paperClasses['figure'] ?? ''} tabular`}>{format.number(count)}</td>
            </tr>
          ))}
          {more !== '' && (
            <tr>
              <td colSpan={2}>{more}</td>
            </tr>
          )}
          <tr>
            <th scope="row">{sum}</th>
            <td className={`${paperClasses['figure'] ?? ''} tabular`}>
              <strong>{format.number(total)}</strong>
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
