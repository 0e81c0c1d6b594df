// Why: decision 0085.
import { randomUUID } from 'node:crypto';
import type { ChannelArgs, CoreChannelName } from '../../../../shared/contract/channels.ts';
import type { MappingFile } from '../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../shared/contract/imports/reading.ts';
import type { SavedMapping } from '../../../../shared/contract/imports/saved-mappings.ts';
import { columnsRead, fitMapping, fitQuality, mappingProblems } from '../../../../shared/domain/mapping/index.ts';
import { Failure, invalid, notFound } from '../../foundation/failure.ts';
import type { Clock } from '../../foundation/ports.ts';
import type { FeatureServices, Handlers } from '../../sessions/feature.ts';
import { readMapping, writeMapping } from './mapping-file.ts';
import type { MappingRecord, NewMapping, SavedMappingStore } from './saved-mapping-store.ts';

type MappingFit = ReturnType<typeof fitMapping>;
export type SavedMappingChannel = Extract<CoreChannelName, `mapping:${string}`>;

/** Saved mappings offered for a draft: more than a person compares. */
const MOST_MATCHES = 5;

export interface SavedMappingsOptions {
  /** The saved mappings of the open account. */
  store(): SavedMappingStore;
  /** The columns of a draft's spreadsheet and the campaign it is for. Fails with `notFound` for an unknown draft. */
  draft(draftId: string): { readonly columns: readonly ColumnProfile[]; readonly campaignCode: string };
}

/** Mappings that the person at the open account saved under a name. */
export function createSavedMappings(
  services: FeatureServices,
  options: SavedMappingsOptions,
): Handlers<SavedMappingChannel> {
  const saved = new SavedMappings(services.clock, options);
  return {
    'mapping:list': async ({ campaignCode }) => ({ mappings: saved.list(campaignCode) }),
    'mapping:save': async (mapping) => saved.save(mapping),
    'mapping:remove': async ({ mappingId }) => {
      saved.remove(mappingId);
      return {};
    },
    'mapping:export': async ({ mappingId, token }) =>
      writeMapping(saved.findWhole(mappingId), services.grantedFile(token, 'write')),
    'mapping:import': async ({ token }) => saved.add(readMapping(services.grantedFile(token, 'read'))),
    'mapping:match': async ({ draftId }) => ({ matches: saved.matches(draftId) }),
    'mapping:use': async ({ draftId, from }) => {
      if ('mappingId' in from) return saved.use(draftId, from.mappingId);
      const file = readMapping(services.grantedFile(from.token, 'read'));
      return { name: file.name, fit: fitMapping(file, saved.headers(draftId)) };
    },
  };
}

class SavedMappings {
  readonly #clock: Clock;
  readonly #options: SavedMappingsOptions;

  constructor(clock: Clock, options: SavedMappingsOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  /** Throws Failure `notFound`. */
  find(mappingId: string): MappingRecord {
    const record = this.#store.find(mappingId);
    if (!record) throw notFound('This saved mapping was removed.');
    return record;
  }

  /** @throws Failure `notFound`, or `file` for one that a damage has made unreadable */
  findWhole(mappingId: string): MappingRecord {
    const record = this.find(mappingId);
    if (!record.isDamaged) return record;
    const message = `What was saved as "${record.name}" is damaged and cannot be read. Remove it and save the mapping again.`;
    throw new Failure({ code: 'file', reason: 'damaged', message });
  }

  /** @param campaignCode null for those of every campaign */
  list(campaignCode: string | null): SavedMapping[] {
    const records = this.#store.all().filter((record) => campaignCode === null || isFor(record, campaignCode));
    return records.map(summaryOf);
  }

  /** Throws Failure `validation` for rules that do not fit the draft, and for a name that is taken. */
  save({ draftId, name, campaignCode, mapping, replace }: ChannelArgs<'mapping:save'>): SavedMapping {
    const { columns } = this.#options.draft(draftId);
    const [problem] = mappingProblems(mapping, columns);
    if (problem) throw invalid(problem.message, [{ path: 'mapping', message: problem.message }]);
    if (!replace && this.#store.named(campaignCode, name)) {
      const message = `There is a saved mapping "${name}" already. Choose another name, or replace it.`;
      throw invalid(message, [{ path: 'name', message }]);
    }
    return this.#keep({ name, campaignCode, columns: columns.map((column) => column.label), rules: mapping });
  }

  /** Saves a mapping from a file, under a name that is free. */
  add({ name, campaignCode, columns, rules }: MappingFile): SavedMapping {
    return this.#keep({ name: this.#freeName(campaignCode, name), campaignCode, columns, rules });
  }

  remove(mappingId: string): void {
    this.#store.remove(this.find(mappingId).id);
  }

  /** Saved mappings that fit the columns of a draft, the best first. */
  matches(draftId: string): { saved: SavedMapping; fit: MappingFit }[] {
    const { campaignCode } = this.#options.draft(draftId);
    const headers = this.headers(draftId);
    return this.#store
      .all()
      .filter((record) => !record.isDamaged && (campaignCode === '' || isFor(record, campaignCode)))
      .flatMap((record) => {
        const fit = fitMapping(record, headers);
        const quality = fitQuality(record, fit);
        return quality === null ? [] : [{ record, fit, quality }];
      })
      .sort((one, other) => other.quality - one.quality || lastTime(other.record) - lastTime(one.record))
      .slice(0, MOST_MATCHES)
      .map(({ record, fit }) => ({ saved: summaryOf(record), fit }));
  }

  use(draftId: string, mappingId: string): { name: string; fit: MappingFit } {
    const headers = this.headers(draftId);
    const record = this.findWhole(mappingId);
    this.#store.countUse(record.id, this.#clock.wallNow());
    return { name: record.name, fit: fitMapping(record, headers) };
  }

  headers(draftId: string): string[] {
    return this.#options.draft(draftId).columns.map((column) => column.label);
  }

  get #store(): SavedMappingStore {
    return this.#options.store();
  }

  #keep(mapping: Omit<NewMapping, 'id' | 'savedAt'>): SavedMapping {
    return summaryOf(this.#store.save({ ...mapping, id: randomUUID(), savedAt: this.#clock.wallNow() }));
  }

  #freeName(campaignCode: string, name: string): string {
    let free = name;
    for (let count = 2; this.#store.named(campaignCode, free); count += 1) free = `${name.slice(0, 90)} ${count}`;
    return free;
  }
}

function isFor(record: MappingRecord, campaignCode: string): boolean {
  return record.campaignCode === '' || record.campaignCode === campaignCode;
}

function lastTime({ lastUsedAt, savedAt }: MappingRecord): number {
  return Math.max(lastUsedAt ?? 0, savedAt);
}

function summaryOf({ rules, columns: _columns, isDamaged, ...facts }: MappingRecord): SavedMapping {
  const columns = columnsRead(rules).length;
  return { ...facts, columns, fields: rules.length, ...(isDamaged && { isDamaged }) };
}
