import type { PracticeLauncher } from '../core/foundation/ports.ts';
import { startPracticeService } from '../practice/practice-service.ts';
import { sampleFiles } from '../practice/data/samples.ts';
import { PracticeFileError } from '../practice/data/store.ts';
import {
  freshPracticePassword,
  PRACTICE_USER,
  practiceDataFile,
  practiceNotStarted,
  removePracticeData,
} from './practice-credentials.ts';

/** The practice service inside this process; it starts on first use. */
export function createInProcessPractice(dataFolder: string): PracticeLauncher & { close(): Promise<void> } {
  const credentials = { username: PRACTICE_USER, password: freshPracticePassword() };
  let service: ReturnType<typeof startPracticeService> | null = null;
  const close = async () => {
    await (await service?.catch(() => null))?.close();
  };
  return {
    async start() {
      service ??= startPracticeService({ ...credentials, dataFile: practiceDataFile(dataFolder), hasCalls: true });
      try {
        return { address: (await service).url, ...credentials };
      } catch (error) {
        service = null;
        throw error instanceof PracticeFileError ? practiceNotStarted(error.message) : error;
      }
    },
    samples: async () => sampleFiles(),
    async forget() {
      await close();
      service = null;
      removePracticeData(dataFolder);
    },
    close,
  };
}
