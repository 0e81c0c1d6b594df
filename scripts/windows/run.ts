import { findWine, startWindows } from './wine.ts';

/**
 * `node scripts/windows/run.ts PROGRAM [arguments]`: a built program under Windows' Node, as if it were one of this side. What
 * it writes comes out here while it runs; a signal ends it at once, as Windows has none.
 */
const [program = '', ...args] = process.argv.slice(2);
const wine = findWine();
if (wine === undefined) throw new Error('There is no Wine.');
const started = startWindows(wine, program, args);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => started.kill());
let [out, error] = [0, 0];
const pass = () => {
  const [said, wrong] = [started.out(), started.error()];
  process.stdout.write(said.slice(out));
  process.stderr.write(wrong.slice(error));
  [out, error] = [said.length, wrong.length];
};
const follow = setInterval(pass, 50);
const code = await started.ended;
clearInterval(follow);
pass();
process.exitCode = code ?? 1;
