import { parseSync } from 'vite';
import { oneLine, type SyntaxNode } from '../lib/syntax.ts';

/** A text that a person may read, and where it stands. */
export interface Text {
  /** From 1. */
  readonly line: number;
  /** On one line; values that the program inserts are in braces. */
  readonly text: string;
}

/** Attributes whose value a person reads or hears, whatever its shape; those of components count by their last word. */
const readAttribute = /^(?:aria-)?(?:alt|\w*(?:label|title|placeholder|description|text|hint|message|note|sentence))$/i;
/** Attributes that no person reads, although their values look like words. */
const unreadAttribute =
  /^(?:class|\w*className|style|id|key|href|d|viewBox|transform|rel|role|src|type|mask|shadow|fz|ff|to)$/;
/** Calls for machines and for the log; a program error names a mistake in the code. */
const unreadCall =
  /(?:^|\.)(?:log|info|warn|debug|logFailure|setHeader|getHeader|prepare|exec|pragma|includes|startsWith|endsWith|split|replace|replaceAll|querySelector\w*|closest|getPropertyValue|createElement|RegExp|Error|TypeError|RangeError|Worker|URL)$/;
const sql =
  /\b(?:SELECT|INSERT|UPDATE|DELETE FROM|CREATE|PRAGMA|WHERE|ORDER BY|GROUP BY|VALUES|BEGIN|COMMIT|ROLLBACK|ATTACH|DROP|ALTER|STRICT|COLLATE|INTEGER|NOT NULL)\b/;
/** Styles, media types, addresses, policies, patterns, and the names of endpoints. */
const technical =
  /^(?:GET|POST|DELETE) \w+$|var\(--|^[\w-]+\/[\w.+*-]+(?:;|$)|^https?:|^\.{0,2}\/|^#(?:[\da-f]{3,8}$|\/)|\b\d*(?:px|rem|fr)\b|^\w+-src\b|^[a-z-]+=|^(?:calc|minmax|repeat|rgb|url)\(|\\[wdsb]/;

/**
 * The texts of one source file that a person may read, by their place and shape: words between tags, attributes such as
 * `label`, and literals that look like a sentence or a label. Left out are keys, names that are compared, class names,
 * SQL, addresses and what only the log gets.
 * @throws Error when the text cannot be parsed
 */
export function textsOf(path: string, source: string): Text[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: Text[] = [];
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  const add = (at: number, text: string): void => {
    const line = oneLine(text);
    if (line !== '') found.push({ line: lineAt(at), text: line });
  };
  const printed = (node: SyntaxNode): string => printedOf(node, source);

  function walk(value: unknown): void {
    if (Array.isArray(value)) {
      for (const item of value) walk(item);
      return;
    }
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as SyntaxNode;
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSLiteralType':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSTypeAnnotation':
        return;
      case 'JSXElement':
      case 'JSXFragment':
        addElement(node);
        break;
      case 'JSXAttribute':
        addAttribute(node);
        return;
      case 'Property':
        if (node['computed'] === true) walk(node['key']);
        walk(node['value']);
        return;
      case 'SwitchCase':
        walk(node['consequent']);
        return;
      case 'BinaryExpression':
        if (isComparison(node)) return walkOperandsWithoutNames(node);
        break;
      case 'MemberExpression':
        walk(node['object']);
        return;
      case 'CallExpression':
      case 'NewExpression':
        walk(node['callee']);
        if (!unreadCall.test(calleeOf(node, source))) walk(node['arguments']);
        return;
      case 'TaggedTemplateExpression':
        return;
      case 'Literal':
        if (typeof node['value'] === 'string' && isReadable(node['value'])) add(node.start, node['value']);
        return;
      case 'TemplateLiteral':
        if (isReadable(printed(node))) add(node.start, printed(node));
        walk(node['expressions']);
        return;
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'typeAnnotation') walk(child);
  }

  /** Words between tags with what stands among them, as one text. */
  function addElement(node: SyntaxNode): void {
    const children = node['children'] as readonly SyntaxNode[];
    const words = children.filter((child) => child.type === 'JSXText' && /\p{L}/u.test(String(child['value'])));
    if (words.length > 0) add(words[0]?.start ?? node.start, children.map(printed).join(''));
  }

  function addAttribute(node: SyntaxNode): void {
    const name = source.slice((node['name'] as SyntaxNode).start, (node['name'] as SyntaxNode).end);
    const value = node['value'] as SyntaxNode | null;
    if (value === null || unreadAttribute.test(name)) return;
    if (value.type === 'Literal') {
      const text = String(value['value']);
      const isRead = readAttribute.test(name) ? /\p{L}/u.test(text) : isSentence(text);
      if (isRead) add(value.start, text);
    } else walk(value);
  }

  function walkOperandsWithoutNames(node: SyntaxNode): void {
    for (const side of [node['left'], node['right']] as SyntaxNode[]) if (side.type !== 'Literal') walk(side);
  }

  walk(program.body);
  return found.sort((one, other) => one.line - other.line);
}

function printedOf(node: SyntaxNode, source: string): string {
  if (node.type === 'JSXText') return String(node['value']);
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : '';
  if (node.type === 'JSXExpressionContainer') {
    const inner = node['expression'] as SyntaxNode;
    if (inner.type === 'JSXEmptyExpression') return '';
    return inner.type === 'Literal' ? printedOf(inner, source) : braces(source.slice(inner.start, inner.end));
  }
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as readonly { value: { cooked: string } }[];
    const expressions = node['expressions'] as readonly SyntaxNode[];
    return quasis
      .map(({ value }, at) => {
        const next = expressions[at];
        return value.cooked + (next === undefined ? '' : braces(source.slice(next.start, next.end)));
      })
      .join('');
  }
  return '{…}';
}

/** Longest expression, in characters, that is printed as it stands. */
const longestExpression = 24;

function braces(expression: string): string {
  return expression.length > longestExpression || expression.includes('\n') ? '{…}' : `{${expression}}`;
}

function isComparison(node: SyntaxNode): boolean {
  return ['===', '!==', '==', '!=', 'in', 'instanceof'].includes(String(node['operator']));
}

function calleeOf(node: SyntaxNode, source: string): string {
  const callee = node['callee'] as SyntaxNode;
  return source.slice(callee.start, callee.end).replaceAll(/\s|\?/g, '');
}

function isReadable(text: string): boolean {
  if (sql.test(text) || technical.test(text.trim())) return false;
  return isSentence(text) || isLabel(text);
}

/** Several words; texts that only join others, such as `{a} {b}`, have none of their own. */
function isSentence(text: string): boolean {
  const words = text.replaceAll(/\{[^}]*\}/g, ' … ').trim();
  return /\p{L}{2}/u.test(words) && /\S\s+\S/.test(words) && !sql.test(text) && !technical.test(words);
}

/** One capitalized word; not `Content-Type`, `FileTrouble` or `LEAD_ID`, which are names. */
function isLabel(text: string): boolean {
  return /^\p{Lu}\p{Ll}+[.…]?$/u.test(text.trim());
}
