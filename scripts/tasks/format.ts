import { runTool } from '../lib/run-tool.ts';

process.exitCode = await runTool('prettier', ['--write', '--log-level', 'warn', '.']);
