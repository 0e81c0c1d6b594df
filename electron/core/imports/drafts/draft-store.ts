import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { accountIdSchema } from '../../../../shared/contract/account/account.ts';
import { removeFile, removeFolder } from '../../foundation/patient-files.ts';
import {
  draftStepSchema,
  fieldSuggestionSchema,
  planSchema,
  type Draft,
  type DraftSummary,
  type FieldSuggestion,
} from '../../../../shared/contract/imports/imports.ts';
import { mappingSchema } from '../../../../shared/contract/imports/mapping.ts';
import { readingChoicesSchema } from '../../../../shared/contract/imports/reading.ts';
import { Failure, isDamaged, notFound } from '../../foundation/failure.ts';
import { emptyLog, migrate, openDurable } from '../../storage/database.ts';
import { takeLease } from '../../storage/lease.ts';
import { makeOwnFolder } from '../../storage/own-folder.ts';
import { isPlainId } from '../../storage/plain-id.ts';
import { isUploadedCopy } from '../../storage/uploaded-copy.ts';
import { removeAbandoned } from '../../storage/working-folder.ts';
import { wrongKindIn } from '../../storage/wrong-kinds.ts';
import { type AsBefore, asBeforeSchema } from './as-before.ts';
import { DraftQueues, QUEUE_SCHEMA } from './draft-queues.ts';
import { type GoesOn, goesOnSchema } from './goes-on.ts';
import { type UsedTemplate, usedTemplateSchema } from './used-template.ts';

const STEPS = [
  `CREATE TABLE draft (
     id TEXT PRIMARY KEY, file_name TEXT NOT NULL, file_size INTEGER NOT NULL, file_modified_at REAL NOT NULL,
     file_hash TEXT NOT NULL, path TEXT NOT NULL, staged TEXT NOT NULL, rows INTEGER NOT NULL, step TEXT NOT NULL,
     choices TEXT NOT NULL, mapping TEXT NOT NULL, plan TEXT NOT NULL, suggestions TEXT NOT NULL,
     read_milliseconds REAL NOT NULL, saved_at INTEGER NOT NULL, started_in TEXT
   ) STRICT`,
  'ALTER TABLE draft ADD COLUMN suggested_for TEXT',
  'ALTER TABLE draft ADD COLUMN problems INTEGER',
  'ALTER TABLE draft ADD COLUMN as_before TEXT',
  'ALTER TABLE draft ADD COLUMN revision INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE draft ADD COLUMN goes_on TEXT',
  'ALTER TABLE draft ADD COLUMN template TEXT',
  QUEUE_SCHEMA,
] as const;

const READ_DRAFT = 'SELECT d.*, q.queue, q.place FROM draft d LEFT JOIN queued q ON q.draft = d.id';

type Listed = Pick<DraftSummary, 'id' | 'fileName' | 'fileSize' | 'rows' | 'step' | 'problems' | 'savedAt' | 'queue'>;
type Shown = Pick<Draft, 'fileModifiedAt' | 'choices' | 'mapping' | 'plan' | 'readMilliseconds' | 'revision'>;

export interface DraftRecord extends Readonly<Listed & Shown> {
  readonly fileHash: string;
  /** The original, which is only ever read. */
  readonly path: string;
  /** Name of the staging file in the draft's folder. */
  readonly staged: string;
  readonly suggestions: readonly FieldSuggestion[];
  /** Campaign the suggestions were made for, '' before one was named. */
  readonly suggestedFor: string;
  /** What came back from an earlier import into that campaign. */
  readonly asBefore: AsBefore | null;
  /** Account in which it is becoming a job, or has become one. */
  readonly startedIn: string | null;
  /** The job whose open rows it sends instead; null: another draft. */
  readonly goesOn: GoesOn | null;
  /** The template that it was filled from; null: none, or it was taken back. */
  readonly template: UsedTemplate | null;
}

/** These texts become parts of paths, and a data folder that was restored or is shared may hold any text. */
const idSchema = z.string().refine(isPlainId);
const stagedSchema = z.string().regex(/^rows-[\w-]+\.sqlite$/);

