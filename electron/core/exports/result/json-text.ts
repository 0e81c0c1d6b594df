/** Levels. JSON.stringify calls itself at each level; this many are far from the end of the stack. */
const SAFE_DEPTH = 100;

/** As JSON.stringify, for a value that JSON.parse made; nesting of any depth does not exhaust the stack. */
export function jsonText(value: unknown): string {
  return isDeeper(value, SAFE_DEPTH) ? deepText(value) : JSON.stringify(value);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const name in value) if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true;
  return false;
}

/** What is written next: a value, or text that is ready. */
type Work = { readonly text: string } | { readonly value: unknown };

function deepText(whole: unknown): string {
  const parts: string[] = [];
  const stack: Work[] = [{ value: whole }];
  for (let work = stack.pop(); work !== undefined; work = stack.pop()) {
    if ('text' in work) parts.push(work.text);
    else if (Array.isArray(work.value))
      pushMembers(
        stack,
        '[]',
        work.value.map((value: unknown) => ['', value] as const),
      );
    else if (typeof work.value === 'object' && work.value !== null)
      pushMembers(
        stack,
        '{}',
        Object.entries(work.value).map(([name, value]) => [`${JSON.stringify(name)}:`, value] as const),
      );
    else parts.push(JSON.stringify(work.value));
  }
  return parts.join('');
}

/** The last that is pushed is written first. */
function pushMembers(stack: Work[], brackets: string, members: readonly (readonly [string, unknown])[]): void {
  stack.push({ text: brackets.charAt(1) });
  for (const [index, [name, value]] of [...members.entries()].reverse()) {
    stack.push({ value });
    stack.push({ text: index === 0 ? name : `,${name}` });
  }
  stack.push({ text: brackets.charAt(0) });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/**
 * JSON without white space between its parts, and with no escape that is not needed, as JSON.stringify writes it; numbers
 * stay as they are, with every digit. Takes proper JSON only, of any depth.
 */
export function compactJson(source: string): string {
  if (!/[\s\\]/.test(source)) return source;
  let text = '';
  let from = 0;
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code > SPACE && code !== QUOTE) continue;
    text += source.slice(from, at);
    from = at + 1;
    if (code !== QUOTE) continue;
    from = stringEnd(source, at + 1);
    const string = source.slice(at, from);
    text += string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string;
    at = from - 1;
  }
  return text + source.slice(from);
}

/** Position behind the quote that ends a string. */
function stringEnd(source: string, from: number): number {
  let at = from;
  for (; source.charCodeAt(at) !== QUOTE; at += 1) if (source.charCodeAt(at) === BACKSLASH) at += 1;
  return at + 1;
}

/** Half characters, which UTF-8 cannot hold, become the escape that stood for them in JSON. */
export function wellFormed(text: string): string {
  if (text.isWellFormed()) return text;
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (found) =>
    found.length === 2 ? found : `\\u${found.charCodeAt(0).toString(16)}`,
  );
}
