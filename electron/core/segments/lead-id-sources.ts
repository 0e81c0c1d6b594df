import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { LeadView } from '../../../shared/contract/exports/views.ts';
import type { Reading } from '../../../shared/contract/imports/reading.ts';
import type { leadIdColumnsSchema, LeadIdSource } from '../../../shared/contract/segments/segment-changes.ts';
import {
  cleanLeadIds,
  type CleanedIds,
  entriesOf,
  isLeadIdHeader,
  linesOf,
} from '../../../shared/domain/service/lead-ids.ts';
import { fileFailure } from '../files/foundation/file-trouble.ts';
import { openStaged, type StagedRows, stageFile } from '../files/staging/staging.ts';
import { invalid } from '../foundation/failure.ts';
import type { GrantedFile } from '../foundation/ports.ts';
import { makeOwnFolder } from '../storage/own-folder.ts';

export type LeadIdColumns = z.infer<typeof leadIdColumnsSchema>;

export interface FoundIds extends CleanedIds {
  /** What the list is called in the history. */
  readonly source: string;
}

interface NamedLeads {
  readonly name: string;
  readonly leadIds: readonly string[];
}

/** What other features know of lead ids. Both fail with `notFound`. */
export interface LeadIdPorts {
  /** Leads that an import created. */
  readonly createdLeads: (jobId: string) => NamedLeads;
  /** Leads of a view of a result. */
  readonly leadsOfResult: (exportId: string, view: LeadView, signal: AbortSignal) => Promise<NamedLeads>;
}

interface SourcesOptions extends LeadIdPorts {
  readonly grantedFile: (token: string) => GrantedFile;
  /** Folder for the copies of files while they are read. */
  readonly folder: string;
}

/** Reads lead ids from where a person has them. Files are read as an import reads them. */
export class LeadIdSources {
  readonly #options: SourcesOptions;

  constructor(options: SourcesOptions) {
    this.#options = options;
  }

  /** @throws Failure `file`, `validation` or `notFound` */
  async read(source: LeadIdSource, signal: AbortSignal): Promise<FoundIds> {
    switch (source.from) {
      case 'text':
        return { ...cleanLeadIds(entriesOf(source.text)), source: source.words };
      case 'export': {
        const { name, leadIds } = await this.#options.leadsOfResult(source.exportId, source.view, signal);
        return { ...cleanLeadIds(leadIds), source: name };
      }
      case 'list': {
        const file = this.#options.grantedFile(source.token);
        // Loaded when a list is read: a start need not wait for the tables of the encodings.
        const { readList } = await import('./lead-id-list.ts');
        return { ...cleanLeadIds(linesOf(readList(file))), source: file.name };
      }
      case 'job': {
        const { name, leadIds } = this.#options.createdLeads(source.jobId);
        return { ...cleanLeadIds(leadIds), source: name };
      }
      case 'file': {
        const file = this.#options.grantedFile(source.token);
        return this.#inTable(file, signal, (rows) => {
          const column = source.column ?? guessed(rows.reading);
          if (rows.reading.columns[column] === undefined) throw invalid('The file has no such column. Choose another.');
          return { ...cleanLeadIds(cellsOf(rows, column)), source: file.name };
        });
      }
    }
  }

  /** @throws Failure `file` */
  columns(token: string, signal: AbortSignal): Promise<LeadIdColumns> {
    return this.#inTable(this.#options.grantedFile(token), signal, ({ reading }) => ({
      columns: reading.columns.map(({ index, label, filled, first }) => ({ index, label, filled, example: first })),
      guess: likeliest(reading),
    }));
  }

  async #inTable<Value>(file: GrantedFile, signal: AbortSignal, read: (rows: StagedRows) => Value): Promise<Value> {
    makeOwnFolder(this.#options.folder);
    const folder = mkdtempSync(join(this.#options.folder, 'lead-ids-'));
    try {
      const target = join(folder, `${randomUUID()}.sqlite`);
      // Ids are the rows of a list without a header as often as a column of a table: the reader finds out which.
      await stageFile({ path: file.path, choices: {}, target }, { signal });
      const rows = openStaged(target);
      try {
        return read(rows);
      } finally {
        rows.close();
      }
    } catch (error) {
      throw fileFailure(error);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Milliseconds. An older copy was left by a program that was killed; a younger one may be in use by another program. */
const ABANDONED = 24 * 60 * 60_000;

/**
 * Removes copies of lists of ids, and of the tables they stand in, that were left by a program that was killed.
 *
 * @param folder with the copies; it may be missing
 * @param now Unix milliseconds
 */
export function removeAbandonedCopies(folder: string, now: number): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - changed > ABANDONED) rmSync(path, { recursive: true, force: true });
  }
}

/** Rows read from the copy at once. */
const BATCH = 1000;

/** The header is an id, too, when it is not a name: the first line of a plain list may be taken for one. */
function* cellsOf({ reading, iterate }: StagedRows, column: number): Generator<string> {
  const header = reading.columns[column]?.header ?? '';
  const isList = reading.columns.length === 1 && !isLeadIdHeader(header) && reading.headerLine.value !== null;
  if (isList && !/\s/.test(header.trim()) && /\d/.test(header)) yield header;
  for (const batch of iterate(BATCH)) for (const { cells } of batch) yield cells[column] ?? '';
}

function likeliest({ columns }: Reading): number | null {
  const named = columns.filter(({ header }) => isLeadIdHeader(header));
  return named.length === 1 ? (named[0]?.index ?? null) : columns.length === 1 ? 0 : null;
}

function guessed(reading: Reading): number {
  const column = likeliest(reading);
  if (column !== null) return column;
  const labels = reading.columns.slice(0, 12).map(({ label }) => label);
  throw invalid(
    `No column is named like a lead id, such as "uniqueId". Choose the one with the ids: ${labels.join(', ')}.`,
  );
}
