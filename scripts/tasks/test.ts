import { build } from '../lib/build.ts';
import { ensureChromium } from '../lib/ensure-chromium.ts';
import { lint } from '../lib/lint.ts';
import { leftOutWords, WITHOUT_LONG } from '../lib/test-run/long-runs.ts';
import { checkPackage } from '../lib/package-check.ts';
import { runToolQuietly } from '../lib/run-tool.ts';
import { runStages, specsStage, walksStage } from '../lib/test-run/stages.ts';

/** Side by side: two of the three use one core. */
async function staticChecks(): Promise<boolean> {
  const others = [runToolQuietly('tsc', ['-b']), runToolQuietly('prettier', ['--check', '--log-level', 'warn', '.'])];
  let holds = await lint();
  for (const { code, said } of await Promise.all(others)) {
    process.stdout.write(said);
    holds &&= code === 0;
  }
  return holds;
}

/** Cheap stages first: the first one that fails ends the run. */
process.exitCode = await runStages(
  [
    { title: 'browser', run: ensureChromium },
    { title: 'types, lint, format', run: staticChecks },
    // Before the specs, which start what is built.
    { title: 'build', run: build },
    specsStage(WITHOUT_LONG.specs),
    { title: 'package', run: checkPackage },
    walksStage(WITHOUT_LONG.walks),
  ],
  leftOutWords(),
);
