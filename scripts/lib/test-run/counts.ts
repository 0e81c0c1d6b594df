import { LONG } from './long-runs.ts';

/** How many tests a stage ran. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noTests: Counts = { passed: 0, failed: 0, skipped: 0 };

export interface Stage {
  readonly title: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly counts: Counts;
  /** Each failed test, as `file > name`. */
  readonly failures: readonly string[];
}

/**
 * Reads Vitest's JSON report. A spec file that could not even be loaded counts as one failed test. Specs that were
 * left out on purpose do not count as skipped, and so hide nothing that could not run here.
 *
 * @param runsLong whether the long specs were run, or the others
 */
export function countsOfSpecs(report: string, runsLong = false): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(report) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: readonly {
      status: string;
      assertionResults: readonly { status: string; tags?: readonly string[] }[];
    }[];
  };
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const leftOut = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => status === 'skipped' && (tags?.includes(LONG) ?? false) !== runsLong).length;
  const skipped = numPendingTests + numTodoTests - leftOut;
  return { passed: numPassedTests, failed: numFailedTests + unloaded, skipped };
}

/**
 * Reads Playwright's JSON report. Errors outside of tests (set-up, syntax) count as failed tests. A test that passed at its
 * second try, which only a build machine allows, passed; Playwright's own list calls it flaky.
 */
export function countsOfBrowserTests(report: string): Counts {
  const { stats, errors } = JSON.parse(report) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: readonly unknown[];
  };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
}

/** The specs that failed, as `file > name`, from Vitest's JSON report; a file that could not be loaded by its path alone. */
export function failuresOfSpecs(report: string): string[] {
  const { testResults } = JSON.parse(report) as {
    testResults: readonly {
      name: string;
      status: string;
      assertionResults: readonly { status: string; fullName: string }[];
    }[];
  };
  return testResults.flatMap(({ name, status, assertionResults }) =>
    status === 'failed' && assertionResults.length === 0
      ? [name]
      : assertionResults.filter((spec) => spec.status === 'failed').map((spec) => `${name} > ${spec.fullName}`),
  );
}

interface Suite {
  readonly file: string;
  readonly title: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[];
}

/** The browser tests that failed, as `file > name`, from Playwright's JSON report. */
export function failuresOfBrowserTests(report: string): string[] {
  const inSuite = ({ file, suites = [], specs = [] }: Suite): string[] => [
    ...specs.filter((spec) => !spec.ok).map((spec) => `${file} > ${spec.title}`),
    ...suites.flatMap(inSuite),
  ];
  return (JSON.parse(report) as { suites: readonly Suite[] }).suites.flatMap(inSuite);
}

/** A stage that failed without a failed test counts as one, so that the sum can never look green. */
export function sum(stages: readonly Stage[]): Counts {
  return stages.reduce<Counts>(
    (total, { ok, counts }) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + (ok || counts.failed > 0 ? counts.failed : 1),
      skipped: total.skipped + counts.skipped,
    }),
    noTests,
  );
}

/** The line that other programs read, always the last one: `N passed, N failed`, then `, N skipped` if any. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

export function stageTable(stages: readonly Stage[]): string {
  const width = Math.max(0, ...stages.map((stage) => stage.title.length));
  return stages
    .map(({ title, ok, seconds, counts }) => {
      const hasTests = counts.passed + counts.failed + counts.skipped > 0;
      const tests = hasTests ? `  ${lastLine(counts)}` : '';
      return `${ok ? 'held  ' : 'failed'}  ${title.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s${tests}`;
    })
    .join('\n');
}
