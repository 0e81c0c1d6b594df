import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { z } from 'zod';
import type { LeadView } from '../../../shared/contract/exports/views.ts';
import type { Reading } from '../../../shared/contract/imports/reading.ts';
import type { leadIdColumnsSchema, LeadIdSource, LeadName } from '../../../shared/contract/segments/segment-changes.ts';
import { isLeadIdHeader } from '../../../shared/domain/service/leads/lead-ids.ts';
import { fileFailure } from '../files/foundation/file-trouble.ts';
import { stageFile } from '../files/staging/staging.ts';
import { invalid } from '../foundation/failure.ts';
import type { GrantedFile } from '../foundation/ports.ts';
import { makeWorkingFolder } from '../storage/working-folder.ts';
import type { IdsPlace, ListFigures } from './change-messages.ts';
import type { ChangeThread } from './change-thread.ts';

export type LeadIdColumns = z.infer<typeof leadIdColumnsSchema>;

/** A list that the thread has read and keeps, until it is sent or forgotten. */
export interface PreparedList extends ListFigures {
  readonly id: string;
  /** What the list is called in the history. */
  readonly source: string;
}

/** Names of some of these leads, by lead id. */
export type FindNames = (leadIds: readonly string[], signal: AbortSignal) => Promise<readonly LeadName[]>;

/** What other features know of leads. Both lists of ids fail with `notFound`. */
export interface LeadPorts {
  /** As results have them, the latest result first, and as they were sent by imports. */
  readonly namesInResults: FindNames;
  readonly namesInImports: FindNames;
  /** Leads that an import created, some at a time. */
  readonly createdLeads: (jobId: string) => { readonly name: string; readonly leadIds: Iterable<readonly string[]> };
  /** Writes the leads of a view of a result into a file: a JSON line for each, with its `uniqueId`. */
  readonly writeLeadIds: (
    exportId: string,
    view: LeadView,
    target: string,
    signal: AbortSignal,
  ) => Promise<{ readonly name: string }>;
}

interface SourcesOptions extends Pick<LeadPorts, 'createdLeads' | 'writeLeadIds'> {
  readonly grantedFile: (token: string) => GrantedFile;
  readonly thread: ChangeThread;
  /** Folder for the copies of files while they are read. */
  readonly folder: string;
}

/** Has lead ids read from where a person has them. Files are read as an import reads them. */
export class LeadIdSources {
  readonly #options: SourcesOptions;

  constructor(options: SourcesOptions) {
    this.#options = options;
  }

  /**
   * @param outOf leads that are in this segment by earlier changes are left out; null: none
   * @throws Failure `file`, `validation` or `notFound`
   */
  async prepare(source: LeadIdSource, outOf: string | null, signal: AbortSignal): Promise<PreparedList> {
    const id = randomUUID();
    const { thread } = this.#options;
    const prepare = async (name: string, place: IdsPlace): Promise<PreparedList> => ({
      id,
      source: name,
      ...(await thread.ask('prepare', { id, place, outOf }, { signal })),
    });
    switch (source.from) {
      case 'text':
        return prepare(source.words, source);
      case 'export':
        return this.#inFolder(async (folder) => {
          const path = join(folder, 'ids.jsonl');
          const { name } = await this.#options.writeLeadIds(source.exportId, source.view, path, signal);
          return prepare(name, { from: 'lines', path });
        });
      case 'list': {
        const { path, name } = this.#options.grantedFile(source.token);
        return prepare(name, { from: 'list', path, name });
      }
      case 'job': {
        const { name, leadIds } = this.#options.createdLeads(source.jobId);
        for (const ids of leadIds) await thread.ask('add', { id, ids }, { signal });
        // An import that is deleted meanwhile would make a shorter list.
        this.#options.createdLeads(source.jobId);
        return prepare(name, { from: 'added' });
      }
      case 'file': {
        const file = this.#options.grantedFile(source.token);
        return this.#inTable(file, signal, async (path, reading) => {
          const column = source.column ?? guessed(reading);
          if (reading.columns[column] === undefined) throw invalid('The file has no such column. Choose another.');
          return prepare(file.name, { from: 'staged', path, column });
        });
      }
    }
  }

  /** @throws Failure `file` */
  columns(token: string, signal: AbortSignal): Promise<LeadIdColumns> {
    return this.#inTable(this.#options.grantedFile(token), signal, async (_path, reading) => ({
      columns: reading.columns.map(({ index, label, filled, first }) => ({ index, label, filled, example: first })),
      guess: likeliest(reading),
    }));
  }

  #inTable<Value>(
    file: GrantedFile,
    signal: AbortSignal,
    read: (path: string, reading: Reading) => Promise<Value>,
  ): Promise<Value> {
    return this.#inFolder(async (folder) => {
      const target = join(folder, 'rows.sqlite');
      // Ids are the rows of a list without a header as often as a column of a table: the reader finds out which.
      const { reading } = await stageFile({ path: file.path, choices: {}, target }, { signal });
      return read(target, reading);
    });
  }

  /** In a folder of its own, which is removed again. */
  async #inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
    using folder = makeWorkingFolder(this.#options.folder);
    try {
      return await work(folder.path);
    } catch (error) {
      throw fileFailure(error);
    }
  }
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
