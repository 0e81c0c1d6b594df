/** What became of one attempt to save. `dropped`: it is given up, with everything that waits. */
export type Saved = 'saved' | 'failed' | 'dropped';

/** Saves changes one after the other, the latest of each kind only, so that an earlier change never overtakes a later one. */
export interface SaveQueue<Changes> {
  /** Adds changes to those that wait; nothing is saved yet. */
  readonly add: (changes: Changes) => void;
  /** Gives up changes of these kinds that wait. */
  readonly drop: (...kinds: readonly (keyof Changes)[]) => void;
  /**
   * Saves everything that waits; resolves when nothing does any more, false when saving failed. `save` tries once; what
   * failed waits for the next attempt, and later changes count for more.
   */
  readonly settle: (save: (changes: Changes) => Promise<Saved>) => Promise<boolean>;
  readonly isWaiting: () => boolean;
  /** Nothing waits, and nothing is being saved. */
  readonly isIdle: () => boolean;
}

export function createSaveQueue<Changes extends object>(): SaveQueue<Changes> {
  type Save = (changes: Changes) => Promise<Saved>;
  let waiting: Changes | null = null;
  let running: Promise<boolean> | null = null;

  async function saveAll(save: Save): Promise<boolean> {
    while (waiting !== null) {
      const changes = waiting;
      waiting = null;
      const saved = await save(changes);
      if (saved === 'saved') continue;
      waiting = saved === 'dropped' ? null : { ...changes, ...(waiting as Changes | null) };
      return false;
    }
    return true;
  }

  async function settle(save: Save): Promise<boolean> {
    let isSaved = true;
    while (running !== null) isSaved = await running;
    if (waiting === null) return isSaved;
    running = saveAll(save);
    try {
      return await running;
    } finally {
      running = null;
    }
  }

  return {
    add: (changes) => {
      waiting = { ...waiting, ...changes };
    },
    drop: (...kinds) => {
      if (waiting === null) return;
      const kept = { ...waiting };
      for (const kind of kinds) delete kept[kind];
      waiting = Object.keys(kept).length === 0 ? null : kept;
    },
    settle,
    isWaiting: () => waiting !== null,
    isIdle: () => waiting === null && running === null,
  };
}
