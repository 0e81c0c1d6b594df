import { posix } from 'node:path';
import { parseSync } from 'vite';
import { nodesIn, type SyntaxNode } from '../lib/syntax.ts';

/** One source file as the boundary rules see it. Paths are from the project's folder, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  /** A spec or something only specs use: `*.spec.ts`, `*-fixture.ts`, and whole folders named testing or simulation. */
  readonly isSpec: boolean;
  readonly imports: readonly Import[];
  /** The targets that are loaded with the module: neither those of types alone nor those of `import()`. */
  readonly loads: ReadonlySet<string>;
  /** Uses of things that only one place may touch, such as `ipcMain` or `window.leadConsole`. */
  readonly uses: ReadonlySet<string>;
  /** Whether loading the module does something: a statement at its top that is neither a declaration nor a constant. */
  readonly hasSideEffects: boolean;
  /** The interfaces named `…Props`, with how many props of its own each declares. */
  readonly props: ReadonlyMap<string, number>;
}

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** The file meant by a relative specifier; otherwise the specifier itself, such as `zod` or `node:fs`. */
  readonly target: string;
  readonly isRelative: boolean;
}

/** @throws Error when the text is not TypeScript: a file that cannot be read must not pass for one without imports */
export function readSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const specifiers = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => literal(text.slice(start, end)) ?? []),
  ];
  const loaded = [
    ...module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType)),
    ...module.staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType)),
  ].flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
  const uses = new Set<string>();
  const body = program.body as unknown as readonly SyntaxNode[];
  for (const node of body) collectUses(node, uses);
  return {
    path,
    isSpec: isOfSpecs(path),
    imports: [...new Set(specifiers)].map((specifier) => resolveImport(path, specifier)),
    loads: new Set(loaded.map((specifier) => resolveImport(path, specifier).target)),
    uses,
    hasSideEffects: body.some((node) => node.type === 'ExpressionStatement' && node['directive'] == null),
    props: new Map(body.flatMap(propsOf)),
  };
}

function propsOf(statement: SyntaxNode): [string, number][] {
  const node = (statement['declaration'] ?? statement) as SyntaxNode;
  if (node.type !== 'TSInterfaceDeclaration') return [];
  const { name } = node['id'] as { name: string };
  const { body } = node['body'] as { body: readonly unknown[] };
  return name.endsWith('Props') ? [[name, body.length]] : [];
}

/** Whether a path is that of a spec or of a helper that only specs use. */
export function isOfSpecs(path: string): boolean {
  return /(\.spec|-fixture)\.tsx?$|\/(testing|simulation)\//.test(path);
}

function resolveImport(from: string, specifier: string): Import {
  const isRelative = specifier.startsWith('.');
  const target = isRelative ? posix.normalize(posix.join(posix.dirname(from), specifier)) : specifier;
  return { specifier, target, isRelative };
}

function literal(source: string): string | undefined {
  return /^(['"`])([^'"`$]*)\1$/.exec(source)?.[2];
}

function collectUses(value: unknown, uses: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collectUses(item, uses);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as SyntaxNode;
  if (node.type === 'Identifier') uses.add(String(node['name']));
  if (node.type === 'Literal' && isEndpoint(node['value'])) uses.add(node['value']);
  if (node.type === 'MemberExpression') uses.add(memberName(node));
  if (node.type === 'NewExpression' && isName(node['callee'], 'Date') && isEmpty(node['arguments']))
    uses.add('new Date()');
  // A template's piece has its text one level deeper.
  const text = node.type === 'TemplateElement' ? (node['value'] as { raw: string }).raw : node['value'];
  if (node.type === 'JSXAttribute' && isStyle(node['name']))
    for (const name of constantsIn(node['value'])) uses.add(`style ${name}`);
  if (typeof text === 'string' && /(Literal|TemplateElement|JSXText)$/.test(node.type) && text.includes('Ctrl+'))
    uses.add('Ctrl+');
  if (node['accessibility'] === 'private' && node['kind'] !== 'constructor') uses.add('private');
  if (node.type === 'VariableDeclarator' && (node['id'] as SyntaxNode).type === 'Identifier')
    uses.add(`const ${lastName(node['id'])}`);
  for (const child of Object.values(node)) collectUses(child, uses);
}

function isStyle(value: unknown): boolean {
  return /^styles?$/.test(String((value as SyntaxNode)['name']));
}

/** The properties that are given a value which is written there. */
function constantsIn(value: unknown): string[] {
  return nodesIn(value).flatMap((node) => {
    const given = node['value'] as SyntaxNode | undefined;
    const isConstant =
      node.type === 'Property' &&
      (given?.type === 'Literal' || (given?.type === 'TemplateLiteral' && isEmpty(given['expressions'])));
    return isConstant ? [lastName(node['key'])] : constantsIn(node);
  });
}

/** Texts like the names of endpoints: `POST leads`. */
function isEndpoint(value: unknown): value is string {
  return typeof value === 'string' && /^(GET|POST|DELETE) [a-z/]+$/.test(value);
}

/** `window.webContents.send` and `contents.webContents.send` are both `webContents.send`. */
function memberName(node: SyntaxNode): string {
  return [lastName(node['object']), lastName(node['property'])].join('.');
}

function lastName(value: unknown): string {
  const node = value as SyntaxNode;
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'Literal') return String(node['value']);
  return node.type === 'MemberExpression' ? lastName(node['property']) : '';
}

function isName(value: unknown, name: string): boolean {
  const node = value as SyntaxNode;
  return node.type === 'Identifier' && node['name'] === name;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
