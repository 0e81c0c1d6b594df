import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFile, removeFolder } from '../../foundation/patient-files.ts';
import type { Draft, Plan } from '../../../../shared/contract/imports/imports.ts';
import type { ColumnProfile, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { type Mapping, mappingFromSuggestions } from '../../../../shared/domain/mapping/index.ts';
import { suggestedPoolName } from '../../../../shared/domain/service/pool-name.ts';
import { hashOf } from '../../files/foundation/file-hash.ts';
import { invalid, notFound } from '../../foundation/failure.ts';
import type { PracticeSample } from '../../foundation/ports.ts';
import type { ReadingThreads } from '../../files/staging/staging.ts';
import type { CallContext, FeatureServices } from '../../sessions/feature.ts';
import { makeOwnFolder } from '../../storage/own-folder.ts';
import { claimFolder } from '../../storage/working-folder.ts';
import {
  carrySettingsOver,
  fileResultOf,
  layerPathOf,
  readLastStepOf,
  readSettingsOf,
  removeLayer,
  saveSettingsIn,
} from '../check/layer-file.ts';
import type { ResultSample } from '../jobs/result/job-of-result.ts';
import { followSettings } from './as-before.ts';
import { draftSuggestions, suggestedInto, suggestedMapping } from './draft-suggestions.ts';
import { leaveOutAnswered, sampleOfResult } from './answered-rows.ts';
import { readDraft } from './draft-reading.ts';
import type { DraftRecord } from './draft-store.ts';
import { type CarriedFromJob, carryOver } from './goes-on.ts';
import type { DraftSurroundings, DraftView } from './draft-view.ts';
import type { DraftsOnDisk } from './drafts-on-disk.ts';
import { AS_COPIED, PASTED, PASTED_FILE } from './pasted-cells.ts';

/** Equal refusals in a row after which a job stops and asks, unless the person chose another number. */
const STOP_AFTER = 25;

const CHANGED_MEANWHILE =
  'Rows were changed under Check while the file was read again. They stay, and the file is read as before. Choose again to drop these changes.';

/** What a draft takes from the import that its file is the result of. */
export interface FormerImport {
  readonly name: string;
  readonly mapping: Mapping;
  readonly plan: Plan;
}

export interface DraftReadingsOptions extends Pick<DraftSurroundings, 'knowledge'> {
  readonly threads: ReadingThreads;
  samples(): Promise<readonly PracticeSample[]>;
  /** The import that a result file comes from; null: the open account has none. */
  ofResult(sample: ResultSample): FormerImport | null;
  /** Zone of the account, or the service's own. */
  zone(): string;
  /** Closes the files that the check of this draft holds. */
  release(draftId: string): Promise<void>;
}

/** What a page asks to be read. */
interface ReadingRequest {
  readonly choices: ReadingChoices;
  /** Named in progress events. */
  readonly callId: string | undefined;
  /** The new draft becomes the last of this queue. */
  readonly queueId?: string | undefined;
}

interface FileToRead {
  readonly path: string;
  /** As people know the file. */
  readonly name: string;
}

/** Rows that become a draft without a file of a person. */
export interface CopiedRows {
  readonly name: string;
  readonly rows: number;
  /** Writes header and rows as UTF-8 CSV, every cell in quotes. */
  write(path: string): Promise<void>;
  readonly mapping: Mapping;
  readonly plan: Plan;
}

/** Completes a draft before anybody sees it: half of it would be a list that can be sent beside the job it comes from. */
type Finish = (draft: DraftRecord) => Promise<DraftRecord>;

/** Reads files into drafts: a new draft, or a draft that is read in another way. Closing it cancels what is being read. */
export class DraftReadings implements AsyncDisposable {
  readonly #services: FeatureServices;
  readonly #disk: DraftsOnDisk;
  readonly #view: DraftView;
  readonly #options: DraftReadingsOptions;
  /** The last reading of each draft that is being read in another way. */
  readonly #rereadings = new Map<string, Promise<Draft>>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  constructor(services: FeatureServices, disk: DraftsOnDisk, view: DraftView, options: DraftReadingsOptions) {
    this.#services = services;
    this.#disk = disk;
    this.#view = view;
    this.#options = options;
  }

  /** Makes a draft of a file. */
  open(file: FileToRead, request: ReadingRequest, context: CallContext): Promise<Draft> {
    return this.#shown(this.#make(async () => file, request, context));
  }

  /** Makes a draft of one of the samples. Rejects with Failure `notFound` when there is none of that name. */
  async openSample(name: string, callId: string | undefined, context: CallContext): Promise<Draft> {
    const sample = (await this.#options.samples()).find((candidate) => candidate.name === name);
    if (!sample) throw notFound(`There is no sample named "${name.slice(0, 100)}".`);
    const written = (path: string) => writeFile(path, sample.bytes, { mode: 0o600 });
    return this.#shown(this.#make(copyNamed('sample', sample.name, written), { choices: {}, callId }, context));
  }

  /** Makes a draft of rows that are at hand, with a mapping and a plan that fit them. */
  openCopy(copied: CopiedRows, context: CallContext): Promise<Draft> {
    const { mapping, plan } = copied;
    const finish: Finish = async (draft) => ({
      ...draft,
      mapping,
      plan,
      suggestedFor: plan.campaignCode,
      step: 'check',
    });
    return this.#openRows(copied, finish, context);
  }

  /** The same of rows that go on from a job: a person looks first at the fields of the campaign. */
  goOn(copied: CopiedRows & CarriedFromJob, context: CallContext): Promise<Draft> {
    const { mapping, plan, from } = copied;
    const { campaignCode } = plan;
    const finish: Finish = async (read) => {
      await carryOver(copied, this.#disk.stagedPath(read));
      const columns = this.#disk.withStaged(read, (staged) => staged.reading.columns);
      const suggestions = draftSuggestions(columns, this.#options.knowledge(), campaignCode);
      return { ...read, suggestions, suggestedFor: campaignCode, mapping, plan, step: 'columns', goesOn: from };
    };
    return this.#openRows(copied, finish, context);
  }

  #openRows({ name, rows, write }: CopiedRows, finish: Finish, context: CallContext): Promise<Draft> {
    // Known, so nothing is guessed: a last row that looks like a total is a row.
    const choices = { encoding: 'utf-8', delimiter: ',', headerLine: 1, firstDataLine: 2, lastDataLine: rows + 1 };
    const request = { choices, callId: undefined };
    return this.#shown(this.#make(copyNamed('sample', name, write), request, context, finish));
  }

  /** Makes a draft of cells that were copied in a spreadsheet program. */
  openPasted(text: string, callId: string | undefined, context: CallContext): Promise<Draft> {
    const request = { choices: AS_COPIED, callId };
    const written = (path: string) => writeFile(path, text, { mode: 0o600 });
    return this.#shown(this.#make(copyNamed(PASTED_FILE, PASTED, written), request, context));
  }

  /** The newest draft that was read from a file with this name and content; null when there is none. */
  async draftOf({ path, name }: FileToRead, { signal }: CallContext): Promise<DraftRecord | null> {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    const alike = this.#disk.store.all().filter((draft) => draft.fileName === name && draft.fileSize === size);
    if (alike.length === 0) return null;
    const hash = await hashOf(path, signal);
    return alike.find((draft) => draft.fileHash === hash) ?? null;
  }

  /**
   * Reads the file of a draft in another way. What a person chose meanwhile (campaign, mapping, step) stays: only the
   * facts of the reading are put into the draft as it is then. Readings of one draft follow one another.
   */
  async reread(draftId: string, request: ReadingRequest, context: CallContext): Promise<Draft> {
    if (this.#disk.find(draftId).goesOn !== null)
      throw invalid('These rows come from an import and keep their repairs, so they are not read in another way.');
    const before = this.#rereadings.get(draftId);
    const reading = this.#own(context, async (signal) => {
      // Its own caller gets the error of the reading before. Without one the changes of the draft are counted at once.
      if (before !== undefined) await before.catch(() => undefined);
      return this.#readAgain(this.#disk.find(draftId), request, signal);
    });
    this.#rereadings.set(draftId, reading);
    try {
      return await reading;
    } finally {
      if (this.#rereadings.get(draftId) === reading) this.#rereadings.delete(draftId);
    }
  }

  isBeingRead(draftId: string): boolean {
    return this.#rereadings.has(draftId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  async #shown(made: Promise<DraftRecord>): Promise<Draft> {
    return this.#view.current((await made).id);
  }

  async #own<Value>(context: CallContext, read: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const reading = read(AbortSignal.any([context.signal, this.#closing.signal]));
    this.#running.add(reading);
    try {
      return await reading;
    } finally {
      this.#running.delete(reading);
    }
  }

  /** Makes a draft in a folder of its own, which nobody takes for left behind before the draft is saved. */
  #make(
    fileIn: (folder: string) => Promise<FileToRead>,
    request: ReadingRequest,
    context: CallContext,
    finish: Finish = async (draft) => draft,
  ): Promise<DraftRecord> {
    return this.#own(context, async (signal) => {
      const id = randomUUID();
      const folder = this.#disk.store.folderOf(id);
      using _claim = claimFolder(folder);
      try {
        makeOwnFolder(folder);
        const draft = await finish(await this.#readNew(id, await fileIn(folder), request, signal));
        this.#disk.store.save(draft);
        if (request.queueId !== undefined) this.#disk.store.queues.append(request.queueId, id);
        return draft;
      } catch (error) {
        removeFolder(folder);
        throw error;
      }
    });
  }

  async #readNew(id: string, file: FileToRead, request: ReadingRequest, signal: AbortSignal): Promise<DraftRecord> {
    const { store } = this.#disk;
    const { reading, ...facts } = await readDraft(
      this.#services,
      { folder: store.folderOf(id), ...file, ...request },
      { signal, threads: this.#options.threads },
    );
    const suggestions = draftSuggestions(reading.columns, this.#options.knowledge(), '');
    const read: DraftRecord = {
      ...facts,
      id,
      fileName: file.name,
      path: file.path,
      rows: reading.rows,
      step: 'file',
      choices: request.choices,
      mapping: mappingFromSuggestions(suggestions),
      plan: { campaignCode: '', poolName: this.#poolName(file.name), stopAfterSameRefusal: STOP_AFTER },
      suggestions,
      suggestedFor: '',
      asBefore: null,
      problems: null,
      savedAt: this.#services.clock.wallNow(),
      revision: 0,
      startedIn: null,
      goesOn: null,
      template: null,
      queue: null,
    };
    const sample = this.#disk.withStaged(read, sampleOfResult);
    const former = sample === null ? null : this.#options.ofResult(sample);
    const draft = former === null ? read : { ...read, ...this.#likeFormer(former, reading.columns) };
    this.#disk.withStaged(draft, (staged) => leaveOutAnswered(staged, store.stagedPath(draft), former?.name ?? null));
    return draft;
  }

  /** The rows of a result file go on as they were planned, into the same campaign and pool. */
  #likeFormer({ mapping, plan }: FormerImport, columns: readonly ColumnProfile[]) {
    const suggestions = draftSuggestions(columns, this.#options.knowledge(), plan.campaignCode);
    return { mapping, plan, suggestions, suggestedFor: plan.campaignCode };
  }

  /** A pool of its own for each import: it can be counted and deleted in the service. */
  #poolName(fileName: string): string {
    return suggestedPoolName(fileName, this.#options.zone(), this.#services.clock.wallNow());
  }

  async #readAgain(asked: DraftRecord, request: ReadingRequest, signal: AbortSignal): Promise<Draft> {
    const { store } = this.#disk;
    const folder = store.folderOf(asked.id);
    const file = { path: asked.path, name: asked.fileName };
    const lastStep = readLastStepOf(layerPathOf(store.stagedPath(asked)));
    const { reading, ...facts } = await readDraft(
      this.#services,
      { folder, ...file, ...request },
      { signal, threads: this.#options.threads },
    );
    await this.#options.release(asked.id);
    // From here to the end nothing is awaited, so nothing else changes the draft.
    const draft = store.find(asked.id);
    if (draft === undefined) {
      removeFolder(folder);
      throw notFound('The draft was started or deleted while its file was read. Nothing was changed.');
    }
    const layer = layerPathOf(store.stagedPath(draft));
    if (readLastStepOf(layer) > lastStep) {
      removeFile(join(folder, facts.staged));
      throw invalid(CHANGED_MEANWHILE);
    }
    const labels = reading.columns.map((column) => column.label);
    const before = this.#disk.withStaged(draft, (staged) => staged.reading.columns.map((column) => column.label));
    const known = suggestedInto(reading.columns, this.#options.knowledge(), draft.plan.campaignCode);
    const next: DraftRecord = {
      ...draft,
      ...facts,
      ...known,
      rows: reading.rows,
      problems: null,
      choices: request.choices,
      // Rules name columns by position: under other columns the old mapping would send the wrong values.
      mapping: before.join('\n') === labels.join('\n') ? draft.mapping : suggestedMapping(known),
      // What it was before had the columns of the former reading.
      template: null,
      savedAt: this.#services.clock.wallNow(),
      revision: draft.revision + 1,
    };
    const from = fileResultOf(layer)?.from ?? null;
    this.#disk.withStaged(next, (staged) => leaveOutAnswered(staged, store.stagedPath(next), from));
    // Before the draft is the new one: a failure leaves it with its rules.
    carrySettingsOver(layer, layerPathOf(store.stagedPath(next)));
    const rules = followSettings(readSettingsOf(layer), draft.asBefore, known.asBefore);
    if (rules !== null) saveSettingsIn(layerPathOf(store.stagedPath(next)), rules);
    store.save(next);
    // Other choices give other rows and columns: an edit of the old ones would change the wrong cell.
    removeLayer(store.stagedPath(draft));
    removeFile(store.stagedPath(draft));
    return this.#view.current(next.id);
  }
}

/** A file that lies in the folder of its draft. `name`: as people know it. */
function copyNamed(
  file: string,
  name: string,
  write: (path: string) => Promise<void>,
): (folder: string) => Promise<FileToRead> {
  return async (folder) => {
    const path = join(folder, file);
    await write(path);
    return { path, name };
  };
}
