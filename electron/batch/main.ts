import { storageFailure, storageTrouble } from '../core/foundation/failure.ts';
import { endAtUnforeseen } from '../core/system/last-resort.ts';
import { processPort } from '../core/link/process-port.ts';
import { keepHeapSmall } from '../core/system/small-heap.ts';
import { systemClock } from '../core/system/system-clock.ts';
import { watchSignals } from './program/interruption.ts';
import { runBatch } from './run-batch.ts';
import { standardOutput } from './program/standard-output.ts';
import { EXIT, type ExitCode } from './program/trouble.ts';

const OUTPUT_LOST =
  'Standard output is not whole: the disk that it goes to is full or failed. "batch jobs" shows the imports that were made.';

keepHeapSmall();

let isOutputWhole = true;
const unread = Promise.withResolvers<void>();
const out = standardOutput(() => {
  if (isOutputWhole) process.stderr.write(`${OUTPUT_LOST}\n`);
  isOutputWhole = false;
}, unread.resolve);
// Also after the last line, whose failure comes when the command has ended.
process.on('exit', (code) => {
  if (!isOutputWhole && code === EXIT.done) process.exitCode = EXIT.usage;
});
process.stderr.on('error', () => undefined);

/** What started this program in a process of its own: the installed app. Null in a terminal and under a scheduler. */
const host = process.send !== undefined || Reflect.has(process, 'parentPort') ? processPort() : null;
// Signals reach the app, which passes them on, and so does the news that nobody reads its output any more.
host?.onMessage((message) => {
  const { signal, unread: isUnread } = Object(message) as { readonly signal?: unknown; readonly unread?: unknown };
  if (isUnread === true) unread.resolve();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) if (signal === name) process.emit(name);
});

const interruption = watchSignals(process, systemClock, (code) => process.exit(code));
let exitCode: ExitCode = EXIT.internal;

const done = runBatch({
  args: process.argv.slice(2),
  environment: process.env,
  streams: { out, error: (text) => void process.stderr.write(text), unread: unread.promise },
  input: () => process.stdin,
  interruption,
});

// The core runs in this process, and a scheduler reads how it ended: the job is paused as by a signal, then it ends.
endAtUnforeseen(process, {
  clock: systemClock,
  report(error, feature) {
    const trouble = storageTrouble(error);
    if (trouble !== null) exitCode = EXIT.usage;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      trouble !== null
        ? `${storageFailure(trouble).message}\n`
        : `Lead Console stops because of an error of its own (${feature}): ${message}. "batch jobs" shows what is kept.\n`,
    );
  },
  close() {
    interruption.end(exitCode);
    return done;
  },
  exit: () => process.exit(exitCode),
});

done.then(
  (code) => {
    process.exitCode = code;
    // Such a process does not end by itself. Its last words have to leave first.
    if (host !== null) process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
  },
  (error: unknown) => {
    process.stderr.write(
      `Lead Console could not close its files: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = EXIT.internal;
    if (host !== null) process.exit(EXIT.internal);
  },
);
