import { build } from '../lib/build.ts';
import { argumentsFor } from '../lib/packed-program.ts';
import { runTool } from '../lib/run-tool.ts';

/** Installers of this computer's kind, in `release/`; arguments go to electron-builder (`--dir`, `--linux`, …). */
process.exitCode = (await build())
  ? await runTool('electron-builder', [
      ...(process.platform === 'linux' ? argumentsFor('linux') : []),
      ...process.argv.slice(2),
      '--publish',
      'never',
    ])
  : 1;
