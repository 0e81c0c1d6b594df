import { format } from './format.ts';

/** "from Anna, 12 May 2026": a colleague shared it. @param name empty when it is not known */
export function fromWords({ name, at }: { readonly name: string; readonly at: number }): string {
  return `from ${name === '' ? 'a colleague' : name}, ${format.date(at)}`;
}
