import { buildIfStale, builtPrograms } from '../lib/build.ts';
import { runTool } from '../lib/run-tool.ts';

const given = process.argv.slice(2);
// A run of everything starts the commands hundreds of times; what is built starts in half the time.
const buildsFirst = given.length === 0;
process.exitCode =
  buildsFirst && !(await buildIfStale())
    ? 1
    : await runTool('vitest', ['run', ...given], buildsFirst ? builtPrograms : {});
