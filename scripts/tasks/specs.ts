import { runTool } from '../lib/run-tool.ts';

process.exitCode = await runTool('vitest', ['run', ...process.argv.slice(2)]);
