// Why: decision 0542.
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { SharedTextCounts } from '../../../../shared/contract/team/team-shared.ts';
import { campaignKey } from '../../../../shared/domain/service/campaign-code.ts';
import type { SharedKind, SharedText } from '../../foundation/shared-texts.ts';
import { inTransaction, migrate } from '../../storage/database.ts';

/**
 * `team_text`: what is shared, by kind and key. `rev`: its number in the database, 0 before it was told; `told`: what is to be
 * told of it, `text` or `gone`; `sealed`: the words in which that is asked, once or again. `in_place`: it stands in the place of
 * one that this computer had told. `team_text_heard`: how far the team was heard. `team_text_closed`: ids of texts that the secret of the team
 * does not open.
 */
const TEXT_SCHEMA = [
  `CREATE TABLE team_text (
     kind TEXT NOT NULL, key TEXT NOT NULL, id TEXT NOT NULL, rev INTEGER NOT NULL, text TEXT NOT NULL, by TEXT NOT NULL,
     at INTEGER NOT NULL, is_mine INTEGER NOT NULL, in_place INTEGER NOT NULL DEFAULT 0, is_copy INTEGER NOT NULL DEFAULT 0,
     is_gone INTEGER NOT NULL DEFAULT 0, told TEXT, sealed TEXT, PRIMARY KEY (kind, key)
   ) STRICT;
   CREATE INDEX team_text_by_id ON team_text (id);
   CREATE TABLE team_text_heard (
     one INTEGER PRIMARY KEY CHECK (one = 1), team TEXT NOT NULL, incarnation TEXT NOT NULL, rev INTEGER NOT NULL
   ) STRICT;`,
  'CREATE TABLE team_text_closed (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;',
] as const;

/** A text that waits to be told. */
export interface UntoldText {
  readonly kind: SharedKind;
  readonly key: string;
  /** Empty before it was told. */
  readonly id: string;
  readonly rev: number;
  readonly text: string;
  readonly isGone: boolean;
  readonly sealed: string | null;
}

/** A text as the database has it, opened. */
export interface HeardText extends Omit<SharedText, 'isInPlaceOfMine'> {
  readonly rev: number;
  readonly kind: string;
  readonly isGone: boolean;
}

/** What a journal that is only read has of its team; nothing without one. */
export function sharedTemplatesIn(journal: DatabaseSync): SharedText[] {
  const isThere = journal.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'team_text'").get() !== undefined;
  return isThere ? readTexts(journal, 'template') : [];
}

function readTexts(journal: DatabaseSync, kind: SharedKind): SharedText[] {
  const rows = journal.prepare('SELECT * FROM team_text WHERE kind = ? AND is_gone = 0 ORDER BY key').all(kind);
  return rows.map((row) => ({
    id: String(row['id']),
    key: String(row['key']),
    text: String(row['text']),
    by: String(row['by']),
    at: Number(row['at']),
    isMine: row['is_mine'] === 1,
    isInPlaceOfMine: row['in_place'] === 1,
    isCopy: row['is_copy'] === 1,
  }));
}

/** The texts of its team in a journal. Its tables are made when the first one is told or heard. */
export class TextJournal {
  readonly #journal: DatabaseSync;
  #isThere = false;

  constructor(journal: DatabaseSync) {
    this.#journal = journal;
  }

  #look(): boolean {
    if (this.#isThere) return true;
    const known = this.#journal.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'team_text'").get();
    if (known !== undefined) this.#make();
    return this.#isThere;
  }

  #make(): void {
    migrate(this.#journal, 'teamTexts', TEXT_SCHEMA);
    this.#isThere = true;
  }

  together<Value>(work: () => Value): Value {
    return inTransaction(this.#journal, work);
  }

  all(kind: SharedKind): SharedText[] {
    return this.#look() ? readTexts(this.#journal, kind) : [];
  }

  knows(kind: SharedKind, key: string): boolean {
    return this.#all('SELECT 1 FROM team_text WHERE kind = ? AND key = ?', [kind, key]).length > 0;
  }

  /** To be told next. @param text null: it is taken back */
  put(kind: SharedKind, key: string, text: string | null, at: number): void {
    this.#make();
    this.#run(
      `INSERT INTO team_text (kind, key, id, rev, text, by, at, is_mine, is_gone, told) VALUES (?, ?, '', 0, ?, '', ?, 1, ?, ?)
       ON CONFLICT (kind, key) DO UPDATE SET text = excluded.text, by = '', at = excluded.at, is_mine = 1, in_place = 0,
         is_gone = excluded.is_gone, told = excluded.told, sealed = NULL`,
      [kind, key, text ?? '', at, text === null ? 1 : 0, text === null ? 'gone' : 'text'],
    );
  }

