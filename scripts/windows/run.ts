import { follow } from './follow.ts';
import { findWine, startWindows } from './wine.ts';

/** `node scripts/windows/run.ts PROGRAM [arguments]`: a built program under Windows' Node, as if it were one of this side. */
const [program = '', ...args] = process.argv.slice(2);
const wine = findWine();
if (wine === undefined) throw new Error('There is no Wine.');
process.exitCode = await follow(startWindows(wine, program, args));
