// Why: decision 0173.
import type { z } from 'zod';
import type { TeamLook } from '../../foundation/team-look.ts';
import { editedCells } from '../../../../shared/domain/check/edited-cells.ts';
import { dialectSchema } from '../../../../shared/contract/account/account.ts';
import {
  type CampaignField,
  type Draft,
  type DraftSummary,
  type sentBodySchema,
  type SentRow,
  USUAL_TERMS,
} from '../../../../shared/contract/imports/imports.ts';
import type { ChannelResult } from '../../../../shared/contract/channels.ts';
import type { FieldRule, Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { withPhoneCleaning } from '../../../../shared/domain/check/check-rules.ts';
import { isTagAgreed, tagTrouble } from '../../../../shared/domain/check/tag-field.ts';
import { applyMapping, mappingProblems, withPhoneCountry } from '../../../../shared/domain/mapping/index.ts';
import { format } from '../../../../shared/domain/words/format.ts';
import { leadBody } from '../../api/outcomes/lead-body.ts';
import { invalid, notFound } from '../../foundation/failure.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { letOtherWorkRun } from '../../threads/thread-server.ts';
import { layerPathOf, readEditsOf, readLeftOutOf, readSettingsOf, fileResultOf } from '../check/layer-file.ts';
import {
  campaignLike,
  earlierPhones,
  type FieldKnowledge,
  fieldsFor,
  knownFieldsOf,
} from '../fields/field-knowledge.ts';
import type { EarlierCountry } from '../fields/phone-country.ts';
import { readPhone } from '../fields/phone-reader.ts';
import { leadOf } from '../jobs/journal/records/lead-payload.ts';
import { asBeforeWords } from './as-before.ts';
import { createDraftCountry } from './draft-country.ts';
import type { DraftRecord } from './draft-store.ts';
import { valueDoubts } from './value-doubts.ts';
import type { DraftsOnDisk } from './drafts-on-disk.ts';
import { isPasted, readAsCopied } from './pasted-cells.ts';

/** Rows that show what a rule does, and the rows of the file among which they are looked for. */
const EXAMPLES = 3;
const EXAMPLES_FROM = 1_000;

export interface DraftSurroundings {
  /** What the active account knows about fields; nothing without an account: preparing a file needs none. */
  knowledge(): FieldKnowledge;
  /** The last import of a file with this content, in the active account. */
  sentAs(fileHash: string): Draft['sentAs'];
  /** What colleagues of the open account have sent; null: none is open. */
  team(): TeamLook | null;
  /** The session of the active account, if there is one. */
  session(): AccountSession | null;
}

/** A draft as the page sees it, and as a job would send it. */
export class DraftView {
  readonly country: ReturnType<typeof createDraftCountry>;
  readonly #disk: DraftsOnDisk;
  readonly #around: DraftSurroundings;

  constructor(disk: DraftsOnDisk, around: DraftSurroundings) {
    this.#disk = disk;
    this.#around = around;
    this.country = createDraftCountry(disk, this);
  }

  fieldsOf(draft: DraftRecord): CampaignField[] {
    return fieldsFor(this.#around.knowledge(), draft.plan.campaignCode);
  }

  earlierCountry({ plan }: DraftRecord): EarlierCountry | null {
    return earlierPhones(this.#around.knowledge(), plan.campaignCode).country;
  }

  /** The draft with phones cleaned, where nobody said otherwise: to E.164 as far as their country is known. */
  withCleanPhones(draft: DraftRecord): DraftRecord {
    const knowledge = this.#around.knowledge();
    const { campaignCode } = draft.plan;
    const fields = fieldsFor(knowledge, campaignCode);
    const { asWritten } = earlierPhones(knowledge, campaignCode);
    return { ...draft, mapping: withPhoneCleaning(draft.mapping, fields, asWritten) };
  }

  /** The draft as it is now. Rejects with Failure `notFound` when it was removed meanwhile. */
  async current(draftId: string): Promise<Draft> {
    await letOtherWorkRun();
    await this.country.prepare(this.#disk.find(draftId));
    return this.whole(this.#disk.find(draftId));
  }

  whole(draft: DraftRecord): Draft {
    const reading = this.#disk.withStaged(draft, (staged) => staged.reading);
    const { mapping, suggestions, plan, choices, fileModifiedAt, readMilliseconds } = draft;
    const knowledge = this.#around.knowledge();
    const fields = fieldsFor(knowledge, plan.campaignCode);
    const rules = knowledge.colleagues.rulesOf(plan.campaignCode);
    return {
      ...summaryOf(draft),
      revision: draft.revision,
      readingId: draft.staged,
      reading: isPasted(draft) ? readAsCopied(reading) : reading,
      mapping,
      suggestions: [...suggestions],
      fields,
      known: knownFieldsOf(knowledge, plan.campaignCode),
      phoneCountry: this.country.of(draft, fields),
      result: fileResultOf(layerPathOf(this.#disk.stagedPath(draft))),
      sentAs: this.#around.sentAs(draft.fileHash),
      fileHash: this.#around.team()?.isTeam === true ? draft.fileHash : null,
      plan,
      asBefore: asBeforeWords(draft.asBefore),
      ...(rules.length === 0 ? {} : { colleagueRules: [...rules] }),
      goesOn: goesOnWords(draft),
      likeCampaign: plan.campaignCode === '' ? campaignLike(reading.columns, knowledge) : '',
      isInFolder: this.#disk.sourceFolderOf(draft) !== null,
      choices,
      fileModifiedAt,
      readMilliseconds,
    };
  }

  /** What would be sent for this row, with the edits of the check. Throws Failure `notFound`. */
  sentRow(draft: DraftRecord, row: number): SentRow {
    const found = this.#disk.withStaged(draft, (staged) => staged.rows(row - 1, 1)[0]);
    if (!found) throw notFound(`The file has no row ${row}.`);
    const cells = editedCells(found.cells, readEditsOf(layerPathOf(this.#disk.stagedPath(draft)), row));
    const mapping = this.#sentMapping(draft);
    const data = applyMapping(mapping, cells, readPhone);
    const doubts = valueDoubts(
      {
        mapping,
        fields: this.fieldsOf(draft),
        settings: readSettingsOf(layerPathOf(this.#disk.stagedPath(draft))),
        country: this.country.of(draft).value ?? '',
      },
      cells,
    );
    const fields = draft.mapping.flatMap(({ field, source }) => {
      const value = Object.hasOwn(data, field) ? data[field] : undefined;
      if (value === undefined) return [];
      const inFile = source.kind === 'constant' ? '' : source.columns.map((column) => cells[column] ?? '').join(' | ');
      return [{ field, value, inFile, doubt: doubts.get(field) ?? '' }];
    });
    const lead = { campaignCode: draft.plan.campaignCode, data, poolName: draft.plan.poolName };
    const dialect = this.#around.session()?.account.dialect ?? dialectSchema.parse({});
    return { row: found.row, line: found.line, fields, body: leadBody(lead, dialect) };
  }

  /** The first rows for which a rule has a value, with it. */
  ruleExamples(draft: DraftRecord, rule: FieldRule): ChannelResult<'import:ruleExamples'>['rows'] {
    const { columns } = this.#disk.withStaged(draft, (staged) => staged.reading);
    if (rule.source.kind === 'columns' && rule.source.columns.some((column) => column >= columns.length))
      throw invalid(`The file has ${format.count(columns.length, 'column')}; the rule names another one.`);
    const layer = layerPathOf(this.#disk.stagedPath(draft));
    const mapping = this.#sentMapping({ ...draft, mapping: [rule] });
    const valueOf = (cells: readonly string[]) => Object.values(applyMapping(mapping, cells, readPhone))[0] ?? '';
    const used = rule.source.kind === 'columns' ? rule.source.columns : [];
    return this.#disk
      .withStaged(draft, (staged) => staged.rows(0, EXAMPLES_FROM))
      .filter(({ cells }) => valueOf(cells) !== '')
      .slice(0, EXAMPLES)
      .map(({ row, line, cells }) => ({
        line,
        inFile: used.map((column) => cells[column] ?? '').join(' | '),
        value: valueOf(editedCells(cells, readEditsOf(layer, row))),
      }));
  }

  /** A page of rows as they would be sent, with the edits of the check. */
  sentRows(draft: DraftRecord, offset: number, limit: number): z.infer<typeof sentBodySchema>[] {
    const layer = layerPathOf(this.#disk.stagedPath(draft));
    const rows = this.#disk.withStaged(draft, (staged) => staged.rows(offset, limit));
    const leftOut = readLeftOutOf(layer, offset + 1, offset + limit);
    const mapping = this.#sentMapping(draft);
    const { campaignCode, poolName, terms = USUAL_TERMS } = draft.plan;
    const dialect = this.#around.session()?.account.dialect ?? dialectSchema.parse({});
    return rows.map(({ row, line, cells: inFile }) => {
      const cells = editedCells(inFile, readEditsOf(layer, row));
      const data = leadOf({ id: draft.id, mapping, terms }, { n: row, cells, payload: null });
      const isSent = !leftOut.has(row) && Object.keys(data).length > 0;
      return { row, line, body: isSent ? leadBody({ campaignCode, data, poolName }, dialect) : null };
    });
  }

  /**
   * Columns and mapping as a job keeps them: every phone is read with its country, as far as it is known. Throws Failure `validation` when the
   * draft cannot be started as it is.
   *
   * @param phoneCountry by which the rows were checked; undefined: what it is now
   */
  startable(
    draft: DraftRecord,
    phoneCountry?: string | null,
  ): { readonly columns: string[]; readonly mapping: Mapping } {
    const { columns } = this.#disk.withStaged(draft, (staged) => staged.reading);
    if (draft.rows === 0) throw invalid(`"${draft.fileName}" has no data rows, so there is nothing to import.`);
    if (draft.plan.campaignCode === '')
      throw invalid('Name the campaign first: its code says where the leads go.', [
        { path: 'plan.campaignCode', message: 'The campaign code is missing.' },
      ]);
    const problems = mappingProblems(draft.mapping, columns);
    if (problems.length > 0)
      throw invalid(
        problems.map((problem) => problem.message).join(' '),
        problems.map(({ message }) => ({ path: 'mapping', message })),
      );
    this.#refuseTag(draft);
    return { columns: columns.map((column) => column.label), mapping: this.#sentMapping(draft, phoneCountry) };
  }

  /** A tag fills no field that the import fills, and none that nobody knows or named. */
  #refuseTag(draft: DraftRecord): void {
    const { mapping, plan } = draft;
    const tagField = plan.terms?.tagField ?? null;
    const trouble = tagField === null ? null : tagTrouble(tagField, { mapping, fields: this.fieldsOf(draft) });
    if (tagField === null || trouble === null || (trouble !== 'mapped' && isTagAgreed(plan))) return;
    const message =
      trouble === 'mapped'
        ? `The field "${tagField}" is filled from the file, so it cannot take the tag. Choose another field for the tag.`
        : trouble === 'unknown'
          ? `${plan.campaignCode} is not known to have a field "${tagField}". Confirm it for the tag, or choose another field.`
          : `The field "${tagField}" is not one for any text. Confirm it for the tag, or choose another field.`;
    throw invalid(message, [{ path: 'plan.terms.tagField', message }]);
  }

  #sentMapping(draft: DraftRecord, phoneCountry = this.country.of(draft).value): Mapping {
    return withPhoneCountry(draft.mapping, phoneCountry);
  }
}

function goesOnWords({ goesOn }: DraftRecord): Draft['goesOn'] {
  if (goesOn === null) return null;
  const { jobId, name, campaignCode } = goesOn;
  return { jobId, name, campaignCode };
}

export function summaryOf(draft: DraftRecord): DraftSummary {
  const { id, fileName, fileSize, rows, step, plan, problems, savedAt, queue } = draft;
  const template = draft.template === null ? null : { name: draft.template.name };
  const { campaignCode, terms } = plan;
  return { id, fileName, fileSize, rows, step, campaignCode, problems, savedAt, template, queue, terms };
}
