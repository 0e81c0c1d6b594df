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
  const { folded, from, to } = foldedWithPlaces(text);
  const parts: HitPart[] = [];
  let done = 0;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
    const start = Math.max(done, from(at));
    const end = to(at + needle.length - 1);
    if (start > done) parts.push({ text: text.slice(done, start), isHit: false });
    if (end > start) parts.push({ text: text.slice(start, end), isHit: true });
    done = end;
  }
  if (done < text.length) parts.push({ text: text.slice(done), isHit: false });
  return parts;
}

/** Letters with the marks behind them. */
const letters = new Intl.Segmenter();

interface FoldedText {
  readonly folded: string;
  /** Where the letter at a place of the folded text begins and ends in the text. */
  readonly from: (place: number) => number;
  readonly to: (place: number) => number;
}

/** Folding makes some letters longer (İ) or shorter (é in two parts): then the places in the folded text are not those in the text. */
function foldedWithPlaces(text: string): FoldedText {
  const folded = foldText(text);
  if (folded.length === text.length) return { folded, from: (place) => place, to: (place) => place + 1 };
  const begins: number[] = [];
  const ends: number[] = [];
  let whole = '';
  for (const { segment, index } of letters.segment(text)) {
    whole += foldText(segment);
    while (begins.length < whole.length) {
      begins.push(index);
      ends.push(index + segment.length);
    }
  }
  return { folded: whole, from: (place) => begins[place] ?? 0, to: (place) => ends[place] ?? text.length };
}
