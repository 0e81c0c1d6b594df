import { help, readOptions, UsageError } from './command-line.ts';
import { defaultCredentials } from './foundation/options.ts';
import { startPracticeService } from './practice-service.ts';
import { PracticeFileError } from './data/store.ts';

/** The practice service as a program of its own. */

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    process.stdout.write(help);
    return;
  }
  const service = await startPracticeService(options);
  const { username = defaultCredentials.username, password = defaultCredentials.password } = options;
  process.stdout.write(`Practice service at ${service.url}  user ${username}  password ${password}\n`);
  // A service that has lost its state must not go on answering: the program that started it sees its end and the reason.
  for (const name of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(name, (error: unknown) => {
      process.stderr.write(`The practice service stopped: ${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    });
  const stop = () => void service.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}. Try --help.`;
  if (error instanceof PracticeFileError) return `${error.message} Choose another file.`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'Another program uses this port already. Choose another one with --port, or leave it out for any free one.';
  if (code === 'EACCES')
    return 'This port needs rights that this program does not have. Choose one above 1023 with --port.';
  return `The practice service could not start: ${message}`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 2;
});
