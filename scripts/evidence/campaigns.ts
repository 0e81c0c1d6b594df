/* The campaigns of a release: what each proves, in pieces small enough for any budget, and what it cannot show. */

export interface EvidenceCampaign {
  /** Names it on the command line. */
  readonly name: string;
  readonly says: string;
  /** The task of `npm run` that does a piece of it; its last line is the figures. */
  readonly task: string;
  /** Arguments of one piece. */
  readonly piece: (seed: number) => readonly string[];
  /** Seeds that a piece uses up. */
  readonly seeds: number;
  /** Its part of the time, held against those of the others. */
  readonly share: number;
  /** The figures in what a piece says; left out: those of its last line. Null: there are none. */
  readonly read?: (lines: readonly string[]) => Readonly<Record<string, unknown>> | null;
  /** Figures that are added up over the pieces and shown, in this order. */
  readonly sums: readonly string[];
  /** A sentence for a person who reads only the figures. */
  readonly doesNotShow: string;
}

/** Writes that may fail; a story is shorter than this, and what lies behind its end fails nothing. */
const MOST_WRITES = 300;

/** Numbers of a few writes, other ones with each seed. */
function writesOf(seed: number): string {
  return Array.from({ length: 10 }, (_, index) => ((seed * 10 + index) * 37) % MOST_WRITES).join(',');
}

/** From the sentence with which the specs end, as in `Tests  1 failed | 40 passed (41)`. */
function countedSpecs(lines: readonly string[]): Readonly<Record<string, unknown>> | null {
  const sentence = lines.findLast((line) => /^\s*Tests\s/.test(line));
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(sentence ?? '')?.[1] ?? 0);
  return sentence === undefined ? null : { passed: count('passed'), failed: count('failed') };
}

const AREAS = ['imports', 'exports', 'ledger', 'account', 'team'] as const;

export const CAMPAIGNS: readonly EvidenceCampaign[] = [
  {
    name: 'lives',
    says: 'simulated lives of imports',
    task: 'simulate',
    piece: (seed) => ['--lives', '50', '--seed', String(seed)],
    seeds: 50,
    share: 30,
    sums: ['lived', 'rows', 'leads', 'requests', 'deaths', 'commands'],
    doesNotShow: 'threads, drafts, exports and segments, two processors at once, Windows; what decision 0411 names',
  },
  {
    name: 'kills',
    says: 'kills of the real core by SIGKILL',
    task: 'kill-test',
    piece: (seed) => ['--kills', '10', '--seed', String(seed)],
    seeds: 1,
    share: 25,
    sums: ['kills', 'rows', 'accepted', 'twice', 'lost', 'untrue', 'inDoubt'],
    doesNotShow: 'a power cut: what the operating system had not yet written is there after a kill; and Windows',
  },
  {
    name: 'damage',
    says: 'damaged data folders',
    task: 'damage',
    piece: (seed) => ['--variants', '10', '--seed', String(seed)],
    seeds: 1,
    share: 10,
    sums: ['variants', 'twice', 'lost'],
    doesNotShow: 'damage that nobody thought of: the kinds stand in scripts/damage/damages.ts',
  },
  {
    name: 'writes',
    says: 'failing writes',
    task: 'write-failures',
    piece: (seed) => [
      '--seed',
      String(seed),
      '--area',
      AREAS[seed % AREAS.length] ?? 'imports',
      '--only',
      writesOf(seed),
    ],
    seeds: 1,
    share: 10,
    sums: ['writes'],
    doesNotShow: 'two writes that fail in a row for different reasons',
  },
  {
    name: 'programs',
    says: 'window and batch on one data folder',
    task: 'two-programs',
    piece: (seed) => ['--minutes', '0.5', '--seed', String(seed)],
    seeds: 1,
    share: 10,
    sums: ['rounds', 'commands', 'accepted', 'twice', 'lost', 'ghosts', 'falseAnswers'],
    doesNotShow: 'three programs, and two computers on one folder',
  },
  {
    name: 'calls',
    says: 'hostile calls of every channel',
    task: 'fuzz',
    piece: (seed) => ['--calls', '300', '--seed', String(seed)],
    seeds: 1,
    share: 5,
    sums: ['calls', 'findings'],
    doesNotShow: 'the heaps of the threads, and the channels of the desktop shell',
  },
  {
    name: 'files',
    says: 'files as they come, hostile ones among them, by their specs',
    task: 'specs',
    piece: () => ['electron/core/files', '--project', 'node', '--reporter=dot'],
    read: countedSpecs,
    seeds: 0,
    share: 0,
    sums: ['passed', 'failed'],
    doesNotShow: 'files that nobody has written yet: they are the same in every run',
  },
  {
    name: 'team',
    says: 'offices of a team on a real PostgreSQL',
    task: 'team-test',
    piece: (seed) => ['--offices', '3', '--minutes', '1', '--loaded', '--seed', String(seed)],
    seeds: 1,
    share: 10,
    sums: ['offices', 'created', 'events', 'kills', 'stops', 'crashes', 'twice', 'lost', 'unclaimed'],
    doesNotShow: 'a network between the offices and their database; a part of the team on another version',
  },
];
