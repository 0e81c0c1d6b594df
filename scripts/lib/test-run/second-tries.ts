import type { Reporter, TestCase } from 'vitest/node';

/** Names at the end of a run the specs that passed only at their second try, which a build machine allows. */
export class SecondTries implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(spec: TestCase): void {
    if (spec.diagnostic()?.flaky === true) this.#names.push(`${spec.module.relativeModuleId} > ${spec.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.#names) process.stdout.write(`second try: ${name}\n`);
  }
}
