import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { moveFile, removeFile } from '../../foundation/patient-files.ts';
import type { Reading } from '../../../../shared/contract/imports/reading.ts';
import { STORAGE_WORDS, storageTrouble } from '../../foundation/failure.ts';
import { ownFile } from '../../storage/own-file.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';

/** Rows of one transaction. */
const transactionRows = 20_000;
/** Rows of one INSERT, because a call costs more than a row. */
const batchRows = 200;
/** Characters that are held before they are written. */
const batchCharacters = 4_000_000;

/**
 * Writes a staging file: rows as JSON in SQLite. The file has another name until it is whole, so that nobody opens a
 * half-written one. It can be made again from the spreadsheet, so it is not synced to the disk.
 */
export class StagingWriter {
  readonly #target: string;
  readonly #part: string;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #insertBatch: StatementSync;
  #batch: (number | string | Uint8Array)[] = [];
  #characters = 0;
  #uncommitted = 0;

  constructor(target: string) {
    this.#target = target;
    this.#part = `${target}.part`;
    removeFile(this.#part);
    this.#database = new DatabaseSync(ownFile(this.#part));
    this.#database.exec(
      // The lock tells another program that this file is being written and is not a remainder.
      'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA page_size=16384; PRAGMA cache_size=-8000',
    );
    this.#database.exec(
      'CREATE TABLE rows (n INTEGER PRIMARY KEY, line INTEGER NOT NULL, cells TEXT NOT NULL); CREATE TABLE reading (json TEXT NOT NULL)',
    );
    // SQLite counts n up from 1, a third faster than when it is told each. Bytes of packed rows would be stored as a blob.
    const into = 'INSERT INTO rows (line, cells) VALUES ';
    const values = '(?, CAST(? AS TEXT))';
    this.#insert = this.#database.prepare(into + values);
    this.#insertBatch = this.#database.prepare(into + Array(batchRows).fill(values).join(', '));
  }

  /** Adds the next row; the first one becomes row 1. */
  add(line: number, cells: readonly string[]): void {
    this.addJson(line, JSON.stringify(cells));
  }

  /** `json`: an array of strings. Bytes are UTF-8 and must not change until 200 more rows were added or `finish` returns. */
  addJson(line: number, json: string | Uint8Array): void {
    this.#batch.push(line, json);
    this.#characters += json.length;
    if (this.#batch.length < batchRows * 2 && this.#characters < batchCharacters) return;
    try {
      this.#flush();
    } catch (error) {
      throw databaseTrouble(error);
    }
  }

  /** Writes the remaining rows and gives the file its name. `openStaged` notices a file damaged by a power cut. */
  finish(reading: Reading): void {
    try {
      this.#flush();
      if (this.#database.isTransaction) this.#database.exec('COMMIT');
      this.#database.prepare('INSERT INTO reading (json) VALUES (?)').run(JSON.stringify(reading));
      this.#database.close();
      moveFile(this.#part, this.#target);
    } catch (error) {
      throw databaseTrouble(error);
    }
  }

  discard(): void {
    if (this.#database.isOpen) this.#database.close();
    removeFile(this.#part);
  }

  #flush(): void {
    const batch = this.#batch;
    if (batch.length === 0) return;
    if (!this.#database.isTransaction) this.#database.exec('BEGIN');
    if (batch.length === batchRows * 2) this.#insertBatch.run(...batch);
    else for (let at = 0; at < batch.length; at += 2) this.#insert.run(...batch.slice(at, at + 2));
    this.#uncommitted += batch.length / 2;
    this.#batch = [];
    this.#characters = 0;
    if (this.#uncommitted < transactionRows) return;
    this.#database.exec('COMMIT');
    this.#uncommitted = 0;
  }
}

/** The file that a person chose is whole: what could not be written is what was made of it. */
function databaseTrouble(error: unknown): unknown {
  const trouble = storageTrouble(error);
  if (trouble === null) return error;
  if (trouble === 'full')
    return new FileTrouble(
      'diskFull',
      'The disk is full, so the file could not be prepared for the import. Nothing was lost. Free some space and choose the file again.',
    );
  const { cause, remedy } = STORAGE_WORDS[trouble];
  return new FileTrouble('notWritten', `${cause}. Nothing was lost. ${remedy} and choose the file again.`);
}
