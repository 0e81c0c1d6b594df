// Why: decision 0363.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolderNow } from '../core/foundation/patient-files.ts';
import type { ElectronParts } from './guards/electron-parts.ts';

const OPTION = '--batch';
/** Milliseconds that the last output may take after the program has ended. */
const LAST_WORDS = 2_000;
/** `EXIT.internal` of the batch: it could not be started, or was ended from outside. */
const INTERNAL = 70;

export interface BatchStart {
  readonly electron: Pick<ElectronParts, 'app' | 'utilityProcess'>;
  /** The arguments of the batch, as typed after `--batch`. */
  readonly args: readonly string[];
  readonly workingFolder: string;
  /** Path of the built `batch.js`. */
  readonly program: string;
  readonly streams: { readonly out: NodeJS.WritableStream; readonly error: NodeJS.WritableStream };
}

/** What follows `--batch`, or `--batch --` as from `build/lead-console.cmd`; null when the program is started as an app. */
export function batchArguments(args: readonly string[]): readonly string[] | null {
  const at = args.indexOf(OPTION);
  return at < 0 ? null : args.slice(args[at + 1] === '--' ? at + 2 : at + 1);
}

/**
 * Runs one command without a window and beside an app that is open, and ends with its exit code. The package lets no
 * program but its own run under Electron's Node (fuse `runAsNode`), so it runs in a process that Electron forks.
 */
export async function runBatchProgram({ electron, args, workingFolder, program, streams }: BatchStart): Promise<void> {
  const { app, utilityProcess } = electron;
  // Chromium's own files; none of them is needed afterwards, and those of an app that is open are not touched.
  const session = mkdtempSync(join(tmpdir(), 'lead-console-batch-'));
  app.setPath('sessionData', session);
  app.dock?.hide();
  // A reader that went away must not end an import half way.
  for (const stream of [streams.out, streams.error]) stream.on('error', () => undefined);
  await app.whenReady();
  // Elsewhere it is a value, such as a separator.
  if (/(?:^| )--ids[ =]-(?: |$)/.test(args.join(' '))) {
    streams.error.write('The installed program reads no standard input. Name a file instead of "-".\n');
    return leave(2);
  }
  const child = utilityProcess.fork(program, [...args], {
    serviceName: 'Lead Console batch',
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: workingFolder,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) {
    // Electron's own handler would quit at once.
    process.removeAllListeners(signal);
    process.on(signal, () => child.postMessage({ signal }));
  }
  // A command that runs for its reader alone ends with it.
  streams.out.on('error', () => child.postMessage({ unread: true }));
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? INTERNAL)));
  const said = [
    [child.stdout, streams.out],
    [child.stderr, streams.error],
  ].map(([from, to]) => passOn(from as NodeJS.ReadableStream | null, to as NodeJS.WritableStream));
  const code = await exited;
  await Promise.race([Promise.all(said), sleep(LAST_WORDS)]);
  leave(code);

  function leave(exitCode: number): void {
    try {
      removeFolderNow(session);
    } catch {
      // Chromium still has a file in it open. None of our files are in it.
    }
    app.exit(exitCode);
  }
}

async function passOn(from: NodeJS.ReadableStream | null, to: NodeJS.WritableStream): Promise<void> {
  if (from === null) return;
  from.pipe(to, { end: false });
  // Without a reader the output goes nowhere; kept back, it would keep the command from ending.
  to.on('error', () => from.resume());
  await finished(from).catch(() => undefined);
  await new Promise<void>((resolve) => to.write('', () => resolve()));
}
