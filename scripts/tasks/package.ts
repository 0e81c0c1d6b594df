import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../lib/build.ts';
import { builtFiles } from '../lib/package-check.ts';
import { argumentsFor } from '../lib/packed-program.ts';
import { root } from '../lib/project.ts';
import { runTool } from '../lib/run-tool.ts';
import { sbomName, sbomOf } from '../lib/sbom.ts';

/** Installers of this computer's kind, in `release/`; arguments go to electron-builder (`--dir`, `--linux`, …). */
async function main(): Promise<number> {
  if (!(await build())) return 1;
  const system = process.platform === 'linux' ? argumentsFor('linux') : [];
  const code = await runTool('electron-builder', [...system, ...process.argv.slice(2), '--publish', 'never']);
  if (code !== 0) return code;
  const release = join(root, 'release');
  mkdirSync(release, { recursive: true });
  writeFileSync(join(release, sbomName()), sbomOf(builtFiles()));
  return 0;
}

process.exitCode = await main();
