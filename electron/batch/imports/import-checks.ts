import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { CheckReason, CheckSettings, CheckSummary } from '../../../shared/contract/check/check.ts';
import { PAGE_LIMIT } from '../../../shared/contract/primitives.ts';
import { readCheckRules } from '../../../shared/domain/check/check-rules.ts';
import { problemsInOrder } from '../../../shared/domain/check/duplicate-answers.ts';
import { countryName } from '../../../shared/domain/country/country-name.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { dayWords } from '../../../shared/domain/service/service-time.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import type { ImportOptions } from './import-arguments.ts';
import type { LaterLines } from '../program/later-lines.ts';
import { BatchTrouble, EXIT, SEND_AGAIN } from '../program/trouble.ts';

/** Bytes. Rules with 500 fields of 5,000 allowed values fit. */
const LARGEST_RULES = 64 * 1024 * 1024;

type Tools = Pick<FollowTools, 'core'>;

/** The rules that the command line names; the file's own country counts without one. Null: rows are not checked. */
export function rulesOf({ check }: Pick<ImportOptions, 'check'>): CheckSettings | null {
  if (check === null) return null;
  if (check.rules === null) return { country: null, duplicateKey: null, fields: [] };
  const name = basename(check.rules);
  const read = readCheckRules(textOf(check.rules, name));
  if (!read.ok)
    throw new BatchTrouble(`The rules in "${name}" cannot be used. ${read.message} Nothing was sent.`, 'file');
  return read.rules;
}

function textOf(path: string, name: string): string {
  try {
    if (statSync(path).size <= LARGEST_RULES) return readFileSync(path, 'utf8');
  } catch (error) {
    throw new BatchTrouble(`The rules in "${name}" cannot be read. Nothing was sent.`, 'file', EXIT.usage, {
      cause: error,
    });
  }
  throw new BatchTrouble(`"${name}" is too large for rules. Nothing was sent.`, 'file');
}

/**
 * Lists rows with problems, says the country of numbers without a prefix, and does with the rows what the command line says.
 * @throws BatchTrouble when it says to refuse the file; then the rows are listed at once
 */
export async function judgeRows(
  { core }: Tools,
  draftId: string,
  {
    summary,
    onProblem,
    lines,
  }: { summary: CheckSummary; onProblem: NonNullable<ImportOptions['check']>['onProblem']; lines: LaterLines },
): Promise<CheckSummary> {
  const reasons = problemsInOrder(summary.reasons);
  const first = summary.rowsWithProblem === 0 ? '' : await listProblems({ core }, draftId, reasons, lines);
  sayCountry(summary, lines);
  sayExtensions(summary, lines);
  if (summary.rowsWithProblem === 0) return summary;
  if (onProblem === 'refuse') {
    lines.flush();
    const rows = `${format.number(summary.rowsWithProblem)} of ${format.count(summary.rows, 'row')}`;
    throw new BatchTrouble(
      `${rows} ${summary.rowsWithProblem === 1 ? 'has a problem' : 'have problems'}, the first in ${first}. Nothing was sent. Correct the file, or add --on-problem leave-out or --on-problem send.`,
      'validation',
    );
  }
  let standing = summary;
  if (onProblem === 'leave-out')
    for (const { id } of reasons)
      standing = await core.call('check:leaveOut', { draftId, choice: { reasonId: id, keep: 'first' }, isOut: true });
  return standing;
}

function sayCountry({ country, unprefixedPhones: phones }: CheckSummary, lines: LaterLines): void {
  const { value, certainty, reason } = country;
  const known = value === null ? 'not known' : `${countryName(value)}, ${Math.round(certainty * 100)} % certain`;
  const advice =
    value === null && phones > 0
      ? ` ${format.number(phones)} of them ${phones === 1 ? 'is' : 'are'} sent as written. Name the country with --rules.`
      : '';
  lines.add(`Country of phones without a prefix: ${known}. ${reason}${advice}`, { country: value, certainty, reason });
}

/** No problem, but a part of the cell is not sent. */
function sayExtensions({ reasons }: CheckSummary, lines: LaterLines): void {
  for (const { kind, field, count } of reasons)
    if (kind === 'extensionLeftOut')
      lines.add(`${field ?? ''} is sent without its extension in ${format.count(count, 'row')}.`, {
        field,
        extensionsLeftOut: count,
      });
}

async function listProblems({ core }: Tools, draftId: string, reasons: readonly CheckReason[], lines: LaterLines) {
  const known = new Map(reasons.map((reason) => [reason.id, reason]));
  let first = '';
  for (let offset = 0; ; offset += PAGE_LIMIT) {
    const { rows } = await core.call('check:rows', {
      draftId,
      reasonId: null,
      filter: 'problem',
      offset,
      limit: PAGE_LIMIT,
    });
    for (const { row, line, cells, marks } of rows) {
      const problems = marks.flatMap(({ column, reasonId, kind }) => {
        const reason = known.get(reasonId);
        if (reason === undefined) return [];
        return [
          { kind, field: reason.field, value: column === null ? null : (cells[column] ?? ''), reason: reason.title },
        ];
      });
      const words = problems.map(({ value, reason }) =>
        value === null || value === '' ? reason : `${reason}: "${value}"`,
      );
      const text = `line ${line}: ${words.join('; ')}`;
      if (first === '') first = text;
      lines.add(`Problem in ${text}`, { row, line, problems });
    }
    if (rows.length < PAGE_LIMIT) return first;
  }
}

/** Rows that were sent before are left out by default. */
export async function sendRowsAgain({ core }: Tools, draftId: string, summary: CheckSummary): Promise<CheckSummary> {
  if (summary.sentBefore === null || summary.sentBefore.leftOut === 0) return summary;
  const choice = { reasonId: 'sentBefore', keep: null };
  return core.call('check:leaveOut', { draftId, choice, isOut: false });
}

/** @throws BatchTrouble when rows of the file were sent before and the command line does not say what to do with them */
export async function refuseSentBefore(
  { core }: Tools,
  { sentBefore, rows }: CheckSummary,
  campaign: string,
): Promise<void> {
  if (sentBefore === null || sentBefore.rows === 0) return;
  const [latest] = sentBefore.jobs;
  const { timeZone } = await core.call('quota:snapshot', {});
  const when = latest === undefined ? '' : `, the last on ${dayWords(latest.at, timeZone)} by job ${latest.jobId}`;
  const count = format.number(sentBefore.rows);
  throw new BatchTrouble(
    `${count} of ${format.count(rows, 'row')} ${sentBefore.rows === 1 ? 'was' : 'were'} sent to ${campaign} before${when}. Nothing was sent now. ${SEND_AGAIN}`,
    'sentBefore',
  );
}
