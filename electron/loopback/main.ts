// Why: decision 0043.
import { fileURLToPath } from 'node:url';
import { endAtUnforeseen } from '../core/system/last-resort.ts';
import { keepHeapSmall } from '../core/system/small-heap.ts';
import { systemClock } from '../core/system/system-clock.ts';
import { whyNotStarted } from '../host/host-trouble.ts';
import { hearEnd } from './end-signals.ts';
import { readLoopbackOptions, usage } from './options.ts';
import { openBrowser } from './open-browser.ts';
import { startBrowserHost } from './browser-host.ts';
import { addressOfRunningHost } from './running-host.ts';

keepHeapSmall();

/** Beside the built core; when run from the sources, the folder that the build writes to. */
const pageFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../out/renderer' : '../renderer', import.meta.url),
);

async function main(): Promise<number | null> {
  const options = readLoopbackOptions(process.argv.slice(2));
  if (options === 'help') {
    console.log(usage);
    return 0;
  }
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`);
    return 2;
  }
  const show = (address: string) => {
    console.log(`Lead Console: ${address}`);
    if (options.openBrowser) openBrowser(address, process.platform, console.error);
  };
  const started = startBrowserHost({ ...options, pageFolder, environment: process.env });
  const host = await started.catch(async (error: unknown) => {
    const address = await addressOfRunningHost(error);
    if (address === null) throw error;
    console.log(
      'Lead Console is open already with this data folder. It goes on as it is; this is a new address for it.',
    );
    show(address);
    return null;
  });
  if (host === null) return 0;
  const present = () => show(host.freshAddress());
  const close = () => {
    host.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`Lead Console did not close cleanly (log ${host.log.bug('close', error)}).`);
        process.exit(1);
      },
    );
  };
  hearEnd(process, close, () => process.exit(1));
  if (process.platform === 'win32') process.stdin.on('data', present);
  else process.on('SIGUSR2', present);
  // The core runs in this process, and no other program starts it again. The person at the terminal does.
  endAtUnforeseen(process, {
    clock: systemClock,
    report(error, feature) {
      const id = host.log.bug(`${feature}, browser host`, error);
      console.error(`Lead Console stops because of an internal error (log ${id}).`);
      console.error('Start it again.');
    },
    close: () => host.close(),
    exit: () => process.exit(1),
  });
  present();
  return null;
}

main().then(
  (code) => {
    if (code !== null) process.exitCode = code;
  },
  (error: unknown) => {
    console.error(whyNotStarted(error));
    process.exit(2);
  },
);
