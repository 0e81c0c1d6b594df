import { parentPort, workerData } from 'node:worker_threads';
import { letOtherWorkRun } from '../../threads/thread-server.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { practise, practiseMore, previewNow, stageNow } from './reading-job.ts';
import type { ReadingTask, SPARE as Spare, WorkerAnswer } from './staging.ts';

/** Entry of the thread that waits for one file, reads it, and ends. */

/** As `workerData`: the thread was started before there is a file. */
const SPARE: typeof Spare = 'spare';

/** Bytes read between two reports of progress. */
const snapshotBytes = 2_097_152;

function answer(message: WorkerAnswer): void {
  parentPort?.postMessage(message);
}

async function run(task: ReadingTask): Promise<void> {
  try {
    if (task.kind === 'preview') {
      answer({ kind: 'previewed', ...(await previewNow(task.request)) });
      return;
    }
    let next = 0;
    const reading = await stageNow(task.request, (progress) => {
      const { bytesRead, bytesTotal } = progress;
      // Of a workbook only the rows are known, and told now and then.
      if (bytesRead > 0 && bytesRead < next && bytesRead < bytesTotal) return;
      next = bytesRead + snapshotBytes;
      answer({ kind: 'progress', progress });
    });
    answer({ kind: 'staged', reading });
  } catch (error) {
    if (error instanceof FileTrouble) answer({ kind: 'trouble', reason: error.reason, message: error.message });
    else throw error;
  }
}

let hasTask = false;

/** Text files come most, so their code is made ready before anything may come, and that of workbooks as long as nothing does. */
async function prepare(): Promise<void> {
  practise();
  await practiseMore(async () => {
    await letOtherWorkRun();
    return !hasTask;
  });
  if (!hasTask) answer({ kind: 'ready' });
}

// Whatever is not a trouble with the file ends this thread, and its owner hears of it.
function end(error: unknown): void {
  throw error;
}

parentPort?.once('message', (task: ReadingTask) => {
  hasTask = true;
  run(task).catch(end);
});
if (workerData === SPARE) prepare().catch(end);
