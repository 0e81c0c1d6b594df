import type { CheckRow, CheckSummary } from '../../../shared/contract/check/check.ts';
import { PAGE_LIMIT } from '../../../shared/contract/primitives.ts';
import { momentWords } from '../../../shared/domain/service/service-time.ts';
import { colleagueSentence, computersWords } from '../../../shared/domain/team/team-words.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { callUntilSignal, refuseInterrupted } from '../program/call-until-signal.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import type { LaterLines } from '../program/later-lines.ts';
import { BatchTrouble, EXIT } from '../program/trouble.ts';

interface Colleagues {
  readonly summary: CheckSummary;
  /** False: the team could not be asked. */
  readonly isKnown: boolean;
}

interface Asking {
  readonly summary: CheckSummary;
  /** Only rows of which nobody has sent anything go: the same phone or e-mail address is enough to leave one out. */
  readonly isOnlyNew: boolean;
  readonly lines: LaterLines;
}

/**
 * Asks the team about the rows, lists those that colleagues have sent, and leaves them out. Without a team nothing is asked.
 *
 * @throws BatchTrouble for `isOnlyNew` when the team cannot be asked
 */
export async function askColleagues(
  tools: FollowTools,
  draftId: string,
  { summary, isOnlyNew, lines }: Asking,
): Promise<Colleagues> {
  if (summary.team === null) return { summary, isKnown: true };
  const { core } = tools;
  let asked: CheckSummary;
  try {
    asked = await callUntilSignal(tools, 'check:askTeam', { draftId });
  } catch (error) {
    refuseInterrupted(tools.interruption, error);
    if (!(error instanceof BatchTrouble)) throw error;
    const message = `What colleagues have sent of these rows is not known. ${error.message}`;
    // A row that a colleague may have is not known to be new, and nobody is here to decide.
    if (isOnlyNew) {
      const exitCode = error.code === 'network' ? EXIT.stopped : error.exitCode;
      throw new BatchTrouble(`${message} Nothing was sent.`, 'team', exitCode, { cause: error });
    }
    lines.add(message, { team: null, error: { code: 'team', message: error.message } });
    return { summary, isKnown: false };
  }
  if (isOnlyNew && (asked.team?.contactRows ?? 0) > 0)
    asked = await core.call('check:leaveOut', {
      draftId,
      choice: { reasonId: 'teamContact', keep: null },
      isOut: true,
    });
  const { timeZone: zone } = await core.call('quota:snapshot', {});
  for (const reasonId of ['sentByTeam', 'teamContact']) await listRows({ core }, draftId, { reasonId, zone, lines });
  sayCounts(asked, { zone, isOnlyNew, lines });
  return { summary: asked, isKnown: true };
}

interface Listing {
  readonly reasonId: string;
  readonly zone: string;
  readonly lines: LaterLines;
}

async function listRows({ core }: Pick<FollowTools, 'core'>, draftId: string, { reasonId, zone, lines }: Listing) {
  for (let offset = 0; ; offset += PAGE_LIMIT) {
    const page = { offset, limit: PAGE_LIMIT };
    const { rows } = await core.call('check:rows', { draftId, reasonId, filter: 'reason', ...page });
    for (const row of rows) if (row.colleague !== null) sayRow(row, row.colleague, zone, lines);
    if (rows.length < PAGE_LIMIT) return;
  }
}

function sayRow(
  { row, line, leftOut }: CheckRow,
  colleague: NonNullable<CheckRow['colleague']>,
  zone: string,
  lines: LaterLines,
): void {
  const { shares, at } = colleague;
  const sentence = colleagueSentence(colleague, zone, shares);
  const told = { ...colleague, at: new Date(at).toISOString() };
  lines.add(`Line ${line}${leftOut ? ' is left out' : ''}: ${sentence}`, { row, line, leftOut, colleague: told });
}

function sayCounts(
  { team }: CheckSummary,
  { zone, isOnlyNew, lines }: Omit<Listing, 'reasonId'> & Pick<Asking, 'isOnlyNew'>,
) {
  if (team === null) return;
  const { rows, contactRows, computers, contactComputers } = team;
  const when = (at: number) => `on ${momentWords(at, zone)}`;
  const own =
    rows === 0
      ? 'No row belongs to a colleague.'
      : `${format.count(rows, 'row')} ${rows === 1 ? 'belongs to a colleague and is' : 'belong to colleagues and are'} left out: ${computersWords(computers, when)}`;
  const fate = isOnlyNew ? 'left out' : 'sent';
  const shared =
    contactRows === 0
      ? ''
      : ` ${format.count(contactRows, 'row')} with a phone or an e-mail address of another lead of a colleague ${contactRows === 1 ? 'is' : 'are'} ${fate}: ${computersWords(contactComputers, when)}`;
  const named = (each: typeof computers) => each.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() }));
  lines.add(`${own}${shared}`, {
    team: { rows, contactRows, computers: named(computers), contactComputers: named(contactComputers) },
  });
}
