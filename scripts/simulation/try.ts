import { mkdtempSync, rmSync } from 'node:fs';
import { watchFiles } from './files.ts';
import { watchTurns } from './turns.ts';
import { live } from './life.ts';
import { planOf } from './plan.ts';
import { makeTemplate } from './template.ts';
const [from, n, verbose] = process.argv.slice(2);
const home = mkdtempSync('/dev/shm/sim-');
using _f = watchFiles();
using _t = watchTurns();
const template = await makeTemplate(home);
const t = performance.now();
const sums: Record<string, number> = {};
for (let seed = Number(from); seed < Number(from) + Number(n); seed++) {
  const r = await live(planOf(seed), home, template);
  for (const [k, v] of Object.entries(r.figures)) sums[k] = (sums[k] ?? 0) + v;
  if (verbose) console.log(r.story.join('\n'));
  if (r.broken) console.log(seed, r.broken.message);
}
console.log(sums, (performance.now() - t) / Number(n), 'ms a life');
rmSync(home, { recursive: true });
process.exit(0);
