import { join } from 'node:path';
import { USUAL_TERMS } from '../../../shared/contract/imports/imports.ts';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import type { JobOrigin } from '../../../shared/contract/jobs/origin.ts';
import { orderIn } from '../../../shared/domain/jobs/row-order.ts';
import { dayWords } from '../../../shared/domain/service/service-time.ts';
import { formatWords } from '../../../shared/domain/files/format-words.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { fileFailure } from '../files/foundation/file-trouble.ts';
import { originOfRows } from '../files/staging/staged-origin.ts';
import { openStaged } from '../files/staging/staging.ts';
import { Failure, invalid, notFound } from '../foundation/failure.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { takeLease } from '../storage/lease.ts';
import { openDraftRows } from './check/draft-rows.ts';
import {
  layerPathOf,
  layerTrouble,
  openCheckLayer,
  readDuplicateAnswersOf,
  readSettingsOf,
  saveCampaignIn,
} from './check/layer-file.ts';
import { refuseStale } from './drafts/draft-revision.ts';
import type { DraftRecord } from './drafts/draft-store.ts';
import { type Drafts, draftsOfQueue } from './drafts/drafts.ts';
import type { HeldJob } from './jobs/held-job.ts';
import { journalHasJob } from './jobs/journal/job-store.ts';
import type { Jobs } from './jobs/jobs.ts';

type InSlices = Parameters<Parameters<Jobs['start']>[1]>[0];

export interface StartOptions {
  /**
   * True: a person wants every row sent, whatever other jobs have sent. False: rows whose leads another job has sent are
   * skipped, and it is refused when a job of the same file is known only by what was sent of it. Default true.
   */
  readonly sendAgain?: boolean | undefined;
  /** A person knows of such a job, or the rows were compared with their campaign: it is not refused for it. */
  readonly isFileKnown?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (rows: number, rowsTotal: number) => void;
  /** The revision of the draft that is meant; left out: whatever it is. */
  readonly revision?: number | undefined;
  /**
   * Of phones without a prefix, as their rows were checked: another import may have shown the campaign's country since. Left
   * out: what the draft has now.
   */
  readonly phoneCountry?: string | null | undefined;
  /** When the draft that is meant was saved last, also by a change of a row; left out: whenever. */
  readonly savedAt?: number;
}

/** What the check of a draft answers for its start. */
interface CheckedRows {
  readonly rows: number;
  readonly phoneCountry: string | null;
}

/** Makes jobs of drafts, in one account. */
export class StartImport {
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  readonly #drafts: Drafts;
  readonly #jobs: Jobs;
  readonly #starting = new Map<string, Promise<JobSummary>>();

  constructor(services: FeatureServices, session: AccountSession, drafts: Drafts, jobs: Jobs) {
    this.#services = services;
    this.#session = session;
    this.#drafts = drafts;
    this.#jobs = jobs;
  }

  /**
   * Answers the job of the draft, and starts it when it has none yet. Two calls for one draft share one start.
   *
   * @throws Failure `validation` when the draft cannot be started now, `notFound` when another account started it, `file`
   *   when a file of the draft is damaged or the disk is full
   */
  start(draftId: string, asked: StartOptions = {}): Promise<JobSummary> {
    const running = this.#starting.get(draftId);
    if (running) return running;
    const first = this.#start(draftId, asked).finally(() => this.#starting.delete(draftId));
    this.#starting.set(draftId, first);
    return first;
  }

