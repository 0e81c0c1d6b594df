import type { CSSProperties } from 'react';
import type { Receipt } from '../../../../shared/contract/jobs/receipt.ts';
import { format } from '../../lib/format.ts';
import { Bar, Swatch } from '../../ui/index.ts';
import { statusLook } from '../../ui/feedback/status.tsx';
import { colorVariables } from '../../ui/theme/tokens.ts';
import { FATES, fatesOf } from './job-model.ts';
import {
  DECISION_WORDS,
  leadWords,
  MAPPED_SHOWN,
  mappingWords,
  moreWords,
  type ReceiptPart,
  REASONS_SHOWN,
  receiptState,
  sumWords,
  undoWords,
  UNKNOWN_SHOWN,
} from './receipt-model.ts';
import classes from './ReceiptPage.module.css';

interface ReceiptPaperProps {
  readonly receipt: Receipt;
  readonly parts: ReadonlySet<ReceiptPart>;
  readonly zone: string | undefined;
}

// Paper is white in both schemes.
const paper = colorVariables('light') as CSSProperties;

/** The page that is printed. */
export function ReceiptPaper({ receipt, parts, zone }: ReceiptPaperProps) {
  const { summary, file } = receipt;
  const fates = fatesOf(summary.counts);
  const moment = (at: number) =>
    `${format.date(at, zone)}, ${format.timeWithSeconds(at, zone)} ${zone === undefined ? '' : format.zoneName(zone, at)}`;
  const by = summary.by === '' ? 'not known' : summary.by;
  return (
    <article className={classes['paper']} style={paper}>
      <header className={classes['head']}>
        <div>
          <h2>Import receipt: {summary.name}</h2>
          <p>
            {receipt.address}
            {parts.has('names') ? `, user ${receipt.username}` : ''}
          </p>
        </div>
        <p className={classes['number']}>
          <strong>Job {summary.id.slice(0, 8)}</strong>
          <br />
          {receiptState(receipt, zone)}
        </p>
      </header>
      <dl className={classes['facts']}>
        <dt>Sent by</dt>
        <dd>{parts.has('names') ? by : 'Person 1'}</dd>
        <dt>Campaign</dt>
        <dd>{summary.campaignCode}</dd>
        <dt>Started</dt>
        <dd>{moment(summary.createdAt)}</dd>
        <dt>Lead pool</dt>
        <dd>{summary.poolName ?? 'automatic by date'}</dd>
        <dt>Ended</dt>
        <dd>{summary.endedAt === null ? 'not yet' : moment(summary.endedAt)}</dd>
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
            <dd className={classes['hash']}>{file.hash}</dd>
          </>
        )}
      </dl>
      <h3>{format.count(summary.counts.rows, { one: '# row', other: '# rows' })} in the file, each with one fate</h3>
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
      <p className={classes['words']}>
        <span className="tabular">{sumWords(receipt)}.</span> {leadWords(receipt, zone)}
        {receipt.repaired > 0
          ? ` ${format.count(receipt.repaired, { one: '# refused row was repaired', other: '# refused rows were repaired' })} and sent again.`
          : ''}
      </p>
      {parts.has('mapping') && <MappingTable mapping={receipt.mapping} />}
      {parts.has('reasons') && <Reasons receipt={receipt} zone={zone} showNames={parts.has('names')} />}
      {parts.has('undo') && (
        <section className={classes['undo']}>
          <h3>To undo this import</h3>
          <p>{undoWords(receipt)}</p>
        </section>
      )}
      <footer className={classes['foot']}>
        <span>Written {moment(receipt.readAt)} by Lead Console</span>
        <span>No lead’s data on this page but two ids.</span>
      </footer>
    </article>
  );
}

function MappingTable({ mapping }: Pick<Receipt, 'mapping'>) {
  const hidden = mapping.length - MAPPED_SHOWN;
  return (
    <>
      <h3>Mapping</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Column in the file</th>
            <th scope="col">Field</th>
            <th scope="col">Cleaning</th>
          </tr>
        </thead>
        <tbody>
          {mapping.slice(0, MAPPED_SHOWN).map((rule) => {
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
      {hidden > 0 && (
        <p className={classes['words']}>and {format.count(hidden, { one: '# field', other: '# fields' })} more</p>
      )}
    </>
  );
}

interface ReasonsProps {
  readonly receipt: Receipt;
  readonly zone: string | undefined;
  readonly showNames: boolean;
}

function Reasons({ receipt, zone, showNames }: ReasonsProps) {
  const { counts, by } = receipt.summary;
  const { wereUnknown, wereUnknownTotal } = receipt;
  return (
    <>
      <div className={classes['two']}>
        <ReasonTable title="Refused by the service" sum="Refused" total={counts.refused} reasons={receipt.refused} />
        <ReasonTable
          title="Skipped, our choice"
          sum="Skipped"
          total={counts.skipped + counts.excluded}
          reasons={receipt.skipped}
        />
      </div>
      {wereUnknownTotal > 0 && (
        <>
          <h3>
            {format.count(wereUnknownTotal, {
              one: '# row was unknown for a while',
              other: '# rows were unknown for a while',
            })}
          </h3>
          <table>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">What came back</th>
                <th scope="col">Decision</th>
                <th scope="col">By</th>
              </tr>
            </thead>
            <tbody>
              {wereUnknown.slice(0, UNKNOWN_SHOWN).map((entry, index) => (
                <tr key={`${entry.row} ${index}`}>
                  <td className="tabular">{format.number(entry.row)}</td>
                  <td className={classes['cut']}>{entry.cameBack}</td>
                  <td>
                    <strong>{DECISION_WORDS[entry.decision]}</strong>
                  </td>
                  <td>{entry.at === null ? '' : `${showNames ? by : 'Person 1'}, ${format.time(entry.at, zone)}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {wereUnknownTotal > UNKNOWN_SHOWN && (
            <p className={classes['words']}>and {format.number(wereUnknownTotal - UNKNOWN_SHOWN)} more</p>
          )}
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
  const hidden = reasons.slice(REASONS_SHOWN);
  return (
    <section>
      <h3>{title}</h3>
      <table>
        <tbody>
          {reasons.slice(0, REASONS_SHOWN).map(({ reason, count }) => (
            <tr key={reason}>
              <td className={classes['cut']}>{reason === '' ? 'no reason was named' : reason}</td>
              <td className={`${classes['figure'] ?? ''} tabular`}>{format.number(count)}</td>
            </tr>
          ))}
          {hidden.length > 0 && (
            <tr>
              <td colSpan={2}>{moreWords(hidden)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">{sum}</th>
            <td className={`${classes['figure'] ?? ''} tabular`}>
              <strong>{format.number(total)}</strong>
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
