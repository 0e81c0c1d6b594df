import type { Plant } from '../simulation/planting.ts';

/* Teams that are not safe. The test must notice that leads come twice, or it would notice nothing. */

export const CONTROLS = {
  'claims-off': 'nobody asks the team: every office imports for itself',
  'commit-off': 'the database does not wait for its disk, and nobody compares the chain',
  'give-first':
    'the database hears that rows are given back, and the journal keeps their claims for any run of the program',
  'by-lead': 'lists that write a lead each in their own way, in a team that sends each lead as it is written',
} as const;
export type Control = keyof typeof CONTROLS;

export function isControl(word: string): word is Control {
  return Object.hasOwn(CONTROLS, word);
}

const CHAIN = 'electron/core/team/chain/team-journal.ts';

/** Every place where a journal that is told last would still be safe is gone with it. */
export const GIVE_FIRST: readonly Plant[] = [
  [CHAIN, "this.#run('DELETE FROM team_claim WHERE job = ?', [job]);\n      for", 'for'],
  [CHAIN, 'if (!mayHaveArrived(digest) && !this.#isClaimed(digest)) this', 'if (!mayHaveArrived(digest)) this'],
  [CHAIN, '!take.includes(digest) && !this.#isClaimed(bytes(digest)) &&', '!take.includes(digest) &&'],
  [CHAIN, "WHERE job = ? AND n = ? AND run = ?', [job, n, run]);", "WHERE job = ? AND n = ?', [job, n]);"],
  [
    CHAIN,
    "'DELETE FROM team_claim WHERE job = ? AND n = ? AND run = ? AND digest = ?'",
    "'DELETE FROM team_claim WHERE job = ? AND n = ? AND (run = ? OR true) AND digest = ?'",
  ],
  [
    'electron/core/team/team-claims.ts',
    'if (at === null || askedAt === undefined) return false;',
    'return at !== null;',
  ],
].map(([file = '', find = '', becomes = '']) => ({
  name: 'give-first',
  says: CONTROLS['give-first'],
  file,
  find,
  becomes,
  within: 0,
}));

const NO_CHAIN = [
  ["set_config('synchronous_commit', 'on', true)", "set_config('synchronous_commit', 'off', true)"],
  [
    "ELSIF t.cluster <> cluster_now() OR t.incarnation <> (p->>'incarnation')::uuid OR t.moves < (p->>'seen')::bigint THEN",
    'ELSIF false THEN',
  ],
  ["IF o.head <> (p->>'prev')::uuid THEN", 'IF false THEN'],
] as const;

/** The script of a team without what makes it safe when the database forgets. @throws Error when a place is not in it any more */
export function withoutChain(script: string): string {
  return NO_CHAIN.reduce((text, [find, becomes]) => {
    if (!text.includes(find)) throw new Error(`"${find}" is not in the script of a team any more.`);
    return text.replaceAll(find, becomes);
  }, script);
}
