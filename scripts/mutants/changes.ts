import { parseSync } from 'vite';
import { nodesIn, oneLine, type SyntaxNode } from '../lib/syntax.ts';

/** One place of a file that is changed: an operator, a condition, a statement that is taken out, a number. */
export interface Change {
  /** Characters of the text that are replaced, the end not among them. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** From 1. */
  readonly line: number;
  /** For a report, on one line: the statement and `removed`, or the line of the number before and after. */
  readonly original: string;
  readonly mutated: string;
}

/** Stands for nothing in a report: an empty pair of backticks would not be seen. */
const REMOVED = 'removed';

/**
 * Every statement that can be taken out of a source file, and every number in it that can be changed, in their order: what
 * Stryker has no change for. Statements are calls, assignments and what stands behind `delete`, `await` or
 * `++`; a declaration or a `return` that is missing is mostly the compiler's to notice.
 */
export function changesOf(path: string, text: string): Change[] {
  return nodesIn(parseSync(path, text).program.body)
    .flatMap(changedNodes)
    .map((node) => (node.type === 'Literal' ? otherNumber(node, text) : removal(node, text)));
}

function changedNodes(node: SyntaxNode): SyntaxNode[] {
  // Types do nothing, and a field that a constructor does not fill is the first thing that any spec meets.
  if (node.type.startsWith('TS') && !/^TS(AsExpression|SatisfiesExpression|NonNullExpression)$/.test(node.type))
    return [];
  if (node.type === 'MethodDefinition' && node['kind'] === 'constructor') return [];
  const isStatement = node.type === 'ExpressionStatement' && node['directive'] == null;
  const isNumber = node.type === 'Literal' && typeof node['value'] === 'number';
  return [...(isStatement || isNumber ? [node] : []), ...nodesIn(node).flatMap(changedNodes)];
}

function removal({ start, end }: SyntaxNode, text: string): Change {
  const original = oneLine(text.slice(start, end));
  return { start, end, replacement: ';', line: lineOf(text, start), original, mutated: REMOVED };
}

/** One more for a small number, twice as much for a larger one: a limit of 1,000 is not tested to the last one everywhere. */
function otherNumber({ start, end, value }: SyntaxNode, text: string): Change {
  const number = Number(value);
  const replacement = String(Number.isInteger(number) && number < 10 ? number + 1 : number * 2);
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  const before = text.slice(from, start);
  const after = text.slice(end, to === -1 ? undefined : to);
  return {
    ...{ start, end, replacement, line: lineOf(text, start) },
    original: oneLine(before + text.slice(start, end) + after),
    mutated: oneLine(before + replacement + after),
  };
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** Where each line of a text begins, the first at 0. */
export function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}
