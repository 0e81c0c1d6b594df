import { parentPort, workerData } from 'node:worker_threads';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { previewNow, stageNow, type PreviewRequest, type StageRequest } from './reading-job.ts';
import type { WorkerAnswer } from './staging.ts';

/** Entry of the thread that reads one file and ends. */

/** Bytes read between two reports of progress. */
const snapshotBytes = 2_097_152;

function answer(message: WorkerAnswer): void {
  parentPort?.postMessage(message);
}

async function run(
  task: { kind: 'stage'; request: StageRequest } | { kind: 'preview'; request: PreviewRequest },
): Promise<void> {
  try {
    if (task.kind === 'preview') {
      answer({ kind: 'previewed', ...(await previewNow(task.request)) });
      return;
    }
    let next = 0;
    const reading = await stageNow(task.request, (progress) => {
      if (progress.bytesRead < next && progress.bytesRead < progress.bytesTotal) return;
      next = progress.bytesRead + snapshotBytes;
      answer({ kind: 'progress', progress });
    });
    answer({ kind: 'staged', reading });
  } catch (error) {
    if (error instanceof FileTrouble) answer({ kind: 'trouble', reason: error.reason, message: error.message });
    else throw error;
  }
}

// Whatever is not a trouble with the file ends this thread, and its owner hears of it.
run(workerData as Parameters<typeof run>[0]).catch((error: unknown) => {
  throw error;
});
