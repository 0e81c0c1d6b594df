/** A node of a syntax tree as the parser of Vite gives it; its other properties are read by their names. */
export interface SyntaxNode {
  readonly type: string;
  /** Characters of the text, the end not among them. */
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** The nodes right below a node, or in a list of them, in their order. */
export function nodesIn(value: unknown): SyntaxNode[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((child: unknown) => {
    if (Array.isArray(child)) return nodesIn(child);
    return isNode(child) ? [child] : [];
  });
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Text of code on one line, so that it fits a line of a list. */
export function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim();
}
