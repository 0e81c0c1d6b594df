import type { AccountSummary } from '../../../shared/contract/account/account.ts';
import { BATCHES_SHOWN, type SegmentBatch } from '../../../shared/contract/segments/segment-changes.ts';
import type { Segment } from '../../../shared/contract/segments/segments.ts';
import { invalid, notFound } from '../foundation/failure.ts';
import type { Clock } from '../foundation/ports.ts';
import type { ChangeFigures } from './change-store.ts';
import type { ChangeAnswerer } from './change-thread.ts';
import type { PreparedList } from './lead-id-sources.ts';
import type { SegmentLists } from './segment-lists.ts';
import { batchShown, type StoredChange } from './stored-change.ts';

/** A change that a person looks at and has not begun. The thread has its leads; the journal has nothing of it. */
export interface Prepared {
  readonly change: StoredChange;
  readonly leads: number;
}

/** The thread forgets their leads sooner. */
const MOST_PREPARED = 50;

interface PreparedOptions {
  readonly thread: ChangeAnswerer;
  readonly lists: SegmentLists;
  readonly clock: Clock;
  readonly account: AccountSummary;
}

/** Changes that were prepared and not begun. */
export class PreparedChanges {
  readonly #options: PreparedOptions;
  /** The oldest first. */
  readonly #changes = new Map<string, Prepared>();

  constructor(options: PreparedOptions) {
    this.#options = options;
  }

  find(id: string): Prepared | undefined {
    return this.#changes.get(id);
  }

  /** @throws Failure `notFound` for an unknown segment, `validation` for a list without a lead */
  async add(
    { segmentId, kind, undoes }: Pick<StoredChange, 'segmentId' | 'kind' | 'undoes'>,
    { id, source, leads, ...figures }: PreparedList,
  ): Promise<void> {
    const { clock, account } = this.#options;
    const { segment, readAt } = await this.#segment(segmentId);
    if (figures.listed === 0) throw invalid('The list holds no lead ids. Choose another list.');
    if (figures.listed === figures.unusable)
      throw invalid('No entry of the list can be a lead id: they are empty, too long or hold control characters.');
    const change: StoredChange = {
      id,
      segmentId: segment.uniqueId,
      segmentName: segment.name,
      kind,
      source,
      state: 'prepared',
      reason: '',
      createdAt: clock.wallNow(),
      startedAt: null,
      endedAt: null,
      ...figures,
      batchSize: account.dialect.segmentBatch,
      requests: 0,
      before: { count: segment.goalCurrentValue, readAt },
      after: null,
      undoes,
      undoneBy: null,
    };
    this.#changes.set(id, { change, leads });
    for (const oldest of this.#changes.keys()) if (this.#changes.size > MOST_PREPARED) this.#changes.delete(oldest);
  }

  /** The journal has it now. */
  drop(id: string): void {
    this.#changes.delete(id);
  }

  /** False when there was none. */
  async forget(id: string): Promise<boolean> {
    const was = this.#changes.delete(id);
    if (was) await this.#options.thread.ask('forget', { id });
    return was;
  }

  async #segment(segmentId: string): Promise<{ segment: Segment; readAt: number }> {
    const { segments, readAt } = await this.#options.lists.read(false);
    const segment = segments.find(({ uniqueId }) => uniqueId === segmentId);
    if (segment === undefined) throw notFound(`The service lists no segment "${segmentId.slice(0, 100)}".`);
    return { segment, readAt };
  }
}

/** All of it waits. */
export function figuresOf({ change, leads }: Prepared): ChangeFigures & { readonly batches: SegmentBatch[] } {
  const { batchSize } = change;
  const batchCount = Math.ceil(leads / batchSize);
  const batches = Array.from({ length: Math.min(batchCount, BATCHES_SHOWN) }, (_, index) =>
    batchShown({
      number: index + 1,
      state: 'waiting',
      leads: Math.min(batchSize, leads - index * batchSize),
      missing: 0,
      refused: 0,
      sentAt: null,
      answeredAt: null,
      reason: '',
      saysMissing: false,
      isRepaired: false,
      isAccepted: false,
      isHalving: false,
    }),
  );
  return { leads, batchCount, counts: { waiting: leads, moved: 0, missing: 0, refused: 0, unknown: 0 }, batches };
}

export const listGone = () => notFound('This list is not kept any more. Choose it again. Nothing was sent.');
