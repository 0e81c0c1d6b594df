import { foldText } from '../../../../../shared/domain/words/fold-text.ts';

export interface HitPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** Whether a cell contains the text, compared as in the core. `needle` is folded already. */
export function hasHit(text: string, needle: string): boolean {
  return needle !== '' && foldText(text).includes(needle);
}

/** The text cut at the hits. `needle` is folded already and not empty. */
export function hitParts(text: string, needle: string): HitPart[] {
  const { folded, starts } = foldedWithPlaces(text);
  const parts: HitPart[] = [];
  let done = 0;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
    const start = starts(at);
    const end = starts(at + needle.length);
    if (start > done) parts.push({ text: text.slice(done, start), isHit: false });
    parts.push({ text: text.slice(start, end), isHit: true });
    done = end;
  }
  if (done < text.length) parts.push({ text: text.slice(done), isHit: false });
  return parts;
}

/** Folding makes some letters longer (İ): then the places in the folded text are not those in the text. */
function foldedWithPlaces(text: string): { folded: string; starts: (place: number) => number } {
  const folded = foldText(text);
  if (folded.length === text.length) return { folded, starts: (place) => place };
  const places: number[] = [];
  let whole = '';
  let at = 0;
  for (const letter of text) {
    const part = foldText(letter);
    for (let index = 0; index < part.length; index += 1) places.push(at);
    whole += part;
    at += letter.length;
  }
  return { folded: whole, starts: (place) => places[place] ?? text.length };
}
