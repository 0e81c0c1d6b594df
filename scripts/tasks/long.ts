import { build } from '../lib/build.ts';
import { ensureChromium } from '../lib/ensure-chromium.ts';
import { onlyLong } from '../lib/test-run/long-runs.ts';
import { runStages, specsStage, walksStage } from '../lib/test-run/stages.ts';

const { specs, walks } = onlyLong();
process.exitCode = await runStages([
  { title: 'browser', run: ensureChromium },
  { title: 'build', run: build },
  specsStage(specs, true),
  walksStage(walks),
]);
