import type { CellsChange, CellsPreview } from '../../../../shared/contract/check/check-acts.ts';
import type { CheckSettings, CheckSummary } from '../../../../shared/contract/check/check.ts';
import { foundChanges, type FoundChanges, plannedCells, previewOf } from './cells-change.ts';
import { plannedEdit, plannedGoing, plannedLeavingOut, plannedRepair, type PlannedChange } from './check-changes.ts';
import { openCheckedDraft, type CheckedDraft, type CheckHooks } from './check-draft.ts';
import type {
  ChangeKind,
  CheckAnswers,
  CheckQuestions,
  CheckRequest,
  CheckTarget,
  CheckThreadAnswer,
} from './check-messages.ts';
import { nextRow, pageOfGroups, pageOfRows, pageOfValues, typedValue, valuesOfField } from './check-pages.ts';
import { summaryOf } from './check-summary.ts';
import { CellsReader } from './column-values.ts';
import { lookedRows } from './row-look.ts';
import { plannedCampaignChoice } from './campaign/campaign-choice.ts';
import { pageOfCampaign } from './campaign/campaign-pages.ts';
import { cellsToJudge, judgeCells } from './judge-cells.ts';
import { layerPathOf, layerTrouble, openCheckLayer } from './layer-file.ts';
import { plannedTeamAnswer, rowsToAsk } from './team/asked-rows.ts';

/** Rows. Up to here a change judges its rows again; above, only its values or, if need be, the whole file. */
const MOST_TOUCHED = 5000;

type ChangeRequest = Extract<CheckRequest, { kind: Exclude<ChangeKind, 'changeCells'> }>;

/**
 * Holds the check of one draft at a time; the next draft takes its place. Requests are answered one after the other, and
 * every change is on the disk before its answer.
 */
export class CheckEngine {
  readonly #monotonicNow: () => number;
  #draft: CheckedDraft | null = null;
  #revision: number;
  readonly #mostTouched: number;
  /** The values of one field, read once for all their pages. */
  #listed: { readonly key: string; readonly values: Awaited<ReturnType<typeof valuesOfField>> } | null = null;

  readonly #cells = new CellsReader();

  /** What the last preview found. Another revision of the draft has other cells. */
  #found: { readonly key: string; readonly changes: FoundChanges } | null = null;

  /** All rows of the draft as they were last looked for and sorted. */
  #looked: { readonly key: string; readonly rows: Uint32Array } | null = null;

  /**
   * @param monotonicNow milliseconds
   * @param startedAt Unix milliseconds, from which revisions are counted: a page outlives the thread, and a later thread
   *   must not answer with an older revision
   * @param mostTouched rows up to which a change judges its own rows again; above, its own values, and the whole file where
   *   more rows than these must be judged whole
   */
  constructor(monotonicNow: () => number, startedAt: number, mostTouched = MOST_TOUCHED) {
    this.#mostTouched = mostTouched;
    this.#monotonicNow = monotonicNow;
    this.#revision = startedAt;
  }

  /** Rejects with FileTrouble `unreadable` when the layer is damaged, and as `hooks.pause` does. */
  async answer(request: CheckRequest, hooks: CheckHooks): Promise<CheckThreadAnswer> {
    try {
      return await this.#answered(request, hooks);
    } catch (error) {
      throw layerTrouble(error);
    }
  }

