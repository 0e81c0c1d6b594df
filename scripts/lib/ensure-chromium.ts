import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { chromiumCandidates } from './chromium.ts';
import { runTool } from './run-tool.ts';

/**
 * Makes sure that the tests have a browser that starts: this machine's, else Playwright's own, else Debian's package
 * when this runs as root. Programs started from here find it in `LEAD_CONSOLE_CHROMIUM`.
 * Resolves with false, after saying what to do, when there is none.
 */
export async function ensureChromium(): Promise<boolean> {
  if (await chooseOne()) return true;
  process.stderr.write('No Chromium that starts was found; trying to download the one of Playwright.\n');
  if ((await runTool('playwright', ['install', 'chromium'])) === 0 && (await chooseOne())) return true;
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isDebianRoot) {
    process.stderr.write("That did not work; installing Debian's package.\n");
    const install = ['install', '-q', '-y', '--no-install-recommends', 'chromium'];
    if (
      (await run('apt-get', ['update', '-q'])) === 0 &&
      (await run('apt-get', install)) === 0 &&
      (await chooseOne())
    ) {
      return true;
    }
  }
  process.stderr.write(
    'The tests in the browser need a Chromium, and none could be installed. Install Chromium, Chrome or Edge, ' +
      'or name one in the variable LEAD_CONSOLE_CHROMIUM.\n',
  );
  return false;
}

/** What is installed need not start: a download may lack libraries, and some systems have a stand-in that asks for more. */
async function chooseOne(): Promise<boolean> {
  for (const executablePath of chromiumCandidates(process.env)) {
    try {
      const browser = await chromium.launch({ executablePath });
      await browser.close();
      process.env['LEAD_CONSOLE_CHROMIUM'] = executablePath;
      return true;
    } catch {
      process.stderr.write(`${executablePath} does not start.\n`);
    }
  }
  return false;
}

function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