  untold(): UntoldText[] {
    return this.#all('SELECT * FROM team_text WHERE told IS NOT NULL ORDER BY at').map((row) => ({
      kind: String(row['kind']) as SharedKind,
      key: String(row['key']),
      id: String(row['id']),
      rev: Number(row['rev']),
      text: String(row['text']),
      isGone: row['told'] === 'gone',
      sealed: row['sealed'] === null ? null : String(row['sealed']),
    }));
  }

  keepSealed({ kind, key }: UntoldText, sealed: string): void {
    this.#run('UPDATE team_text SET sealed = ? WHERE kind = ? AND key = ?', [sealed, kind, key]);
  }

  /** It was told, unless a person has changed it meanwhile. */
  told({ kind, key }: UntoldText, sealed: string, id: string, rev: number): void {
    this.#run('UPDATE team_text SET id = ?, rev = ? WHERE kind = ? AND key = ?', [id, rev, kind, key]);
    this.#run('UPDATE team_text SET told = NULL, sealed = NULL WHERE kind = ? AND key = ? AND sealed = ?', [
      kind,
      key,
      sealed,
    ]);
  }

  /** A text that waits to be told stays as it is: the team keeps both. Only a removal gives way to a version that was not seen. */
  heard(text: HeardText): void {
    const { id, rev, kind, by, at } = text;
    const key = text.isCopy ? `${text.key}\n${id}` : text.key;
    const number = (value: boolean) => (value ? 1 : 0);
    // The database has this computer's text already: the same text is not told again, and a newer one replaces it.
    if (text.isMine)
      this.#run(
        `UPDATE team_text SET id = ?, rev = ?, told = CASE WHEN told = 'text' AND text = ? THEN NULL ELSE told END
         WHERE kind = ? AND key = ? AND told IS NOT NULL`,
        [id, rev, text.text, kind, key],
      );
    // The team would refuse to take it back, and this version would not be heard again.
    else if (!text.isGone)
      this.#run(
        "UPDATE team_text SET told = NULL, sealed = NULL WHERE kind = ? AND key = ? AND told = 'gone' AND rev <> ?",
        [kind, key, rev],
      );
    this.#run(
      `INSERT INTO team_text (kind, key, id, rev, text, by, at, is_mine, is_copy, is_gone) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, key) DO UPDATE SET id = excluded.id, rev = excluded.rev, text = excluded.text, by = excluded.by,
         at = excluded.at, in_place = excluded.is_mine = 0 AND (is_mine = 1 OR in_place = 1), is_mine = excluded.is_mine,
         is_gone = excluded.is_gone
       WHERE told IS NULL`,
      [kind, key, id, rev, text.text, by, at, number(text.isMine), number(text.isCopy), number(text.isGone)],
    );
  }

  /** How far the team was heard; null: never, or its database was put back since. */
  heardUpTo(team: string, incarnation: string): number | null {
    this.#make();
    const [row] = this.#all('SELECT * FROM team_text_heard WHERE team = ? AND incarnation = ?', [team, incarnation]);
    return row === undefined ? null : Number(row['rev']);
  }

  keepHeard(team: string, incarnation: string, rev: number): void {
    this.#run('INSERT OR REPLACE INTO team_text_heard (one, team, incarnation, rev) VALUES (1, ?, ?, ?)', [
      team,
      incarnation,
      rev,
    ]);
  }

  /** @param isClosed the secret of the team does not open it, and it is not gone */
  keepClosed(id: string, isClosed: boolean): void {
    this.#run(
      isClosed ? 'INSERT OR IGNORE INTO team_text_closed (id) VALUES (?)' : 'DELETE FROM team_text_closed WHERE id = ?',
      [id],
    );
  }

  /** What the team has, as it was heard last, and what of this computer it does not have. */
  counts(): SharedTextCounts {
    const shared = 'team_text WHERE is_gone = 0 AND rev > 0';
    const number = (sql: string) => Number(this.#all(`SELECT ${sql}`)[0]?.['n'] ?? 0);
    const kind = (name: SharedKind) => ({
      count: number(`COUNT(*) AS n FROM ${shared} AND kind = '${name}' AND is_copy = 0`),
      copies: number(`COUNT(*) AS n FROM ${shared} AND kind = '${name}' AND is_copy = 1`),
    });
    const from = this.#all(
      `SELECT by, COUNT(*) AS n FROM ${shared} AND kind = 'template' AND is_copy = 0 AND is_mine = 0 GROUP BY by ORDER BY n DESC, by`,
    );
    return {
      templates: { ...kind('template'), from: from.map(({ by, n }) => ({ name: String(by), count: Number(n) })) },
      rules: kind('rules'),
      // Each computer shares its own text about a campaign, so campaigns are counted, not texts.
      campaigns: new Set(
        this.#all(`SELECT key FROM ${shared} AND kind = 'fields'`).map((row) =>
          campaignKey(String(row['key']).split('\n')[0] ?? ''),
        ),
      ).size,
      queries: kind('query'),
      views: kind('view'),
      waiting: number('COUNT(*) AS n FROM team_text WHERE told IS NOT NULL'),
      tooLong: number('COUNT(*) AS n FROM team_text WHERE is_gone = 0 AND rev = 0 AND told IS NULL'),
      closed: number('COUNT(*) AS n FROM team_text_closed'),
    };
  }

  /** The database was put back: what this computer told is told again, unless the database has it. */
  tellAgain(): void {
    this.#run("UPDATE team_text SET rev = 0, told = 'text', sealed = NULL WHERE is_mine = 1 AND is_gone = 0");
    this.#run('DELETE FROM team_text WHERE is_mine = 0');
    this.#run('DELETE FROM team_text_closed');
  }

  forget(): void {
    this.together(() => {
      this.#run('DELETE FROM team_text');
      this.#run('DELETE FROM team_text_heard');
      this.#run('DELETE FROM team_text_closed');
    });
  }

  #all(sql: string, values: readonly SQLInputValue[] = []): Record<string, SQLOutputValue>[] {
    return this.#look() ? this.#journal.prepare(sql).all(...values) : [];
  }

  #run(sql: string, values: readonly SQLInputValue[] = []): void {
    if (this.#look()) this.#journal.prepare(sql).run(...values);
  }
}
