import { Instrumenter } from '@stryker-mutator/instrumenter';
import { type Change, lineStarts } from './changes.ts';
import { oneLine } from '../lib/syntax.ts';

type Log = ConstructorParameters<typeof Instrumenter>[0];

/** Words and shapes are left alone: specs that quote every text would only repeat the code. */
export const LEFT_OUT = [
  'ArrayDeclaration',
  'ArrowFunction',
  'BlockStatement',
  'CallExpression',
  'MethodExpression',
  'ObjectLiteral',
  'OptionalChaining',
  'Regex',
  'StringLiteral',
];

const no = (): boolean => false;
const nothing = (): void => undefined;
const SILENT: Log = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};

/** Every operator and condition of a source file that Stryker would change, as changes of its text. */
export async function operatorsOf(path: string, text: string): Promise<Change[]> {
  const { mutants } = await new Instrumenter(SILENT).instrument([{ name: path, content: text, mutate: true }], {
    plugins: null,
    excludedMutations: LEFT_OUT,
    noHeader: true,
    ignorers: [],
  });
  const starts = lineStarts(text);
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ location, replacement }) => {
      const start = (starts[location.start.line] ?? 0) + location.start.column;
      const end = (starts[location.end.line] ?? 0) + location.end.column;
      const original = oneLine(text.slice(start, end));
      return { start, end, replacement, line: location.start.line + 1, original, mutated: oneLine(replacement) };
    });
}
