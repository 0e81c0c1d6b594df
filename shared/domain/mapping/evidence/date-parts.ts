import { datePartWords } from '../words/header-qualifiers.ts';
import { headerTokens } from '../words/header-tokens.ts';

type Part = 'day' | 'month' | 'year';
interface FoundPart {
  part: Part;
  /** What is left of the header: "birth" of "Birth day" and "fodsels" of "Fødselsdag". */
  rest: string;
}

/** Which headers name a part of a date whose other parts have columns of their own: day, month and year of birth. */
export function datePartsAmong(headers: readonly string[]): boolean[] {
  const parts = headers.map(partOf);
  return parts.map(
    (own) =>
      own !== undefined &&
      parts.some((other) => other !== undefined && other.part !== own.part && other.rest === own.rest),
  );
}

function partOf(header: string): FoundPart | undefined {
  const tokens = headerTokens(header);
  for (const part of ['day', 'month', 'year'] as const) {
    const words = datePartWords[part];
    const at = tokens.findIndex((token) => words.has(token));
    if (at >= 0) return { part, rest: tokens.filter((_, index) => index !== at).join('') };
  }
  const last = tokens.at(-1) ?? '';
  for (const part of ['day', 'month', 'year'] as const)
    for (const word of datePartWords[part])
      if (last.length > word.length + 2 && last.endsWith(word))
        return { part, rest: tokens.slice(0, -1).join('') + last.slice(0, -word.length) };
  return undefined;
}
