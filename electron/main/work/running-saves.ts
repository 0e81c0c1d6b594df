import { channels, isChannelName } from '../../../shared/contract/channels.ts';
import { savedDatasetSchema } from '../../../shared/contract/exports/datasets.ts';
import { savedExportSchema } from '../../../shared/contract/exports/exports.ts';
import { savedFileSchema } from '../../../shared/contract/host/files.ts';

/** A call that answers with one of these writes a file, which can take minutes. */
const SAVED: ReadonlySet<unknown> = new Set([savedFileSchema, savedExportSchema, savedDatasetSchema]);

/** Files that are being saved for the page. A save is a call of the page, and ends without its file when page or core goes. */
export class RunningSaves {
  readonly #onChange: () => void;
  #count = 0;

  /** @param onChange is called when a save has begun or ended */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get count(): number {
    return this.#count;
  }

  /** Counts a call of this channel while it runs, if it saves a file. */
  async during<Answer>(channel: string, call: () => Promise<Answer>): Promise<Answer> {
    if (!isChannelName(channel) || !SAVED.has(channels[channel].result)) return call();
    this.#add(1);
    try {
      return await call();
    } finally {
      this.#add(-1);
    }
  }

  #add(change: 1 | -1): void {
    this.#count += change;
    this.#onChange();
  }
}