export type DraftStore = ReturnType<typeof openDraftStore>;

/**
 * Drafts of this installation: choices in one durable file, rows in staging files that can be read again from the
 * original. Whoever makes the folder of a new draft claims it until the draft is saved.
 */
export function openDraftStore(folder: string) {
  makeOwnFolder(folder);
  const wrong = wrongKindIn(folder, { files: ['drafts.sqlite'], folders: [] });
  if (wrong !== null) throw new Failure({ code: 'file', reason: 'drafts', message: wrong });
  const database = openDurable(join(folder, 'drafts.sqlite'));
  migrate(database, 'drafts', STEPS);
  const rowOf = (id: string) => database.prepare(`${READ_DRAFT} WHERE id = ?`).get(id);
  const queues = new DraftQueues(database);

  /** @throws Failure `notFound` for an id that no draft has, which could lead to another place */
  function folderOf(id: string): string {
    if (!isPlainId(id)) throw notFound('This draft is not here.');
    return join(folder, id);
  }

  /** `unreadable`: those that a damage has made so keep nobody from the others; a person can delete them, and nothing else. */
  function listed(): { drafts: DraftRecord[]; unreadable: { id: string; fileName: string }[] } {
    const drafts: DraftRecord[] = [];
    const damaged: { id: string; fileName: string }[] = [];
    // Once: the suggestions of a wide file take a millisecond.
    for (const row of database.prepare(`${READ_DRAFT} ORDER BY saved_at DESC, id`).all()) {
      const draft = decode(row);
      if (draft !== null) drafts.push(draft);
      else if (isPlainId(row['id'])) damaged.push({ id: String(row['id']), fileName: String(row['file_name']) });
    }
    return { drafts, unreadable: damaged };
  }

  /** A copy of the file that a browser sent goes with its last draft; a person's own file is never touched. */
  function remove(id: string): void {
    const path = database.prepare('SELECT path FROM draft WHERE id = ?').get(id)?.['path'];
    database.prepare('DELETE FROM draft WHERE id = ?').run(id);
    queues.removeEmpty();
    emptyLog(database);
    // Another id has no folder, and could lead to another place.
    if (isPlainId(id)) removeFolder(join(folder, id));
    if (typeof path !== 'string' || !isUploadedCopy(path, dirname(folder))) return;
    const other = database.prepare('SELECT 1 FROM draft WHERE path = ?').get(path);
    if (other === undefined) removeFile(path);
  }

  // Nobody can see, open or delete a draft whose id was changed by damage.
  for (const { id } of database.prepare('SELECT id FROM draft').all()) if (!isPlainId(id)) remove(String(id));
  sweep(folder, (id) => database.prepare('SELECT 1 FROM draft WHERE id = ?').get(id) !== undefined);

  return {
    listed,
    all: () => listed().drafts,

    queues,
    folderOf,
    stagedPath: (draft: DraftRecord) => join(folderOf(draft.id), draft.staged),

    /** @throws Failure for one that a damage has made unreadable */
    find(id: string): DraftRecord | undefined {
      const row = rowOf(id);
      if (row === undefined) return undefined;
      const draft = decode(row);
      if (draft === null) throw unreadable(String(row['file_name']));
      return draft;
    },

    /** True for one that a damage has made unreadable, too. */
    has: (id: string) => isPlainId(id) && rowOf(id) !== undefined,

    /** Undefined for one that a damage has made unreadable, too. */
    readable(id: string): DraftRecord | undefined {
      const row = rowOf(id);
      return row === undefined ? undefined : (decode(row) ?? undefined);
    },

    /** Where it stands in a queue is not saved with it. */
    save(draft: DraftRecord): void {
      database
        .prepare(
          `INSERT OR REPLACE INTO draft (id, file_name, file_size, file_modified_at, file_hash, path, staged, rows, step,
             choices, mapping, plan, suggestions, read_milliseconds, saved_at, started_in, suggested_for, problems,
             as_before, revision, goes_on, template)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          draft.id,
          draft.fileName,
          draft.fileSize,
          draft.fileModifiedAt,
          draft.fileHash,
          draft.path,
          draft.staged,
          draft.rows,
          draft.step,
          JSON.stringify(draft.choices),
          JSON.stringify(draft.mapping),
          JSON.stringify(draft.plan),
          JSON.stringify(draft.suggestions),
          draft.readMilliseconds,
          draft.savedAt,
          draft.startedIn,
          draft.suggestedFor,
          draft.problems,
          draft.asBefore === null ? null : JSON.stringify(draft.asBefore),
          draft.revision,
          draft.goesOn === null ? null : JSON.stringify(draft.goesOn),
          draft.template === null ? null : JSON.stringify(draft.template),
        );
    },

    setProblems(id: string, problems: number): void {
      database.prepare('UPDATE draft SET problems = ? WHERE id = ? AND problems IS NOT ?').run(problems, id, problems);
    },

    /** Rows of it were changed, which are kept beside it. */
    touch(id: string, savedAt: number): void {
      database.prepare('UPDATE draft SET saved_at = ? WHERE id = ?').run(savedAt, id);
    },

    remove,

    close: () => database.close(),
    [Symbol.dispose]: () => database.close(),
  };
}

/** Removes what a program left that was killed while it read a file. */
function sweep(folder: string, isKnown: (id: string) => boolean): void {
  removeAbandoned(folder, isKnown);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeUnfinished(join(folder, entry.name));
}

/** A program that reads a file now holds the lock of its staging file. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.part'))) {
    const path = join(folder, name);
    if (isBeingWritten(path)) continue;
    removeFile(path);
  }
}

function isBeingWritten(path: string): boolean {
  try {
    using lease = takeLease(path);
    return lease === null;
  } catch (error) {
    if (isDamaged(error)) return false;
    throw error;
  }
}

function unreadable(fileName: string): Failure {
  const message = `What was kept of the import of "${fileName}" that you began is damaged and cannot be read. Nothing of it was sent. Choose the file again.`;
  return new Failure({ code: 'file', reason: 'damaged', message });
}

/** Null when a page of the file was overwritten, a bit of it flipped, or a name in it leads to another place. */
function decode(row: Record<string, SQLOutputValue>): DraftRecord | null {
  try {
    return decodeWhole(row);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

function decodeWhole(row: Record<string, SQLOutputValue>): DraftRecord {
  const parsed = <Schema extends z.ZodType>(schema: Schema, name: string): z.infer<Schema> =>
    schema.parse(JSON.parse(String(row[name])));
  const plan = parsed(planSchema, 'plan');
  return {
    id: idSchema.parse(row['id']),
    fileName: String(row['file_name']),
    fileSize: Number(row['file_size']),
    fileModifiedAt: Number(row['file_modified_at']),
    fileHash: String(row['file_hash']),
    path: String(row['path']),
    staged: stagedSchema.parse(row['staged']),
    rows: Number(row['rows']),
    step: draftStepSchema.parse(row['step']),
    choices: parsed(readingChoicesSchema, 'choices'),
    mapping: parsed(mappingSchema, 'mapping'),
    plan,
    suggestions: parsed(z.array(fieldSuggestionSchema), 'suggestions'),
    // Earlier versions did not store it; they made the suggestions again with every change of the campaign.
    suggestedFor: row['suggested_for'] === null ? plan.campaignCode : String(row['suggested_for']),
    asBefore: row['as_before'] === null ? null : parsed(asBeforeSchema, 'as_before'),
    readMilliseconds: Number(row['read_milliseconds']),
    problems: row['problems'] === null ? null : Number(row['problems']),
    savedAt: Number(row['saved_at']),
    revision: Number(row['revision']),
    startedIn: accountIdSchema.nullable().parse(row['started_in']),
    goesOn: row['goes_on'] === null ? null : parsed(goesOnSchema, 'goes_on'),
    template: row['template'] === null ? null : parsed(usedTemplateSchema, 'template'),
    queue: row['queue'] === null ? null : { id: String(row['queue']), place: Number(row['place']) },
  };
}
