import { install } from '../scripts/bootstrap/install.js';
import { machineSpeed } from './machine-speed.ts';
import { runBench } from './runner.ts';

process.exitCode = await runBench(
  process.argv.slice(2),
  import.meta.dirname,
  { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
  { installPeers: install, machineSpeed },
);
