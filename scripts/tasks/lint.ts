import { runTool } from '../lib/run-tool.ts';

const linted = await runTool('oxlint', process.argv.slice(2));
const formatted = await runTool('prettier', ['--check', '--log-level', 'warn', '.']);
process.exitCode = linted || formatted;
