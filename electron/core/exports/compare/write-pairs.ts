import type { DatabaseSync } from 'node:sqlite';
import { cellOf, differs, FATES, FIELDS_A_WORD, type JoinedField, wordsFor } from '../result/joined-results.ts';
import { IdsCollide } from './lead-ids.ts';
import { type Matches, numbersWhere, type Side, type Step } from './match-rows.ts';

/** Bytes of the earlier result that the rows of one pass lie in; they stay in `BEFORE_CACHE` while they are read. */
const PASS_BYTES = 48 * 1024 * 1024;
/** Each pass reads the later result once more. */
const MOST_PASSES = 16;

export interface PairsInput extends Matches {
  readonly ids: { readonly before: number; readonly now: number };
  readonly fields: readonly JoinedField[];
}

/**
 * Fills `pairs`: a row for each row of the later result, under its number, and then one for each row of the earlier that
 * has no partner. SQLite compares the cells, because a string for each takes several times longer.
 *
 * @throws IdsCollide when two rows that were matched have different ids
 */
export async function writePairs(database: DatabaseSync, input: PairsInput, step: Step): Promise<void> {
  const words = Array.from({ length: wordsFor(input.fields) }, (_, word) => `m${word}`);
  database.exec(
    `CREATE TABLE pairs (number INTEGER PRIMARY KEY, fate INTEGER NOT NULL, before INTEGER, now INTEGER, ${words
      .map((word) => `${word} INTEGER NOT NULL DEFAULT 0`)
      .join(', ')})`,
  );
  await writeMatched(database, input, words, step);
  const { before, now } = input.fates;
  for (const fate of [FATES.new, FATES.repeated, FATES.noId]) await writeLone(database, 'now', now, fate, 0, step);
  let last = now.length - 1;
  for (const fate of [FATES.gone, FATES.repeated, FATES.noId])
    last = await writeLone(database, 'before', before, fate, last, step);
}

async function writeMatched(
  database: DatabaseSync,
  { ids, fields, partners }: PairsInput,
  words: readonly string[],
  step: Step,
): Promise<void> {
  database.function('partner_of', { deterministic: true }, (number) => partners[Number(number)] ?? 0);
  const insert = database.prepare(
    `INSERT INTO main.pairs (number, fate, before, now, ${words.join(', ')})
     SELECT n.number, ${FATES.both}, b.number, n.number, ${changes(fields, words.length).join(', ')}
     FROM json_each(?) j
     CROSS JOIN result_now.leads n ON n.number = j.value
     CROSS JOIN result_before.leads b ON b.number = partner_of(n.number)
     WHERE b.c${ids.before} = n.c${ids.now}`,
  );
  for (const numbers of inPasses(partners, passes(database))) {
    const { changes: written } = insert.run(JSON.stringify(numbers));
    if (Number(written) !== numbers.length) throw new IdsCollide();
    await step(numbers.length);
  }
}

/**
 * Rows of the later result that have a partner, in groups. Leads that come in another order than before would read the
 * whole earlier result in jumps; so each pass takes those whose partners lie in the same part of it.
 */
function* inPasses(partners: Int32Array, count: number): Generator<number[]> {
  const last = partners.reduce((most, partner) => Math.max(most, partner), 0);
  const size = Math.ceil((last + 1) / count);
  for (let from = 1; from <= last; from += size)
    yield* numbersWhere(partners.length, (number) => {
      const partner = partners[number] ?? 0;
      return partner >= from && partner < from + size;
    });
}

function passes(database: DatabaseSync): number {
  const pages = Number(database.prepare('PRAGMA result_before.page_count').get()?.['page_count'] ?? 0);
  const size = Number(database.prepare('PRAGMA result_before.page_size').get()?.['page_size'] ?? 0);
  return Math.min(MOST_PASSES, Math.max(1, Math.ceil((pages * size) / PASS_BYTES)));
}

/** By word: an expression with a bit for each field that differs. */
function changes(fields: readonly JoinedField[], words: number): string[] {
  const terms = Array.from({ length: words }, (): string[] => []);
  for (const { before, now, bit } of fields)
    if (bit !== null)
      terms[Math.floor(bit / FIELDS_A_WORD)]?.push(
        `(${differs(cellOf('b', before), cellOf('n', now))}) << ${bit % FIELDS_A_WORD}`,
      );
  return terms.map((parts) => (parts.length === 0 ? '0' : parts.map((part) => `(${part})`).join(' | ')));
}

/** Rows without a partner. Those of the later result keep their numbers; the others follow `last`. Answers the last. */
async function writeLone(
  database: DatabaseSync,
  side: Side,
  fates: Uint8Array,
  fate: number,
  last: number,
  step: Step,
): Promise<number> {
  const number = side === 'now' ? 'value' : '? + key';
  const insert = database.prepare(
    `INSERT INTO main.pairs (number, fate, ${side}) SELECT ${number}, ?, value FROM json_each(?)`,
  );
  let done = last;
  for (const numbers of numbersWhere(fates.length, (number) => fates[number] === fate)) {
    const list = JSON.stringify(numbers);
    if (side === 'now') insert.run(fate, list);
    else insert.run(done + 1, fate, list);
    done += numbers.length;
    await step(0);
  }
  return done;
}
