import { visibleMarks } from './visible-marks.ts';

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

/** A kind of JSON file that a person saves from the program, and opens again. */
interface SavedKind<File> {
  /** For people: "query". */
  readonly what: string;
  /** What the file says of itself. */
  readonly formats: readonly unknown[];
  readonly schema: {
    safeParse(value: unknown): { success: true; data: File } | { success: false; error: SchemaTrouble };
  };
  /** Said behind a mistake. */
  readonly after?: string;
}

export type FileReading<File> = { ok: true; file: File } | { ok: false; message: string };

/** Reads the text of such a file; nothing in the name that it has inside stays hidden. `name`: of the file, for the message. */
export function readSavedFile<File extends { name: string }>(
  text: string,
  name: string,
  { what, formats, schema, after = '' }: SavedKind<File>,
): FileReading<File> {
  const refuse = (why: string): FileReading<File> => ({ ok: false, message: `"${name}" ${why}` });
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return refuse(`is not JSON, so it holds no ${what}. Choose a file that was saved with "Save as a file".`);
  }
  const { format, version } = Object(value) as { readonly format?: unknown; readonly version?: unknown };
  if (!formats.includes(format))
    return refuse(`is JSON, but not a ${what}. Choose a file that was saved with "Save as a file".`);
  if (typeof version === 'number' && version > 1)
    return refuse('was written by a newer Lead Console. Update this program to read it.');
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, file: { ...parsed.data, name: visibleMarks(parsed.data.name) } };
  return refuse(`is a ${what} with a mistake in it, ${fileMistake(parsed.error)}.${after}`);
}

/**
 * The first mistake for a person, as `at query.name: it is empty`. The words of the schema library are for programmers; only
 * those that a rule of ours wrote are taken.
 */
function fileMistake({ issues: [issue] }: SchemaTrouble): string {
  const where = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.join('.').slice(0, 80);
  const what = issue?.code === 'custom' ? issue.message : (SAID[issue?.code ?? ''] ?? 'it is not a possible value');
  return `at ${where}: ${what}`;
}
