import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { CoreChannelName } from '../../../../shared/contract/channels.ts';
import type { MappingFile } from '../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../shared/contract/imports/reading.ts';
import type { SavedMapping } from '../../../../shared/contract/imports/saved-mappings.ts';
import {
  columnsRead,
  fitMapping,
  fitQuality,
  LARGEST_MAPPING_FILE,
  mappingProblems,
  readMappingFile,
  writeMappingFile,
} from '../../../../shared/domain/mapping/index.ts';
import { Failure, invalid, notFound } from '../../foundation/failure.ts';
import { fileFailure, readingTrouble, writingTrouble } from '../../files/foundation/file-trouble.ts';
import type { FeatureServices, Handlers } from '../../sessions/feature.ts';
import type { MappingRecord, SavedMappingStore } from './saved-mapping-store.ts';

export type SavedMappingChannel = Extract<CoreChannelName, `mapping:${string}`>;

const MOST_MATCHES = 5;

export interface SavedMappingsOptions {
  /** Of the open account. */
  store(): SavedMappingStore;
  /** The columns of a draft's spreadsheet and the campaign it is for. Fails with `notFound` for an unknown draft. */
  draft(draftId: string): { readonly columns: readonly ColumnProfile[]; readonly campaignCode: string };
}

/** Mappings that the person at the open account keeps under a name. */
export function createSavedMappings(
  services: FeatureServices,
  options: SavedMappingsOptions,
): Handlers<SavedMappingChannel> {
  const { store } = options;

  function find(mappingId: string): MappingRecord {
    const record = store().find(mappingId);
    if (!record) throw notFound('This saved mapping is not kept here any more. It was removed.');
    return record;
  }

  function readFile(token: string): MappingFile {
    const file = services.grantedFile(token, 'read');
    const reading = readMappingFile(textOf(file.path, file.name), file.name);
    if (!reading.ok) throw new Failure({ code: 'file', reason: 'unreadable', message: reading.message });
    return reading.file;
  }

  function freeName(campaignCode: string, name: string): string {
    let free = name;
    for (let count = 2; store().named(campaignCode, free); count += 1) free = `${name.slice(0, 90)} ${count}`;
    return free;
  }

  return {
    'mapping:list': async ({ campaignCode }) => ({
      mappings: store()
        .all()
        .filter((record) => campaignCode === null || isFor(record, campaignCode))
        .map(summaryOf),
    }),

    'mapping:save': async ({ draftId, name, campaignCode, mapping, replace }) => {
      const { columns } = options.draft(draftId);
      const [problem] = mappingProblems(mapping, columns);
      if (problem) throw invalid(problem.message, [{ path: 'mapping', message: problem.message }]);
      if (!replace && store().named(campaignCode, name)) {
        const message = `There is a saved mapping "${name}" already. Choose another name, or replace it.`;
        throw invalid(message, [{ path: 'name', message }]);
      }
      return summaryOf(
        store().save({
          id: randomUUID(),
          campaignCode,
          name,
          columns: columns.map((column) => column.label),
          rules: mapping,
          savedAt: services.clock.wallNow(),
        }),
      );
    },

    'mapping:remove': async ({ mappingId }) => {
      store().remove(find(mappingId).id);
      return {};
    },

    'mapping:export': async ({ mappingId, token }) => {
      const { name, campaignCode, columns, rules } = find(mappingId);
      const target = services.grantedFile(token, 'write');
      const text = writeMappingFile({ name, campaignCode, columns: [...columns], rules });
      try {
        writeFileSync(target.path, text, { mode: 0o600 });
      } catch (error) {
        throw fileFailure(writingTrouble(error, target.name));
      }
      return { name: target.name, rows: rules.length, countedRows: rules.length, bytes: Buffer.byteLength(text) };
    },

    'mapping:import': async ({ token }) => {
      const { name, campaignCode, columns, rules } = readFile(token);
      return summaryOf(
        store().save({
          id: randomUUID(),
          campaignCode,
          name: freeName(campaignCode, name),
          columns,
          rules,
          savedAt: services.clock.wallNow(),
        }),
      );
    },

    'mapping:match': async ({ draftId }) => {
      const { columns, campaignCode } = options.draft(draftId);
      const headers = columns.map((column) => column.label);
      const matches = store()
        .all()
        .filter((record) => campaignCode === '' || isFor(record, campaignCode))
        .flatMap((record) => {
          const fit = fitMapping(record, headers);
          const quality = fitQuality(record, fit);
          return quality === null ? [] : [{ record, fit, quality }];
        })
        .sort((one, other) => other.quality - one.quality || lastTime(other.record) - lastTime(one.record));
      return { matches: matches.slice(0, MOST_MATCHES).map(({ record, fit }) => ({ saved: summaryOf(record), fit })) };
    },

    'mapping:use': async ({ draftId, from }) => {
      const headers = options.draft(draftId).columns.map((column) => column.label);
      if ('token' in from) {
        const file = readFile(from.token);
        return { name: file.name, fit: fitMapping(file, headers) };
      }
      const record = find(from.mappingId);
      store().countUse(record.id, services.clock.wallNow());
      return { name: record.name, fit: fitMapping(record, headers) };
    },
  };
}

function isFor(record: MappingRecord, campaignCode: string): boolean {
  return record.campaignCode === '' || record.campaignCode === campaignCode;
}

function lastTime({ lastUsedAt, savedAt }: MappingRecord): number {
  return Math.max(lastUsedAt ?? 0, savedAt);
}

function summaryOf({ id, name, campaignCode, rules, savedAt, used, lastUsedAt }: MappingRecord): SavedMapping {
  const columns = columnsRead(rules).length;
  return { id, name, campaignCode, columns, fields: rules.length, savedAt, used, lastUsedAt };
}

/** The file may be anything; one that is too large is not read at all. */
function textOf(path: string, name: string): string {
  try {
    if (statSync(path).size > LARGEST_MAPPING_FILE)
      throw new Failure({
        code: 'file',
        reason: 'unreadable',
        message: `"${name}" is too large for a mapping. Choose a file that was saved with "Save as a file".`,
      });
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure(readingTrouble(error, name));
  }
}