  /**
   * Starts drafts of a queue, the first one first, when what a person agreed to still holds for all of them.
   *
   * @param agreed the drafts, and the rows of each that go on
   * @param check answers how many rows of a draft go on now, and by which country its phones were checked
   * @throws Failure `validation` when nothing was started
   */
  async startQueue(
    queueId: string,
    agreed: readonly { readonly draftId: string; readonly rows: number }[],
    { check, ...asked }: StartOptions & { readonly check: (draftId: string) => Promise<CheckedRows> },
  ): Promise<JobSummary[]> {
    const drafts = draftsOfQueue(this.#drafts.disk, queueId);
    if (drafts.map(({ id }) => id).join() !== agreed.map(({ draftId }) => draftId).join())
      throw invalid('The queue has other files now. Nothing was started. Look at it again, then start.');
    const agreedTo: Pick<StartOptions, 'revision' | 'savedAt' | 'phoneCountry'>[] = [];
    for (const [index, draft] of drafts.entries()) {
      const { fileName, revision, savedAt } = draft;
      try {
        this.#refuseSentFile(draft);
        this.#drafts.startable(draft);
      } catch (error) {
        throw error instanceof Failure
          ? invalid(`"${fileName}" cannot start, so nothing was started. ${error.message}`)
          : error;
      }
      const { rows, phoneCountry } = await check(draft.id);
      agreedTo.push({ revision, savedAt, phoneCountry });
      const known = agreed[index]?.rows ?? 0;
      if (rows !== known)
        throw invalid(
          `Other rows of "${fileName}" go on now: ${format.number(rows)}, not ${format.number(known)}. Nothing was started. Look at the sums again, then start.`,
        );
    }
    // What was changed while the others were checked, nobody has agreed to.
    for (const known of drafts) refuseChanged(this.#drafts.disk.find(known.id), known);
    const jobs: JobSummary[] = [];
    for (const [index, { id }] of drafts.entries())
      jobs.push(await this.start(id, { ...asked, ...agreedTo[index], sendAgain: false }));
    return jobs;
  }

  /**
   * A job carries the id of its draft, so that a second start finds the first job. In this order: the account is written
   * into the draft, the job with all its rows into the journal, the draft is removed. A crash in between leaves the draft,
   * or the job and a draft that names its account.
   */
  async #start(draftId: string, asked: StartOptions): Promise<JobSummary> {
    if (this.#jobs.store.find(draftId)) {
      forgetDraft(this.#drafts, draftId);
      return this.#jobs.summary(draftId);
    }
    const draft = this.#drafts.disk.find(draftId);
    refuseStale(draft, asked.revision);
    if (asksForFile(asked)) this.#refuseSentFile(draft);
    {
      using lease = takeLease(join(this.#drafts.disk.store.folderOf(draftId), 'start.sqlite'));
      if (lease === null) throw invalid('This import is being started at this moment. Look at the list of jobs.');
      this.#refuseStartedElsewhere(draft);
      this.#refuseBeingRead(draftId);
      this.#drafts.startable(draft);
      using former = await this.#holdFormer(draft);
      await this.#jobs.start(draftId, (inSlices) => this.#makeJob(draft, asked, former, inSlices));
    }
    forgetDraft(this.#drafts, draftId);
    return this.#jobs.summary(draftId);
  }

  /** The job with whose rows the draft goes on; null: none, or it was deleted since. */
  async #holdFormer({ goesOn }: DraftRecord): Promise<HeldJob | null> {
    if (goesOn === null) return null;
    if (goesOn.accountId !== this.#session.account.id)
      throw invalid('These rows come from an import of another account. Open that account, then start.');
    return this.#jobs.store.find(goesOn.jobId) === undefined ? null : this.#jobs.hold(goesOn.jobId);
  }

  async #makeJob(before: DraftRecord, asked: StartOptions, former: HeldJob | null, inSlices: InSlices): Promise<void> {
    const drafts = this.#drafts;
    try {
      using _sealed = await drafts.seal(before);
      // A change that was saved while this start waited for its leases is part of what is sent.
      const draft = drafts.disk.find(before.id);
      refuseChanged(draft, asked);
      this.#refuseBeingRead(draft.id);
      using _becoming = drafts.becomesJob(draft.id);
      const { columns, mapping } = drafts.startable(draft, asked.phoneCountry);
      drafts.disk.store.save({ ...draft, startedIn: this.#session.account.id });
      const stagedPath = drafts.disk.store.stagedPath(draft);
      const { id, plan, goesOn } = draft;
      const { fileName, fileSize, fileHash } = goesOn ?? draft;
      const { terms: wanted = USUAL_TERMS } = plan;
      const terms = { ...wanted, order: orderIn(wanted.order, columns) };
      const createdAt = this.#services.clock.wallNow();
      saveCampaignIn(layerPathOf(stagedPath), plan.campaignCode);
      const origin = former === null ? null : originOfRows(stagedPath);
      if (former !== null && origin !== null) leaveOutDecided(former, origin, stagedPath);
      const isWhole = origin !== null && former?.hasOnly(new Set(origin.values())) === true;
      const name = goesOn?.name ?? fileName;
      using rows = openDraftRows(stagedPath);
      const making = this.#jobs.store.making(
        { id, name, fileName, fileSize, fileHash, columns, mapping, ...plan, terms, createdAt },
        rows,
        {
          isAgreed: asked.sendAgain !== false,
          origin: this.#originOf(draft, stagedPath),
          resultFolder: terms.saveResult ? drafts.disk.sourceFolderOf(draft) : null,
          beforeLast: () => {
            // An import of the same file may have been deleted while this one was made.
            if (asksForFile(asked)) this.#refuseSentFile(draft);
            // A program that ends before the rows are passed on would leave them waiting in both.
            if (isWhole) former?.stop();
          },
        },
      );
      await inSlices(making, {
        signal: asked.signal,
        onProgress: (done) => asked.onProgress?.(done, rows.total),
      });
      // First the new job with all its rows: whatever happens then, no row is lost.
      if (former !== null && origin !== null) await former.goesOnIn(plan.campaignCode, [...origin.values()]);
    } catch (error) {
      // No job was made: the failure names the file of the draft that is damaged.
      throw fileFailure(layerTrouble(error));
    }
  }

  #originOf({ id, goesOn }: DraftRecord, stagedPath: string): JobOrigin {
    const rules = { settings: readSettingsOf(layerPathOf(stagedPath)), fields: [...this.#drafts.target(id).fields] };
    const duplicates = readDuplicateAnswersOf(layerPathOf(stagedPath));
    const { readAs, source } = readingOf(stagedPath);
    const { username } = this.#session.account;
    if (goesOn !== null)
      return { by: goesOn.by === '' ? username : goesOn.by, readAs: goesOn.readAs, rules, duplicates, source: null };
    return { by: username, readAs, rules, duplicates, source };
  }

  /** The cells of a job that was deleted, or that only the witness knows, cannot be compared with those of the file. */
  #refuseSentFile({ goesOn, plan, ...draft }: DraftRecord): void {
    const { fileHash, fileName } = goesOn ?? draft;
    const { campaignCode } = plan;
    const { zone } = this.#jobs.store;
    const deleted = this.#jobs.store.deleted.sendsOf({ fileHash, campaignCode });
    if (deleted !== null)
      throw sentBefore(
        { fileName, campaignCode, rows: deleted.sent, at: deleted.at, because: 'by an import that was deleted' },
        zone,
      );
    const lost = this.#jobs.store.lostJobOf({ fileHash, campaignCode });
    if (lost === null) return;
    const { unknown, created } = this.#jobs.store.rows.tally(lost.id);
    const because = 'by an import whose journal is lost';
    throw sentBefore({ fileName, campaignCode, rows: unknown + created, at: lost.createdAt, because }, zone);
  }

  #refuseBeingRead(draftId: string): void {
    if (this.#drafts.readings.isBeingRead(draftId))
      throw invalid('The file is being read again. Wait until that ends, or cancel it, then start.');
  }

  /** A program that ended right after it made the job left the draft behind. */
  #refuseStartedElsewhere(draft: DraftRecord): void {
    if (draft.startedIn === this.#session.account.id || !hasJob(this.#services, draft)) return;
    forgetDraft(this.#drafts, draft.id);
    throw notFound('This import was already started in another account. Open that account to see it.');
  }
}

/** @throws Failure `validation` for a draft that has other choices now, or other rows: changes under Check make no revision */
function refuseChanged(draft: DraftRecord, { revision, savedAt }: Pick<StartOptions, 'revision' | 'savedAt'>): void {
  refuseStale(draft, revision);
  if (savedAt !== undefined && savedAt !== draft.savedAt)
    throw invalid(
      `Rows of "${draft.fileName}" were changed after its sum was made, so it was not started. Look at the sums again, then start.`,
    );
}

const asksForFile = ({ sendAgain, isFileKnown }: StartOptions): boolean => sendAgain === false && isFileKnown !== true;

/** Rows that were sent since from the job they come from, or decided about there, are not sent here. */
function leaveOutDecided(former: HeldJob, origin: ReadonlyMap<number, number>, stagedPath: string): void {
  const decided = former.notOpen(origin.values());
  if (decided.size === 0) return;
  using layer = openCheckLayer(layerPathOf(stagedPath));
  layer.together(() => {
    for (const [row, from] of origin)
      if (decided.has(from))
        layer.rows.setDefault('answered', row, 'Sent or decided meanwhile in the import it comes from.');
  });
}

/** How the file was read, for the receipt ("UTF-8, comma, header in line 1") and for a result file like it. */
function readingOf(stagedPath: string): Pick<JobOrigin, 'readAs' | 'source'> {
  using staged = openStaged(stagedPath);
  const { format, encoding, delimiter, sheet, headerLine } = staged.reading;
  const kind =
    format === 'csv'
      ? [encoding.value.toUpperCase(), SEPARATORS[delimiter.value] ?? `separator ${delimiter.value}`]
      : [formatWords(format) ?? format, ...(sheet.value === null ? [] : [`sheet ${sheet.value}`])];
  const header = headerLine.value === null ? 'no header' : `header in line ${headerLine.value}`;
  const text = { delimiter: delimiter.value, encoding: encoding.value };
  return { readAs: [...kind, header].join(', '), source: format === 'csv' ? text : null };
}

const SEPARATORS: Readonly<Record<string, string>> = {
  '': 'fixed width',
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};

interface SentFile {
  readonly fileName: string;
  readonly campaignCode: string;
  readonly rows: number;
  /** Unix milliseconds. */
  readonly at: number;
  readonly because: string;
}

/** The issue tells programs and the page that a person's word is needed: `sendAgain`. */
function sentBefore({ fileName, campaignCode, rows, at, because }: SentFile, zone: string) {
  const day = dayWords(at, zone);
  const count = format.count(rows, 'row');
  const were = rows === 1 ? 'was' : 'were';
  const message = `${count} of "${fileName}" ${were} sent to ${campaignCode} on ${day} ${because}. Nothing was sent now.`;
  return invalid(message, [{ path: 'sendAgain', message }]);
}

/** Whether the draft became a job, in any account. */
export function hasJob({ dataFolder }: Pick<FeatureServices, 'dataFolder'>, { startedIn, id }: DraftRecord): boolean {
  return startedIn !== null && journalHasJob(join(dataFolder, 'account', startedIn, 'journal.sqlite'), id);
}

/** Removes the draft if it is still there. */
export function forgetDraft(drafts: Drafts, draftId: string): void {
  if (drafts.disk.store.find(draftId)) drafts.disk.store.remove(draftId);
}
