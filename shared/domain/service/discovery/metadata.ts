import { asText, field, isObject, looksLikeHtml, parseJson } from '../answers/answers.ts';

/** What a service's own description of itself says, as far as it can be read. */
export interface Metadata {
  readonly operations: readonly string[];
  /** Fields of the operation that imports a lead; empty when the description does not have them. */
  readonly importFields: readonly string[];
  /** Fields of its answer. */
  readonly resultFields: readonly string[];
}

const MOST = 2000;
const LONGEST_NAME = 100;
const IMPORT = /^(import|create|add|post)_?leads?$/i;

/** Null for an answer that describes nothing. Reads JSON of operations and types, and pages that link to operations. */
export function readMetadata(text: string): Metadata | null {
  const value = parseJson(text);
  const read = value === undefined ? fromPage(text) : fromJson(value);
  return read.operations.length === 0 && read.importFields.length === 0 ? null : read;
}

/** Names of operations that Lead Console uses, by the words in them. */
const KNOWN = /lead|segment|user|orgunit|organi[sz]ation|account|limit|count/i;

export function knownOperations(metadata: Metadata): number {
  return metadata.operations.filter((name) => KNOWN.test(name)).length;
}

interface Described {
  readonly name: string;
  readonly fields: readonly string[];
}

function fromJson(value: unknown): Metadata {
  const found: Described[] = [];
  collect(value, found, 0);
  const operations = isObject(value) ? field(value, 'operations', 'services', 'routes') : value;
  const named = Array.isArray(operations) ? operations.flatMap((entry) => nameOf(entry) ?? []) : [];
  const request = found.find(({ name, fields }) => IMPORT.test(name) && fields.length > 0);
  const result = found.find(
    ({ name, fields }) => /^(import|create|add|post)_?leads?(response|result)$/i.test(name) && fields.length > 0,
  );
  return {
    operations: unique(named.length > 0 ? named : found.map(({ name }) => name)),
    importFields: request?.fields ?? [],
    resultFields: result?.fields ?? [],
  };
}

function nameOf(entry: unknown): string | null {
  if (typeof entry === 'string') return entry;
  if (!isObject(entry)) return null;
  const inner = field(entry, 'request');
  return asText(field(entry, 'name', 'operation')) ?? (isObject(inner) ? asText(field(inner, 'name')) : null);
}

/** Everything with a name and properties, wherever it stands. */
function collect(value: unknown, found: Described[], depth: number): void {
  if (found.length >= MOST || depth > 8) return;
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, MOST)) collect(entry, found, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const name = asText(field(value, 'name', 'operation'));
  const properties = field(value, 'properties', 'fields', 'parameters', 'members');
  if (name !== null && properties !== undefined) found.push({ name, fields: fieldNames(properties) });
  for (const [key, inner] of Object.entries(value)) {
    const own = isObject(inner) ? field(inner, 'properties') : undefined;
    if (own !== undefined && isObject(inner) && asText(field(inner, 'name')) === null)
      found.push({ name: key, fields: fieldNames(own) });
    collect(inner, found, depth + 1);
  }
}

function fieldNames(properties: unknown): string[] {
  if (Array.isArray(properties)) return unique(properties.flatMap((entry) => nameOf(entry) ?? []));
  return isObject(properties) ? unique(Object.keys(properties)) : [];
}

/** A page with a link to each operation; the page of one operation shows an example of its body. */
function fromPage(text: string): Metadata {
  if (!looksLikeHtml(text)) return { operations: [], importFields: [], resultFields: [] };
  const operations = unique([...text.matchAll(/[?&;]op=([A-Za-z0-9_]+)/g)].map((match) => match[1] ?? ''));
  const plain = text
    // Up to the next bracket: of many that never close, each one would be read to the end of the page.
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&quot;|&#34;/g, '"')
    .replace(/&#123;/g, '{');
  const isImport = /import_?lead/i.test(plain);
  const example = isImport ? /\{[^{}]*"(campaignCode)"[^{}]*/i.exec(plain)?.[0] : undefined;
  const importFields =
    example === undefined ? [] : unique([...example.matchAll(/"([A-Za-z_]+)"\s*:/g)].map((match) => match[1] ?? ''));
  return { operations, importFields, resultFields: [] };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.slice(0, LONGEST_NAME)).filter((name) => name !== ''))].slice(0, MOST);
}
