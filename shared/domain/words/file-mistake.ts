/** What a schema found in a file that a person opened. */
interface SchemaTrouble {
  readonly issues: readonly {
    readonly code: string;
    readonly path: readonly PropertyKey[];
    readonly message: string;
  }[];
}

const SAID: Readonly<Record<string, string>> = {
  too_small: 'it is empty',
  too_big: 'it is too long',
  invalid_type: 'it is missing, or of another kind than it must be',
};

/**
 * The first mistake for a person, as `at query.name: it is empty`. The words of the schema library are for programmers; only
 * those that a rule of ours wrote are taken.
 */
export function fileMistake({ issues: [issue] }: SchemaTrouble): string {
  const where = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.join('.').slice(0, 80);
  const what = issue?.code === 'custom' ? issue.message : (SAID[issue?.code ?? ''] ?? 'it is not a possible value');
  return `at ${where}: ${what}`;
}
