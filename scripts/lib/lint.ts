import { runTool, runToolQuietly } from './run-tool.ts';

/**
 * Lints the whole project and looks for files and exports that nobody uses (knip.json names the programs that use
 * them). Both at once: the second takes 3 seconds, and a linter waits for its slowest rule longer than that.
 * @param args for oxlint, such as `--fix`
 */
export async function lint(args: readonly string[] = []): Promise<boolean> {
  const unused = runToolQuietly('knip', ['--no-progress', '--treat-config-hints-as-errors']);
  const linted = await runTool('oxlint', args);
  const { code, said } = await unused;
  process.stdout.write(said);
  return linted === 0 && code === 0;
}
