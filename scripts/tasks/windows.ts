import { buildIfStale } from '../lib/build.ts';
import { ensureChromium } from '../lib/ensure-chromium.ts';
import { killBatch } from '../lib/kill-batch.ts';
import { runTool } from '../lib/run-tool.ts';
import { inFolder, say, told } from '../campaign/frame.ts';
import { checks, WindowsDesk } from '../windows/checks.ts';
import { checkInstaller } from '../windows/installer.ts';
import { prepareSpecs, runSpecs } from '../windows/specs.ts';
import { findWine, lowerBuilt, prepare } from '../windows/wine.ts';

const usage = `npm run windows -- checks | kill-test [KILLS] [SEED] | e2e [PATH] | specs [PATH] | installer

Runs the built programs under Windows' own Node, through Wine: files that others hold, names without regard to case, long paths,
two programs, kills, the end-to-end tests against a host of Windows, specs without a page (with x86_64-w64-mingw32-gcc), and the
file types of the installer (with makensis). Ends with 1 when a promise is broken, with 2 where there is no Wine or Windows' Node
cannot be prepared (Debian: apt-get install wine wine64).
`;

async function main([what = '', ...rest]: readonly string[]): Promise<number> {
  const wine = findWine();
  if (!['checks', 'kill-test', 'e2e', 'specs', 'installer'].includes(what)) {
    process.stderr.write(usage);
    return 2;
  }
  if (wine === undefined) {
    process.stderr.write(
      'There is no Wine on this computer, so nothing was run. With Debian: apt-get install wine wine64\n',
    );
    return 2;
  }
  try {
    prepare(wine);
    if (what === 'specs') prepareSpecs();
  } catch (error) {
    process.stderr.write(`Windows' Node could not be prepared, so nothing was run. ${String(error)}\n`);
    return 2;
  }
  if (!(await buildIfStale())) return 1;
  lowerBuilt();
  if (what === 'e2e') {
    if (!(await ensureChromium())) return 1;
    const args = ['test', '--config=e2e/playwright.config.ts', '--project=browser', '--workers=1', ...rest];
    return runTool('playwright', args, { LEAD_CONSOLE_WINDOWS: '1' });
  }
  if (what === 'specs') return runSpecs(wine, rest);
  return inFolder('windows-desk', async (folder) => {
    if (what === 'installer') return told('the installer', await checkInstaller(wine, folder));
    await using desk = await WindowsDesk.openWith(wine, folder);
    if (what === 'kill-test') {
      const [kills, seed] = [Number(rest[0] ?? 20), Number(rest[1] ?? 1)];
      const { broken, ...figures } = await killBatch(desk, { kills, seed, rows: kills * 30 });
      say(JSON.stringify({ ...figures, seed, broken: broken.length }));
      return told('kills', broken);
    }
    let code = 0;
    for (const { name, run } of checks) code = Math.max(code, told(name, await run(desk)));
    return code;
  });
}

process.exitCode = await main(process.argv.slice(2));
