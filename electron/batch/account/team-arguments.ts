import { needed, noMore, single, type Values } from '../program/command-line.ts';
import { BatchTrouble } from '../program/trouble.ts';

/** What a command does with the team of an account. */
export type TeamWish =
  | { readonly verb: 'state' | 'join' | 'invite' | 'restored' | 'sql'; readonly as: string | null }
  | { readonly verb: 'leave'; readonly as: null; readonly isForced: boolean }
  | {
      readonly verb: 'begin';
      readonly as: string | null;
      readonly database: string;
      readonly oneLeadPer: 'lead' | 'phone';
    }
  | { readonly verb: 'without'; readonly as: null; readonly office: number };

export const TEAM_OPTIONS = {
  database: { type: 'string' },
  as: { type: 'string' },
  'one-lead-per': { type: 'string' },
} as const;

/** The largest number of a computer: the database keeps them as smallint. */
const MOST_OFFICES = 32_767;

const VERBS = ['sql', 'begin', 'join', 'invite', 'leave', 'restored'] as const;
const HOW =
  'batch team, team sql, team begin --database HOST/NAME --as NAME --one-lead-per phone|lead, team join --as NAME, team invite, team leave, team restored, team without NUMBER';

/** @throws BatchTrouble */
export function teamWishGiven(values: Values, [word, ...rest]: readonly string[]): TeamWish {
  if (word === 'without') {
    const [number, ...others] = rest;
    noMore('team without', others);
    if (number === undefined || !/^[1-9]\d{0,4}$/.test(number) || Number(number) > MOST_OFFICES)
      throw new BatchTrouble('Name the computer by its number: batch team without NUMBER. "batch team" lists them.');
    return { verb: 'without', as: null, office: Number(number) };
  }
  const verb = word === undefined ? 'state' : VERBS.find((known) => known === word);
  if (verb === undefined) throw new BatchTrouble(`"team" does not know "${word?.slice(0, 40)}". It takes: ${HOW}.`);
  noMore(word === undefined ? 'team' : `team ${word}`, rest);
  // Also when the database cannot be reached: then what is claimed stays taken.
  if (verb === 'leave') return { verb, as: null, isForced: values['force'] === true };
  const as = single(values, 'as');
  if (verb === 'begin')
    return {
      verb,
      as,
      database: needed(values, 'database', 'where the database is, as HOST/NAME or HOST:PORT/NAME'),
      oneLeadPer: oneLeadPerGiven(values) ?? 'lead',
    };
  if (oneLeadPerGiven(values) !== null)
    throw new BatchTrouble('--one-lead-per is chosen when a team begins, and stays so: add it to "team begin".');
  return { verb, as };
}

function oneLeadPerGiven(values: Values): 'lead' | 'phone' | null {
  const value = single(values, 'one-lead-per');
  if (value === null || value === 'lead' || value === 'phone') return value;
  throw new BatchTrouble(
    '--one-lead-per takes lead (each lead goes once, as it is sent) or phone (one lead per phone number and campaign).',
  );
}
