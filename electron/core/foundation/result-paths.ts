import { z } from 'zod';
import type { SettingsStore } from './ports.ts';

const KEY = 'batch-result-files';
/** How many of the latest imports keep their result file's path; for older ones a person names it again. */
const KEPT = 200;

const keptSchema = z.array(z.object({ job: z.string(), path: z.string() }));

export type ResultPaths = ReturnType<typeof createResultPaths>;

/** Where the command line wants the result file of a job, so that `resume` writes it there after a kill. */
export function createResultPaths(settings: SettingsStore) {
  async function all() {
    const parsed = keptSchema.safeParse((await settings.read(KEY)) ?? []);
    return parsed.success ? parsed.data : [];
  }
  return {
    async find(job: string): Promise<string | null> {
      return (await all()).find((entry) => entry.job === job)?.path ?? null;
    },
    /** `path` is absolute. */
    async remember(job: string, path: string): Promise<void> {
      // From now on the file is the result of this job: an earlier one that is resumed must not replace it.
      const others = (await all()).filter((entry) => entry.job !== job && entry.path !== path);
      await settings.write(KEY, [{ job, path }, ...others].slice(0, KEPT));
    },
    async forget(...jobs: readonly string[]): Promise<void> {
      const before = await all();
      const others = before.filter(({ job }) => !jobs.includes(job));
      if (others.length < before.length) await settings.write(KEY, others);
    },
  };
}
