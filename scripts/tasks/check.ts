import { runTool } from '../lib/run-tool.ts';

process.exitCode = await runTool('tsc', ['-b', ...process.argv.slice(2)]);
