import { build } from '../lib/build.ts';
import { ensureChromium } from '../lib/ensure-chromium.ts';
import { lint } from '../lib/lint.ts';
import { leftOutWords, WITHOUT_LONG } from '../lib/test-run/long-runs.ts';
import { checkPackage } from '../lib/package-check.ts';
import { runTool } from '../lib/run-tool.ts';
import { runStages, specsStage, walksStage } from '../lib/test-run/stages.ts';

/** Cheap stages first: the first one that fails ends the run. */
process.exitCode = await runStages(
  [
    { title: 'browser', run: ensureChromium },
    { title: 'types', run: async () => (await runTool('tsc', ['-b'])) === 0 },
    { title: 'lint', run: () => lint() },
    { title: 'format', run: async () => (await runTool('prettier', ['--check', '--log-level', 'warn', '.'])) === 0 },
    // Before the specs, which start what is built.
    { title: 'build', run: build },
    specsStage(WITHOUT_LONG.specs),
    { title: 'package', run: checkPackage },
    walksStage(WITHOUT_LONG.walks),
  ],
  leftOutWords(),
);
