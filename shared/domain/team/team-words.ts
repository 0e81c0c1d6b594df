import type { CheckRow } from '../../contract/check/check.ts';
import { dayWords, momentWords } from '../service/service-time.ts';
import { format } from '../words/format.ts';

/** Words of a team. Times are Unix milliseconds, said on the clock of `zone`. */

/** "Anna’s computer". @param name of its person; empty when it is not known */
export function computerOf(name: string): string {
  return name === '' ? 'A colleague’s computer' : `${name}’s computer`;
}

/** "231 by Anna’s computer, the last 3 days ago." @param when a time in words */
export function computersWords(
  computers: readonly { readonly name: string | null; readonly rows: number; readonly at: number }[],
  when: (at: number) => string,
): string {
  const each = computers.map(({ name, rows, at }, place) => {
    const computer = name === null ? 'this computer, before its folder was put back or copied' : computerOf(name);
    return `${format.number(rows)} by ${place === 0 || name !== '' ? computer : 'another colleague’s computer'}, ${rows === 1 ? '' : 'the last '}${when(at)}`;
  });
  return each.length === 0 ? '' : `${each.join('; ')}.`;
}

/** The name of what stayed when two people changed the same thing at once. @param by empty when it is not known */
export function copyName(name: string, by: string): string {
  return `${name} (${by === '' ? 'a colleague' : by}’s copy)`;
}

/** "from Anna, 12 Nov 2026" */
export function fromWords({ name, at }: { readonly name: string; readonly at: number }, zone: string): string {
  return `from ${name === '' ? 'a colleague' : name}, ${dayWords(at, zone)}`;
}

export type OthersLead = Omit<NonNullable<CheckRow['colleague']>, 'shares'>;

/** Why a row is not sent: its lead belongs to another computer of the team. @param isByPhone the team sends one per phone */
export function takenSentence(lead: OthersLead, zone: string, isByPhone = false): string {
  return `Not sent: ${takenWords(lead, zone, isByPhone ? LEAD_BY_PHONE : 'this lead')}`;
}

const LEAD_BY_PHONE = 'a lead with this phone';

const SHARED = {
  lead: 'this lead',
  leadByPhone: LEAD_BY_PHONE,
  phone: 'another lead with this phone',
  mail: 'another lead with this e-mail address',
} as const;

/** The same of a row that is looked at. @param shares what the row shares with the colleague's lead */
export function colleagueSentence(lead: OthersLead, zone: string, shares: keyof typeof SHARED): string {
  const words = takenWords(lead, zone, SHARED[shares]);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function takenWords({ name, isCreated, at }: OthersLead, zone: string, what: string): string {
  const when = momentWords(at, zone);
  if (name === null)
    return isCreated
      ? `this computer sent ${what} on ${when} (created), before its data folder was put back or copied.`
      : `this computer took ${what} on ${when}, before its data folder was put back or copied, and nobody knows here what became of it.`;
  return isCreated
    ? `${computerOf(name)} sent ${what} on ${when} (created).`
    : `${computerOf(name)} took ${what} on ${when} and has not said what became of it.`;
}

export interface MissingComputer {
  readonly name: string;
  readonly heardAt: number;
}

/** Why everybody waits after the database was put back. */
export function missingSentence(missing: readonly MissingComputer[], zone: string): string {
  const each = missing.map(({ name, heardAt }) => `${computerOf(name)} (last heard on ${momentWords(heardAt, zone)})`);
  const is = missing.length === 1 ? 'is' : 'are';
  return `The team’s database was put back to an earlier state. Every computer first tells it again what it has sent, and ${format.count(missing.length, 'computer')} ${is} missing: ${each.join(', ')}. Rows wait. Start Lead Console there, or go on without it.`;
}

/** The database has the script of an earlier version. */
export const OLD_SCRIPT = {
  title: 'The team’s database was prepared for an earlier version.',
  words:
    'Rows go on. Ask whoever runs it to run the script of "batch team sql" again: until then, a lead that one computer took over from another may be sent twice if the database is put back to an earlier state.',
} as const;

/** What a person reads of a folder that was put back or copied. */
export const ANEW =
  'This data folder is older than what the team knows of it, or a copy of it is at work. It goes on as a new computer; rows whose leads were taken before are not sent.';

export const NOT_YOURS =
  'The team knows this computer under another login. Join again with that login, or leave the team and join with the new one. Nothing is sent meanwhile.';
