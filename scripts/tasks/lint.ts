import { lint } from '../lib/lint.ts';
import { runTool } from '../lib/run-tool.ts';

const linted = await lint(process.argv.slice(2));
const formatted = await runTool('prettier', ['--check', '--log-level', 'warn', '.']);
process.exitCode = linted && formatted === 0 ? 0 : 1;
