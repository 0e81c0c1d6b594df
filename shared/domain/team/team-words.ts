import { dayWords, momentWords } from '../service/service-time.ts';
import { format } from '../words/format.ts';

/** Words of a team. Times are Unix milliseconds, said on the clock of `zone`. */

/** "Anna’s computer". @param name of its person; empty when it is not known */
export function computerOf(name: string): string {
  return name === '' ? 'A colleague’s computer' : `${name}’s computer`;
}

/** The name of what stayed when two people changed the same thing at once. @param by empty when it is not known */
export function copyName(name: string, by: string): string {
  return `${name} (${by === '' ? 'a colleague' : by}’s copy)`;
}

/** "from Anna, 12 Nov 2026" */
export function fromWords({ name, at }: { readonly name: string; readonly at: number }, zone: string): string {
  return `from ${name === '' ? 'a colleague' : name}, ${dayWords(at, zone)}`;
}

export interface OthersLead {
  /** The person whose computer it is; null: it is this computer, before its folder was put back or copied. */
  readonly name: string | null;
  readonly isCreated: boolean;
  readonly at: number;
}

/** Why a row is not sent: its lead belongs to another computer of the team. */
export function takenSentence({ name, isCreated, at }: OthersLead, zone: string): string {
  const when = momentWords(at, zone);
  if (name === null)
    return isCreated
      ? `Not sent: this computer sent this lead on ${when} (created), before its data folder was put back or copied.`
      : `Not sent: this computer took this lead on ${when}, before its data folder was put back or copied, and nobody knows here what became of it.`;
  return isCreated
    ? `Not sent: ${computerOf(name)} sent this lead on ${when} (created).`
    : `Not sent: ${computerOf(name)} took this lead on ${when} and has not said what became of it.`;
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

/** What a person reads of a folder that was put back or copied. */
export const ANEW =
  'This data folder is older than what the team knows of it, or a copy of it is at work. It goes on as a new computer; rows whose leads were taken before are not sent.';

export const NOT_YOURS =
  'The team knows this computer under another login. Join again with the login of the person who works here. Nothing is sent meanwhile.';
