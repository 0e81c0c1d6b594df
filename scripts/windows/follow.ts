import type { RunningCommand } from '../lib/batch-desk.ts';

/** Passes on what a program writes while it runs; a signal ends it at once, as Windows has none. @returns its exit code */
export async function follow(started: RunningCommand): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => started.kill());
  let [out, error] = [0, 0];
  const pass = () => {
    const [said, wrong] = [started.out(), started.error()];
    process.stdout.write(said.slice(out));
    process.stderr.write(wrong.slice(error));
    [out, error] = [said.length, wrong.length];
  };
  const watch = setInterval(pass, 50);
  const code = await started.ended;
  clearInterval(watch);
  pass();
  return code ?? 1;
}
