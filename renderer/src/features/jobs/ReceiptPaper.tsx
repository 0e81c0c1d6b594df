// Why: decision 0350.
import { type CSSProperties, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Receipt } from '../../../../shared/contract/jobs/receipt.ts';
import { format } from '../../lib/format.ts';
import { Bar, Swatch } from '../../ui/index.ts';
import { statusLook } from '../../ui/feedback/status.tsx';
import { colorVariables } from '../../ui/theme/tokens.ts';
import { FATES, fatesOf } from './job-model.ts';
import {
  DECISION_WORDS,
  hadWords,
  leadWords,
  MAPPED_IN_TABLE,
  mappingWords,
  moreWords,
  type PaperSize,
  type ReceiptPart,
  receiptState,
  seenWords,
  sumWords,
  undoWords,
  unknownShown,
} from './receipt-model.ts';
import classes from './ReceiptPage.module.css';

interface ReceiptPaperProps {
  readonly receipt: Receipt;
  readonly parts: ReadonlySet<ReceiptPart>;
  readonly zone: string | undefined;
  readonly size: PaperSize;
  /** Whether the receipt is one page, when that changes. */
  readonly onFit: (isOnePage: boolean) => void;
}

// Paper is white in both schemes.
const white = colorVariables('light') as CSSProperties;

/** Pixels between the margins of the paper as it is shown, without the foot. */
const HEIGHTS = { a4: 740, letter: 692 } as const;
/** How small the text may become so that everything is on one page, in steps. */
const ZOOMS = [1, 0.95, 0.9, 0.85, 0.8, 0.75] as const;

/** Takes the largest text with which everything is on one page; where none does, the text has its usual size on several. */
function useOnePage(size: PaperSize, onFit: (isOnePage: boolean) => void): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    function fit(): void {
      const element = content.current;
      if (element === null) return;
      const fitting = ZOOMS.find((zoom) => {
        element.style.zoom = String(zoom);
        return element.getBoundingClientRect().height <= HEIGHTS[size];
      });
      element.style.zoom = String(fitting ?? 1);
      onFit(fitting !== undefined);
    }
    fit();
    // Lines end elsewhere once the font is there.
    document.fonts.ready.then(fit).catch(() => undefined);
  });
  return content;
}

/** The page that is printed. */
export function ReceiptPaper({ receipt, parts, zone, size, onFit }: ReceiptPaperProps) {
  const content = useOnePage(size, onFit);
  const { summary, file } = receipt;
  const fates = fatesOf(summary.counts);
  const moment = (at: number) =>
    `${format.date(at, zone)}, ${format.timeWithSeconds(at, zone)} ${zone === undefined ? '' : format.zoneName(zone, at)}`;
  const by = summary.by === '' ? 'not known' : summary.by;
  return (
    <article className={classes['paper']} style={white} data-size={size}>
      <div ref={content}>
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
              {summary.resultFile?.state === 'saved' && (
                <>
                  <dt>Result file</dt>
                  <dd className={classes['wide']}>
                    {summary.resultFile.name}, saved beside {file.name}
                  </dd>
                </>
              )}
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
          {seenWords(receipt, zone)}
          {receipt.repaired > 0
            ? ` ${format.count(receipt.repaired, { one: '# refused row was repaired', other: '# refused rows were repaired' })} and sent again.`
            : ''}
        </p>
        {parts.has('mapping') && <MappingPart mapping={receipt.mapping} />}
        {parts.has('reasons') && <Reasons receipt={receipt} zone={zone} />}
        {parts.has('undo') && (
          <section className={classes['undo']}>
            <h3>To undo this import</h3>
            <p>{undoWords(receipt)}</p>
          </section>
        )}
      </div>
      <footer className={classes['foot']}>
        <span>Written {moment(receipt.readAt)} by Lead Console</span>
        <span>No lead’s data on this page but two ids.</span>
      </footer>
    </article>
  );
}

/** A table, as long as it is short. */
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
          <thead>
            <tr>
              <th scope="col">Column in the file</th>
              <th scope="col">Field</th>
              <th scope="col">Cleaning</th>
            </tr>
          </thead>
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

interface ReasonsProps {
  readonly receipt: Receipt;
  readonly zone: string | undefined;
}

function Reasons({ receipt, zone }: ReasonsProps) {
  const { counts } = receipt.summary;
  const { wereUnknownTotal } = receipt;
  const shown = unknownShown(receipt);
  const skipped = counts.skipped + counts.excluded;
  return (
    <>
      {counts.refused + skipped > 0 && (
        <div className={classes['beside']}>
          <ReasonTable title="Refused by the service" sum="Refused" total={counts.refused} reasons={receipt.refused} />
          <ReasonTable title="Skipped, our choice" sum="Skipped" total={skipped} reasons={receipt.skipped} />
        </div>
      )}
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
                <th scope="col" className={classes['narrow']}>
                  Row
                </th>
                <th scope="col">What came back</th>
                <th scope="col" className={classes['narrow']}>
                  What the service had
                </th>
                <th scope="col">Decision</th>
                <th scope="col">At</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry, index) => (
                <tr key={`${entry.row} ${index}`}>
                  <td className={`${classes['narrow'] ?? ''} tabular`}>{format.number(entry.row)}</td>
                  <td>{entry.cameBack}</td>
                  <td className={classes['narrow']}>{hadWords(entry)}</td>
                  <td className={classes['narrow']}>
                    <strong>{DECISION_WORDS[entry.decision]}</strong>
                  </td>
                  <td className={classes['narrow']}>{entry.at === null ? '' : format.time(entry.at, zone)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {wereUnknownTotal > shown.length && (
            <p className={classes['words']}>and {format.number(wereUnknownTotal - shown.length)} more</p>
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
              <td className={`${classes['figure'] ?? ''} tabular`}>{format.number(count)}</td>
            </tr>
          ))}
          {more !== '' && (
            <tr>
              <td colSpan={2}>{more}</td>
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
