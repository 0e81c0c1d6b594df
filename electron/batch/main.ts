import { DISK_FULL, isDiskFull } from '../core/foundation/failure.ts';
import { watchSignals } from './interruption.ts';
import { runBatch } from './run-batch.ts';
import { EXIT } from './trouble.ts';

// A reader that went away (`| head`) must not end an import half way.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

// A state nobody foresaw is not worked on with: what was on its way is unknown at the next run, and nothing is lost.
process.on('uncaughtException', (error) => {
  if (isDiskFull(error)) {
    process.stderr.write(`${DISK_FULL}\n`);
    process.exit(EXIT.usage);
  }
  process.stderr.write(
    `Lead Console stopped because of an error of its own: ${error.message}. "batch jobs" shows what is kept.\n`,
  );
  process.exit(EXIT.internal);
});

runBatch({
  args: process.argv.slice(2),
  environment: process.env,
  streams: { out: (text) => void process.stdout.write(text), error: (text) => void process.stderr.write(text) },
  interruption: watchSignals(process, (code) => process.exit(code)),
}).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(
      `Lead Console could not close its files: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = EXIT.internal;
  },
);