  /** Closes the files of this draft, when they are open. */
  letGo(draftId: string): void {
    if (this.#draft?.target.draftId === draftId) this.close();
  }

  close(): void {
    this.#draft?.close();
    this.#draft = null;
    this.#looked = null;
    this.#found = null;
    this.#cells.forget();
  }

  async #answered(request: CheckRequest, hooks: CheckHooks): Promise<CheckThreadAnswer> {
    const since = this.#monotonicNow();
    const { kind, question, target } = request;
    if (kind === 'run') return this.#summary(await this.#run(question, target, hooks), since, hooks);
    const open = await this.#current(target, hooks);
    switch (kind) {
      case 'rows': {
        const looked = await this.#lookedRows(open, question.look, hooks);
        return { ...pageOfRows(open, question, hooks.readPhone, looked), revision: this.#revision };
      }
      case 'next':
        return nextRow(open, question, await this.#lookedRows(open, question.look, hooks));
      case 'values':
        return pageOfValues(open, question, hooks.readPhone);
      case 'groups':
        return pageOfGroups(open, question);
      case 'fieldValues':
        return this.#fieldValues(question, open, hooks);
      case 'campaignRows':
        return { ...pageOfCampaign(open, question, hooks.readPhone), revision: this.#revision };
      case 'typed':
        return typedValue(open, question, hooks.readPhone);
      case 'teamRows':
        return rowsToAsk(open, question);
      case 'teamAnswer':
        return this.#summary(await this.#keepTeam(question, open, hooks), since, hooks);
      case 'history':
        return open.layer.history.page(question.offset, question.limit);
      case 'readyColumn':
        await this.#cells.read(open, this.#revision, [question.column], () => hooks.pause());
        return {};
      case 'previewCells':
        return this.#previewOf(question.change, open, hooks);
      case 'changeCells': {
        const change = plannedCells(open, await this.#cellsFor(question.change, open, hooks));
        return this.#summary(await this.#apply(change, open, hooks), since, hooks);
      }
      default:
        return this.#summary(await this.#apply(await planned(request, open, hooks), open, hooks), since, hooks);
    }
  }

  async #current(target: CheckTarget, hooks: CheckHooks): Promise<CheckedDraft> {
    if (this.#draft !== null && isSame(this.#draft.target, target)) return this.#draft;
    this.close();
    this.#draft = await openCheckedDraft(target, hooks);
    this.#revision += 1;
    return this.#draft;
  }

  #summary(open: CheckedDraft, since: number, hooks: CheckHooks): CheckSummary {
    const milliseconds = this.#monotonicNow() - since;
    return summaryOf(open, hooks.readPhone, { revision: this.#revision, milliseconds });
  }

  async #run({ settings }: CheckQuestions['run'], target: CheckTarget, hooks: CheckHooks): Promise<CheckedDraft> {
    this.close();
    if (settings === undefined) return this.#current(target, hooks);
    const before = exchangeSettings(target, settings);
    try {
      return await this.#current(target, hooks);
    } catch (error) {
      // Cancelled or failed: nobody saw the effect of these rules, so the former ones stay.
      this.close();
      exchangeSettings(target, before);
      throw error;
    }
  }

  /** Writes the change, and replaces the verdicts of its values, or of its rows. */
  async #apply(change: PlannedChange, open: CheckedDraft, hooks: CheckHooks): Promise<CheckedDraft> {
    const { rows, write, cells } = change;
    if (rows.length === 0) return open;
    // A row that a person edits keeps its place in the list; after a change of several rows the list is sorted again.
    if (rows.length > 1) this.#looked = null;
    const few =
      cells === null || rows.length <= this.#mostTouched
        ? null
        : await cellsToJudge(open, await cells(), change.decided ?? [], hooks.pause);
    const whole = few?.rows ?? rows;
    if (whole.length > this.#mostTouched) {
      write();
      this.close();
      // From here a cancel is ignored: the engine must know again what is on the disk.
      return this.#current(open.target, { ...hooks, pause: () => hooks.yieldTurn() });
    }
    try {
      if (few !== null) await judgeCells(open, few, () => hooks.yieldTurn());
      open.layer.together(() => {
        for (const row of whole) open.forget(row);
        write();
        for (const row of whole) open.judgeAgain(row);
      });
    } catch (error) {
      // Nothing was written; what is in memory is made anew.
      this.close();
      throw error;
    }
    this.#found = null;
    this.#revision += 1;
    return open;
  }

  async #keepTeam(
    question: CheckQuestions['teamAnswer'],
    open: CheckedDraft,
    hooks: CheckHooks,
  ): Promise<CheckedDraft> {
    // Rows may be looked for by what the team answers.
    this.#looked = null;
    const planned = plannedTeamAnswer(open, question);
    if (planned.rows.length > 0) return this.#apply(planned, open, hooks);
    planned.write();
    this.#revision += 1;
    return open;
  }

  /** Null when nothing is looked for and nothing sorted. Kept for all pages, filters and reasons of the draft. */
  async #lookedRows(
    open: CheckedDraft,
    look: CheckQuestions['rows']['look'],
    hooks: CheckHooks,
  ): Promise<Uint32Array | null> {
    if (look === undefined || (look.find === '' && look.sort === null && look.colleague === undefined)) return null;
    const key = JSON.stringify(look);
    if (this.#looked?.key !== key) this.#looked = { key, rows: await lookedRows(open, look, hooks) };
    return this.#looked.rows;
  }

  async #previewOf(change: CellsChange, open: CheckedDraft, hooks: CheckHooks): Promise<CellsPreview> {
    const { preview, kept } = previewOf(open, await this.#cellsFor(change, open, hooks));
    this.#found = kept && { key: this.#keyOf(change), changes: kept };
    return preview;
  }

  #keyOf(change: CellsChange): string {
    return JSON.stringify([this.#revision, change]);
  }

  async #cellsFor(change: CellsChange, open: CheckedDraft, hooks: CheckHooks): Promise<FoundChanges> {
    if (this.#found?.key === this.#keyOf(change)) return this.#found.changes;
    const looked = await this.#lookedRows(open, change.look, hooks);
    const pause = () => hooks.pause();
    return foundChanges(open, change, looked, { cells: this.#cells, revision: this.#revision, pause });
  }

  async #fieldValues(
    { field, offset, limit }: CheckQuestions['fieldValues'],
    open: CheckedDraft,
    hooks: CheckHooks,
  ): Promise<CheckAnswers['fieldValues']> {
    const key = JSON.stringify([open.target, this.#revision, field]);
    if (this.#listed?.key !== key) this.#listed = { key, values: await valuesOfField(open, field, hooks) };
    const { values } = this.#listed;
    return { total: values?.length ?? null, values: (values ?? []).slice(offset, offset + limit) };
  }
}

async function planned(request: ChangeRequest, open: CheckedDraft, hooks: CheckHooks): Promise<PlannedChange> {
  switch (request.kind) {
    case 'edit':
      return plannedEdit(open, request.question);
    case 'repair':
      return plannedRepair(open, request.question, hooks);
    case 'leaveOut':
      return plannedLeavingOut(open, request.question);
    case 'campaignChoice':
      return plannedCampaignChoice(open, request.question);
    case 'undo':
    case 'redo':
      return plannedGoing(open, request.kind, hooks.pause);
    case 'goTo':
      return plannedGoing(open, request.question.step, hooks.pause);
  }
}

/** Answers the former settings. */
function exchangeSettings(target: CheckTarget, settings: CheckSettings): CheckSettings {
  using layer = openCheckLayer(layerPathOf(target.stagedPath));
  const before = layer.settings();
  layer.saveSettings(settings);
  return before;
}

function isSame(one: CheckTarget, other: CheckTarget): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
