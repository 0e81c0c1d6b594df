import { build } from '../lib/build.ts';
import { runTool } from '../lib/run-tool.ts';

/** Installers of this computer's kind, in `release/`; arguments go to electron-builder (`--dir`, `--linux`, …). */
process.exitCode = (await build())
  ? await runTool('electron-builder', [...process.argv.slice(2), '--publish', 'never'])
  : 1;
