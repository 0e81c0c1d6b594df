import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CoreChannelName } from '../../../../shared/contract/channels.ts';
import type { CampaignField, Draft, DraftSummary, SentRow } from '../../../../shared/contract/imports/imports.ts';
import type { ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import {
  applyMapping,
  mappingFromSuggestions,
  mappingProblems,
  withPhoneCountry,
} from '../../../../shared/domain/mapping/index.ts';
import { leadBody } from '../../api/outcomes/lead-body.ts';
import { dialectSchema } from '../../../../shared/contract/account/account.ts';
import { invalid, notFound } from '../../foundation/failure.ts';
import { fileFailure } from '../../files/foundation/file-trouble.ts';
import { openStaged } from '../../files/staging/staging.ts';
import type { CallContext, FeatureServices, Handlers } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { createChecks, type Checks } from '../check/check-feature.ts';
import { editedCells } from '../check/check-layer.ts';
import { layerPathOf, readEditsOf, readStepsOf, removeLayer } from '../check/layer-file.ts';
import { createDraftFile } from './draft-file.ts';
import { createDraftCountry } from './draft-country.ts';
import { readDraft } from './draft-reading.ts';
import { openDraftStore, type DraftRecord, type DraftStore } from './draft-store.ts';
import { followSuggestions } from './draft-suggestions.ts';
import {
  campaignsOf,
  type FieldKnowledge,
  fieldsFor,
  knownFieldsOf,
  suggestionsFor,
} from '../fields/field-knowledge.ts';
import { readPhone } from '../fields/phone-reader.ts';

type Sample = { readonly name: string; readonly description: string; readonly bytes: Uint8Array };
export type DraftChannel = Exclude<
  Extract<CoreChannelName, `import:${string}` | `check:${string}`>,
  'import:start' | 'import:lookUpFields'
>;

/** A person is asked after so many equal refusals, unless they choose otherwise. */
const STOP_AFTER = 25;

export interface DraftsOptions {
  samples(): Promise<readonly Sample[]>;
  /** What the active account knows about fields; nothing without an account: preparing a file needs none. */
  knowledge(): FieldKnowledge;
  /** The session of the active account, if there is one. */
  session(): AccountSession | null;
}

export interface Drafts {
  readonly handlers: Handlers<DraftChannel>;
  /** Opened on first use. */
  store(): DraftStore;
  find(draftId: string): DraftRecord;
  /**
   * Columns and mapping as a job keeps them: every phone is read with a country. Fails with `validation` when the draft
   * cannot be started as it stands.
   */
  startable(draft: DraftRecord): { readonly columns: string[]; readonly mapping: Mapping };
  /** Its check lets go of the draft's files; what a person changed is on the disk then. */
  release(draft: DraftRecord): Promise<void>;
  /** Whether its file is being read in another way at this moment. */
  isBeingRead(draftId: string): boolean;
  close(): Promise<void>;
}

/** Imports that a person is still preparing. Every choice is on the disk when its call is answered. */
export function createDrafts(services: FeatureServices, options: DraftsOptions): Drafts {
  const { clock } = services;
  let opened: DraftStore | null = null;
  /** Readings under way, by draft. */
  const readings = new Map<string, Promise<Draft>>();
  const checks: Checks = createChecks(services, {
    session: () => options.session(),
    target(draftId) {
      const draft = find(draftId);
      return {
        draftId,
        stagedPath: store().stagedPath(draft),
        mapping: draft.mapping,
        fields: fieldsOf(draft),
        campaignCode: draft.plan.campaignCode,
      };
    },
  });
  const country = createDraftCountry({ withStaged, stagedPath: (draft) => store().stagedPath(draft), fieldsOf });

  function store(): DraftStore {
    opened ??= openDraftStore(join(services.dataFolder, 'drafts'), clock.wallNow());
    return opened;
  }

  function find(draftId: string): DraftRecord {
    const draft = store().find(draftId);
    if (!draft) throw notFound('This draft is not kept here any more. It was started or deleted.');
    return draft;
  }

  function fieldsOf(draft: DraftRecord): CampaignField[] {
    return fieldsFor(options.knowledge(), draft.plan.campaignCode);
  }

  function summary(draft: DraftRecord): DraftSummary {
    const { id, fileName, fileSize, rows, step, plan, savedAt } = draft;
    return { id, fileName, fileSize, rows, step, campaignCode: plan.campaignCode, savedAt };
  }

  function whole(draft: DraftRecord): Draft {
    const reading = withStaged(draft, (staged) => staged.reading);
    const { mapping, suggestions, plan, choices, fileModifiedAt, readMilliseconds } = draft;
    const knowledge = options.knowledge();
    const fields = fieldsFor(knowledge, plan.campaignCode);
    return {
      ...summary(draft),
      readingId: draft.staged,
      reading,
      mapping,
      suggestions: [...suggestions],
      fields,
      known: knownFieldsOf(knowledge, plan.campaignCode),
      phoneCountry: country.of(draft, fields),
      plan,
      choices,
      fileModifiedAt,
      readMilliseconds,
    };
  }

  function withStaged<Value>(draft: DraftRecord, work: (staged: ReturnType<typeof openStaged>) => Value): Value {
    try {
      const staged = openStaged(store().stagedPath(draft));
      try {
        return work(staged);
      } finally {
        staged.close();
      }
    } catch (error) {
      throw fileFailure(error);
    }
  }

  async function open(
    path: string,
    name: string,
    id: string,
    choices: ReadingChoices,
    callId: string | undefined,
    context: CallContext,
  ): Promise<Draft> {
    try {
      const found = await readDraft(services, { folder: store().folderOf(id), path, name, choices, callId }, context);
      const plan = { campaignCode: '', poolName: null, stopAfterSameRefusal: STOP_AFTER };
      const suggestions = suggestionsFor(found.reading.columns, options.knowledge(), '');
      const { reading, ...facts } = found;
      const draft: DraftRecord = {
        ...facts,
        id,
        fileName: name,
        path,
        rows: reading.rows,
        step: 'file',
        choices,
        mapping: mappingFromSuggestions(suggestions),
        plan,
        suggestions,
        suggestedFor: '',
        savedAt: clock.wallNow(),
        startedIn: null,
      };
      store().save(draft);
      return whole(draft);
    } catch (error) {
      rmSync(store().folderOf(id), { recursive: true, force: true });
      throw error;
    }
  }

  async function openSample(name: string, callId: string | undefined, context: CallContext): Promise<Draft> {
    const sample = (await options.samples()).find((candidate) => candidate.name === name);
    if (!sample) throw notFound(`There is no sample named "${name.slice(0, 100)}".`);
    const id = randomUUID();
    const folder = store().folderOf(id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'sample');
    await writeFile(path, sample.bytes, { mode: 0o600 });
    return open(path, sample.name, id, {}, callId, context);
  }

  /**
   * Reads the file in another way. What a person chose meanwhile (campaign, mapping, step) stays: only the facts of the
   * reading are put into the draft as it is then. One reading after the other.
   */
  async function reread(
    draftId: string,
    choices: ReadingChoices,
    callId: string | undefined,
    context: CallContext,
  ): Promise<Draft> {
    const before = readings.get(draftId);
    const reading = (async () => {
      await before?.catch(() => undefined);
      return readInto(find(draftId), choices, callId, context);
    })();
    readings.set(draftId, reading);
    try {
      return await reading;
    } finally {
      if (readings.get(draftId) === reading) readings.delete(draftId);
    }
  }

  async function readInto(
    asked: DraftRecord,
    choices: ReadingChoices,
    callId: string | undefined,
    context: CallContext,
  ): Promise<Draft> {
    const folder = store().folderOf(asked.id);
    const { path, fileName: name } = asked;
    const { reading, ...facts } = await readDraft(services, { folder, path, name, choices, callId }, context);
    await checks.release(asked.id);
    // From here to the end nothing else has a turn.
    const draft = store().find(asked.id);
    if (draft === undefined) {
      rmSync(folder, { recursive: true, force: true });
      throw notFound('The draft was started or deleted while its file was read. Nothing was changed.');
    }
    const before = withStaged(draft, (staged) => staged.reading.columns.map((column) => column.label));
    const suggestions = suggestionsFor(reading.columns, options.knowledge(), draft.plan.campaignCode);
    const isSame = before.join('\n') === reading.columns.map((column) => column.label).join('\n');
    const next: DraftRecord = {
      ...draft,
      ...facts,
      rows: reading.rows,
      choices,
      suggestions,
      suggestedFor: draft.plan.campaignCode,
      // Columns are named by position: under other columns the old mapping would send the wrong values.
      mapping: isSame ? draft.mapping : mappingFromSuggestions(suggestions),
      savedAt: clock.wallNow(),
    };
    store().save(next);
    country.carryOver(draft, next);
    // Other choices give other rows and columns: an edit of the old ones would land in a strange cell.
    removeLayer(store().stagedPath(draft));
    rmSync(store().stagedPath(draft), { force: true });
    return whole(next);
  }

  /** With suggestions of what is known now; what a person chose stays. */
  function suggestedAgain(draft: DraftRecord): DraftRecord {
    const { campaignCode } = draft.plan;
    const columns = withStaged(draft, (staged) => staged.reading.columns);
    const suggestions = suggestionsFor(columns, options.knowledge(), campaignCode);
    const mapping = followSuggestions(draft.mapping, draft.suggestions, suggestions);
    return { ...draft, suggestions, suggestedFor: campaignCode, mapping };
  }

  /**
   * After the check, mapping and suggestions stay as they were looked at: only back at the columns, where a person sees
   * what changes, do they follow a campaign that was named meanwhile.
   */
  function followed(draft: DraftRecord, isAsked: boolean): DraftRecord {
    const isEarly = draft.step === 'file' || draft.step === 'columns';
    const isOfAnother = draft.suggestedFor !== draft.plan.campaignCode;
    return isEarly && (isAsked || isOfAnother) ? suggestedAgain(draft) : draft;
  }

  function sentRow(draft: DraftRecord, row: number): SentRow {
    const found = withStaged(draft, (staged) => staged.rows(row - 1, 1)[0]);
    if (!found) throw notFound(`The file has no row ${row}.`);
    const cells = editedCells(found.cells, readEditsOf(layerPathOf(store().stagedPath(draft)), row));
    const data = applyMapping(withPhoneCountry(draft.mapping, country.of(draft).value), cells, readPhone);
    const fields = draft.mapping.flatMap(({ field, source }) => {
      const value = data[field];
      if (value === undefined) return [];
      const inFile = source.kind === 'constant' ? '' : source.columns.map((column) => cells[column] ?? '').join(' | ');
      return [{ field, value, inFile }];
    });
    const lead = { campaignCode: draft.plan.campaignCode, data, poolName: draft.plan.poolName };
    return { row: found.row, line: found.line, fields, body: leadBody(lead, dialectNow()) };
  }

  function dialectNow() {
    return options.session()?.account.dialect ?? dialectSchema.parse({});
  }

  const draftFile = createDraftFile({
    find,
    withStaged,
    correctionsIn: (draft) => readStepsOf(layerPathOf(store().stagedPath(draft))),
  });

  return {
    store,
    find,

    startable(draft) {
      const reading = withStaged(draft, (staged) => staged.reading);
      if (draft.rows === 0) throw invalid(`"${draft.fileName}" has no data rows, so there is nothing to import.`);
      if (draft.plan.campaignCode === '')
        throw invalid('Name the campaign first: its code says where the leads go.', [
          { path: 'plan.campaignCode', message: 'The campaign code is missing.' },
        ]);
      const problems = mappingProblems(draft.mapping, reading.columns);
      if (problems.length > 0)
        throw invalid(
          problems.map((problem) => problem.message).join(' '),
          problems.map(({ message }) => ({ path: 'mapping', message })),
        );
      return {
        columns: reading.columns.map((column) => column.label),
        mapping: withPhoneCountry(draft.mapping, country.of(draft).value),
      };
    },

    release: (draft) => checks.release(draft.id),
    isBeingRead: (draftId) => readings.has(draftId),

    async close() {
      opened?.close();
      opened = null;
      await draftFile.close();
      await checks.close();
    },

    handlers: {
      ...checks.handlers,
      ...draftFile.handlers,
      'import:open': async ({ token, choices = {}, callId }, context) => {
        const file = services.grantedFile(token, 'read');
        return open(file.path, file.name, randomUUID(), choices, callId, context);
      },
      'import:samples': async () => ({
        samples: (await options.samples()).map(({ name, description }) => ({ name, description })),
      }),
      'import:openSample': async ({ name, callId }, context) => openSample(name, callId, context),
      'import:drafts': async () => ({ drafts: store().all().map(summary) }),
      'import:draft': async ({ draftId }) => whole(find(draftId)),
      'import:reread': async ({ draftId, choices, callId }, context) => reread(draftId, choices, callId, context),
      'import:rows': async ({ draftId, offset, limit }) => ({
        rows: withStaged(find(draftId), (staged) => staged.rows(offset, limit)),
      }),
      'import:saveDraft': async ({ draftId, step, mapping, plan, phoneCountry, suggestAgain = false }) => {
        if (phoneCountry !== undefined) {
          await checks.release(draftId);
          country.choose(find(draftId), phoneCountry);
        }
        // As it is now, and not as it was before the check let go.
        const draft = find(draftId);
        const chosen: DraftRecord = {
          ...draft,
          ...(step === undefined ? {} : { step }),
          ...(mapping === undefined ? {} : { mapping }),
          ...(plan === undefined ? {} : { plan }),
        };
        const next = { ...followed(chosen, suggestAgain), savedAt: clock.wallNow() };
        store().save(next);
        if (step === 'columns' || step === 'check') checks.prepare();
        return whole(next);
      },
      'import:sentRow': async ({ draftId, row }) => sentRow(find(draftId), row),
      'import:deleteDraft': async ({ draftId }) => {
        const draft = find(draftId);
        await checks.release(draft.id);
        store().remove(draft.id);
        return {};
      },
      'import:campaigns': async () => ({ campaigns: campaignsOf(options.knowledge()) }),
    },
  };
}
