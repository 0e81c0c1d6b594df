// Why: decision 0643.
import { DatabaseSync } from 'node:sqlite';
import { median } from './median.ts';

/** Milliseconds of `work` on the machine with which the bounds in milliseconds were set, while nothing else runs there. */
const REFERENCE = 24;
/** The first ones are slower, until V8 has compiled them. */
const WARMING = 20;
const TURNS = 41;
const WORDS = 20_000;
const ROWS = 30_000;

/**
 * How fast this machine is just now, against the one with which the bounds were set: 0.5 takes twice as long. Takes two
 * seconds of one processor. Never more than 1: a fast machine makes no promise harder to keep.
 */
export function machineSpeed(): number {
  using database = new DatabaseSync(':memory:');
  fill(database);
  const times = Array.from({ length: WARMING + TURNS }, () => work(database)).slice(WARMING);
  return Math.min(1, REFERENCE / median(times));
}

function fill(database: DatabaseSync): void {
  database.exec('CREATE TABLE texts (number INTEGER PRIMARY KEY, text TEXT)');
  const insert = database.prepare('INSERT INTO texts (text) VALUES (?)');
  database.exec('BEGIN');
  for (let row = 0; row < ROWS; row += 1) insert.run(`text ${row % 977}`);
  database.exec('COMMIT');
}

/** What our programs do most: texts, maps, sorting, JSON, bytes of texts, and SQLite. @returns milliseconds */
function work(database: DatabaseSync): number {
  const started = performance.now();
  const counts = new Map<string, number>();
  let seed = 1;
  for (let index = 0; index < WORDS; index += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const word = `w${(seed % 50_000).toString(36)}${index % 7}`;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const sorted = [...counts.keys()].sort();
  const text = JSON.stringify(sorted.map((word) => ({ word, count: counts.get(word) })));
  let hash = 0;
  for (const { word } of JSON.parse(text) as { word: string }[])
    for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 16_777_619);
  const groups = database.prepare('SELECT text, count(*) AS n FROM texts GROUP BY text ORDER BY n').all().length;
  // Used, so that none of it is left out.
  if (hash === 0 || groups === 0) throw new Error('The work of the speed came out empty.');
  return performance.now() - started;
}
