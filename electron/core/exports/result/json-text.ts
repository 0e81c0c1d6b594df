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
