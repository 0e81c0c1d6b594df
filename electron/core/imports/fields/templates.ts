// Why: decision 0085 and decision 0386.
import { randomUUID } from 'node:crypto';
import type { ChannelArgs, ChannelResult } from '../../../../shared/contract/channels.ts';
import type {
  MappingFit,
  Template,
  TemplateContent,
  TemplateKeeps,
  TemplateMatch,
  TemplateParts,
} from '../../../../shared/contract/imports/templates.ts';
import { columnsRead, fitMapping, fitQuality, isNamedAlike } from '../../../../shared/domain/mapping/index.ts';
import { type PoolBasis, poolNameOf } from '../../../../shared/domain/service/pool-name.ts';
import { Failure, invalid, notFound } from '../../foundation/failure.ts';
import type { Clock } from '../../foundation/ports.ts';
import { isFor, type NewTemplate, type TemplateRecord, type TemplateStore } from './template-store.ts';

/** Templates offered for a draft: more than a person compares. */
const MOST_MATCHES = 5;

/** A table for which a template is looked for. */
export interface TableOfDraft extends PoolBasis {
  readonly labels: readonly string[];
  /** '' before one is named. */
  readonly campaignCode: string;
}

/** What a template is made of: everything but the name that a person gives it. */
export type TemplateBasis = Omit<TemplateContent, 'name' | 'parts'> & { readonly parts: TemplateParts };

/** Templates that the person at the open account saved. */
export class Templates {
  readonly #clock: Clock;
  readonly #opened: () => TemplateStore;

  /** @param opened the store of the open account */
  constructor(clock: Clock, opened: () => TemplateStore) {
    this.#clock = clock;
    this.#opened = opened;
  }

  /** @throws Failure `notFound`, or `file` for one that a damage has made unreadable */
  findWhole(templateId: string): TemplateRecord {
    const record = this.#find(templateId);
    if (!record.isDamaged) return record;
    const message = `What was saved as "${record.name}" is damaged and cannot be read. Remove it and save the template again.`;
    throw new Failure({ code: 'file', reason: 'damaged', message });
  }

  /** @param campaignCode null for those of every campaign */
  list(campaignCode: string | null): Template[] {
    const records = this.#store.all().filter((record) => campaignCode === null || isFor(record, campaignCode));
    return records.map(summaryOf);
  }

  /** What a template made from this would contain. */
  propose({ campaignCode, rules, parts }: TemplateBasis): ChannelResult<'template:propose'> {
    const base = parts.fileName.replace(/\.[a-z0-9]{1,5}$/i, '');
    // A date or a number in the name of the file is about that file.
    const words = base.replaceAll(/[_-]+|\d+/g, ' ').replaceAll(/\(\s*\)/g, ' ');
    const name = (words.replaceAll(/\s+/g, ' ').trim() || base).slice(0, 100);
    return { name, campaignCode, columns: columnsRead(rules).length, fields: rules.length, keeps: keepsOf(parts) };
  }

  /** Throws Failure `validation` for a name that is taken. */
  save(basis: TemplateBasis, asked: Omit<ChannelArgs<'template:save'>, 'from'>): Template {
    const { name, campaignCode, poolScheme, replace } = asked;
    if (!replace) this.#refuseTaken(campaignCode, name);
    return this.#keep({ ...basis, name, campaignCode, parts: { ...basis.parts, poolScheme } });
  }

  /** Throws Failure `validation` for a name that is taken. */
  rename(templateId: string, name: string): Template {
    const { campaignCode, id } = this.#find(templateId);
    const other = this.#store.named(campaignCode, name);
    if (other !== undefined && other.id !== id) this.#refuseTaken(campaignCode, name);
    this.#store.rename(id, name);
    return summaryOf(this.#find(id));
  }

  /** Saves a template from a file, under a name that is free. */
  add(template: TemplateContent): Template {
    return this.#keep({ ...template, name: this.#freeName(template.campaignCode, template.name) });
  }

  remove(templateId: string): void {
    this.#store.remove(this.#find(templateId).id);
  }

  countUse(templateId: string): void {
    this.#store.countUse(templateId, this.#clock.wallNow());
  }

  /** Templates that fit the columns of a draft, the best first. */
  matches(table: TableOfDraft): TemplateMatch[] {
    return fittingTemplates(this.#store.all(), table).map(({ record, fit, isAlike }) => {
      const scheme = record.parts?.poolScheme ?? null;
      const poolName = scheme === null ? null : poolNameOf(scheme, table);
      return { template: summaryOf(record), fit, isNamedAlike: isAlike, poolName };
    });
  }

  get #store(): TemplateStore {
    return this.#opened();
  }

  #find(templateId: string): TemplateRecord {
    const record = this.#store.find(templateId);
    if (!record) throw notFound('This template was removed.');
    return record;
  }

  #refuseTaken(campaignCode: string, name: string): void {
    if (this.#store.named(campaignCode, name) === undefined) return;
    const message = `There is a template "${name}" already. Choose another name, or replace it.`;
    throw invalid(message, [{ path: 'name', message }]);
  }

  #keep(template: Omit<NewTemplate, 'id' | 'savedAt'>): Template {
    return summaryOf(this.#store.save({ ...template, id: randomUUID(), savedAt: this.#clock.wallNow() }));
  }

  #freeName(campaignCode: string, name: string): string {
    let free = name;
    for (let count = 2; this.#store.named(campaignCode, free); count += 1) free = `${name.slice(0, 90)} ${count}`;
    return free;
  }
}

export interface FittingTemplate {
  readonly record: TemplateRecord;
  readonly fit: MappingFit;
  /** It came with a file named alike. */
  readonly isAlike: boolean;
}

/** The templates, those that fit the columns best first; of equals, those from a file with a similar name. */
export function fittingTemplates(
  records: readonly TemplateRecord[],
  { labels, campaignCode, fileName }: Pick<TableOfDraft, 'labels' | 'campaignCode' | 'fileName'>,
): FittingTemplate[] {
  return records
    .filter((record) => !record.isDamaged && (campaignCode === '' || isFor(record, campaignCode)))
    .flatMap((record) => {
      const fit = fitMapping(record, labels);
      const quality = fitQuality(record, fit);
      const isAlike = record.parts !== null && isNamedAlike(record.parts.fileName, fileName);
      return quality === null ? [] : [{ record, fit, quality, isAlike }];
    })
    .sort(
      (one, other) =>
        other.quality - one.quality ||
        Number(other.isAlike) - Number(one.isAlike) ||
        lastTime(other.record) - lastTime(one.record),
    )
    .slice(0, MOST_MATCHES);
}

function lastTime({ lastUsedAt, savedAt }: TemplateRecord): number {
  return Math.max(lastUsedAt ?? 0, savedAt);
}

function summaryOf({ rules, columns: _columns, parts, isDamaged, ...facts }: TemplateRecord): Template {
  const columns = columnsRead(rules).length;
  const keeps = parts === null ? null : keepsOf(parts);
  return { ...facts, columns, fields: rules.length, keeps, ...(isDamaged && { isDamaged }) };
}

/** What a template does beside its mapping, in short. */
export function keepsOf({ rules: { fields, duplicateKey }, ...parts }: TemplateParts): TemplateKeeps {
  return { ...parts, rules: fields.length + (duplicateKey === null ? 0 : 1) };
}
