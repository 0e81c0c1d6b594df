import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../lib/project.ts';
import { oneLine } from '../lib/syntax.ts';
import type { Mutant } from './judged.ts';
import { LEFT_OUT } from './operators.ts';
import type { Run } from './runs.ts';
import { SPECS_OF_RUN } from './vitest.config.ts';

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** Changes the files of a run one operator or condition at a time in a copy of the project, and runs the specs on each. */
export async function runStryker({ changed, specs }: Run): Promise<Mutant[]> {
  // Read before the run, which takes minutes: somebody may go on editing meanwhile.
  const texts = new Map(changed.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  // Given to Stryker as `testFiles`, they would leave constants of a module unchanged: it then makes every change after
  // the modules are loaded. The processes that run the specs inherit this.
  process.env[SPECS_OF_RUN] = specs.join('\n');
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: [...changed],
    mutator: { excludedMutations: LEFT_OUT },
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // A change that makes a spec wait for ever counts as noticed. Milliseconds beside twice the usual time: the
    // computer may be busy.
    timeoutMS: 10_000,
    timeoutFactor: 2,
    // Stryker would rewrite the file with a compiler interface that TypeScript 7 no longer has.
    tsconfigFile: 'none',
    ignorePatterns: ['/out', '/release', '/screenshots', '/test-results', '/playwright-report', '/bench/node_modules'],
    tempDirName: 'test-results/mutants',
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    allowEmpty: true,
  });
  const results = await stryker.runMutationTest();
  return results.flatMap((result) => {
    const outcome = outcomeOf(result.status);
    if (outcome === undefined) return [];
    const path = relative(root, result.fileName).replaceAll('\\', '/');
    const original = oneLine(textAt(texts.get(path) ?? '', result.location));
    return [{ path, line: result.location.start.line, original, mutated: oneLine(result.replacement), outcome }];
  });
}

/** Undefined for a change that was not made, or that does not run at all and so says nothing of the specs. */
function outcomeOf(status: Result['status']): Mutant['outcome'] | undefined {
  if (status === 'Killed' || status === 'Timeout') return 'killed';
  return status === 'Survived' || status === 'NoCoverage' ? 'survived' : undefined;
}

/** Lines and columns count from 1, and the end is not part of it. */
function textAt(text: string, { start, end }: Result['location']): string {
  const lines = text.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}
