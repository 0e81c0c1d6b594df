import type { ChannelResult } from '../../../shared/contract/channels.ts';
import type { ApiClient } from '../api/client.ts';
import { rawText, valueOf } from '../foundation/failure.ts';
import type { Clock } from '../foundation/ports.ts';

type SegmentList = ChannelResult<'segment:list'>;

/** The segments as the service listed them last. The list stays until somebody refreshes it, because reading it costs a request. */
export class SegmentLists {
  readonly #api: ApiClient;
  readonly #clock: Clock;
  #kept: SegmentList | null = null;

  constructor(api: ApiClient, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
  }

  /** @throws Failure of the request */
  async read(refresh: boolean, signal?: AbortSignal): Promise<SegmentList> {
    if (this.#kept !== null && !refresh) return this.#kept;
    const { segments, unread } = valueOf(await this.#api.listSegments(signal && { signal }));
    this.#kept = {
      segments: [...segments],
      unread: unread.map((entry) => rawText(entry)),
      readAt: this.#clock.wallNow(),
    };
    return this.#kept;
  }

  /** What the service counts in a segment now, by one request; null when it cannot be read. */
  async count(segmentId: string, signal: AbortSignal): Promise<{ count: number; readAt: number } | null> {
    try {
      const { segments, readAt } = await this.read(true, signal);
      const found = segments.find(({ uniqueId }) => uniqueId === segmentId);
      return found === undefined ? null : { count: found.goalCurrentValue, readAt };
    } catch {
      // The change is done; its result says that the count was not read.
      return null;
    }
  }
}
